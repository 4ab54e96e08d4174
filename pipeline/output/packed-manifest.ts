import type { Manifest, ManifestFile } from '../../schema/build.ts';
import type { UploadFile } from '../../schema/upload.ts';
import type { FileList } from './file-list.ts';
import { typeOf } from './types.ts';

/** An entry without what the list of files of an upload says already. */
type PackedFile = Omit<ManifestFile, 'hash' | 'bytes' | 'type'>;

/** A file of a manifest with its address. */
export type FileEntry = readonly [address: string, file: ManifestFile];

/** A manifest as it is sent. */
export interface PackedManifest extends Omit<Manifest, 'files' | 'packs'> {
  readonly files: Readonly<Record<string, PackedFile>>;
}

/**
 * The manifest of a deployment as it is sent: without hashes and sizes, which are in the list of files,
 * and without the pieces of the search. An edit changes dozens of these, whose names are hashes: with them, half of the
 * manifest would be sent again.
 */
export function packManifest(manifest: Manifest, basePath: string): PackedManifest {
  const entries = Object.entries(manifest.files).flatMap(([address, file]) => {
    const { hash: _, bytes: __, type: ___, ...packed } = file;
    return isImplied(address, packed, basePath) ? [] : [[address, packed] as const];
  });
  const { packs: _, ...rest } = manifest;
  return { ...rest, files: Object.fromEntries(entries) };
}

/** The files of a manifest again, by address. Files of the upload that it does not name are missing in it as well. */
export function unpackedFiles(
  packed: PackedManifest,
  files: Pick<FileList, 'get' | 'keys'>,
  basePath: string,
): { readonly entries: readonly FileEntry[]; readonly missing: readonly string[] } {
  const entries: FileEntry[] = [];
  const missing: string[] = [];
  const add = (address: string, entry: PackedFile) => {
    const place = placeOf(entry);
    const file = files.get(place);
    if (file) entries.push([address, unpacked(entry, file)]);
    else missing.push(place);
  };
  for (const [address, entry] of Object.entries(packed.files)) add(address, entry);
  for (const place of files.keys()) {
    if (!place.startsWith(pieces)) continue;
    const path = place.slice('site/'.length);
    const address = `${basePath}/${path}`;
    if (isPiece(path) && !Object.hasOwn(packed.files, address)) add(address, pieceOf(path));
  }
  entries.sort(([a], [b]) => (a < b ? -1 : 1));
  return { entries, missing };
}

/** Where the pieces of the search are among the files that are sent. */
const pieces = 'site/_docent/search/';

function unpacked(entry: PackedFile, { sha256: hash, size: bytes }: UploadFile): ManifestFile {
  const { path, immutable, protected: isProtected, groups, scripts } = entry;
  const file: ManifestFile = { path, hash, bytes, type: typeOf(path), immutable };
  if (!isProtected && !groups && !scripts) return file;
  return {
    ...file,
    ...(isProtected ? { protected: true } : {}),
    ...(groups ? { groups } : {}),
    ...(scripts ? { scripts } : {}),
  };
}

/** The path of a file of a manifest among the files that are sent. */
export function placeOf({
  path,
  protected: isProtected,
}: Pick<ManifestFile, 'path' | 'protected'>) {
  return `${isProtected ? 'protected' : 'site'}/${path}`;
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
