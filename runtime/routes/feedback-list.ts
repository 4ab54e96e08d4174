import { feedbackItem, feedbackQuery, feedbackUpdate } from '../../schema/api/feedback.ts';
import { dataOf, listOf } from '../../schema/api/shapes.ts';
import { ApiError } from '../../schema/errors.ts';
import { type ApiEndpoint, isoTime, spanOf } from '../api/services.ts';
import { listAnswer, pageOf } from '../http/list.ts';
import { findFeedback, listFeedback, resolveFeedback } from '../store/feedback.ts';
import type { FeedbackRow } from '../store/tables.ts';

const list = '/projects/:projectId/feedback';
const one = `${list}/:feedbackId`;
const shared = { tag: 'Feedback', scope: 'projects:read' } as const;

/** What readers think of pages, for those who write them. */
export const feedbackListRoutes: readonly ApiEndpoint[] = [
  {
    ...shared,
    method: 'GET',
    path: list,
    operationId: 'listFeedback',
    title: 'List feedback',
    description: 'Ratings and comments of readers, newest first.',
    query: feedbackQuery,
    success: { status: 200, description: 'One page of feedback.', schema: listOf(feedbackItem) },
    handle: async ({ services, project, query, url }) => {
      const page = pageOf(query);
      const listed = await listFeedback(services.store.db, {
        projectId: project.id,
        pagePath: (query.pagePath as string | undefined)?.replace(/^\//, '').normalize('NFC'),
        rating: query.rating as string | undefined,
        resolved: query.resolved as boolean | undefined,
        ...spanOf(query),
        ...page,
      });
      const keyOf = (row: FeedbackRow) => [row.created_at, row.id];
      return listAnswer(listed, page, { url, view: viewOf, keyOf });
    },
  },
  {
    ...shared,
    method: 'GET',
    path: one,
    operationId: 'getFeedback',
    title: 'Get feedback',
    versioned: 'read',
    description: 'One rating with its comment.',
    success: { status: 200, description: 'The feedback.', schema: dataOf(feedbackItem) },
    handle: async ({ services, project, params }) => {
      const row = await findFeedback(services.store.db, project.id, params.feedbackId ?? '');
      if (!row) throw noFeedback();
      return { body: { data: viewOf(row) } };
    },
  },
  {
    ...shared,
    method: 'PATCH',
    path: one,
    operationId: 'updateFeedback',
    title: 'Update feedback',
    description: 'Marks feedback as resolved, or as not resolved.',
    scope: 'projects:write',
    body: feedbackUpdate,
    state: async ({ services, project, params }) => {
      const row = await findFeedback(services.store.db, project.id, params.feedbackId ?? '');
      return row && { pagePath: row.page_path, resolved: row.resolved === 1 };
    },
    success: { status: 200, description: 'The feedback.', schema: dataOf(feedbackItem) },
    handle: async ({ services, project, params, body }) => {
      const row = await resolveFeedback(services.store.db, project.id, {
        id: params.feedbackId ?? '',
        resolved: (body as { readonly resolved: boolean }).resolved,
        now: services.now(),
      });
      if (!row) throw noFeedback();
      return { body: { data: viewOf(row) } };
    },
  },
];

function noFeedback(): ApiError {
  return new ApiError('NOT_FOUND', 'Feedback not found.');
}

function viewOf(row: FeedbackRow) {
  return {
    id: row.id,
    pagePath: row.page_path,
    rating: row.rating,
    comment: row.comment,
    visitorId: row.visitor_id,
    deploymentId: row.deployment_id,
    resolved: row.resolved === 1,
    resolvedAt: row.resolved_at === null ? null : isoTime(row.resolved_at),
    createdAt: isoTime(row.created_at),
  };
}
