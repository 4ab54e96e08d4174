import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withAnchors } from './addresses/fix-anchors.ts';
import { withRedirects } from './addresses/fix-redirects.ts';
import type { ProposedRedirect } from './addresses/folders.ts';
import type { LostAddresses } from './addresses/report.ts';
import type { LostAnchor } from './addresses/types.ts';

/** What was written, and into which files of the site. */
export interface FixedAddresses {
  readonly files: readonly string[];
  readonly redirects: readonly ProposedRedirect[];
  readonly anchors: readonly LostAnchor[];
}

/** Writes a redirect for every lost page with a likely place, and the old anchors of sections into their pages. */
export function fixAddresses(dir: string, lost: LostAddresses): FixedAddresses {
  const files: string[] = [];
  const write = (path: string, text: string) => {
    writeFileSync(join(dir, path), text);
    files.push(path);
  };
  const config =
    lost.redirects.length > 0
      ? withRedirects(lost.redirects, (path) => readText(join(dir, path)))
      : undefined;
  if (config) write(config.path, config.text);
  const anchors: LostAnchor[] = [];
  for (const [path, own] of Map.groupBy(lost.anchors, ({ file }) => file)) {
    const text = readText(join(dir, path));
    if (text === undefined) continue;
    const fixed = withAnchors({ path, text }, own);
    if (fixed.written.length === 0) continue;
    write(path, fixed.text);
    anchors.push(...fixed.written);
  }
  return { files, redirects: config ? lost.redirects : [], anchors };
}

function readText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
