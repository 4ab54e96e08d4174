import { deploymentItem } from '../../schema/api/deployments.ts';
import { liveFilesQuery } from '../../schema/api/previews.ts';
import { dataOf } from '../../schema/api/shapes.ts';
import {
  liveFilesView,
  receivedView,
  removedView,
  uploadBody,
  uploadView,
} from '../../schema/api/uploads.ts';
import { ApiError } from '../../schema/errors.ts';
import { type UploadList, uploadLimits } from '../../schema/upload.ts';
import { deploymentView } from '../api/deployment-view.ts';
import { type ApiCall, type ApiEndpoint, isoTime, type Uploads } from '../api/services.ts';
import { findDeployment } from '../store/deployment-log.ts';
import { findProject } from '../store/projects.ts';

const project = '/projects/:projectId';
const list = `${project}/uploads`;
const one = `${list}/:uploadId`;
const deployment = `${project}/deployments/:deploymentId`;
const shared = {
  tag: 'Deployments',
  scope: 'deployments:write',
  bySlug: true,
  liveOnly: true,
} as const;
const conflict = (description: string) => ({ code: 'CONFLICT', description }) as const;
const locked = 'Another deployment is being published.';

/** Deployments that are sent by a client, and what is done with those that are here. */
export const uploadRoutes: readonly ApiEndpoint[] = [
  {
    ...shared,
    method: 'GET',
    path: `${project}/live-files`,
    operationId: 'getLiveFiles',
    title: 'Get live files',
    description:
      'Files and pages of the live deployment, to compare a build with. The live deployment can be the `base` of an upload.',
    query: liveFilesQuery,
    success: { status: 200, description: 'Files and pages.', schema: dataOf(liveFilesView) },
    handle: async (call) => {
      const { preview, files } = call.query as { preview?: string; files?: boolean };
      const asked = { preview, lists: files !== false };
      return { body: { data: await uploadsOf(call).live(call.project, asked) } };
    },
  },
  {
    ...shared,
    method: 'POST',
    path: list,
    operationId: 'startUpload',
    title: 'Start upload',
    description:
      'Announces the files of a deployment, and answers which blocks of them the server does not have. Repeat it to continue after an interruption: blocks that were sent stay for a day.',
    body: uploadBody,
    bodyLimit: 32 * 1024 * 1024,
    bodyKeys: 4 * uploadLimits.files + 100,
    told: ({ body }) => {
      const { files, base, preview } = body as UploadList;
      return { files: files.length, base, preview };
    },
    success: { status: 201, description: 'The upload.', schema: dataOf(uploadView) },
    errors: [
      conflict(
        'The deployment named by `base` was removed, or this server has no place for the site.',
      ),
      { code: 'LIMIT_EXCEEDED', description: 'The site is larger than the plan allows.' },
    ],
    handle: async (call) => {
      const upload = await uploadsOf(call).start(call.project, call.body as UploadList);
      return {
        body: { data: { ...upload, expiresAt: isoTime(upload.expiresAt) } },
        headers: { Location: `${call.base}/projects/${call.project.id}/uploads/${upload.id}` },
      };
    },
  },
  {
    ...shared,
    method: 'GET',
    path: one,
    operationId: 'getUpload',
    title: 'Get upload',
    description: 'An upload, and the blocks that it still needs.',
    success: { status: 200, description: 'The upload.', schema: dataOf(uploadView) },
    errors: [conflict('The deployment named by `base` was removed.')],
    handle: async (call) => {
      const upload = await uploadsOf(call).find(call.project, call.params.uploadId ?? '');
      return { body: { data: { ...upload, expiresAt: isoTime(upload.expiresAt) } } };
    },
  },
  {
    ...shared,
    method: 'PUT',
    path: `${one}/blocks`,
    operationId: 'sendBlocks',
    title: 'Send blocks',
    description:
      'Stores blocks of an upload. Each is known by its hash, so that requests may come in any order, at the same time, and again.',
    bytes: {
      limit: uploadLimits.request,
      description:
        'Any number of blocks, 4 MiB together: for each its size, as four bytes with the highest first, and its bytes. Compress it with `Content-Encoding: gzip` if you like; the limit is that of the uncompressed body.',
    },
    success: { status: 200, description: 'What was received.', schema: dataOf(receivedView) },
    errors: [
      {
        code: 'LIMIT_EXCEEDED',
        description: 'More is waiting to be published than the plan allows.',
      },
    ],
    handle: async (call) => {
      const { project, params, content } = call;
      const received = await uploadsOf(call).receive(project, params.uploadId ?? '', content());
      return { body: { data: { received } } };
    },
  },
  {
    ...shared,
    method: 'POST',
    path: `${one}/publish`,
    operationId: 'publishUpload',
    title: 'Publish upload',
    description:
      'Verifies all files of an upload and makes it the live deployment. Of two at the same time, the later one waits. Publishing it again answers the same deployment. An upload for a preview is published there instead.',
    success: { status: 200, description: 'The deployment.', schema: dataOf(deploymentItem) },
    state: liveOf,
    errors: [
      conflict(`Blocks are missing, the \`base\` was removed, it is for a preview, or: ${locked}`),
    ],
    handle: async (call) => {
      const id = await uploadsOf(call).publish(call.project, call.params.uploadId ?? '');
      return deploymentAnswer(call, id);
    },
  },
  {
    ...shared,
    method: 'DELETE',
    path: one,
    operationId: 'deleteUpload',
    title: 'Delete upload',
    description: 'Cancels an upload.',
    success: { status: 200, description: 'It was removed.', schema: dataOf(removedView) },
    handle: async (call) => {
      const id = call.params.uploadId ?? '';
      await uploadsOf(call).remove(call.project, id);
      return { body: { data: { id } } };
    },
  },
  {
    ...shared,
    method: 'POST',
    path: `${deployment}/promote`,
    operationId: 'promoteDeployment',
    title: 'Promote deployment',
    description:
      'Makes an earlier deployment live again, to roll back or forward. `deployment.completed` and events of the pages that change for readers are sent.',
    success: { status: 200, description: 'The deployment.', schema: dataOf(deploymentItem) },
    state: liveOf,
    errors: [conflict(`Another deployment is held for its translations, or: ${locked}`)],
    handle: async (call) => {
      const id = call.params.deploymentId ?? '';
      await uploadsOf(call).promote(call.project, id);
      return deploymentAnswer(call, id);
    },
  },
  {
    ...shared,
    method: 'DELETE',
    path: deployment,
    operationId: 'deleteDeployment',
    title: 'Delete deployment',
    description: 'Removes the files of a deployment that is not live, and its entry in the list.',
    success: { status: 200, description: 'It was removed.', schema: dataOf(removedView) },
    errors: [conflict('It is live, or about to be.')],
    state: async ({ services, project, params }) => {
      const row = await findDeployment(services.store.db, project.id, params.deploymentId ?? '');
      if (!row) return undefined;
      const { branch, commit_sha: commitSha, pages, created_at: createdAt } = row;
      return { branch, commitSha, pages, createdAt: isoTime(createdAt) };
    },
    handle: async (call) => {
      const id = call.params.deploymentId ?? '';
      await uploadsOf(call).removeDeployment(call.project, id);
      return { body: { data: { id } } };
    },
  },
];

function uploadsOf({ services }: ApiCall): Uploads {
  if (services.uploads) return services.uploads;
  throw new ApiError('NOT_FOUND', 'Deployments not found.');
}

/** The deployment of a project now: the one that readers get, unless it is held for its translations. */
async function liveOf({ services, caller, project }: ApiCall) {
  const now = await findProject(services.store.db, caller.orgId, project.id);
  return { deploymentId: now?.deployment_id ?? null };
}

/** A deployment as it is now: the project of the request has moved on. */
async function deploymentAnswer(call: ApiCall, id: string) {
  const { services, caller } = call;
  const project = await findProject(services.store.db, caller.orgId, call.project.id);
  return {
    body: { data: await deploymentView({ services, project: project ?? call.project }, id) },
  };
}
