import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Manifest, ManifestFile, SourceFiles } from '../../schema/build.ts';
import { allContents, findContent, packsIn, readContentNow } from './contents.ts';
import type { DiffSide } from './diff.ts';
import { type DeploymentFolder, deploymentLayout, type Layout } from './layout.ts';
import { keyIn, linesNow } from './lines.ts';
import type { OutputFile } from './output-file.ts';
import { readCurrent, readManifest } from './read.ts';

/** The live deployment, of which a new one keeps what is the same. */
export interface Previous extends DiffSide {
  readonly layout: DeploymentFolder;
  readonly sources: SourceFiles;
  /** Whether a content of it is here. */
  readonly has: (hash: string) => boolean;
  /** The line of a page in its outline, if that page has the record with this hash. */
  readonly outlineOf: (path: string, record: string) => string | undefined;
}

/** Opens the live deployment; undefined if there is none that can be read. */
export function openPrevious({ out, deployments }: Layout): Previous | undefined {
  const current = readCurrent(out);
  const manifest = current && readManifest(out, current);
  if (!current || !manifest) return undefined;
  return previousIn(deploymentLayout(join(deployments, current)), manifest);
}

/** A deployment as one before another. */
export function previousIn(layout: DeploymentFolder, manifest: Manifest): Previous {
  const sources: SourceFiles = JSON.parse(readText(layout.sources) ?? '{}');
  let known: ReadonlyMap<string, string> | undefined;
  const outline = () => {
    known ??= outlineIn(layout);
    return known;
  };
  return {
    manifest,
    layout,
    sources,
    sourceOf: (file) => {
      const entry = Object.hasOwn(sources, file) ? sources[file] : undefined;
      const content = entry && findContent(layout.contents, entry.hash);
      return content && readContentNow(content).toString('utf8');
    },
    has: contentsHere(layout, manifest, () => [
      ...[...Object.values(manifest.files), ...Object.values(sources)].map(({ hash }) => hash),
      ...[...outline().values()].flatMap((line) => recordOf(line) ?? []),
    ]),
    outlineOf: (path, record) => {
      const line = outline().get(path);
      return line !== undefined && recordOf(line) === record ? line : undefined;
    },
  };
}

/** Lines of an outline by path. */
function outlineIn({ outline }: DeploymentFolder): ReadonlyMap<string, string> {
  const lines = new Map<string, string>();
  for (const line of existsSync(outline) ? linesNow(outline) : []) {
    const path = keyIn(line);
    if (path !== undefined) lines.set(path, line);
  }
  return lines;
}

/** The hash of the record in a line of an outline, without reading all that the line says. */
function recordOf(line: string): string | undefined {
  return /"record":"([0-9a-f]{64})","bytes":\d+\}$/.exec(line)?.[1];
}

/** A deployment that came from object storage has only some of its contents here; so has one that was damaged. */
function contentsHere(
  { contents }: DeploymentFolder,
  { packs = [] }: Manifest,
  all: () => Iterable<string>,
): (hash: string) => boolean {
  let known: ReadonlySet<string> | undefined;
  return (hash) => {
    if (!known) {
      const here = packsIn(contents);
      const isWhole = packs.length > 0 && packs.every((name) => here.includes(name));
      known = new Set(isWhole ? all() : allContents(contents).keys());
    }
    return known.has(hash);
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
  if ((old.protected ?? false) !== (file.protected ?? false)) return undefined;
  return previous.has(hash) ? old : undefined;
}

/** The text of a file; undefined if it can't be read. */
export function readText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
