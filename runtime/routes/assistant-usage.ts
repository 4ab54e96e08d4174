import { type UsagePeriod, usageQuery, usageView } from '../../schema/api/assistant-usage.ts';
import { dataOf } from '../../schema/api/shapes.ts';
import { periodAt, planOf, tokensOf } from '../../schema/plans.ts';
import { countRead } from '../api/assistant-reads.ts';
import { type ApiCall, type ApiEndpoint, isoTime } from '../api/services.ts';
import { dayLength, ratingsIn, usageByDay } from '../store/assistant-days.ts';
import { findOrg } from '../store/orgs.ts';
import { usedIn } from '../store/usage.ts';

/** How much the assistant is used. */
export const assistantUsageRoutes: readonly ApiEndpoint[] = [
  {
    method: 'GET',
    path: '/assistant/:projectId/usage',
    operationId: 'getAssistantUsage',
    tag: 'Assistant',
    title: 'Usage statistics',
    description: 'Conversations, messages and tokens in a period, by day.',
    scope: 'assistant:read',
    bySlug: true,
    query: usageQuery,
    success: { status: 200, description: 'The usage.', schema: dataOf(usageView) },
    handle: async (call) => {
      const headers = await countRead(call);
      const period = String(call.query.period) as UsagePeriod;
      return { body: { data: await usageOf(call, period) }, headers };
    },
  },
];

/** `7d` … `90d` are whole UTC days that end with today. */
async function usageOf({ services, project }: ApiCall, period: UsagePeriod) {
  const { store } = services;
  const now = services.now();
  const today = Math.floor(now / dayLength);
  const org = await findOrg(store.db, project.org_id);
  const cycle = periodAt(now, org?.billing_anchor_day ?? null);
  const span =
    period === 'billing'
      ? { from: Math.floor(cycle.start / dayLength), start: cycle.start, end: cycle.end }
      : { from: today - Number.parseInt(period, 10) + 1, start: 0, end: now };
  const start = span.start || span.from * dayLength;
  const rows = await usageByDay(store.db, project.id, { from: span.from, to: today });
  const byDay = new Map(rows.map((row) => [row.day, row]));
  const days = Array.from({ length: today - span.from + 1 }, (_, index) => {
    const row = byDay.get(span.from + index);
    return {
      date: isoTime((span.from + index) * dayLength).slice(0, 10),
      conversations: row?.conversations ?? 0,
      messages: row?.messages ?? 0,
      tokens: row?.tokens ?? 0,
    };
  });
  const sum = (read: (row: (typeof rows)[number]) => number) =>
    rows.reduce((total, row) => total + read(row), 0);
  const ratings = await ratingsIn(store.db, project.id, { from: start, to: span.end + 1 });
  const limit = tokensOf(planOf(org?.plan ?? ''), services.chatTokens);
  const used = await usedIn(store.db, project.org_id, 'tokens', cycle);
  return {
    period,
    startDate: isoTime(start),
    endDate: isoTime(span.end),
    totalConversations: sum((row) => row.conversations),
    totalMessages: sum((row) => row.messages),
    totalTokens: sum((row) => row.tokens),
    tokensLimit: limit,
    tokensRemaining: limit === null ? null : Math.max(0, limit - used),
    usageByDay: days,
    model: services.assistant?.modelName(project, org) ?? 'docent/extractive',
    avgResponseTime: mean(
      sum((row) => row.duration),
      sum((row) => row.answers),
    ),
    avgTimeToFirstToken: mean(
      sum((row) => row.first_text_duration),
      sum((row) => row.first_texts),
    ),
    satisfactionRate:
      ratings.rated === 0 ? 0 : Math.round((ratings.satisfied / ratings.rated) * 10_000) / 10_000,
  };
}

function mean(total: number, count: number): number {
  return count === 0 ? 0 : Math.round(total / count);
}
