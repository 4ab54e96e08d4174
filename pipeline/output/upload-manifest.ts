import type { Manifest } from '../../schema/build.ts';
import type { UploadList } from '../../schema/upload.ts';
import { manifestName } from './deployment-files.ts';
import type { FileList } from './file-list.ts';
import { fileLines } from './identity.ts';
import type { DeploymentFolder } from './layout.ts';
import { keyIn, linesNow } from './lines.ts';
import {
  type FileEntry,
  listedFiles,
  type PackedFile,
  type PackedManifest,
  sentFiles,
  unpackedFiles,
} from './packed-manifest.ts';
import { fileEntry } from './read.ts';
import { readShape } from './upload-shapes.ts';
import { contentOf } from './upload-tables.ts';
import { UploadError } from './uploads.ts';

/** The pages of a deployment, and where addresses lead. */
type PagesManifest = Omit<Manifest, 'files' | 'packs'>;

/** What an upload's manifest says. */
export interface CheckedManifest {
  readonly manifest: PagesManifest;
  /**
   * The lines of the list of files, by address. Reading them throws an UploadError where they are not what the files of
   * the upload are.
   */
  readonly lines: Iterable<string>;
  /** The manifest as it was sent, if that was the whole one. */
  readonly whole?: string;
  /** The hash that the lists must have, where what was sent is a change. */
  readonly lists?: string;
}

/** What a manifest may be a change of. */
export interface BaseManifest {
  readonly manifest: PagesManifest;
  /** Its list of files. */
  readonly list: string;
}

/** The files of an upload. */
interface Uploaded {
  readonly files: FileList;
  /** What it changes of its base. */
  readonly upload: UploadList;
}

/** The manifest of an upload, once it says the same as its files. */
export function checkedManifest(
  half: DeploymentFolder,
  base: BaseManifest | undefined,
  uploaded: Uploaded,
): CheckedManifest {
  const { files } = uploaded;
  if (base && !files.has(manifestName)) {
    return changed(base, { ...base.manifest, pages: {}, files: {} }, uploaded);
  }
  const text = contentOf(half.folder, files, manifestName);
  const packed = readShape(manifestName, text);
  if (!packed.change) return { ...whole(half, packed, files), whole: text };
  if (!base) throw new UploadError('content', 'manifest.json is a change, and there is no base');
  return { ...changed(base, packed, uploaded), lists: packed.change.lists };
}

function whole(half: DeploymentFolder, packed: PackedManifest, files: FileList): CheckedManifest {
  const { basePath } = readShape(
    'deployment.json',
    contentOf(half.folder, files, 'deployment.json'),
  );
  const entries = unpacked(listedFiles(packed, files, basePath), files);
  refuseUnlisted(files.keys(), placesIn(entries));
  const { files: _, ...manifest } = packed;
  return { manifest, lines: fileLines(entries) };
}

function changed(
  base: BaseManifest,
  { files: packed, change, ...rest }: PackedManifest,
  uploaded: Uploaded,
): CheckedManifest {
  const pages = new Map(Object.entries(base.manifest.pages));
  for (const path of change?.removedPages ?? []) pages.delete(path);
  for (const [path, page] of Object.entries(rest.pages)) pages.set(path, page);
  const byPath = [...pages].sort(([a], [b]) => (a < b ? -1 : 1));
  const entries = unpacked(Object.entries(packed), uploaded.files);
  return {
    manifest: { ...rest, pages: Object.fromEntries(byPath) },
    lines: changedLines(base.list, { entries, removed: change?.removedFiles ?? [] }, uploaded),
  };
}

/** The lines of a list with other entries. Those that stay are read no further than to their paths. */
function* changedLines(
  list: string,
  {
    entries,
    removed,
  }: { readonly entries: readonly FileEntry[]; readonly removed: readonly string[] },
  { files, upload }: Uploaded,
): Iterable<string> {
  const gone = new Set([...entries.map(([address]) => address), ...removed]);
  const listed = placesIn(entries);
  const sent = upload.files.map(({ path }) => path);
  const isChanged = pathsIn([...sent, ...(upload.removed ?? [])]);
  let next = 0;
  for (const line of linesNow(list)) {
    const address = keyIn(line) ?? '';
    const from = next;
    while (next < entries.length && (entries[next]?.[0] ?? '') <= address) next++;
    yield* fileLines(entries.slice(from, next));
    if (gone.has(address)) continue;
    if (isChanged(line)) for (const place of placesOfKept(line, files)) listed.add(place);
    yield line;
  }
  yield* fileLines(entries.slice(next));
  refuseUnlisted(sent, listed);
}

/** Whether a line may be about one of these files: another one can have the same path in the site. */
function pathsIn(files: readonly string[]): (line: string) => boolean {
  const paths = new Set(
    files.map((path) => JSON.stringify(path.replace(/^(?:parts\/\d+\/)?(?:site|protected)\//, ''))),
  );
  return (line) => paths.has(/"path":("(?:[^"\\]|\\.)*")/.exec(line)?.[1] ?? '');
}

/** What is sent of the file of a line that stays, which has to be the same as before. */
function* placesOfKept(line: string, files: FileList): Iterable<string> {
  const [, file] = fileEntry(line);
  for (const { path, sha256 } of sentFiles(file)) {
    const now = files.get(path);
    if (!now) throw missing(path);
    if (now.sha256 !== sha256) throw unlisted(path);
    yield path;
  }
}

function placesIn(entries: readonly FileEntry[]): Set<string> {
  return new Set(entries.flatMap(([, file]) => sentFiles(file).map(({ path }) => path)));
}

function unpacked(
  packed: Parameters<typeof unpackedFiles>[0],
  files: FileList,
): readonly FileEntry[] {
  const listed = [...packed];
  refuseRepeated(listed);
  const { entries, missing: places } = unpackedFiles(listed, files);
  const [first] = places;
  if (first !== undefined) throw missing(first);
  return entries;
}

/** A file in parts has one address, as a build writes it: each entry lists all of its parts. */
function refuseRepeated(packed: readonly (readonly [string, PackedFile])[]): void {
  const paths = new Set<string>();
  for (const [, { path, parts }] of packed) {
    if (parts === undefined) continue;
    if (paths.has(path)) {
      throw new UploadError('content', `manifest.json lists ${path}, which is in parts, twice`);
    }
    paths.add(path);
  }
}

function refuseUnlisted(paths: Iterable<string>, listed: ReadonlySet<string>): void {
  for (const path of paths) {
    if (/^(?:site|protected|parts)\//.test(path) && !listed.has(path)) throw unlisted(path);
  }
}

function missing(path: string): UploadError {
  return new UploadError('content', `manifest.json lists ${path}, which is not in the upload`);
}

function unlisted(path: string): UploadError {
  return new UploadError('content', `manifest.json does not list ${path}`);
}
