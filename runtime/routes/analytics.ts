import { analyticsQuery, analyticsView } from '../../schema/api/analytics.ts';
import { dataOf } from '../../schema/api/shapes.ts';
import { type ApiCall, type ApiEndpoint, isoTime } from '../api/services.ts';
import { dayLength } from '../store/assistant-days.ts';
import {
  askedByDay,
  countMissing,
  type SumsOf,
  topMissing,
  topPages,
  topReferrers,
  topSteps,
  viewsByDay,
} from '../store/visit-sums.ts';

/** What readers read: sums of days that the server has counted. */
export const analyticsRoutes: readonly ApiEndpoint[] = [
  {
    method: 'GET',
    path: '/projects/:projectId/analytics',
    operationId: 'getAnalytics',
    tag: 'Projects',
    title: 'Get analytics',
    description:
      'Views and visitors by day, the pages that were read most, where their readers came from, and addresses without a page.',
    scope: 'projects:read',
    query: analyticsQuery,
    success: { status: 200, description: 'The analytics.', schema: dataOf(analyticsView) },
    handle: async (call) => ({ body: { data: await analyticsOf(call) } }),
  },
];

async function analyticsOf({ services, project, query }: ApiCall) {
  const { db } = services.store;
  const { pagePath, language } = query as {
    readonly pagePath?: string;
    readonly language?: string;
  };
  const days = Number(query.days);
  const to = Math.floor(services.now() / dayLength) + 1;
  const of: SumsOf = { projectId: project.id, from: to - days, to, pagePath, language };
  const views = await viewsByDay(db, of);
  const before = await viewsByDay(db, { ...of, from: of.from - days, to: of.from });
  return {
    counted: services.countsVisits === true,
    totals: { ...sums(views), notFound: await countMissing(db, of) },
    before: sums(before),
    days: await daysOf(services, of, views),
    pages: await topPages(db, of),
    referrers: await topReferrers(db, of),
    steps: await topSteps(db, of),
    notFound: await topMissing(db, of),
  };
}

type Views = Awaited<ReturnType<typeof viewsByDay>>;

function sums(days: Views) {
  return {
    views: days.reduce((sum, { views }) => sum + views, 0),
    visitors: days.reduce((sum, { visitors }) => sum + visitors, 0),
  };
}

/** Every day, also those on which nothing was counted. */
async function daysOf({ store }: ApiCall['services'], of: SumsOf, views: Views) {
  const asked = await askedByDay(store.db, of);
  const byDay = new Map(views.map((row) => [row.day, row]));
  const isOfPage = of.pagePath !== undefined;
  const isOfLanguage = of.language !== undefined;
  return Array.from({ length: of.to - of.from }, (_, index) => {
    const day = of.from + index;
    const on = (counts: ReadonlyMap<number, number>, isUnknown: boolean) =>
      isUnknown ? null : (counts.get(day) ?? 0);
    return {
      date: isoTime(day * dayLength).slice(0, 10),
      views: byDay.get(day)?.views ?? 0,
      visitors: byDay.get(day)?.visitors ?? 0,
      searches: on(asked.searches, isOfPage && isOfLanguage),
      questions: on(asked.questions, isOfLanguage),
      positive: on(asked.positive, isOfLanguage),
      negative: on(asked.negative, isOfLanguage),
    };
  });
}
