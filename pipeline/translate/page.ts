import { range } from '../../schema/json-text.ts';
import type { KeptHeading, UntranslatedPart } from '../../schema/site.ts';
import { keptHeadings } from '../source/headings.ts';
import { parsePage } from '../source/parse.ts';
import { countWords } from '../source/prose.ts';
import type { Failure } from './failure.ts';
import { faultForWriter } from './fault.ts';
import type { PageToTranslate, TranslateOptions } from './options.ts';
import { textOf } from './plain.ts';
import { translateProps } from './props.ts';
import { prove, proveCode } from './prove.ts';
import { writtenOf } from './segments.ts';
import { blocksOf, commentSlots, slotsOf } from './slots.ts';
import { type Edit, offsetBefore } from './splice.ts';
import { wordsIn } from './target.ts';
import { untranslatedIn } from './untranslated.ts';
import { answer, openWork, targetOf, type Work } from './work.ts';

export { type Failure, failureLine, failureOfPage } from './failure.ts';
export type { Term } from './glossary.ts';
export { translateLabels } from './labels.ts';
export { mapMemory, type TranslationMemory } from './memory.ts';
export type { PageToTranslate, TranslateOptions, VisibleProps } from './options.ts';
export { patient } from './patient.ts';
export { addPreviews, type Preview, previewLabels, previewPage } from './preview.ts';

/** Numbers of one page. */
export interface TranslateStats {
  readonly segments: number;
  /** Known from before. */
  readonly remembered: number;
  /** Kept in the source language, because no usable translation could be had. */
  readonly fallback: number;
  /** Words of these. */
  readonly fallbackWords: number;
  readonly requests: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/** A page in another language. */
export interface TranslatedPage {
  /** The author's text with the prose replaced; segments that failed are in the source language. */
  readonly text: string;
  /** Title in the target language; the source's when it has none of its own. */
  readonly title: string;
  /** `failed` when segments with more than 5 % of the page's words could not be translated. */
  readonly status: 'completed' | 'failed';
  /** What of the text is in the source language. */
  readonly untranslated: readonly UntranslatedPart[];
  /** Failed because its source has errors: no request was made. */
  readonly unreadable?: true;
  /** Ids of the source's headings: the translation keeps them when the source has others. */
  readonly headings: readonly KeptHeading[];
  readonly stats: TranslateStats;
  /** What stays in the source language, and why. */
  readonly faults: readonly Failure[];
}

/**
 * Translates one page. Everything but its prose stays byte for byte, which is proven on the result:
 * what can't be proven falls back to the source.
 * @throws ModelUnavailableError when the model does not answer
 */
export async function translatePage(
  page: PageToTranslate,
  options: TranslateOptions,
): Promise<TranslatedPage> {
  if (slotsOf(page, options) === undefined) return unreadable(page);
  const props = options.props ? await translateProps(page, options) : undefined;
  // The prose is translated around properties that are translated already.
  const own = props ? { ...page, text: props.text } : page;
  const blocks = await blocksOf(own, options);
  const slots = [...(slotsOf(own, options) ?? []), ...commentSlots(blocks, options)];
  const work = await openWork(own, slots, options);
  await answer(work, slots);
  const text = await prove(work);
  const { comments: find } = options;
  const proven = find ? await proveCode(work, text, { blocks, find }) : text;
  const faults = [
    ...(props ? failuresOf(props.work, page) : []),
    ...failuresOf(work, page, props?.edits),
  ];
  const untranslated = untranslatedIn(proven, work, props?.work);
  const made = { text: proven, untranslated, faults };
  return resultOf(page, props ? [props.work, work] : [work], made);
}

/** What a work has left in the source language; `edits` were made to the page before it. */
function failuresOf(
  { slots, replies, options }: Work,
  page: PageToTranslate,
  edits: readonly Edit[] = [],
): Failure[] {
  return slots.flatMap((slot) => {
    const reply = replies.get(slot);
    if (reply?.type === 'translated') return [];
    const at = offsetBefore(slot.range.start, edits);
    const { line, column } = range(page.text, at, at).start;
    const reason = faultForWriter(reply?.fault ?? { kind: 'unasked' }, slot.segment, options);
    return [{ source: writtenOf(slot.segment.items), reason, line, column }];
  });
}

function resultOf(
  page: PageToTranslate,
  works: readonly Work[],
  made: Pick<TranslatedPage, 'text' | 'untranslated' | 'faults'>,
): TranslatedPage {
  const sum = (of: (work: Work) => number) => works.reduce((total, work) => total + of(work), 0);
  const { faults } = made;
  return {
    ...made,
    title: titleOf(works) ?? page.title,
    status: faults.length === 0 || mostIsProven(works) ? 'completed' : 'failed',
    headings: headingsOf(page),
    stats: {
      segments: sum(({ slots }) => slots.length),
      remembered: sum(({ remembered }) => remembered.size),
      fallback: faults.length,
      fallbackWords: sum(wordsLeft),
      requests: sum(({ asking }) => asking.counts.requests),
      inputTokens: sum(({ asking }) => asking.counts.inputTokens),
      outputTokens: sum(({ asking }) => asking.counts.outputTokens),
    },
  };
}

function wordsLeft({ slots, replies, options }: Work): number {
  const left = slots.filter((slot) => replies.get(slot)?.type !== 'translated');
  return left.reduce((sum, { segment }) => {
    return sum + countWords(wordsIn(segment.items), options.from);
  }, 0);
}

/** Whether segments with at least 95 % of the page's words are translated. */
function mostIsProven(works: readonly Work[]): boolean {
  let words = 0;
  let proven = 0;
  for (const { slots, replies, options } of works) {
    for (const slot of slots) {
      const own = countWords(wordsIn(slot.segment.items), options.from);
      words += own;
      if (replies.get(slot)?.type === 'translated') proven += own;
    }
  }
  return proven > 0 && proven * 100 >= words * 95;
}

/** The translated title; undefined when the page has none of its own, or it is not translated. */
export function titleOf(works: readonly Work[]): string | undefined {
  for (const work of works) {
    const slot = work.slots.find(({ field }) => field?.key === 'title');
    const pieces = slot && targetOf(work, slot);
    if (slot && pieces) return textOf(pieces, slot.segment);
  }
  return undefined;
}

function headingsOf({ path, text, format }: PageToTranslate): readonly KeptHeading[] {
  return keptHeadings(parsePage({ path, text }, { format }).root);
}

function unreadable({ text, title }: PageToTranslate): TranslatedPage {
  const spent = { requests: 0, inputTokens: 0, outputTokens: 0 };
  const stats = { segments: 0, remembered: 0, fallback: 0, fallbackWords: 0, ...spent };
  const faults = [{ source: '', reason: 'the page has errors; "docent check" shows them' }];
  const nothing = { untranslated: [], headings: [] };
  return { text, title, status: 'failed', unreadable: true, ...nothing, stats, faults };
}
