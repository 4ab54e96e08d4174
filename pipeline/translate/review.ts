import type { Fault } from './fault.ts';
import { usesForm } from './glossary.ts';
import { type Detector, type Judgement, judge } from './language.ts';
import type { TranslateOptions } from './options.ts';
import type { Segment } from './segments.ts';
import { faultOfWords, readTarget, wordsIn } from './target.ts';

/** What a review needs besides the answer. */
export interface Reviewer {
  readonly options: Pick<TranslateOptions, 'from' | 'to' | 'pseudo'>;
  readonly detector: Detector;
  /** Words of the page in small letters. */
  readonly common: ReadonlySet<string>;
}

/** Names of the checks of a review. */
export function checksOf(
  segment: Segment,
  { pseudo }: Pick<TranslateOptions, 'pseudo'>,
): readonly string[] {
  if (pseudo) return ['marks'];
  return ['marks', 'words', 'language', ...(segment.terms.length > 0 ? ['glossary'] : [])];
}

/** Why an answer can't be the translation of a segment; undefined when it can. */
export function review(
  segment: Segment,
  target: string,
  { options, detector, common }: Reviewer,
): Judgement | undefined {
  const pieces = readTarget(target, segment);
  if ('fault' in pieces) return sure(pieces.fault);
  if (options.pseudo) return undefined;
  const { from, to } = options;
  const pair = { source: wordsIn(segment.items), target: wordsIn(pieces) };
  const given = segment.terms.map((term) => term.translations[to] ?? '').join('\n');
  const unused = segment.terms.find((term) => !usesForm(pair.target, term, to));
  return (
    sure(faultOfWords(pieces, segment, target)) ??
    judge(pair, { from, to, common, given }, detector) ??
    sure(unused && { kind: 'unused-term', what: unused.term })
  );
}

function sure(fault: Fault | undefined): Judgement | undefined {
  return fault === undefined ? undefined : { fault, isDoubt: false };
}
