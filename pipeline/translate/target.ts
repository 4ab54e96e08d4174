import { addressesIn } from './protect.ts';
import type { Item, Segment } from './segments.ts';

/** A translation read back: words, and marks by their number. */
export type Piece =
  | { readonly type: 'text'; readonly value: string }
  | { readonly type: 'kept'; readonly id: number }
  | { readonly type: 'pair'; readonly id: number; readonly pieces: readonly Piece[] };

/** A translation that can't be used, and why, in words for the model. */
export interface Fault {
  readonly fault: string;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const control = /[\u0000-\u0008\u000e-\u001f\u007f\u202a-\u202e]/;
const token = /<(\/?)([xg])(\d+)\s*(\/?)>/g;

/** Reads a translation; every mark of the segment must stand in it once, inside the same mark. */
export function readTarget(target: string, segment: Segment): readonly Piece[] | Fault {
  const known = new Map<string, number>();
  index(segment.items, 0, known);
  // No database and no file takes half a character or a zero byte; the rest hides what is written.
  const hides = control.test(target) && !control.test(segment.source);
  if (!target.isWellFormed() || hides) return { fault: 'it has control characters' };
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
    if (!known.has(name)) return { fault: `it has ${all}, which the source has not` };
    if (kind === 'g' && closing) {
      if (top.id !== id || stack.length === 1) {
        return { fault: `${all} stands where nothing of that number is open` };
      }
      stack.pop();
      continue;
    }
    if (seen.has(name)) return { fault: `${all} stands in it twice` };
    seen.add(name);
    if (known.get(name) !== top.id) {
      return { fault: `${all} has moved into or out of another mark` };
    }
    if (kind === 'x') {
      if (closing) return { fault: `${all} is no mark; write <${name}/>` };
      top.pieces.push({ type: 'kept', id });
    } else if (selfClosing) {
      return { fault: `<${name}> must stand around words` };
    } else {
      const pieces: Piece[] = [];
      top.pieces.push({ type: 'pair', id, pieces });
      stack.push({ id, pieces });
    }
  }
  if (stack.length > 1) return { fault: `<g${stack.at(-1)?.id}> is never closed` };
  if (at < text.length) root.push({ type: 'text', value: text.slice(at) });
  for (const name of known.keys()) {
    if (!seen.has(name)) return { fault: `${name} is missing; keep every mark once` };
  }
  return emptyPair(segment.items, root) ?? root;
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

/** A link or an emphasis must not lose its words. */
function emptyPair(items: readonly Item[], pieces: readonly Piece[]): Fault | undefined {
  for (const item of items) {
    if (item.type !== 'pair') continue;
    const found = pieces.find((piece) => piece.type === 'pair' && piece.id === item.id);
    if (found?.type !== 'pair') continue;
    if (wordsOf(item.items) && !wordsOf(found.pieces)) {
      return { fault: `<g${item.id}> has lost its words` };
    }
    const inner = emptyPair(item.items, found.pieces);
    if (inner) return inner;
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

/** Fewest letters whose length or language says something; a title may be as short as it likes. */
export const fewestToWeigh = 40;

const markup = ['`', '**', '](', '{', '}', '~~', '<!--', '$$'] as const;
const meta =
  /translat|übersetz|traduc|traduzion|vertaal|vertaling|oversæt|oversett|översätt|käännö|tłumacz|переклад|翻訳|翻译|翻譯|번역|ترجم|תרגו|çevir|dịch|แปล|terjemah/iu;

/** What is wrong with the words of a translation, marks and languages aside. */
export function faultOfWords(
  target: readonly Piece[],
  segment: Segment,
  written: string,
): string | undefined {
  const source = wordsIn(segment.items);
  const words = wordsIn(target);
  if (words === '') return 'it is empty';
  const known = new Set(addressesIn(source));
  const added = addressesIn(words).find((address) => !known.has(address));
  if (added !== undefined) return `it adds the address "${added}"`;
  for (const sign of markup) {
    if (countOf(words, sign) > countOf(source, sign)) {
      return `it adds the markup ${sign}; write plain words and the given marks alone`;
    }
  }
  if (tagsIn(words) > tagsIn(source)) {
    return 'it adds a tag; write plain words and the given marks alone';
  }
  if (meta.test(words) && !meta.test(source)) {
    return 'it speaks about the translation; write the translation alone, without notes';
  }
  const heading = /(?:^|\s)#{1,6}\s/;
  if (/\n\s*\n/.test(written.trim()) || (heading.test(words) && !heading.test(source))) {
    return 'it is more than one line; write the translation of this text alone';
  }
  const from = letters(source);
  const to = letters(words);
  if (to > from * 3 + 60) return 'it is far longer than the source; write the translation alone';
  if (from >= fewestToWeigh && isFarShorter(source, words)) {
    return 'it is far shorter than the source; translate all of it';
  }
  const ends = /[.!?:…。！？：][\p{Pe}\p{Pf}"'”’»)]*$/u;
  if (from >= 40 && ends.test(source) && !ended(target) && !/\p{Script=Thai}/u.test(words)) {
    return 'it ends in the middle of the sentence; translate all of it';
  }
  return undefined;
}

/** Whether a translation is too short to say all of its source. */
export function isFarShorter(source: string, words: string): boolean {
  return letters(words) < letters(source) * (isDense(words) ? 0.12 : 0.35);
}

function tagsIn(text: string): number {
  return text.match(/<\/?[A-Za-z][^<>]*>/g)?.length ?? 0;
}

function countOf(text: string, sign: string): number {
  return text.split(sign).length - 1;
}

/** A translation ends with a sign, or with something kept. */
function ended(target: readonly Piece[]): boolean {
  const last = target.at(-1);
  if (last === undefined || last.type === 'kept') return true;
  if (last.type === 'pair') return ended(last.pieces);
  if (last.value.trim() === '') return ended(target.slice(0, -1));
  return /[\p{P}\p{S}]\s*$/u.test(last.value);
}

/** Number of letters and digits. */
export function letters(text: string): number {
  return text.match(/[\p{L}\p{M}\p{N}]/gu)?.length ?? 0;
}

/** Whether a text is written without blanks between its words. */
export function isDense(text: string): boolean {
  const dense = text.match(
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/gu,
  );
  return (dense?.length ?? 0) > letters(text) / 4;
}
