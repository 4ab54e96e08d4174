import {
  previewCreate,
  previewItem,
  previewPublish,
  previewRemoved,
} from '../../schema/api/previews.ts';
import { dataOf, exactly } from '../../schema/api/shapes.ts';
import { ApiError } from '../../schema/errors.ts';
import {
  type ApiCall,
  type ApiEndpoint,
  isoTime,
  type PreviewFacts,
  type Previews,
} from '../api/services.ts';

const list = '/projects/:projectId/previews';
const one = `${list}/:preview`;
const shared = {
  tag: 'Deployments',
  scope: 'deployments:write',
  bySlug: true,
  liveOnly: true,
} as const;

/** Sites next to the live one: for a branch or a pull request. */
export const previewRoutes: readonly ApiEndpoint[] = [
  {
    ...shared,
    method: 'GET',
    path: list,
    operationId: 'listPreviews',
    title: 'List previews',
    description: 'The previews of a project, by name. There are at most 20.',
    success: {
      status: 200,
      description: 'The previews.',
      schema: exactly('The previews.', {
        data: { type: 'array', description: 'The previews.', items: previewItem },
      }),
    },
    handle: async (call) => {
      const previews = await previewsOf(call).list(call.project, call.origin);
      return { body: { data: previews.map(viewOf) } };
    },
  },
  {
    ...shared,
    method: 'POST',
    path: list,
    operationId: 'openPreview',
    title: 'Open preview',
    description:
      'Creates a preview, or answers the one of that name. Build the site with its `path` as the base path, start an upload with its name, and publish it with Publish Preview. Readers, search engines and webhooks learn nothing of it.',
    body: previewCreate,
    success: { status: 200, description: 'The preview.', schema: dataOf(previewItem) },
    errors: [
      {
        code: 'CONFLICT',
        description: 'The project has no live site, or it has `addons.previews.enabled` off.',
      },
      { code: 'LIMIT_EXCEEDED', description: 'The project has 20 previews.' },
    ],
    handle: async (call) => {
      const { name } = call.body as { readonly name: string };
      const preview = await previewsOf(call).open(call.project, name, call.origin);
      return { body: { data: viewOf(preview) } };
    },
  },
  {
    ...shared,
    method: 'POST',
    path: `${one}/publish`,
    operationId: 'publishPreview',
    title: 'Publish preview',
    description:
      'Verifies all files of an upload and shows them as the preview, for another 14 days. No event is sent.',
    body: previewPublish,
    success: { status: 200, description: 'The preview.', schema: dataOf(previewItem) },
    errors: [
      {
        code: 'CONFLICT',
        description:
          'Blocks are missing, the `base` was removed, or the site was built with another base path.',
      },
    ],
    handle: async (call) => {
      const { uploadId } = call.body as { readonly uploadId: string };
      const given = { name: nameOf(call), uploadId, origin: call.origin };
      const preview = await previewsOf(call).publish(call.project, given);
      return { body: { data: viewOf(preview) } };
    },
  },
  {
    ...shared,
    method: 'DELETE',
    path: one,
    operationId: 'deletePreview',
    title: 'Delete preview',
    description: 'Removes a preview with all its files. Its address is not used again.',
    success: { status: 200, description: 'It was removed.', schema: dataOf(previewRemoved) },
    state: async (call) => {
      const previews = await previewsOf(call).list(call.project, call.origin);
      const found = previews.find(({ name }) => name === nameOf(call));
      return found && { branch: found.branch, deploymentId: found.deploymentId };
    },
    handle: async (call) => {
      const name = nameOf(call);
      if (!(await previewsOf(call).remove(call.project, name))) {
        throw new ApiError('NOT_FOUND', 'Preview not found.');
      }
      return { body: { data: { name } } };
    },
  },
];

function nameOf({ params }: ApiCall): string {
  return params.preview ?? '';
}

function previewsOf({ services }: ApiCall): Previews {
  if (services.previews) return services.previews;
  throw new ApiError('NOT_FOUND', 'Previews not found: this server has none.');
}

function viewOf({ createdAt, updatedAt, expiresAt, ...preview }: PreviewFacts) {
  return {
    ...preview,
    createdAt: isoTime(createdAt),
    updatedAt: isoTime(updatedAt),
    expiresAt: isoTime(expiresAt),
  };
}
