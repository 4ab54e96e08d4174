import { given } from '../../schema/given.ts';
import type { Model } from '../net/model.ts';
import { ModelRefusedError } from '../net/model-errors.ts';
import { estimateTokens } from '../net/tokens.ts';
import { type Fault, faultForModel } from './fault.ts';
import type { Judgement } from './language.ts';
import { type Asked, type Assignment, messagesOf, readAnswer } from './prompt.ts';
import type { Segment } from './segments.ts';

/** A segment that waits for its translation. */
export interface Question {
  readonly segment: Segment;
  readonly before?: string;
}

/** What came of it. */
export type Reply =
  | { readonly type: 'translated'; readonly target: string }
  | { readonly type: 'fault'; readonly fault: Fault; readonly answer: string };

/** What asking needs besides the questions. */
export interface Asking {
  readonly model: Model;
  readonly assignment: Assignment;
  /** Why an answer can't be used; undefined when it can. */
  readonly check: (question: Question, target: string) => Judgement | undefined;
  /** Called with every usable answer immediately, so that nothing paid for is lost. */
  readonly onAnswer: (question: Question, target: string) => void | Promise<void>;
  readonly counts: Counts;
  readonly signal?: AbortSignal | undefined;
}

/** What a page has cost so far, and what it may cost. */
export interface Counts {
  requests: number;
  mostRequests: number;
  inputTokens: number;
  outputTokens: number;
}

/** Source tokens and segments of one request. */
const batchSize = { tokens: 1200, segments: 40 } as const;

/** Divides questions into requests, in their order. */
export function batchesOf(questions: readonly Question[]): Question[][] {
  const batches: Question[][] = [];
  let batch: Question[] = [];
  let tokens = 0;
  for (const question of questions) {
    const own = estimateTokens(question.segment.source);
    const isFull = batch.length >= batchSize.segments || tokens + own > batchSize.tokens;
    if (batch.length > 0 && isFull) {
      batches.push(batch);
      batch = [];
      tokens = 0;
    }
    batch.push(question);
    tokens += own;
  }
  if (batch.length > 0) batches.push(batch);
  return batches;
}

/**
 * Asks the model. An answer that can't be read is asked for in halves, down to the segment that spoils
 * it; a segment whose translation is refused by `check` is asked for once more, with the reason.
 * @throws ModelUnavailableError when the model does not answer
 */
export async function ask(
  questions: readonly Question[],
  asking: Asking,
): Promise<ReadonlyMap<Question, Reply>> {
  const replies = new Map<Question, Reply>();
  const settled = await Promise.allSettled(
    batchesOf(questions).map((batch) => askBatch(batch, replies, asking)),
  );
  for (const result of settled) if (result.status === 'rejected') throw result.reason;
  return replies;
}

async function askBatch(
  batch: readonly Question[],
  replies: Map<Question, Reply>,
  asking: Asking,
): Promise<void> {
  await request(
    batch.map((question) => ({ question })),
    replies,
    asking,
  );
  const faulty = batch.flatMap((question) => {
    const reply = replies.get(question);
    return reply?.type === 'fault' ? [{ question, reply }] : [];
  });
  await repair(faulty, replies, asking);
}

/** Asks once more for segments, with what was wrong. */
export async function repair(
  faulty: readonly { readonly question: Question; readonly reply: Reply & { type: 'fault' } }[],
  replies: Map<Question, Reply>,
  asking: Asking,
): Promise<void> {
  if (faulty.length === 0) return;
  await request(faulty, replies, asking);
}

interface Item {
  readonly question: Question;
  readonly reply?: Reply & { readonly type: 'fault' };
}

async function request(
  items: readonly Item[],
  replies: Map<Question, Reply>,
  asking: Asking,
): Promise<void> {
  const { counts } = asking;
  const fail = (fault: Fault) => {
    for (const { question } of items) replies.set(question, { type: 'fault', fault, answer: '' });
  };
  const halve = async (fault: Fault) => {
    if (items.length === 1) return fail(fault);
    const middle = Math.ceil(items.length / 2);
    await request(items.slice(0, middle), replies, asking);
    await request(items.slice(middle), replies, asking);
  };
  if (counts.requests >= counts.mostRequests) return fail({ kind: 'too-many-answers' });
  counts.requests++;
  const asked: Asked[] = items.map(({ question, reply }) => ({
    segment: question.segment,
    ...given({ before: question.before }),
    ...(reply === undefined
      ? {}
      : { fault: faultForModel(reply.fault, asking.assignment.to), answer: reply.answer }),
  }));
  let text: string;
  let isCut: boolean;
  try {
    const answer = await asking.model.complete({
      messages: messagesOf(asked, asking.assignment),
      json: true,
      temperature: 0,
      ...(asking.signal ? { signal: asking.signal } : {}),
    });
    counts.inputTokens += answer.usage.input;
    counts.outputTokens += answer.usage.output;
    text = answer.text;
    isCut = answer.finish === 'length';
  } catch (error) {
    if (!(error instanceof ModelRefusedError)) throw error;
    return halve({ kind: 'refused' });
  }
  const answers = isCut ? undefined : readAnswer(text, items.length);
  if (answers === undefined) return halve({ kind: 'unreadable' });
  for (const [index, { question, reply }] of items.entries()) {
    const target = answers[index];
    const judged = target === undefined ? undefined : asking.check(question, target);
    // A model that insists on what was only doubted may be right.
    const insists = judged?.isDoubt === true && reply?.answer === target;
    if (target !== undefined && (judged === undefined || insists)) {
      replies.set(question, { type: 'translated', target });
      await asking.onAnswer(question, target);
    } else {
      const fault: Fault = judged?.fault ?? { kind: 'unanswered' };
      replies.set(question, { type: 'fault', fault, answer: target ?? '' });
    }
  }
}
