import type { Citation, CitedAnswer, CitedPassage, CitedSpan } from '../../../schema/chat.ts';
import { claimOf } from './claim.ts';
import { type AnswerPart, createSplitter } from './marks.ts';
import type { Passage, Passages } from './passages.ts';
import { supports } from './support.ts';

/** What happens to a sentence that no passage holds. */
export type Unsupported = 'mark' | 'drop';

/** Takes what a model writes, and gives back what readers get, with what each sentence rests on. */
export interface CitingWriter {
  readonly push: (piece: string) => string;
  /** The rest, once nothing more comes. */
  readonly end: () => string;
  /** Sentences so far, by their place in what was given back. */
  readonly spans: () => readonly Sentence[];
  /** Sentences were marked as saying that the pages do not answer. */
  readonly refuses: () => boolean;
}

/** A sentence with its place, before its passages are numbered. */
export interface Sentence extends Omit<CitedSpan, 'passages'> {
  readonly text: string;
  readonly passages: readonly Passage[];
}

interface Cleaner {
  readonly push: (piece: string) => string;
  readonly settle: () => string;
  readonly end: () => string;
}

/** Characters of a sentence that are held back at most until it is whole and checked. */
const mostHeld = 1200;

/** An answer while it is written. */
interface Writing {
  readonly passages: Passages;
  readonly cleaner: Cleaner;
  /** Sentences wait until they are checked. */
  readonly holds: boolean;
  readonly spans: Sentence[];
  refuses: boolean;
  /** Characters that were given back. */
  given: number;
  /** Words of the sentence that is being written. */
  text: string;
  /** Where it begins and ends in what was given back. */
  start: number;
  end: number;
  /** What is held back: of the sentence, and what comes before it in its line. */
  held: string;
  before: string;
}

/**
 * Checks each sentence as soon as it is whole: whether the passages that it names, or any that the model
 * was shown, hold its words. With `mark`, nothing waits for that; with `drop`, a sentence is held until it is
 * checked, and one that no passage holds is left out.
 */
export function createCitingWriter(
  passages: Passages,
  cleaner: Cleaner,
  unsupported: Unsupported,
): CitingWriter {
  const splitter = createSplitter();
  const writing: Writing = {
    ...{ passages, cleaner, holds: unsupported === 'drop', spans: [], refuses: false },
    ...{ given: 0, text: '', start: 0, end: 0, held: '', before: '' },
  };
  const takeAll = (parts: readonly AnswerPart[]) =>
    parts.map((part) => take(writing, part)).join('');
  return {
    push: (piece) => takeAll(splitter.push(piece)),
    end: () => takeAll(splitter.end()) + give(writing, writing.cleaner.end()),
    spans: () => writing.spans,
    refuses: () => writing.refuses,
  };
}

function take(writing: Writing, part: AnswerPart): string {
  if (part.type === 'end') return close(writing, part);
  return writing.holds ? hold(writing, part) : pass(writing, part);
}

type TextPart = Extract<AnswerPart, { type: 'text' }>;

/** Gives a piece back at once. */
function pass(writing: Writing, { text, kind }: TextPart): string {
  const { cleaner } = writing;
  const isFirst = kind === 'sentence' && writing.text.trim() === '';
  // What is before a sentence, and the bar behind a cell, are no part of it.
  const before = isFirst
    ? give(writing, cleaner.settle())
    : kind === 'bar'
      ? giveWords(writing, cleaner.settle())
      : '';
  if (kind === 'bar' && writing.text !== '') writing.text += ' ';
  if (kind !== 'sentence') return before + give(writing, cleaner.push(text));
  if (isFirst) writing.start = writing.given + (/^\s*/.exec(text)?.[0].length ?? 0);
  writing.text += text;
  return before + giveWords(writing, cleaner.push(text));
}

/** Holds a sentence back, with the bullet or the bar before it. */
function hold(writing: Writing, { text, kind }: TextPart): string {
  const { cleaner } = writing;
  if (kind === 'sentence' || (kind === 'bar' && writing.text !== '')) {
    if (writing.text.trim() === '') writing.before += cleaner.settle();
    writing.text += kind === 'bar' ? ' ' : text;
    writing.held += cleaner.push(text);
    return writing.held.length > mostHeld ? close(writing, unmarked) : '';
  }
  if (kind === 'start' || kind === 'bar') {
    writing.before += cleaner.push(text);
    return '';
  }
  // All sentences of the line were left out: its bullet and its end go with them.
  const isEmpty = kind === 'break' && writing.before !== '';
  const end = cleaner.push(text);
  writing.before = '';
  return give(writing, isEmpty ? end.slice(1) : end);
}

const unmarked = { ids: [], isRefusal: false, isTitle: false } as const;

/** Checks the sentence that has come to its end. */
function close(
  writing: Writing,
  { ids, isRefusal, isTitle }: Omit<Extract<AnswerPart, { type: 'end' }>, 'type'>,
): string {
  const { passages, cleaner, holds, spans, text } = writing;
  const rest = cleaner.settle();
  if (isRefusal) writing.refuses = true;
  const found = isRefusal || isTitle ? undefined : verdictOf(passages, text, ids);
  let out: string;
  if (!holds) out = giveWords(writing, rest);
  else if (found?.status === 'unsupported') {
    out = '';
  } else {
    const before = give(writing, writing.before);
    const words = writing.held + rest;
    writing.before = '';
    writing.start = writing.given + (/^\s*/.exec(words)?.[0].length ?? 0);
    out = before + giveWords(writing, words.replace(/\|\s*$/, ''));
    out += give(writing, /\|\s*$/.exec(words)?.[0] ?? '');
  }
  const { start, end } = writing;
  Object.assign(writing, { text: '', held: '' });
  if (found && !(holds && found.status === 'unsupported')) {
    spans.push({ text, start, end, ...found });
  }
  return out;
}

function give(writing: Writing, text: string): string {
  writing.given += text.length;
  return text;
}

/** Words of a sentence: it ends behind the last of them. */
function giveWords(writing: Writing, text: string): string {
  const words = text.trimEnd();
  if (words !== '') writing.end = writing.given + words.length;
  return give(writing, text);
}

/** What a sentence rests on; undefined when it claims nothing. */
function verdictOf(
  passages: Passages,
  sentence: string,
  ids: readonly string[],
): Pick<Sentence, 'status' | 'passages'> | undefined {
  const claim = claimOf(sentence);
  const named = ids.flatMap((id) => passages.find(id) ?? []);
  const held = named.filter((passage) => supports(passage, claim) === 'held');
  if (held.length > 0) return { status: 'cited', passages: held };
  // Two passages may share a sentence, and a model may name the wrong one.
  const joined = named.length > 1 ? joinedOf(named) : undefined;
  if (joined && supports(joined, claim) === 'held') return { status: 'cited', passages: named };
  const foreign: Passage[] = [];
  for (const passage of passages.all()) {
    const verdict = supports(passage, claim);
    if (verdict === 'plain') return undefined;
    if (verdict === 'held') return { status: 'cited', passages: [passage] };
    if (verdict === 'foreign') foreign.push(passage);
  }
  const likely = foreign.filter((passage) => named.includes(passage));
  if (foreign.length > 0) return { status: 'unchecked', passages: likely };
  return claimsNothing(claim) ? undefined : { status: 'unsupported', passages: [] };
}

function claimsNothing(claim: ReturnType<typeof claimOf>): boolean {
  const { words, dense, exact, numbers } = claim;
  return words.length + dense.length + exact.length + numbers.length === 0;
}

function joinedOf(passages: readonly Passage[]) {
  const [first] = passages;
  return {
    title: passages.map(({ title }) => title).join('. '),
    section: passages.map(({ section }) => section).join('. '),
    text: passages.map(({ text }) => text).join('\n\n'),
    language: first?.language ?? '',
  };
}

/** Characters of a passage that are sent with an answer. */
const mostShown = 1200;

/** Sentences with their passages, numbered as they come; passages as readers may see them. */
export function citedAnswer(
  sentences: readonly Sentence[],
  clean: (markdown: string) => string,
): CitedAnswer {
  const numbers = new Map<string, number>();
  const passages: CitedPassage[] = [];
  const spans = sentences.map(({ text, start, end, status, passages: own }): CitedSpan => {
    if (status !== 'cited') return { start, end, status, passages: [] };
    const numbered = own.map((passage) => {
      const known = numbers.get(passage.id);
      if (known !== undefined) return known;
      const number = numbers.size + 1;
      numbers.set(passage.id, number);
      const { path, title, url, section } = passage;
      passages.push({
        ...{ number, path, title, url },
        ...(section === '' ? {} : { section }),
        text: clean(excerptOf(passage.text, text)).trim(),
      });
      return number;
    });
    return { start, end, status, passages: numbered };
  });
  return { passages, spans };
}

/** The pages that cited sentences rest on, in the order of the answer. */
export function pagesOf({ passages }: CitedAnswer): readonly Citation[] {
  const byPath = new Map<string, Citation>();
  for (const { path, title, url } of passages) {
    if (!byPath.has(path)) byPath.set(path, { path, title, url });
  }
  return [...byPath.values()];
}

/** Whole paragraphs around those that have most of a sentence's words. */
function excerptOf(text: string, sentence: string): string {
  const body = text.replace(/^#{1,6}[^\n]*\n+/, '');
  if (body.length <= mostShown) return body;
  const parts = body.split(/\n{2,}/);
  const words = sentence.toLowerCase().match(/[\p{L}\p{N}]{2,}/gu) ?? [];
  const score = (part: string) => {
    const folded = part.toLowerCase();
    return words.filter((word) => folded.includes(word)).length;
  };
  const best = parts.reduce(
    (at, part, index) => (score(part) > score(parts[at] ?? '') ? index : at),
    0,
  );
  let [from, to] = [best, best + 1];
  let length = parts[best]?.length ?? 0;
  while (to < parts.length && length + (parts[to]?.length ?? 0) <= mostShown) {
    length += parts[to++]?.length ?? 0;
  }
  while (from > 0 && length + (parts[from - 1]?.length ?? 0) <= mostShown) {
    length += parts[--from]?.length ?? 0;
  }
  const excerpt = parts.slice(from, to).join('\n\n');
  return excerpt.length <= 2 * mostShown ? excerpt : `${excerpt.slice(0, mostShown)} …`;
}
