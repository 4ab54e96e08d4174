import { gapItem, gapsQuery } from '../../schema/api/gaps.ts';
import { listOf } from '../../schema/api/shapes.ts';
import { countRead } from '../api/assistant-reads.ts';
import { type ApiCall, type ApiEndpoint, isoTime } from '../api/services.ts';
import { groupQuestions, subjectOf } from '../assistant/questions/group.ts';
import { numberedAnswer, pageOf } from '../http/list.ts';
import { type AskedTurn, askedTurns } from '../store/asked-turns.ts';

/** Conversations that are read, the latest ones. */
const mostConversations = 1000;

/** Questions that are grouped: a conversation can be long. */
const mostGrouped = 2000;

const mostQuestions = 5;
const mostNearest = 3;

/** What readers asked for and did not get. */
export const gapRoutes: readonly ApiEndpoint[] = [
  {
    method: 'GET',
    path: '/assistant/:projectId/gaps',
    operationId: 'listGaps',
    tag: 'Assistant',
    title: 'List gaps',
    description:
      'Questions of readers that no page answered, or that were asked in conversations that did not help: grouped by what they ask for, the most frequent first, from the last 1,000 conversations.',
    scope: 'assistant:read',
    bySlug: true,
    query: gapsQuery,
    success: { status: 200, description: 'One page of gaps.', schema: listOf(gapItem) },
    handle: async (call) => {
      const headers = await countRead(call);
      const { services, project, query } = call;
      const { reason } = query as { readonly reason?: 'unanswered' | 'negative' };
      const turns = await askedTurns(services.store.db, {
        ...{ most: mostConversations, projectId: project.id },
      });
      const missed = turns.filter((turn) =>
        reason === 'unanswered'
          ? isUnanswered(turn)
          : reason === 'negative'
            ? isNegative(turn)
            : isUnanswered(turn) || isNegative(turn),
      );
      const groups = await groupQuestions(missed.slice(0, mostGrouped), project.source_language);
      const page = pageOf(query);
      const shown = groups.slice(page.offset, page.offset + page.limit);
      const items: unknown[] = [];
      // One after the other: a search takes the processor.
      for (const group of shown) items.push(await itemOf(call, group));
      const answer = numberedAnswer(items, groups.length, page, call.url);
      return { ...answer, headers: { ...headers, ...answer.headers } };
    },
  },
];

function isUnanswered({ pages }: AskedTurn): boolean {
  return pages.length === 0;
}

function isNegative({ satisfied }: AskedTurn): boolean {
  return satisfied === false;
}

async function itemOf(call: ApiCall, group: readonly AskedTurn[]) {
  const newest = group.toSorted((a, b) => b.askedAt - a.askedAt);
  const [last] = newest;
  const question = last?.question ?? '';
  return {
    question,
    asked: group.length,
    unanswered: group.filter(isUnanswered).length,
    negative: group.filter(isNegative).length,
    lastAskedAt: isoTime(last?.askedAt ?? 0),
    questions: newest.slice(0, mostQuestions).map(({ question, conversationId, askedAt }) => ({
      ...{ question, conversationId, askedAt: isoTime(askedAt) },
    })),
    nearest: last ? await nearestTo(call, subjectOf(last, call.project.source_language)) : [],
  };
}

/** The pages that search finds; none where the site is not served. */
async function nearestTo({ services, project }: ApiCall, question: string) {
  const index = await services.searches?.(project.id)?.current();
  const found = await index?.search({ query: question.slice(0, 1000), limit: mostNearest });
  return (found?.results ?? []).map(({ path, url, title }) => ({ path, url, title }));
}
