import {
  type ReportBody,
  reportBody,
  reportItem,
  reportQuery,
  reportUpdate,
  reportView,
} from '../../schema/api/citation-reports.ts';
import { dataOf, listOf } from '../../schema/api/shapes.ts';
import type { CitedAnswer, CitedPassage } from '../../schema/chat.ts';
import { ApiError } from '../../schema/errors.ts';
import { countRead } from '../api/assistant-reads.ts';
import { type ApiEndpoint, isoTime } from '../api/services.ts';
import { readerBodyLimit } from '../http/body.ts';
import { listAnswer, pageOf } from '../http/list.ts';
import type { CitationReportRow } from '../store/assistant-tables.ts';
import {
  addReport,
  findAnswer,
  findReport,
  listReports,
  resolveReport,
} from '../store/citation-reports.ts';
import { findConversation } from '../store/conversations.ts';

const one = '/assistant/:projectId/reports/:reportId';

/** What readers find wrong about citations: filed by them, listed for the operator. */
export const citationReportRoutes: readonly ApiEndpoint[] = [
  {
    method: 'POST',
    path: '/assistant/:projectId/conversations/:conversationId/reports',
    operationId: 'reportCitation',
    tag: 'Assistant',
    title: 'Report a citation',
    description:
      'Files that a sentence of an answer is not what its passage says. Question, sentence and passage are taken from the stored answer; the same report is stored once. Requires no key. Accepts 10 reports per minute from one visitor.',
    scope: null,
    body: reportBody,
    bodyLimit: readerBodyLimit,
    countAddress: ({ readerLimits }, address) => readerLimits.address(`rating ${address}`),
    success: {
      status: 201,
      description: 'The report was stored.',
      schema: dataOf(reportView),
    },
    errors: [
      { code: 'NOT_FOUND', description: 'No such conversation, answer or citation.' },
      { code: 'LIMIT_EXCEEDED', description: 'Too many requests.' },
    ],
    handle: async ({ services, project, params, body }) => {
      const { visitorId, messageId, start, passage: number } = body as ReportBody;
      const { store, newId, now, readerLimits } = services;
      const headers = await readerLimits.visitor(`${project.id} report ${visitorId}`);
      const id = params.conversationId ?? '';
      const conversation = await findConversation(store.db, project.id, id, visitorId);
      if (!conversation) throw new ApiError('NOT_FOUND', 'Conversation not found.');
      const found = await findAnswer(store.db, conversation.id, messageId);
      const cited = found?.answer.cited
        ? (JSON.parse(found.answer.cited) as CitedAnswer)
        : undefined;
      const span = cited?.spans.find((one) => one.start === start);
      const passage = cited?.passages.find((one) => one.number === number);
      if (!found || !span?.passages.includes(number) || !passage) {
        throw new ApiError('NOT_FOUND', 'Citation not found.');
      }
      const stored = await addReport(store.db, {
        id: newId('rpt'),
        project_id: project.id,
        conversation_id: conversation.id,
        message_id: messageId,
        span_start: start,
        passage_number: number,
        question: found.question,
        sentence: found.answer.content.slice(span.start, span.end),
        passage: JSON.stringify(passage),
        created_at: now(),
        resolved_at: null,
      });
      return { body: { data: { id: stored } }, headers };
    },
  },
  {
    method: 'GET',
    path: '/assistant/:projectId/reports',
    operationId: 'listCitationReports',
    tag: 'Assistant',
    title: 'List reported citations',
    description:
      'Citations that readers reported as wrong, newest first: the question, the sentence and the passage. Reports are deleted with their conversation.',
    scope: 'assistant:read',
    bySlug: true,
    query: reportQuery,
    success: {
      status: 200,
      description: 'One page of reports.',
      schema: listOf(reportItem),
    },
    handle: async (call) => {
      const headers = await countRead(call);
      const page = pageOf(call.query);
      const { services, project, url } = call;
      const listed = await listReports(services.store.db, {
        projectId: project.id,
        resolved: call.query.resolved as boolean | undefined,
        ...page,
      });
      const keyOf = (row: CitationReportRow) => [row.created_at, row.id];
      const answer = listAnswer(listed, page, { url, view: itemOf, keyOf });
      return { ...answer, headers: { ...headers, ...answer.headers } };
    },
  },
  {
    method: 'GET',
    path: one,
    operationId: 'getCitationReport',
    tag: 'Assistant',
    title: 'Get reported citation',
    versioned: 'read',
    description: 'One reported citation.',
    scope: 'assistant:read',
    bySlug: true,
    success: { status: 200, description: 'The report.', schema: dataOf(reportItem) },
    handle: async (call) => {
      const headers = await countRead(call);
      const { services, project, params } = call;
      const row = await findReport(services.store.db, project.id, params.reportId ?? '');
      if (!row) throw noReport();
      return { body: { data: itemOf(row) }, headers };
    },
  },
  {
    method: 'PATCH',
    path: one,
    operationId: 'updateCitationReport',
    tag: 'Assistant',
    title: 'Update reported citation',
    description: 'Marks a report as dealt with, or as open.',
    scope: 'projects:write',
    bySlug: true,
    body: reportUpdate,
    success: { status: 200, description: 'The report.', schema: dataOf(reportItem) },
    state: async ({ services, project, params }) => {
      const row = await findReport(services.store.db, project.id, params.reportId ?? '');
      return row && { resolved: row.resolved_at !== null };
    },
    handle: async ({ services, project, params, body }) => {
      const row = await resolveReport(services.store.db, project.id, {
        id: params.reportId ?? '',
        resolvedAt: (body as { readonly resolved: boolean }).resolved ? services.now() : null,
      });
      if (!row) throw noReport();
      return { body: { data: itemOf(row) } };
    },
  },
];

function noReport(): ApiError {
  return new ApiError('NOT_FOUND', 'Report not found.');
}

function itemOf(row: CitationReportRow) {
  const { number, path, title, section, url, text } = JSON.parse(row.passage) as CitedPassage;
  return {
    id: row.id,
    conversationId: row.conversation_id,
    messageId: row.message_id,
    question: row.question,
    sentence: row.sentence,
    start: row.span_start,
    resolved: row.resolved_at !== null,
    resolvedAt: row.resolved_at === null ? null : isoTime(row.resolved_at),
    passage: { number, path, title, section: section ?? '', url, text },
    createdAt: isoTime(row.created_at),
  };
}
