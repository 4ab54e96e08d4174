import type { KeptHeading, UntranslatedPart } from '../../schema/site.ts';
import { keptHeadings } from '../source/headings.ts';
import { parsePage } from '../source/parse.ts';
import { alignedTargets, marksOf } from './align.ts';
import { type Fault, type FaultKind, faultForWriter } from './fault.ts';
import { memoryKey } from './memory.ts';
import type { PageToTranslate, TranslateOptions } from './options.ts';
import { titleOf } from './page.ts';
import { propSlots, proveProps } from './props.ts';
import { prove, proveCode } from './prove.ts';
import type { Segment } from './segments.ts';
import { blocksOf, commentSlots, type Slot, slotsOf } from './slots.ts';
import { faultOfWords, readTarget } from './target.ts';
import { untranslatedIn } from './untranslated.ts';
import { openWork, type Work } from './work.ts';

/** How a person translates: without a model. */
export interface HandOptions
  extends Pick<
    TranslateOptions,
    'from' | 'to' | 'style' | 'glossary' | 'latex' | 'comments' | 'props'
  > {
  /** Name of the model whose memory it is. */
  readonly modelName: string;
  /** A translation by its key in the memory. */
  readonly recall: (key: string) => Promise<string | undefined>;
}

/** A segment of a page next to its translation. */
export interface SegmentPair {
  readonly kind: 'field' | 'prose' | 'property' | 'comment';
  /** `title`, `Card.title`, or the place of prose such as `heading`. */
  readonly name: string;
  /** Words with marks: `See <g1>the guide</g1>.` */
  readonly source: string;
  readonly target: string | null;
  readonly marks: Readonly<Record<string, string>>;
  /** Its key in the memory of translations. */
  readonly key: string;
  /** Whether the memory has a translation of exactly this text. */
  readonly isKnown: boolean;
  /** Whether the page has a translation of it that fits. */
  readonly isTranslated: boolean;
  /** Why what was written for it can't be used. */
  readonly problem?: string;
}

/** A page and its translation as a person edits them. */
export interface HandMadePage {
  readonly segments: readonly SegmentPair[];
  /** The page with these translations. */
  readonly text: string;
  readonly title: string;
  readonly untranslated: readonly UntranslatedPart[];
  readonly headings: readonly KeptHeading[];
}

/** What is known about a translation, and what to do with it. */
export interface HandWork {
  /** The page's translation so far, if there is one. */
  readonly translation: string | undefined;
  /** What of it is in the source language: no translation of its segments. */
  readonly untranslated?: readonly UntranslatedPart[];
  /** Whether that is of an earlier source. */
  readonly isStale: boolean;
  /** Other words for segments, by their index. */
  readonly edits?: ReadonlyMap<number, string>;
}

/**
 * A page and its translation by segment, with other words in some of them. The text is proven as that of a model is, so
 * words that would be more than words on the page never get there. Undefined when the page can't be read.
 */
export async function translateByHand(
  page: PageToTranslate,
  { translation, untranslated = [], isStale, edits = new Map() }: HandWork,
  options: HandOptions,
): Promise<HandMadePage | undefined> {
  const bare = await slotsIn(page, options);
  if (bare === undefined) return undefined;
  const other = translation === undefined ? undefined : { ...page, text: translation };
  const ownProps = propSlots(page, options);
  const order = orderOf([...ownProps, ...bare]);
  const editOf = new Map([...edits].map(([at, target]) => [order[at], target]));
  const tools = { options, isStale, editOf, untranslated };

  const props = await fill(page, ownProps, {
    ...{ ...tools, from: 0 },
    translated: other ? propSlots(other, options) : [],
  });
  // Prose is read around properties that are translated already.
  const { text: own } = await proveProps(props.work);
  const ownPage = { ...page, text: own };
  const prose = await fill(ownPage, (await slotsIn(ownPage, options)) ?? [], {
    ...{ ...tools, from: ownProps.length },
    translated: (other && (await slotsIn(other, options))) ?? [],
  });
  const whole = await prove(prose.work);
  const { comments: find } = options;
  const text = find
    ? await proveCode(prose.work, whole, { blocks: await blocksOf(ownPage, options), find })
    : whole;
  const all = [...props.pairs(), ...prose.pairs()];
  return {
    segments: order.flatMap((index) => all[index] ?? []),
    text,
    title: titleOf([props.work, prose.work]) ?? page.title,
    untranslated: untranslatedIn(text, prose.work, props.work),
    headings: keptHeadings(parsePage(page, { format: page.format }).root),
  };
}

async function slotsIn(page: PageToTranslate, options: HandOptions): Promise<Slot[] | undefined> {
  const slots = slotsOf(page, options);
  return slots && [...slots, ...commentSlots(await blocksOf(page, options), options)];
}

/** Indices of slots in the order of the page. */
function orderOf(slots: readonly Slot[]): readonly number[] {
  const startOf = (index: number) => slots[index]?.range.start ?? 0;
  return slots.map((_, index) => index).sort((a, b) => startOf(a) - startOf(b));
}

/** Takes what the translation has, or the edits, for slots; nothing is proven yet. */
async function fill(
  page: PageToTranslate,
  slots: readonly Slot[],
  {
    translated,
    options,
    isStale,
    editOf,
    untranslated,
    from,
  }: {
    readonly translated: readonly Slot[];
    readonly untranslated: readonly UntranslatedPart[];
    readonly options: HandOptions;
    readonly isStale: boolean;
    readonly editOf: ReadonlyMap<number | undefined, string>;
    /** Index of the first slot. */
    readonly from: number;
  },
): Promise<{ readonly work: Work; readonly pairs: () => SegmentPair[] }> {
  const work = await openWork(page, slots, settingsOf(options));
  const keys = slots.map(({ segment }) => keyOf(segment, options));
  const known = new Map<Slot, string>();
  for (const [index, slot] of isStale ? slots.entries() : []) {
    const target = await options.recall(keys[index] ?? '');
    if (target !== undefined) known.set(slot, target);
  }
  const faults = new Map<Slot, Fault>();
  const left = new Set(untranslated.map(({ start, end }) => `${start} ${end}`));
  const isLeft = ({ range: { start, end } }: Slot) => left.has(`${start} ${end}`);
  const targets = alignedTargets(slots, translated, { known, isLeft });
  for (const [index, slot] of slots.entries()) {
    // There is no model to ask again.
    work.repaired.add(slot);
    const edit = editOf.get(from + index);
    const target = edit ?? targets[index];
    targets[index] = target;
    if (target === undefined) continue;
    const fault = edit === undefined ? faultOfMarks(slot, target) : faultOf(slot, edit);
    if (fault === undefined) work.replies.set(slot, { type: 'translated', target });
    else if (edit !== undefined) faults.set(slot, fault);
  }
  const pairs = () =>
    slots.map((slot, index): SegmentPair => {
      const reply = work.replies.get(slot);
      const fault = faults.get(slot) ?? (reply?.type === 'fault' ? reply.fault : undefined);
      return {
        ...partOf(slot),
        source: slot.segment.source,
        target: targets[index] ?? null,
        marks: marksOf(slot.segment),
        key: keys[index] ?? '',
        isKnown: !isStale || known.has(slot),
        isTranslated: reply?.type === 'translated',
        ...(fault ? { problem: faultForWriter(fault, slot.segment, options) } : {}),
      };
    });
  return { work, pairs };
}

function partOf(slot: Slot): Pick<SegmentPair, 'kind' | 'name'> {
  const { field, prop, block, segment } = slot;
  if (field) return { kind: 'field', name: field.key };
  if (prop) return { kind: 'property', name: prop.name };
  return block ? { kind: 'comment', name: 'comment' } : { kind: 'prose', name: segment.place };
}

/** No model, no memory: what a person writes is proven, and not asked for. */
function settingsOf(options: HandOptions): TranslateOptions {
  return {
    ...options,
    // A person may write in any language and at any length.
    pseudo: true,
    model: { name: options.modelName, complete: askNobody, stream: askNobody },
    memory: { get: () => undefined, set: () => {}, drop: () => {} },
  };
}

function askNobody(): never {
  throw new Error('A translation by hand asks no model.');
}

function keyOf(segment: Segment, { from, to, style, modelName: model }: HandOptions): string {
  return memoryKey(segment, { from, to, style, model });
}

/** What a person may not write either. */
const strict: ReadonlySet<FaultKind> = new Set([
  ...(['empty', 'added-address', 'added-markup', 'added-tag', 'several-lines'] as const),
]);

function faultOf({ segment }: Slot, target: string): Fault | undefined {
  const pieces = readTarget(target, segment);
  if ('fault' in pieces) return pieces.fault;
  const fault = faultOfWords(pieces, segment, target);
  return fault && strict.has(fault.kind) ? fault : undefined;
}

function faultOfMarks({ segment }: Slot, target: string): Fault | undefined {
  const pieces = readTarget(target, segment);
  return 'fault' in pieces ? pieces.fault : undefined;
}
