import { dataOf, listOf } from '../../schema/api/shapes.ts';
import {
  estimateQuery,
  estimateView,
  jobCreated,
  jobReportView,
  jobsQuery,
  jobView,
  type TranslateBody,
  translateBody,
} from '../../schema/api/translations.ts';
import { ApiError } from '../../schema/errors.ts';
import { periodAt } from '../../schema/plans.ts';
import { type ApiCall, type ApiEndpoint, isoTime } from '../api/services.ts';
import { invalid } from '../http/body.ts';
import { listAnswer, pageOf } from '../http/list.ts';
import type { JobScope } from '../store/job-candidates.ts';
import { cancelJob } from '../store/job-ends.ts';
import { jobReport } from '../store/job-report.ts';
import { estimateJob } from '../store/job-scope.ts';
import { createJob, findJob, listJobs } from '../store/jobs.ts';
import { findOrg } from '../store/orgs.ts';
import type { JobRow } from '../store/tables.ts';

/** Starts translations, and lists the jobs that do them. */
export const translateRoutes: readonly ApiEndpoint[] = [
  {
    method: 'POST',
    path: '/projects/:projectId/translate',
    operationId: 'triggerTranslation',
    tag: 'Translation jobs',
    title: 'Trigger translation',
    description: 'Queues pages for translation into one language.',
    scope: 'translations:write',
    languageOf: ({ body }) => (body as TranslateBody).language,
    heavy: true,
    body: translateBody,
    success: { status: 202, description: 'The new job.', schema: dataOf(jobCreated) },
    errors: [
      {
        code: 'CONFLICT',
        description: 'The translation of the page to release is a file of the site.',
      },
      { code: 'LIMIT_EXCEEDED', description: 'Not enough page translations left this month.' },
      { code: 'TRANSLATION_FAILED', description: "The language model can't be reached." },
    ],
    handle: triggerHandler,
  },
  {
    method: 'GET',
    path: '/projects/:projectId/translate',
    operationId: 'listJobs',
    tag: 'Translation jobs',
    title: 'List jobs',
    description: 'The translation jobs of a project, newest first.',
    scope: 'projects:read',
    query: jobsQuery,
    success: { status: 200, description: 'One page of jobs.', schema: listOf(jobView) },
    handle: async ({ services, project, query, url }) => {
      const page = pageOf(query);
      const listed = await listJobs(services.store.db, {
        projectId: project.id,
        language: query.language as string | undefined,
        status: query.status as string | undefined,
        ...page,
      });
      const keyOf = (row: JobRow) => [row.created_at, row.id];
      return listAnswer(listed, page, { url, view: viewOf, keyOf });
    },
  },
  {
    method: 'GET',
    path: '/projects/:projectId/translate/estimate',
    operationId: 'estimateJob',
    tag: 'Translation jobs',
    title: 'Estimate a job',
    description:
      'What a job with the same parameters would take. Queues nothing and asks no model: tokens are those of the project’s last jobs for as many words, or of other documentation before there were any. Texts that were translated before cost nothing.',
    scope: 'projects:read',
    query: estimateQuery,
    requiredQuery: ['language'],
    success: { status: 200, description: 'The estimate.', schema: dataOf(estimateView) },
    handle: estimateHandler,
  },
  {
    method: 'GET',
    path: '/projects/:projectId/translate/:jobId',
    operationId: 'getJob',
    tag: 'Translation jobs',
    title: 'Get job',
    versioned: 'read',
    description: 'Status and progress of a translation job.',
    scope: 'projects:read',
    success: { status: 200, description: 'The job.', schema: dataOf(jobView) },
    handle: async ({ services, project, params }) => {
      const job = await findJob(services.store.db, project.id, params.jobId ?? '');
      if (!job) throw new ApiError('NOT_FOUND', 'Job not found.');
      return { body: { data: viewOf(job) } };
    },
  },
  {
    method: 'GET',
    path: '/projects/:projectId/translate/:jobId/report',
    operationId: 'getJobReport',
    tag: 'Translation jobs',
    title: 'Get job report',
    description:
      'What a job has translated, what it has not and why, and what it has cost. Numbers grow while it runs.',
    scope: 'projects:read',
    success: { status: 200, description: 'The report.', schema: dataOf(jobReportView) },
    handle: async ({ services, project, params }) => {
      const { store, tokenPrice } = services;
      const job = await findJob(store.db, project.id, params.jobId ?? '');
      if (!job) throw new ApiError('NOT_FOUND', 'Job not found.');
      const { pages, words, failures } = await jobReport(store.db, job.id, mostFailures);
      const { input_tokens: inputTokens, output_tokens: outputTokens } = job;
      return {
        body: {
          data: {
            ...{ jobId: job.id, language: job.language, status: job.status, pages },
            failures: failures.map(({ path, message }) => ({ pagePath: path, message })),
            ...{ words, wordsInSource: job.source_words, requests: job.requests },
            ...{ inputTokens, outputTokens },
            cost: costOf({ inputTokens, outputTokens }, tokenPrice),
          },
        },
      };
    },
  },
  {
    method: 'POST',
    path: '/projects/:projectId/translate/:jobId/cancel',
    operationId: 'cancelJob',
    tag: 'Translation jobs',
    title: 'Cancel job',
    description: 'Cancels the remaining pages of a job. A job that has ended does not change.',
    scope: 'translations:write',
    languageOf: async ({ services, project, params }) =>
      (await findJob(services.store.db, project.id, params.jobId ?? ''))?.language,
    success: { status: 200, description: 'The job.', schema: dataOf(jobView) },
    state: async ({ services, project, params }) => {
      const job = await findJob(services.store.db, project.id, params.jobId ?? '');
      return job && { language: job.language, status: job.status };
    },
    handle: async ({ services, project, params }) => {
      const job = await cancelJob(services.store, {
        projectId: project.id,
        jobId: params.jobId ?? '',
        now: services.now(),
      });
      return { body: { data: viewOf(job) } };
    },
  },
];

/** Failures of a report. */
const mostFailures = 100;

async function estimateHandler({ services, caller, project, query }: ApiCall) {
  const { store, tokenPrice } = services;
  const asked = query as unknown as TranslateBody;
  const isOne = asked.pagePath !== undefined;
  const scope = scopeOf(project.id, isOne ? { ...asked, scope: 'page' } : asked);
  const org = await findOrg(store.db, caller.orgId);
  if (!org) throw new ApiError('NOT_FOUND', 'Project not found.');
  const period = periodAt(services.now(), org.billing_anchor_day);
  const estimate = await estimateJob(store.db, scope, { org, period });
  const { pages, words, seconds, remaining, inputTokens, outputTokens } = estimate;
  return {
    body: {
      data: {
        ...{ language: scope.language, scope: scope.scope, pages, words },
        ...{ estimatedDuration: seconds, remainingPages: remaining, inputTokens, outputTokens },
        cost: costOf(estimate, tokenPrice),
        // Test text needs no model.
        obstacle: (project.livemode === 1 ? services.modelObstacle : undefined) ?? null,
      },
    },
  };
}

/** With four decimals; null where no price is set. */
function costOf(
  { inputTokens, outputTokens }: { readonly inputTokens: number; readonly outputTokens: number },
  price: ApiCall['services']['tokenPrice'],
): number | null {
  if (!price) return null;
  return Math.round((inputTokens * price.input + outputTokens * price.output) / 100) / 10_000;
}

/** What a trigger or an estimate is about. */
function scopeOf(projectId: string, asked: TranslateBody): JobScope {
  const { language, scope = 'all', pagePath, force = false, release } = asked;
  if (scope === 'page' && pagePath === undefined) {
    throw invalid('pagePath', 'missing-field', 'Missing pagePath, required when scope is "page"');
  }
  if (scope !== 'page' && pagePath !== undefined) {
    throw invalid('pagePath', 'unexpected-value', 'pagePath is only allowed when scope is "page"');
  }
  if (scope !== 'page' && release !== undefined) {
    throw invalid('release', 'unexpected-value', 'release is only allowed when scope is "page"');
  }
  const page = pagePath === undefined ? null : pathOf(pagePath);
  return { projectId, language, scope, pagePath: page, force: force || release === true };
}

async function triggerHandler({ services, caller, project, body, base }: ApiCall) {
  const asked = scopeOf(project.id, body as TranslateBody);
  const { language, scope } = asked;
  const { release = false } = body as TranslateBody;
  const isLive = project.livemode === 1;
  if (isLive) await services.assertModel?.();
  const now = services.now();
  const org = await findOrg(services.store.db, caller.orgId);
  const job = await createJob(
    services.store,
    {
      id: services.newId('job'),
      orgId: caller.orgId,
      ...asked,
      release,
      now,
      period: periodAt(now, org?.billing_anchor_day ?? null),
    },
    (trx, jobId) =>
      services.queue.enqueue(
        trx,
        isLive ? 'translate' : 'translate-sample',
        { jobId },
        { key: jobId },
      ),
  );
  const { jobId, pagesQueued, estimatedDuration, createdAt } = viewOf(job);
  return {
    body: {
      data: {
        jobId,
        language,
        scope,
        pagesQueued,
        estimatedDuration,
        // The status at creation, whatever became of an empty job.
        status: 'queued',
        createdAt,
      },
    },
    headers: { Location: `${base}/projects/${project.id}/translate/${jobId}` },
  };
}

/** A site path as pages are named: NFC, no slash in front. */
function pathOf(text: string): string {
  return text.normalize('NFC').replace(/^\/+/, '');
}

function viewOf(row: JobRow) {
  return {
    jobId: row.id,
    language: row.language,
    scope: row.scope,
    pagePath: row.page_path,
    force: row.force === 1,
    pagesQueued: row.pages_queued,
    pagesCompleted: row.pages_completed,
    pagesFailed: row.pages_failed,
    estimatedDuration: row.estimated_duration,
    status: row.status,
    error:
      row.error_message === null
        ? null
        : { code: 'TRANSLATION_FAILED', message: row.error_message },
    createdAt: isoTime(row.created_at),
    startedAt: row.started_at === null ? null : isoTime(row.started_at),
    finishedAt: row.finished_at === null ? null : isoTime(row.finished_at),
  };
}
