import { publishUpload } from '../../pipeline/output/publish-upload.ts';
import { openDeployment, readCurrent, readDeploymentFile } from '../../pipeline/output/read.ts';
import { readUpload } from '../../pipeline/output/uploads.ts';
import type { Deployment } from '../../schema/build.ts';
import { ApiError } from '../../schema/errors.ts';
import type { PreviewFacts, Previews } from '../api/services.ts';
import { previewPath } from '../previews/address.ts';
import {
  createPreview,
  listPreviews,
  mostPreviews,
  type Preview,
  previewAge,
  previewFolder,
  readPreview,
  removePreview,
  touchPreview,
} from '../previews/record.ts';
import type { NewId } from '../store/ids.ts';
import type { ProjectFacts } from '../store/projects.ts';
import { translated } from './uploads.ts';

interface PreviewTools {
  readonly now: () => number;
  readonly newId: NewId;
  /** Output folder that holds a deployment. */
  readonly folderOf: (deploymentId: string) => string | undefined;
}

/** Milliseconds to wait for another upload of the same preview. */
const patience = 20_000;

/** A request may still be reading the deployment before. */
const kept = 2;

/** The previews of projects, in the folders of their sites. */
export function openPreviews({ now, newId, folderOf }: PreviewTools): Previews {
  const folderOfSite = ({ deployment_id: id }: ProjectFacts) =>
    id === null ? undefined : folderOf(id);
  const found = (project: ProjectFacts, name: string) => {
    const folder = folderOfSite(project);
    const preview = folder === undefined ? undefined : readPreview(folder, name);
    if (folder === undefined || !preview) throw new ApiError('NOT_FOUND', 'Preview not found.');
    return { folder, preview };
  };
  return {
    list: (project) => {
      const folder = folderOfSite(project);
      if (folder === undefined) return [];
      return listPreviews(folder).map((preview) => factsOf(folder, preview));
    },
    open: (project, name) => {
      const folder = folderOfSite(project);
      const live = folder === undefined ? undefined : readCurrent(folder);
      if (folder === undefined || live === undefined) {
        throw new ApiError('CONFLICT', 'The project has no live site yet. Deploy it first.');
      }
      const { config } = openDeployment(folder, live);
      if (!config.addons.previews.enabled) {
        throw new ApiError(
          'CONFLICT',
          'The site has no previews: addons.previews.enabled is false in its docs.json.',
        );
      }
      const known = readPreview(folder, name);
      if (!known && listPreviews(folder).length >= mostPreviews) throw tooMany();
      return factsOf(folder, known ?? createPreview(folder, name, now()));
    },
    publish: (project, name, uploadId) =>
      translated(async () => {
        const { folder, preview } = found(project, name);
        const upload = readUpload(folder, uploadId);
        if (upload?.preview !== name) throw new ApiError('NOT_FOUND', 'Upload not found.');
        const path = previewPath(basePathOf(folder), preview);
        await publishUpload(folder, upload, {
          ...{ project: project.id, now, wait: patience, keep: kept },
          newId: (prefix) => newId(prefix as Parameters<NewId>[0]),
          to: previewFolder(folder, name),
          basePath: path,
        });
        return factsOf(folder, touchPreview(folder, preview, now()));
      }),
    remove: (project, name) => {
      const folder = folderOfSite(project);
      return folder !== undefined && removePreview(folder, name);
    },
  };
}

function factsOf(folder: string, preview: Preview): PreviewFacts {
  const { name, createdAt, updatedAt } = preview;
  const own = previewFolder(folder, name);
  const id = readCurrent(own);
  const shown =
    id === undefined ? undefined : readDeploymentFile<Deployment>(own, id, 'deployment');
  const path = previewPath(basePathOf(folder), preview);
  const { origin } = shown ?? {};
  return {
    ...{ name, path, createdAt, updatedAt },
    url: origin !== undefined && URL.canParse(path, origin) ? new URL(path, origin).href : null,
    deploymentId: shown?.id ?? null,
    branch: shown?.branch ?? '',
    commitSha: shown?.commitSha ?? '',
    expiresAt: updatedAt + previewAge,
  };
}

/** The base path of the live site, below which its previews are. */
function basePathOf(folder: string): string {
  const id = readCurrent(folder);
  const live =
    id === undefined ? undefined : readDeploymentFile<Deployment>(folder, id, 'deployment');
  return live?.basePath ?? '';
}

function tooMany(): ApiError {
  const message = `The project has ${mostPreviews} previews. Delete one first.`;
  const detail = { path: '', code: 'previews', message, needed: 1, remaining: 0 } as const;
  return new ApiError('LIMIT_EXCEEDED', message, { details: [detail] });
}
