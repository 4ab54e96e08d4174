import { type Asking, ask, batchesOf, type Question, type Reply } from './ask.ts';
import type { Fault } from './fault.ts';
import type { Job } from './jobs.ts';
import { type Detector, openDetector, wordsOf } from './language.ts';
import { memoryKey } from './memory.ts';
import type { PageToTranslate, TranslateOptions } from './options.ts';
import { review } from './review.ts';
import { type Piece, readTarget, wordsIn } from './target.ts';

/** The translation of one page on its way. */
export interface Work {
  readonly page: PageToTranslate;
  readonly jobs: readonly Job[];
  readonly options: TranslateOptions;
  readonly detector: Detector;
  readonly asking: Asking;
  /** The results of each job so far. */
  readonly replies: Map<Question, Reply>;
  /** Jobs whose translation was known. */
  readonly remembered: Set<Job>;
  /** Jobs that were requested a second time: there is no third time. */
  readonly repaired: Set<Job>;
  /** Translations that were read before. */
  readonly read: WeakMap<Reply, readonly Piece[]>;
  /** Why an answer, or what is remembered of one, can't be used. */
  readonly check: Asking['check'];
}

let shared: Promise<Detector> | undefined;

/** Starts the translation of segments; nothing is asked yet. */
export async function openWork(
  page: PageToTranslate,
  jobs: readonly Job[],
  options: TranslateOptions,
): Promise<Work> {
  shared ??= openDetector();
  const detector = await shared;
  const common = new Set<string>();
  for (const { segment } of jobs) {
    for (const word of wordsOf(wordsIn(segment.items))) if (/^\p{Ll}/u.test(word)) common.add(word);
  }
  const check: Asking['check'] = (question, target) =>
    review(question.segment, target, { options, detector, common });
  const { from, to, style, model, signal } = options;
  const mostRequests = batchesOf(jobs).length * 6 + 20;
  const asking: Asking = {
    model,
    assignment: { from, to, style, title: page.title },
    check,
    onAnswer: (question, target) => options.memory.set(keyOf(question, options), target),
    counts: { requests: 0, mostRequests, inputTokens: 0, outputTokens: 0 },
    signal,
  };
  return {
    ...{ page, jobs, options, detector, asking, check },
    ...{ replies: new Map(), remembered: new Set(), repaired: new Set(), read: new WeakMap() },
  };
}

/** Fills replies from memory, unless all are asked for, and asks the model for the rest. */
export async function answer(work: Work, jobs: readonly Job[]): Promise<void> {
  const { replies, remembered, repaired, options } = work;
  const missing: Job[] = [];
  const twins = new Map<string, Job>();
  const later: [Job, Job][] = [];
  for (const job of jobs) {
    const key = keyOf(job, options);
    const known = options.force ? undefined : await options.memory.get(key);
    const twin = twins.get(key);
    const judged = known === undefined ? undefined : work.check(job, known);
    if (known !== undefined && (judged === undefined || judged.isDoubt)) {
      replies.set(job, { type: 'translated', target: known });
      remembered.add(job);
    } else if (twin !== undefined) later.push([job, twin]);
    else {
      twins.set(key, job);
      missing.push(job);
    }
  }
  const found = await ask(missing, work.asking);
  for (const job of missing) {
    const reply = found.get(job);
    if (reply) replies.set(job, reply);
    if (reply?.type !== 'fault') continue;
    repaired.add(job);
    // Decision: what was to be replaced is gone even when nothing can take its place. Otherwise the next
    // run would take it for the answer; readers keep the text that they have.
    if (options.force) await options.memory.drop(keyOf(job, options));
  }
  for (const [job, twin] of later) {
    const reply = replies.get(twin);
    if (reply) replies.set(job, reply);
  }
}

/** The translation of a job; undefined if there is none. */
export function targetOf(work: Work, job: Job): readonly Piece[] | undefined {
  const reply = work.replies.get(job);
  if (reply?.type !== 'translated') return undefined;
  const known = work.read.get(reply);
  if (known !== undefined) return known;
  const pieces = readTarget(reply.target, job.segment);
  if ('fault' in pieces) return undefined;
  work.read.set(reply, pieces);
  return pieces;
}

/** Takes a translation back, and out of the memory. */
export async function refuse(work: Work, job: Job, fault: Fault): Promise<void> {
  work.replies.set(job, { type: 'fault', fault, answer: '' });
  work.remembered.delete(job);
  await work.options.memory.drop(keyOf(job, work.options));
}

function keyOf(question: Question, options: TranslateOptions): string {
  const { from, to, style, model } = options;
  return memoryKey(question.segment, { from, to, style, model: model.name });
}
