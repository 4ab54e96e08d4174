import { mayHave } from '../../schema/access.ts';
import { type FeedbackBody, feedbackBody, feedbackResult } from '../../schema/api/feedback.ts';
import { dataOf } from '../../schema/api/shapes.ts';
import { ApiError } from '../../schema/errors.ts';
import { type ApiCall, type ApiEndpoint, readerOf } from '../api/services.ts';
import { readerBodyLimit } from '../http/body.ts';
import { allowsFeedback, hasSessions } from '../site/feedback.ts';
import { insertFeedback } from '../store/feedback.ts';
import { liveDeployment } from '../store/holds.ts';
import { lockOrg } from '../store/locks.ts';
import { findPage } from '../store/records.ts';
import { emit } from '../webhooks/outbox.ts';

/** Feedback of readers: public, and told to webhooks as `feedback.received`. */
export const feedbackRoutes: readonly ApiEndpoint[] = [
  {
    method: 'POST',
    path: '/feedback/:projectId',
    operationId: 'sendFeedback',
    tag: 'Readers',
    title: 'Send feedback',
    description:
      'Rates a page. Requires no key. Accepts 10 ratings per minute from one visitor and 30 from one address.',
    scope: null,
    body: feedbackBody,
    bodyLimit: readerBodyLimit,
    countAddress: ({ readerLimits }, address) => readerLimits.address(address),
    success: {
      status: 201,
      description: 'The feedback was stored.',
      schema: dataOf(feedbackResult),
    },
    errors: [
      { code: 'NOT_FOUND', description: 'No such project or page, or feedback is disabled.' },
      { code: 'LIMIT_EXCEEDED', description: 'Too many requests.' },
    ],
    handle: async (call) => {
      const { services, project, body } = call;
      const given = body as FeedbackBody;
      const site = services.assistant?.readSite(project);
      if (!(await allowsFeedback(services.store.db, project, site)))
        throw new ApiError('NOT_FOUND', 'Project not found.');
      const headers = await services.readerLimits.visitor(`${project.id} ${given.visitorId}`);
      const pagePath = given.pagePath.replace(/^\//, '').normalize('NFC');
      // The same for a page that this reader can't open: the answer must not give it away.
      if (!(await canSee(call, pagePath))) throw new ApiError('NOT_FOUND', 'Page not found.');
      const id = services.newId('fbk');
      const now = services.now();
      const comment = given.comment?.trim() || null;
      const deploymentId = await liveDeployment(services.store.db, project);
      await services.store.transaction(async (trx) => {
        await lockOrg(trx, project.org_id);
        await insertFeedback(trx, {
          id,
          project_id: project.id,
          page_path: pagePath,
          rating: given.rating,
          comment,
          visitor_id: given.visitorId,
          deployment_id: deploymentId,
          created_at: now,
        });
        await emit(trx, {
          orgId: project.org_id,
          projectId: project.id,
          newId: services.newId,
          now,
          events: [
            {
              id: services.newId('evt'),
              type: 'feedback.received',
              timestamp: now,
              data: { feedbackId: id, pagePath, rating: given.rating, comment },
            },
          ],
        });
      });
      services.webhooks.wake();
      return { body: { data: { id } }, headers };
    },
  },
];

/** Whether the reader has that page; pages of an API description are known to the live site alone. */
async function canSee(call: ApiCall, path: string): Promise<boolean> {
  const { services, project } = call;
  const site = services.assistant?.readSite(project);
  const page = site?.page(path);
  if (page) return !page.protected || mayHave(page, await readerOf(call));
  if (!(await findPage(services.store.db, project.id, path))) return false;
  // Without its site, nothing tells which of its pages are open.
  return !(await hasSessions(services.store.db, project, site));
}
