import type { Manifest } from '../../schema/build.ts';
import type { FileList } from './file-list.ts';
import type { DeploymentFolder } from './layout.ts';
import { type FileEntry, placeOf, unpackedFiles } from './packed-manifest.ts';
import { readShape } from './upload-shapes.ts';
import { contentOf } from './upload-tables.ts';
import { UploadError } from './uploads.ts';

/** What an upload's manifest says, once it is known to agree with its files. */
export interface CheckedManifest {
  readonly manifest: Omit<Manifest, 'files' | 'packs'>;
  /** The files of the site by address, ascending. */
  readonly entries: readonly FileEntry[];
  /** The manifest as it was sent. */
  readonly text: string;
}

/** The manifest of an upload, once it says the same as its files. */
export function checkedManifest(half: DeploymentFolder, files: FileList): CheckedManifest {
  const text = contentOf(half.folder, files, 'manifest.json');
  const { files: packed, ...manifest } = readShape('manifest.json', text);
  const { basePath } = readShape(
    'deployment.json',
    contentOf(half.folder, files, 'deployment.json'),
  );
  const { entries, missing } = unpackedFiles({ ...manifest, files: packed }, files, basePath);
  const [first] = missing;
  if (first !== undefined) {
    throw new UploadError('content', `manifest.json lists ${first}, which is not in the upload`);
  }
  const served = new Set(entries.map(([, file]) => placeOf(file)));
  for (const path of files.keys()) {
    if (/^(?:site|protected)\//.test(path) && !served.has(path)) {
      throw new UploadError('content', `manifest.json does not list ${path}`);
    }
  }
  return { manifest, entries, text };
}
