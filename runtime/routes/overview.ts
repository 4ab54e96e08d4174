import { daysQuery, overviewView, usageByDayView } from '../../schema/api/overview.ts';
import { dataOf } from '../../schema/api/shapes.ts';
import { ApiError } from '../../schema/errors.ts';
import { periodAt, planOf, tokensOf } from '../../schema/plans.ts';
import { problemCounts } from '../api/deployment-view.ts';
import { commitObstacle } from '../api/repository.ts';
import { type ApiCall, type ApiEndpoint, isoTime } from '../api/services.ts';
import { dayLength, ratingsIn } from '../store/assistant-days.ts';
import { findDeployment } from '../store/deployment-log.ts';
import { findHold } from '../store/holds.ts';
import { listLanguages } from '../store/languages.ts';
import { findOrg } from '../store/orgs.ts';
import { answerSums, feedbackSums, searchSums, webhookSums } from '../store/overview.ts';
import { countProjects } from '../store/projects.ts';
import { fullestProject, type Meter, usageOfDays, usedIn } from '../store/usage.ts';

/** Numbers for the first screen of the dashboard. */
export const overviewRoutes: readonly ApiEndpoint[] = [
  {
    method: 'GET',
    path: '/projects/:projectId/overview',
    operationId: 'getOverview',
    tag: 'Projects',
    title: 'Get overview',
    description: 'Deployment, languages, searches, questions, feedback and webhooks in numbers.',
    scope: 'projects:read',
    query: daysQuery,
    success: { status: 200, description: 'The overview.', schema: dataOf(overviewView) },
    handle: async (call) => ({ body: { data: await overviewOf(call) } }),
  },
  {
    method: 'GET',
    path: '/usage',
    operationId: 'getUsage',
    tag: 'Account',
    title: 'Get usage',
    description:
      'What the organization uses of each limit of its plan: now, this month, and by day.',
    scope: 'any',
    query: daysQuery,
    success: { status: 200, description: 'The usage.', schema: dataOf(usageByDayView) },
    handle: async (call) => ({ body: { data: await usageOf(call) } }),
  },
];

async function overviewOf(call: ApiCall) {
  const { services, project, query } = call;
  const { db } = services.store;
  const now = services.now();
  const day = firstDay(now, query);
  const hold = await findHold(db, project.id);
  const liveId = hold ? hold.live_id : project.deployment_id;
  const deployment = liveId ? await findDeployment(db, project.id, liveId) : undefined;
  const span = { from: day * dayLength, to: now + 1 };
  return {
    deployment: deployment
      ? {
          ...{ id: deployment.id, held: hold !== undefined },
          problems: problemCounts(call, deployment),
          ...{ pages: deployment.pages, createdAt: isoTime(deployment.created_at) },
        }
      : null,
    languages: (await listLanguages(db, project.id)).map(
      ({ code, translatedPages, totalPages }) => ({ code, translatedPages, totalPages }),
    ),
    searches: await searchSums(db, project.id, day),
    questions: {
      ...(await answerSums(db, project.id, day)),
      ...(await ratingsIn(db, project.id, span)),
    },
    feedback: await feedbackSums(db, project.id, day),
    webhooks: await webhookSums(db, project.id),
    commitObstacle: await commitObstacle(services, project),
  };
}

async function usageOf(call: ApiCall) {
  const { services, caller, query } = call;
  const { db } = services.store;
  const now = services.now();
  const org = await findOrg(db, caller.orgId);
  if (!org) throw new ApiError('NOT_FOUND', 'The organization was deleted.');
  const plan = planOf(org.plan);
  const period = periodAt(now, org.billing_anchor_day);
  const from = firstDay(now, query);
  const rows = await usageOfDays(db, org.id, from);
  const byKey = new Map(rows.map((row) => [`${row.meter} ${row.day}`, row.used]));
  const on = (meter: Meter, day: number) => byKey.get(`${meter} ${day}`) ?? 0;
  return {
    ...{ startDate: isoTime(period.start), endDate: isoTime(period.end) },
    limits: {
      ...{ pageTranslations: plan.pages, webhookEvents: plan.events },
      ...{
        assistantTokens: tokensOf(plan, services.chatTokens),
        projects: plan.projects,
        languages: plan.languages,
      },
      ...{ glossaryTerms: plan.terms, webhooks: plan.webhooks, siteBytes: plan.storage },
    },
    used: {
      projects: await countProjects(db, org.id),
      pageTranslations: await usedIn(db, org.id, 'pages', period),
      webhookEvents: await usedIn(db, org.id, 'events', period),
      assistantTokens: await usedIn(db, org.id, 'tokens', period),
    },
    fullest: await fullestOf(call),
    days: Array.from({ length: Number(query.days) }, (_, index) => ({
      date: isoTime((from + index) * dayLength).slice(0, 10),
      pageTranslations: on('pages', from + index),
      webhookEvents: on('events', from + index),
      assistantTokens: on('tokens', from + index),
    })),
  };
}

/** Names of projects are for those who may read projects. */
async function fullestOf({ services, caller }: ApiCall) {
  const { db } = services.store;
  const of = async (table: Parameters<typeof fullestProject>[2]) =>
    caller.scopes.includes('projects:read') ? fullestProject(db, caller, table) : null;
  return {
    languages: await of('languages'),
    glossaryTerms: await of('glossary'),
    webhooks: await of('webhooks'),
  };
}

/** The first of the days that a query asks for, in days since 1970. */
function firstDay(now: number, { days }: ApiCall['query']): number {
  return Math.floor(now / dayLength) - Number(days) + 1;
}
