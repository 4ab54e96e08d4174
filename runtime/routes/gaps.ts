import { gapItem, gapsQuery } from '../../schema/api/gaps.ts';
import { dataOf, listOf } from '../../schema/api/shapes.ts';
import { ApiError } from '../../schema/errors.ts';
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
      const { query } = call;
      const { reason } = query as { readonly reason?: Reason };
      const groups = await groupsOf(call, { reason });
      const page = pageOf(query);
      const shown = groups.slice(page.offset, page.offset + page.limit);
      const items: unknown[] = [];
      // One after the other: a search takes the processor.
      for (const group of shown) items.push(await itemOf(call, group));
      const answer = numberedAnswer(items, groups.length, page, call.url);
      return { ...answer, headers: { ...headers, ...answer.headers } };
    },
  },
  {
    method: 'GET',
    path: '/assistant/:projectId/gaps/:gapId',
    operationId: 'getGap',
    tag: 'Assistant',
    title: 'Get gap',
    versioned: 'read',
    description:
      'The gap that a question belongs to now, from the last 1,000 conversations and its own: it is found as long as its conversation is kept.',
    scope: 'assistant:read',
    bySlug: true,
    success: { status: 200, description: 'The gap.', schema: dataOf(gapItem) },
    handle: async (call) => {
      const headers = await countRead(call);
      const { gapId = '' } = call.params;
      const groups = await groupsOf(call, { gapId });
      const group = groups.find((turns) => turns.some((turn) => idOf(turn) === gapId));
      if (!group) {
        throw new ApiError(
          'NOT_FOUND',
          'Gap not found. Its question was deleted with its conversation, or is none that was missed any more.',
        );
      }
      return { body: { data: await itemOf(call, group) }, headers };
    },
  },
];

type Reason = 'unanswered' | 'negative';

/**
 * Questions that were missed, in groups of those that ask for the same: of the latest conversations, and the one that is
 * named, however old it is.
 */
async function groupsOf(
  { services, project }: ApiCall,
  { reason, gapId }: { readonly reason?: Reason | undefined; readonly gapId?: string },
) {
  const { db } = services.store;
  const of = { most: mostConversations, projectId: project.id };
  const isMissed = (turn: AskedTurn) =>
    (reason !== 'negative' && isUnanswered(turn)) || (reason !== 'unanswered' && isNegative(turn));
  const missed = (await askedTurns(db, of)).filter(isMissed).slice(0, mostGrouped);
  if (gapId !== undefined && !missed.some((turn) => idOf(turn) === gapId)) {
    const [conversationId = ''] = gapId.split('.');
    const turns = await askedTurns(db, { ...of, conversationId });
    missed.push(...turns.filter((turn) => isMissed(turn) && idOf(turn) === gapId));
  }
  return groupQuestions(missed, project.source_language);
}

/** What tells a question from all others. */
function idOf({ conversationId, askedAt }: AskedTurn): string {
  return `${conversationId}.${askedAt}`;
}

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
  const first = newest.at(-1);
  return {
    id: first ? idOf(first) : '',
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
