import {
  type ConfigPreviewBody,
  configPreview,
  configPreviewBody,
} from '../../schema/api/config-preview.ts';
import { dataOf } from '../../schema/api/shapes.ts';
import type { ApiCall, ApiEndpoint } from '../api/services.ts';
import { draftAnswer } from '../drafts/answer.ts';
import { requireSize } from '../http/config-mistakes.ts';

/** Pages as they look with a `docs.json` that is saved nowhere. */
export const configPreviewRoutes: readonly ApiEndpoint[] = [
  {
    method: 'POST',
    path: '/projects/:projectId/config/preview',
    operationId: 'previewConfig',
    liveOnly: true,
    changesNothing: true,
    tag: 'Projects',
    title: 'Preview configuration',
    description:
      'Renders one page from the sources of the live deployment with another `docs.json`. Nothing is saved. From other hosts, only what the `docs.json` of the deployment names is read.',
    scope: 'projects:write',
    body: configPreviewBody,
    bodyLimit: 2 * 1024 * 1024,
    success: { status: 200, description: 'The page.', schema: dataOf(configPreview) },
    errors: [
      {
        code: 'CONFLICT',
        description: 'Nothing is live, or the sources of the live deployment are not kept.',
      },
      {
        code: 'UNAVAILABLE',
        description:
          'Too many pages are being rendered, or this one takes too long or too much memory.',
      },
    ],
    handle: previewHandler,
  },
];

async function previewHandler({ services, project, body }: ApiCall) {
  const draft = body as ConfigPreviewBody;
  requireSize(draft.configJson);
  return { body: { data: draftAnswer(await services.showDraft?.(project, draft)) } };
}
