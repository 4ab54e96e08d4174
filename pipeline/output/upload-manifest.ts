import type { Manifest } from '../../schema/build.ts';
import type { UploadFile } from '../../schema/upload.ts';
import type { DeploymentFolder } from './layout.ts';
import { placeOf, unpackManifest } from './packed-manifest.ts';
import { readShape } from './upload-shapes.ts';
import { contentOf } from './upload-tables.ts';
import { UploadError } from './uploads.ts';

/** The manifest of an upload, once it says the same as its files. */
export function checkedManifest(
  half: DeploymentFolder,
  files: ReadonlyMap<string, UploadFile>,
): Manifest {
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
  const served = new Set(Object.values(manifest.files).map(placeOf));
  for (const path of files.keys()) {
    if (/^(site|protected)\//.test(path) && !served.has(path)) {
      throw new UploadError('content', `manifest.json does not list ${path}`);
    }
  }
  return manifest;
}
