import { publishUpload } from '../../pipeline/output/publish-upload.ts';
import {
  openDeployment,
  readCurrent,
  readDeploymentFile,
  readEvents,
} from '../../pipeline/output/read.ts';
import type { Deployment } from '../../schema/build.ts';
import { ApiError } from '../../schema/errors.ts';
import type { SiteEvent } from '../../schema/events.ts';
import { given } from '../../schema/given.ts';
import type { PreviewFacts, Previews } from '../api/services.ts';
import { previewPath } from '../previews/address.ts';
import { previewLabel, previewOrigin } from '../previews/host.ts';
import {
  mostPreviews,
  newPreview,
  type Preview,
  type PreviewRecords,
  type PreviewSite,
  previewAge,
  previewFolder,
  type ShownDeployment,
} from '../previews/record.ts';
import type { SharedOutputs } from '../storage/shared.ts';
import type { NewId } from '../store/ids.ts';
import type { ProjectFacts } from '../store/projects.ts';
import { translated } from './upload-errors.ts';
import { lockPatience, type UploadPlaces } from './upload-places.ts';

interface PreviewTools {
  readonly now: () => number;
  readonly newId: NewId;
  readonly places: UploadPlaces;
  readonly records: PreviewRecords;
  /** The host below which each preview has its own. */
  readonly previewHost?: string;
  /** The storage that servers share. */
  readonly shared?: SharedOutputs;
  /** Publishes events of a project, where those of previews are wanted. */
  readonly tell?: (project: ProjectFacts, events: readonly SiteEvent[]) => Promise<void>;
}

/** A request may still be reading the deployment before. */
const kept = 2;

/** The previews of projects, in the folders of their sites. */
export function openPreviews(tools: PreviewTools): Previews {
  const { now, newId, places, records, shared, previewHost, tell } = tools;
  const siteOf = (project: ProjectFacts): PreviewSite => ({
    ...{ project: project.id, folder: places.folderOf(project) },
  });
  const found = async (site: PreviewSite, name: string) => {
    const preview = await records.find(site, name);
    if (preview) return preview;
    throw new ApiError('NOT_FOUND', 'Preview not found.');
  };
  return {
    list: async (project, origin) => {
      const site = siteOf(project);
      const at = { previewHost, origin };
      return (await records.list(site)).map((preview) => factsOf(site, preview, at));
    },
    open: (project, name, origin) =>
      translated(() =>
        places.alone(project, async () => {
          const site = siteOf(project);
          assertPreviews(site.folder);
          const list = await records.list(site);
          const known = list.find((preview) => preview.name === name);
          if (!known && list.length >= mostPreviews) throw tooMany();
          const preview = known ?? (await records.create(site, newPreview(name, now())));
          return factsOf(site, preview, { previewHost, origin });
        }),
      ),
    publish: (project, { name, uploadId, origin }) =>
      translated(() =>
        places.alone(project, async () => {
          const site = siteOf(project);
          const { folder } = site;
          const preview = await found(site, name);
          const upload = await places.open(project, uploadId);
          if (upload.preview !== name) throw new ApiError('NOT_FOUND', 'Upload not found.');
          await places.whole(project, name);
          await places.bringBlocks(project, upload);
          const to = previewFolder(folder, name);
          const id = await publishUpload(folder, upload, {
            ...{ project: project.id, now, wait: lockPatience, keep: kept, to },
            newId: (prefix) => newId(prefix as Parameters<NewId>[0]),
            basePath: previewHost === undefined ? previewPath(basePathOf(folder), preview) : '',
          });
          const next = { ...preview, updatedAt: now(), shown: shownIn(to, id) };
          if (shared) await shared.previews.keep(site, next);
          else await records.save(site, next);
          // Those of pages compare with what the live site shows, and are of no use here.
          const events = readEvents(to, id);
          await tell?.(
            project,
            events.filter(({ type }) => type.startsWith('deployment.')),
          );
          // Whoever is asked to publish it again answers the same deployment.
          await places.save(project, uploadId);
          return factsOf(site, next, { previewHost, origin });
        }),
      ),
    remove: (project, name) =>
      translated(() => places.alone(project, () => records.remove(siteOf(project), name))),
  };
}

/** @throws ApiError when the site in a folder has no previews */
function assertPreviews(folder: string): void {
  const live = readCurrent(folder);
  if (live === undefined) {
    throw new ApiError('CONFLICT', 'The project has no live site yet. Deploy it first.');
  }
  if (openDeployment(folder, live).config.addons.previews.enabled) return;
  throw new ApiError(
    'CONFLICT',
    'The site has no previews: addons.previews.enabled is false in its docs.json.',
  );
}

function shownIn(folder: string, id: string): ShownDeployment {
  const { branch, commitSha, origin } = openDeployment(folder, id).deployment;
  return { id, branch, commitSha, ...given({ origin }) };
}

/** Where a preview is; `origin` is that of a request, for a site that does not know its own. */
function factsOf(
  { project, folder }: PreviewSite,
  preview: Preview,
  { previewHost, origin }: { readonly previewHost: string | undefined; readonly origin: string },
): PreviewFacts {
  const { name, createdAt, updatedAt, shown } = preview;
  const live = liveOf(folder);
  const path = previewHost === undefined ? previewPath(live?.basePath ?? '', preview) : '';
  const own =
    previewHost === undefined
      ? shown?.origin
      : previewOrigin(previewLabel(project, preview), previewHost, live?.origin ?? origin);
  return {
    ...{ name, path, createdAt, updatedAt },
    url: own !== undefined && URL.canParse(path, own) ? new URL(path, own).href : null,
    deploymentId: shown?.id ?? null,
    branch: shown?.branch ?? '',
    commitSha: shown?.commitSha ?? '',
    expiresAt: updatedAt + previewAge,
  };
}

/** The base path of the live site, below which its previews are. */
function basePathOf(folder: string): string {
  return liveOf(folder)?.basePath ?? '';
}

function liveOf(folder: string): Deployment | undefined {
  const id = readCurrent(folder);
  return id === undefined ? undefined : readDeploymentFile(folder, id, 'deployment');
}

function tooMany(): ApiError {
  const message = `The project has ${mostPreviews} previews. Delete one first.`;
  const detail = { path: '', code: 'previews', message, needed: 1, remaining: 0 } as const;
  return new ApiError('LIMIT_EXCEEDED', message, { details: [detail] });
}
