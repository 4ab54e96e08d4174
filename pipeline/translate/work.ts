import { type Asking, ask, batchesOf, type Question, type Reply } from './ask.ts';
import type { Fault } from './fault.ts';
import { type Detector, openDetector, wordsOf } from './language.ts';
import { memoryKey } from './memory.ts';
import type { PageToTranslate, TranslateOptions } from './options.ts';
import { checksOf, review } from './review.ts';
import type { Slot } from './slots.ts';
import type { Edit } from './splice.ts';
import { type Piece, readTarget, wordsIn } from './target.ts';

/** The translation of one page on its way. */
export interface Work {
  readonly page: PageToTranslate;
  readonly slots: readonly Slot[];
  readonly options: TranslateOptions;
  readonly detector: Detector;
  readonly asking: Asking;
  /** The results of each slot so far. */
  readonly replies: Map<Question, Reply>;
  /** Slots whose translation was known. */
  readonly remembered: Set<Slot>;
  /** Slots that were requested a second time: there is no third time. */
  readonly repaired: Set<Slot>;
  /** Translations that were read before. */
  readonly read: WeakMap<Reply, readonly Piece[]>;
  /** Why an answer, or what is remembered of one, can't be used. */
  readonly check: Asking['check'];
}

let shared: Promise<Detector> | undefined;

/** Starts the translation of segments; nothing is asked yet. */
export async function openWork(
  page: PageToTranslate,
  slots: readonly Slot[],
  options: TranslateOptions,
): Promise<Work> {
  shared ??= openDetector();
  const detector = await shared;
  const common = new Set<string>();
  for (const { segment } of slots) {
    for (const word of wordsOf(wordsIn(segment.items))) if (/^\p{Ll}/u.test(word)) common.add(word);
  }
  const check: Asking['check'] = (question, target) =>
    review(question.segment, target, { options, detector, common });
  const { from, to, style, model, signal } = options;
  const mostRequests = batchesOf(slots).length * 6 + 20;
  const asking: Asking = {
    model,
    assignment: { from, to, style, title: page.title },
    check,
    onAnswer: (question, target) => {
      const checks = checksOf(question.segment, options);
      return options.memory.set(keyOf(question, options), target, { model: model.name, checks });
    },
    counts: { requests: 0, mostRequests, inputTokens: 0, outputTokens: 0 },
    signal,
  };
  return {
    ...{ page, slots, options, detector, asking, check },
    ...{ replies: new Map(), remembered: new Set(), repaired: new Set(), read: new WeakMap() },
  };
}

/**
 * Fills replies from memory, unless all are asked for, and asks the model for the rest. What another page
 * of the run asks for is not asked for again: both have the same translation.
 */
export async function answer(work: Work, slots: readonly Slot[]): Promise<void> {
  const { replies, options } = work;
  const { asked = new Map<string, Promise<void>>() } = options;
  const { promise, resolve } = Promise.withResolvers<void>();
  const missing: Slot[] = [];
  const twins = new Map<string, Slot>();
  const later: [Slot, Slot][] = [];
  const elsewhere: [Slot, Promise<void>][] = [];
  try {
    for (const slot of slots) {
      const key = keyOf(slot, options);
      const twin = twins.get(key);
      const pending = twin === undefined ? asked.get(key) : undefined;
      if (twin !== undefined) later.push([slot, twin]);
      else if (pending !== undefined) elsewhere.push([slot, pending]);
      else {
        asked.set(key, promise);
        if (options.force || !(await remember(work, slot))) {
          twins.set(key, slot);
          missing.push(slot);
        } else asked.delete(key);
      }
    }
    await askFor(work, missing);
  } finally {
    resolve();
  }
  // Only now, when nothing waits for this page: pages could wait for each other otherwise.
  const refused: Slot[] = [];
  for (const [slot, pending] of elsewhere) {
    await pending;
    if (!(await remember(work, slot))) refused.push(slot);
  }
  await askFor(work, refused);
  for (const [slot, twin] of later) {
    const reply = replies.get(twin);
    if (reply) replies.set(slot, reply);
  }
}

/** Takes the translation of a slot from the memory; false if there is no usable one. */
async function remember(work: Work, slot: Slot): Promise<boolean> {
  const known = await work.options.memory.get(keyOf(slot, work.options));
  if (known === undefined) return false;
  const judged = work.check(slot, known);
  if (judged !== undefined && !judged.isDoubt) return false;
  work.replies.set(slot, { type: 'translated', target: known });
  work.remembered.add(slot);
  return true;
}

async function askFor(work: Work, slots: readonly Slot[]): Promise<void> {
  const { replies, repaired, options } = work;
  const found = await ask(slots, work.asking);
  for (const slot of slots) {
    const reply = found.get(slot);
    if (reply) replies.set(slot, reply);
    if (reply?.type !== 'fault') continue;
    repaired.add(slot);
    // Decision: what was to be replaced is gone even when nothing can take its place. Otherwise the next
    // run would take it for the answer; readers keep the text that they have.
    if (options.force) await options.memory.drop(keyOf(slot, options));
  }
}

/** The translation of a slot; undefined if there is none. */
export function targetOf(work: Work, slot: Slot): readonly Piece[] | undefined {
  const reply = work.replies.get(slot);
  if (reply?.type !== 'translated') return undefined;
  const known = work.read.get(reply);
  if (known !== undefined) return known;
  const pieces = readTarget(reply.target, slot.segment);
  if ('fault' in pieces) return undefined;
  work.read.set(reply, pieces);
  return pieces;
}

/** What the translations of slots change in the page. */
export function editsOf(work: Work, slots: readonly Slot[]): Edit[] {
  return slots.flatMap((slot) => {
    const pieces = targetOf(work, slot);
    return pieces ? [slot.edit(pieces)] : [];
  });
}

/** Takes a translation back, and out of the memory. */
export async function refuse(work: Work, slot: Slot, fault: Fault): Promise<void> {
  work.replies.set(slot, { type: 'fault', fault, answer: '' });
  work.remembered.delete(slot);
  await work.options.memory.drop(keyOf(slot, work.options));
}

function keyOf(question: Question, options: TranslateOptions): string {
  const { from, to, style, model } = options;
  return memoryKey(question.segment, { from, to, style, model: model.name });
}
