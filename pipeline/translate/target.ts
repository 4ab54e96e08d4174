import type { Fault } from './fault.ts';
import { addressesIn } from './protect.ts';
import type { Item, Segment } from './segments.ts';

/** A translation read back: words, and marks by their number. */
export type Piece =
  | { readonly type: 'text'; readonly value: string }
  | { readonly type: 'kept'; readonly id: number }
  | { readonly type: 'pair'; readonly id: number; readonly pieces: readonly Piece[] };

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const control = /[\u0000-\u0008\u000e-\u001f\u007f\u202a-\u202e]/;
const token = /<(\/?)([xg])(\d+)\s*(\/?)>/g;

/** Reads a translation; every mark of the segment must be in it once, inside the same mark. */
export function readTarget(
  target: string,
  segment: Segment,
): readonly Piece[] | { readonly fault: Fault } {
  const known = new Map<string, number>();
  index(segment.items, 0, known);
  // No database and no file takes half a character or a zero byte; the rest hides what is written.
  const hides = control.test(target) && !control.test(segment.source);
  if (!target.isWellFormed() || hides) return wrong('control-characters');
  const text = target.replace(/\s+/g, ' ').trim();
  const root: Piece[] = [];
  const stack: { id: number; pieces: Piece[] }[] = [{ id: 0, pieces: root }];
  const seen = new Set<string>();
  let at = 0;
  for (const match of text.matchAll(token)) {
    const [all, closing, kind, digits, selfClosing] = match;
    const top = stack.at(-1) ?? { id: 0, pieces: root };
    if (match.index > at) top.pieces.push({ type: 'text', value: text.slice(at, match.index) });
    at = match.index + all.length;
    const id = Number(digits);
    const name = `${kind}${id}`;
    if (!known.has(name)) return wrong('unknown-mark', all);
    if (kind === 'g' && closing) {
      if (top.id !== id || stack.length === 1) {
        return wrong('stray-mark', all);
      }
      stack.pop();
      continue;
    }
    if (seen.has(name)) return wrong('repeated-mark', all);
    seen.add(name);
    if (known.get(name) !== top.id) {
      return wrong('moved-mark', all);
    }
    if (kind === 'x') {
      if (closing) return wrong('malformed-mark', all);
      top.pieces.push({ type: 'kept', id });
    } else if (selfClosing) {
      return wrong('bare-mark', name);
    } else {
      const pieces: Piece[] = [];
      top.pieces.push({ type: 'pair', id, pieces });
      stack.push({ id, pieces });
    }
  }
  if (stack.length > 1) return wrong('open-mark', `g${stack.at(-1)?.id}`);
  if (at < text.length) root.push({ type: 'text', value: text.slice(at) });
  for (const name of known.keys()) {
    if (!seen.has(name)) return wrong('missing-mark', name);
  }
  const empty = emptyPair(segment.items, root);
  return empty === undefined ? root : wrong('empty-mark', `g${empty}`);
}

function wrong(kind: Fault['kind'], what?: string): { readonly fault: Fault } {
  return { fault: what === undefined ? { kind } : { kind, what } };
}

/** Mark → number of the mark around it. */
function index(items: readonly Item[], above: number, known: Map<string, number>): void {
  for (const item of items) {
    if (item.type === 'kept') known.set(`x${item.id}`, above);
    else if (item.type === 'pair') {
      known.set(`g${item.id}`, above);
      index(item.items, item.id, known);
    }
  }
}

/** The number of a link or an emphasis that has lost its words. */
function emptyPair(items: readonly Item[], pieces: readonly Piece[]): number | undefined {
  for (const item of items) {
    if (item.type !== 'pair') continue;
    const found = pieces.find((piece) => piece.type === 'pair' && piece.id === item.id);
    if (found?.type !== 'pair') continue;
    if (wordsOf(item.items) && !wordsOf(found.pieces)) return item.id;
    const inner = emptyPair(item.items, found.pieces);
    if (inner !== undefined) return inner;
  }
  return undefined;
}

function wordsOf(parts: readonly (Item | Piece)[]): boolean {
  return parts.some((part) => part.type === 'text' && part.value.trim() !== '');
}

/** The words of a segment, marks left out. */
export function wordsIn(items: readonly (Item | Piece)[]): string {
  return items
    .map((item) => {
      if (item.type === 'text') return item.value;
      if (item.type === 'kept') return ' ';
      return wordsIn('items' in item ? item.items : item.pieces);
    })
    .join('')
    .replace(/\s+/g, ' ')
    .trim();
}

/** Fewest letters whose length or language is meaningful; a title may be of any length. */
export const fewestToWeigh = 40;

const markup = ['`', '**', '](', '{', '}', '~~', '<!--', '$$'] as const;
const meta =
  /translat|übersetz|traduc|traduzion|vertaal|vertaling|oversæt|oversett|översätt|käännö|tłumacz|переклад|翻訳|翻译|翻譯|번역|ترجم|תרגו|çevir|dịch|แปล|terjemah/giu;

/** What is wrong with the words of a translation, marks and languages aside. */
export function faultOfWords(
  target: readonly Piece[],
  segment: Segment,
  written: string,
): Fault | undefined {
  const source = wordsIn(segment.items);
  const words = wordsIn(target);
  if (words === '') return { kind: 'empty' };
  const known = new Set(addressesIn(source));
  const added = addressesIn(words).find((address) => !known.has(address));
  if (added !== undefined) return { kind: 'added-address', what: added };
  for (const sign of markup) {
    if (countOf(words, sign) > countOf(source, sign)) {
      return { kind: 'added-markup', what: sign };
    }
  }
  if (tagsIn(words) > tagsIn(source)) {
    return { kind: 'added-tag' };
  }
  // A text about translation has such words as well; a note or a preface adds more.
  if (matchesOf(meta, words) > matchesOf(meta, source)) {
    return { kind: 'note' };
  }
  const heading = /(?:^|\s)#{1,6}\s/;
  if (/\n\s*\n/.test(written.trim()) || (heading.test(words) && !heading.test(source))) {
    return { kind: 'several-lines' };
  }
  const from = letters(source);
  const to = letters(words);
  if (to > from * 3 + 60) return { kind: 'too-long' };
  if (from >= fewestToWeigh && isFarShorter(source, words)) {
    return { kind: 'too-short' };
  }
  const ends = /[.!?:…。！？：][\p{Pe}\p{Pf}"'”’»)]*$/u;
  if (from < fewestToWeigh || /\p{Script=Thai}/u.test(words)) return undefined;
  if ((ends.test(source) && !ended(target)) || lacksSentences(source, words)) {
    return { kind: 'cut-off' };
  }
  return undefined;
}

/** Whether a translation is too short to say all of its source. */
export function isFarShorter(source: string, words: string): boolean {
  return letters(words) < letters(source) * shortest(words);
}

/** The least letters of a translation for each letter of its source. */
function shortest(words: string): number {
  return isDense(words) ? 0.12 : 0.35;
}

/** Whether a translation has fewer sentences, and is too short to say in them what the others say. */
function lacksSentences(source: string, words: string): boolean {
  const isShort = letters(words) < letters(source) * shortest(words) * 1.6;
  return isShort && matchesOf(sentenceEnd, words) < matchesOf(sentenceEnd, source);
}

const sentenceEnd = /[.!?؟…](?=[\p{Pe}\p{Pf}"']*(?:\s|$))|[。！？]/gu;

function tagsIn(text: string): number {
  return matchesOf(/<\/?[A-Za-z][^<>]*>/g, text);
}

function matchesOf(pattern: RegExp, text: string): number {
  return text.match(pattern)?.length ?? 0;
}

function countOf(text: string, sign: string): number {
  return text.split(sign).length - 1;
}

/** A translation ends with a sign that can end it, or with something kept. */
function ended(target: readonly Piece[]): boolean {
  const last = target.at(-1);
  if (last === undefined || last.type === 'kept') return true;
  if (last.type === 'pair') return ended(last.pieces);
  if (last.value.trim() === '') return ended(target.slice(0, -1));
  // After some signs a sentence goes on.
  return /[\p{P}\p{S}]\s*$/u.test(last.value) && !/[\p{Ps}\p{Pd},、،，;；؛/]\s*$/u.test(last.value);
}

/** Number of letters and digits. */
export function letters(text: string): number {
  return text.match(/[\p{L}\p{M}\p{N}]/gu)?.length ?? 0;
}

/** Whether a text is written without spaces between its words. */
function isDense(text: string): boolean {
  const dense = text.match(
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/gu,
  );
  return (dense?.length ?? 0) > letters(text) / 4;
}
