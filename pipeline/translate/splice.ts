import type { Item, Segment } from './segments.ts';
import { flat } from './segments.ts';
import type { Piece } from './target.ts';

/** A replacement in a text. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Puts edits into a text; they don't overlap. */
export function splice(text: string, edits: readonly Edit[]): string {
  let result = '';
  let at = 0;
  for (const edit of edits.toSorted((a, b) => a.start - b.start)) {
    result += text.slice(at, edit.start) + edit.text;
    at = edit.end;
  }
  return result + text.slice(at);
}

/** Where an offset of the spliced text was before the edits. */
export function offsetBefore(offset: number, edits: readonly Edit[]): number {
  let shift = 0;
  for (const { start, end, text } of edits.toSorted((a, b) => a.start - b.start)) {
    if (start + shift + text.length > offset) break;
    shift += text.length - (end - start);
  }
  return offset - shift;
}

interface Context {
  readonly segment: Segment;
  readonly parts: ReadonlyMap<number, Item>;
  /** Text of the source → the texts as their author wrote them, in order. */
  readonly written: ReadonlyMap<string, string[]>;
  /** Number of characters of text written: at 0, the text is at the start of its block. */
  out: string;
}

/** A translation in the page's own Markdown. What the model left as it was stays byte for byte. */
export function markdownOf(pieces: readonly Piece[], segment: Segment): string {
  const parts = new Map<number, Item>();
  const written = new Map<string, string[]>();
  index(segment.items, parts, written);
  const context: Context = { segment, parts, written, out: '' };
  write(pieces, context, '');
  return context.out;
}

function index(items: readonly Item[], parts: Map<number, Item>, written: Map<string, string[]>) {
  for (const item of items) {
    if (item.type === 'text') {
      const value = flat(item.value);
      const known = written.get(value);
      if (known) known.push(item.raw);
      else written.set(value, [item.raw]);
    } else {
      parts.set(item.id, item);
      if (item.type === 'pair') index(item.items, parts, written);
    }
  }
}

/** `behind`: the first character of what follows these pieces. */
function write(pieces: readonly Piece[], context: Context, behind: string): void {
  pieces.forEach((piece, at) => {
    const next = firstOf(pieces[at + 1], context) ?? behind;
    if (piece.type === 'text') {
      const left = context.written.get(piece.value);
      const raw = left && left.length > 1 ? left.shift() : left?.[0];
      // Behind a line break the words begin a line again.
      const start = context.segment.leads && (context.out === '' || /\n[ \t>]*$/.test(context.out));
      context.out += raw ?? escapeText(piece.value, { ...context.segment, leads: start, next });
      return;
    }
    const item = context.parts.get(piece.id);
    if (piece.type === 'kept') {
      context.out += item?.type === 'kept' ? keptText(item, context.out, pieces[at + 1], next) : '';
    } else if (item?.type === 'pair') {
      writePair(piece, item, context, next);
    }
  });
}

/**
 * What is kept, as written. A bare address ends where a space or the end of a sentence says so: in
 * languages that write on behind it, it is a link in brackets.
 */
function keptText(
  item: Item & { readonly type: 'kept' },
  before: string,
  following: Piece | undefined,
  next: string,
): string {
  const { bare } = item;
  if (bare === undefined) return item.raw;
  const behind = following?.type === 'text' ? following.value : next;
  const isAsWritten =
    before.endsWith(bare.before) && flat(bare.behind).startsWith(flat(behind).slice(0, 2));
  const begins = /(?:^|[\s(*_~])$/.test(before);
  const ends = /^[.,:!?)'"]*(?:\s|$)/.test(behind);
  return isAsWritten || (begins && ends) ? item.raw : bare.linked;
}

function firstOf(piece: Piece | undefined, context: Context): string | undefined {
  if (piece === undefined) return undefined;
  if (piece.type === 'text') return String.fromCodePoint(piece.value.codePointAt(0) ?? 32);
  const item = context.parts.get(piece.id);
  if (item?.type === 'kept') return item.raw[0] ?? ' ';
  return item?.type === 'pair' ? (item.open[0] ?? ' ') : ' ';
}

function writePair(
  piece: Piece & { readonly type: 'pair' },
  item: Item & { readonly type: 'pair' },
  context: Context,
  next: string,
): void {
  if (item.kind !== 'emphasis') {
    context.out += item.open;
    write(piece.pieces, context, item.close[0] ?? '');
    context.out += item.close;
    return;
  }
  // Markdown allows no space inside the markers of an emphasis.
  const before = context.out;
  const probe: Context = { ...context, segment: { ...context.segment, leads: false }, out: '' };
  write(piece.pieces, probe, item.close[0] ?? '');
  const words = probe.out.trim();
  const lead = probe.out.slice(0, probe.out.length - probe.out.trimStart().length);
  const trail = probe.out.slice(probe.out.trimEnd().length);
  const left = lead === '' ? lastChar(before) : ' ';
  const right = trail === '' ? next : ' ';
  let { open, close } = item;
  if (open.includes('_') && (isWord(left) || isWord(right))) {
    // An underscore inside a word is just that.
    open = open.replaceAll('_', '*');
    close = close.replaceAll('_', '*');
  }
  // Markers side by side would be one.
  const joins = left !== '' && left === open[0];
  const gapBefore = joins || needsGap(left, firstChar(words)) ? ' ' : '';
  const gapBehind = needsGap(right, lastChar(words)) ? ' ' : '';
  context.out = `${before}${lead}${gapBefore}${open}${words}${close}${trail}${gapBehind}`;
}

/** A marker next to punctuation opens or closes nothing if a letter follows it. */
function needsGap(outside: string, inside: string): boolean {
  if (outside === '' || /\s/.test(outside)) return false;
  return /[\p{P}\p{S}]/u.test(inside) && !/[\p{P}\p{S}]/u.test(outside);
}

function isWord(char: string): boolean {
  return /[\p{L}\p{N}_]/u.test(char);
}

function firstChar(text: string): string {
  return text === '' ? '' : String.fromCodePoint(text.codePointAt(0) ?? 32);
}

function lastChar(text: string): string {
  return [...text.slice(-2)].at(-1) ?? '';
}

interface Place {
  readonly place: Segment['place'];
  readonly leads: boolean;
  /** First character behind the text. */
  readonly next: string;
}

/** Words as Markdown and MDX that say exactly these words. */
function escapeText(value: string, where: Place): string {
  let text = value.replace(/[\\`*[\]<{}$~]/g, '\\$&');
  text = text.replace(/_/g, (sign, at: number) =>
    isWord(text[at - 1] ?? ' ') && isWord(text[at + 1] ?? ' ') ? sign : `\\${sign}`,
  );
  text = text.replace(/&(?=#?[A-Za-z0-9]{1,31};)/g, '\\&');
  if (where.place === 'cell') text = text.replace(/\|/g, '\\|');
  if (text.endsWith('!') && /[[<]/.test(where.next)) text = `${text.slice(0, -1)}\\!`;
  if (where.place === 'heading') text = text.replace(/(#+)(\s*)$/, '\\$1$2');
  if (!where.leads) return text;
  return text
    .replace(/^(?=[#>+=|:-])/, '\\')
    .replace(/^(\d{1,9})(?=[.)](?:\s|$))/, '$1\\')
    .replace(/^([ei])(?=(?:xport|mport)\b)/, (letter) => `&#${letter.charCodeAt(0)};`);
}
