import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Manifest, ManifestFile, SourceFiles } from '../../schema/build.ts';
import { allContents, packsIn } from './contents.ts';
import type { DiffSide } from './diff.ts';
import { partsOf } from './file-parts.ts';
import { type DeploymentFolder, deploymentLayout, type Layout } from './layout.ts';
import { type OutlineEntry, outlineEntries } from './outline.ts';
import type { OutputFile } from './output-file.ts';
import { sourcesIn } from './pages-in.ts';
import { isReadable, readCurrent, readManifest } from './read.ts';

/** The live deployment, of which a new one keeps what is the same. */
export interface Previous extends DiffSide {
  readonly layout: DeploymentFolder;
  readonly sources: SourceFiles;
  /** Where its contents are; undefined if this version can't read them. */
  readonly contents: string | undefined;
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
  const previous = previousIn(deploymentLayout(join(deployments, current)), manifest);
  if (isReadable(out, current)) return previous;
  // Of a deployment of another format, only its lists are read, for the events of the new one and for lost addresses.
  const unknown = () => undefined;
  return {
    ...previous,
    ...{ contents: undefined, sourceOf: unknown, has: () => false, outlineOf: unknown },
  };
}

/** A deployment as one before another. */
function previousIn(layout: DeploymentFolder, manifest: Manifest): Previous {
  const sources: SourceFiles = JSON.parse(readText(layout.sources) ?? '{}');
  let known: ReadonlyMap<string, OutlineEntry> | undefined;
  const outline = () => {
    known ??= new Map([...outlineEntries(layout.outline)].map((entry) => [entry.path, entry]));
    return known;
  };
  return {
    manifest,
    layout,
    sources,
    contents: layout.contents,
    sourceOf: sourcesIn(layout, sources),
    has: contentsHere(layout, manifest, () => [
      ...Object.values(manifest.files)
        .flatMap(partsOf)
        .map(({ hash }) => hash),
      ...Object.values(sources).map(({ hash }) => hash),
      ...[...outline().values()].map(({ record }) => record),
    ]),
    outlineOf: (path, record) => {
      const entry = outline().get(path);
      return entry?.record === record ? entry.line : undefined;
    },
  };
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
  return partsOf(old).every((part) => previous.has(part.hash)) ? old : undefined;
}

/** The text of a file; undefined if it can't be read. */
export function readText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
