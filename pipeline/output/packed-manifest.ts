import type { FilePart, Manifest, ManifestFile, ManifestPage } from '../../schema/build.ts';
import { given } from '../../schema/given.ts';
import type { UploadFile } from '../../schema/upload.ts';
import type { FileList } from './file-list.ts';
import { type MadeOf, madeOf, partsOf } from './file-parts.ts';
import { typeOf } from './types.ts';

/** An entry without what the list of files of an upload says already. */
export interface PackedFile extends Omit<ManifestFile, keyof MadeOf | 'type'> {
  /** The number of its parts, if it has any. */
  readonly parts?: number;
}

/** A file of a manifest with its address. */
export type FileEntry = readonly [address: string, file: ManifestFile];

/** A manifest as it is sent: whole, or how it differs from that of the base. */
export interface PackedManifest extends Omit<Manifest, 'files' | 'packs'> {
  readonly files: Readonly<Record<string, PackedFile>>;
  /** With it, pages and files are those that differ. */
  readonly change?: ManifestChange;
}

/** What a manifest that is a change says besides. */
interface ManifestChange {
  /** Paths of pages that only the base has. */
  readonly removedPages: readonly string[];
  /** Addresses of files that only the base has. */
  readonly removedFiles: readonly string[];
  /** The hash of the lists that come of it (`hashOfLists`): what the base has is what the sender thinks. */
  readonly lists: string;
}

/**
 * The manifest of a deployment as it is sent: without hashes and sizes, which are in the list of files,
 * and without the pieces of the search. An edit changes dozens of these, whose names are hashes: with them, half of the
 * manifest would be sent again.
 */
export function packManifest(manifest: Manifest, basePath: string): PackedManifest {
  const entries = Object.entries(manifest.files).flatMap(([address, file]) => {
    const entry = packedFile(file);
    return isImplied(address, entry, basePath) ? [] : [[address, entry] as const];
  });
  const { packs: _, ...rest } = manifest;
  return { ...rest, files: Object.fromEntries(entries) };
}

/** A manifest with those of its files that differ from those of another one. */
interface ManifestSide extends Omit<Manifest, 'files'> {
  readonly files: ReadonlyMap<string, ManifestFile>;
}

/** How a manifest differs from that of another deployment, as it is sent to a server that has that one. */
export function changedManifest(
  before: ManifestSide,
  now: ManifestSide,
  lists: string,
): PackedManifest {
  const { packs: _, ...rest } = now;
  const pages = Object.entries(now.pages).filter(
    ([path, page]) => !isSamePage(ownOf(before.pages, path), page),
  );
  return {
    ...rest,
    pages: Object.fromEntries(pages),
    files: Object.fromEntries([...now.files].map(([address, file]) => [address, packedFile(file)])),
    change: {
      removedPages: Object.keys(before.pages).filter((path) => !Object.hasOwn(now.pages, path)),
      removedFiles: [...before.files.keys()].filter((address) => !now.files.has(address)),
      lists,
    },
  };
}

function ownOf<T>(record: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}

function isSamePage(before: ManifestPage | undefined, now: ManifestPage): boolean {
  const names = ['title', 'sourceHash', 'file', 'htmlHash', 'contentHash'] as const;
  return before !== undefined && names.every((name) => before[name] === now[name]);
}

function packedFile(file: ManifestFile): PackedFile {
  const { hash: _, bytes: __, type: ___, parts, ...packed } = file;
  return { ...packed, ...given({ parts: parts?.length }) };
}

/** Files of a manifest again, by address; `missing` are those that the upload does not have. */
export function unpackedFiles(
  packed: Iterable<readonly [address: string, entry: PackedFile]>,
  files: Pick<FileList, 'get'>,
): { readonly entries: readonly FileEntry[]; readonly missing: readonly string[] } {
  const entries: FileEntry[] = [];
  const missing: string[] = [];
  for (const [address, entry] of packed) {
    const { parts, gone } = partsIn(files, entry);
    if (gone === undefined) entries.push([address, unpacked(entry, parts)]);
    else missing.push(gone);
  }
  entries.sort(([a], [b]) => (a < b ? -1 : 1));
  return { entries, missing };
}

/** The parts of a file that an upload has, up to the first that it does not. */
function partsIn(
  files: Pick<FileList, 'get'>,
  entry: PackedFile,
): { readonly parts: readonly FilePart[]; readonly gone?: string } {
  const parts: FilePart[] = [];
  for (let at = 0; at < (entry.parts ?? 1); at++) {
    const place = placeOf(entry, entry.parts && at);
    const file = files.get(place);
    if (!file) return { parts, gone: place };
    parts.push({ hash: file.sha256, bytes: file.size });
  }
  return { parts };
}

/** What a whole manifest lists: also what the names of files say already. */
export function* listedFiles(
  { files: packed }: PackedManifest,
  files: Pick<FileList, 'keys'>,
  basePath: string,
): Iterable<readonly [address: string, entry: PackedFile]> {
  yield* Object.entries(packed);
  for (const place of files.keys()) {
    if (!place.startsWith(pieces)) continue;
    const path = place.slice('site/'.length);
    const address = `${basePath}/${path}`;
    if (isPiece(path) && !Object.hasOwn(packed, address)) yield [address, pieceOf(path)];
  }
}

/** Where the pieces of the search are among the files that are sent. */
const pieces = 'site/_docent/search/';

function unpacked(entry: PackedFile, parts: readonly FilePart[]): ManifestFile {
  const { path, immutable, protected: isProtected, groups, scripts } = entry;
  const [only] = parts;
  const made = only && entry.parts === undefined ? only : madeOf(parts);
  const file: ManifestFile = { path, ...made, type: typeOf(path), immutable };
  if (!isProtected && !groups && !scripts) return file;
  return {
    ...file,
    ...(isProtected ? { protected: true } : {}),
    ...(groups ? { groups } : {}),
    ...(scripts ? { scripts } : {}),
  };
}

/** What is sent of a file of a manifest: the file, or each of its parts. */
export function sentFiles(file: ManifestFile): readonly UploadFile[] {
  return partsOf(file).map(({ hash, bytes }, at) => {
    return { path: placeOf(file, file.parts && at), sha256: hash, size: bytes };
  });
}

/**
 * The path of a file of a manifest among the files that are sent, or that of one of its parts: these are numbered, so
 * that one that has changed has the path of what it was.
 */
function placeOf(
  { path, protected: isProtected }: Pick<ManifestFile, 'path' | 'protected'>,
  part: number | undefined,
): string {
  const place = `${isProtected ? 'protected' : 'site'}/${path}`;
  return part === undefined ? place : `parts/${part}/${place}`;
}

/** Whether the path of an entry says everything about it. */
function isImplied(address: string, entry: PackedFile, basePath: string): boolean {
  const { path } = entry;
  if (!isPiece(path) || address !== `${basePath}/${path}`) return false;
  return JSON.stringify(entry) === JSON.stringify(pieceOf(path));
}

/** A piece of the search that everyone may read, with a name that never means another content. */
function isPiece(path: string): boolean {
  return /^_docent\/search\/[^/]+-[0-9a-f]{12}\.json$/.test(path);
}

function pieceOf(path: string): PackedFile {
  return { path, immutable: true };
}
