import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Manifest, ManifestFile } from '../../schema/build.ts';
import type { DiffSide } from './diff.ts';
import type { FolderWriter } from './files.ts';
import { type DeploymentFolder, deploymentLayout, endings, type Layout } from './layout.ts';
import type { OutputFile } from './output-file.ts';
import { readCurrent, readDeploymentFile } from './read.ts';

/** The live deployment, whose files a new one links where they are the same. */
export interface Previous extends DiffSide {
  readonly layout: DeploymentFolder;
  /** Hashes of its source files, by path. */
  readonly sources: ReadonlyMap<string, string>;
}

/** Opens the live deployment; undefined if there is none that can be read. */
export function openPrevious({ out, deployments }: Layout): Previous | undefined {
  const current = readCurrent(out);
  const manifest = current && readDeploymentFile<Manifest>(out, current, 'manifest');
  if (!current || !manifest) return undefined;
  const layout = deploymentLayout(join(deployments, current));
  const sources = readText(layout.sourceHashes);
  return {
    manifest,
    layout,
    sourceOf: (file) => readText(join(layout.source, file)),
    sources: new Map(sources ? Object.entries<string>(JSON.parse(sources)) : []),
  };
}

/** Its entry of a file with this hash. */
export function unchangedFile(
  previous: Previous | undefined,
  file: OutputFile,
  hash: string | undefined,
): ManifestFile | undefined {
  const old = previous?.manifest.files[file.address];
  if (!old || hash === undefined || old.hash !== hash || old.path !== file.path) return undefined;
  return (old.protected ?? false) === (file.protected ?? false) ? old : undefined;
}

/** Links one of its files, with its compressed forms: all of them, or none. */
export function linkFile(
  { layout }: Previous,
  writer: Pick<FolderWriter, 'link'>,
  { entry, to }: { readonly entry: ManifestFile; readonly to: string },
): boolean {
  const from = join(entry.protected ? layout.protected : layout.site, entry.path);
  if (!writer.link(from, to)) return false;
  for (const encoding of entry.encodings) {
    const ending = endings[encoding];
    if (!writer.link(from + ending, to + ending)) {
      rmSync(to, { force: true });
      return false;
    }
  }
  return true;
}

/** The text of a file; undefined if it can't be read. */
export function readText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
