import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Manifest, ManifestFile } from '../../schema/build.ts';
import type { UploadFile } from '../../schema/upload.ts';
import { encode, withSmaller } from './encode.ts';
import { folderWriter } from './files.ts';
import { type DeploymentFolder, endings } from './layout.ts';
import { placeOf, unpackManifest } from './packed-manifest.ts';
import { readShape } from './upload-shapes.ts';
import { contentOf } from './upload-tables.ts';
import { type Base, UploadError } from './uploads.ts';

/** The manifest of an upload, once it says the same as its files; compressed forms are made here. */
export async function checkedManifest(
  half: DeploymentFolder,
  base: Base,
  files: ReadonlyMap<string, UploadFile>,
): Promise<Manifest> {
  const packed = readShape('manifest.json', contentOf(half.folder, files, 'manifest.json'));
  const { basePath } = readShape(
    'deployment.json',
    contentOf(half.folder, files, 'deployment.json'),
  );
  const { manifest, missing } = unpackManifest(packed, files, basePath);
  const [first] = missing;
  if (first !== undefined) {
    throw new UploadError('content', `manifest.json lists ${first}, which is not in the upload`);
  }
  const before = base.files.has('manifest.json')
    ? (JSON.parse(readFileSync(join(base.folder, 'manifest.json'), 'utf8')) as Manifest)
    : undefined;
  const served = new Set<string>();
  const entries: [string, ManifestFile][] = [];
  for (const [address, entry] of Object.entries(manifest.files)) {
    served.add(placeOf(entry));
    const old = before?.files[address];
    const isSame = old?.hash === entry.hash && placeOf(old) === placeOf(entry);
    const same = isSame ? { base, old } : undefined;
    entries.push([address, await compressed({ folder: half.folder, entry, files, same })]);
  }
  for (const path of files.keys()) {
    if (/^(site|protected)\//.test(path) && !served.has(path)) {
      throw new UploadError('content', `manifest.json does not list ${path}`);
    }
  }
  return { ...manifest, files: Object.fromEntries(entries) };
}

/**
 * Adds the compressed forms of a file: those of the base, or new ones. A form whose place another file of the upload has is
 * left out: that file may be a link to one of the live deployment, which writing would change.
 */
async function compressed({
  folder,
  entry,
  files,
  same,
}: {
  readonly folder: string;
  readonly entry: ManifestFile;
  readonly files: ReadonlyMap<string, UploadFile>;
  readonly same: { readonly base: Base; readonly old: ManifestFile } | undefined;
}): Promise<ManifestFile> {
  const free = (['br', 'gzip'] as const).filter((one) => !files.has(placeOf(entry) + endings[one]));
  if (entry.encodings.length === 0 || free.length === 0) return { ...entry, encodings: [] };
  const file = join(folder, placeOf(entry));
  const writer = folderWriter();
  if (same) {
    const { base, old } = same;
    const linked = free.filter(
      (one) =>
        old.encodings.includes(one) &&
        writer.link(join(base.folder, placeOf(old)) + endings[one], file + endings[one]),
    );
    return { ...entry, encodings: linked };
  }
  const made = await withSmaller(entry.path, encode(entry.path, await readFile(file)));
  const encodings: ('br' | 'gzip')[] = [];
  for (const encoding of free) {
    const bytes = made[encoding];
    if (!bytes) continue;
    await writer.write(file + endings[encoding], bytes);
    encodings.push(encoding);
  }
  return { ...entry, encodings };
}
