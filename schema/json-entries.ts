import type { Span } from './pointer.ts';

/**
 * An entry of an object or list as it is written, with the comments about it: those on the lines above it, up to a
 * blank line, and those behind it on its last line.
 */
export interface EntryText {
  /** What is in front of all that: white space, and comments about no entry. */
  readonly gap: string;
  /** The comments above it, with the white space up to it. */
  readonly above: string;
  /** Its key and value. */
  readonly body: string;
  /** The comments behind it, and the comma. */
  readonly behind: string;
  /** Where in `behind` the comma is; -1 without one. */
  readonly comma: number;
}

/** All that is between the brackets of an object or list. */
export interface EntryTexts {
  readonly entries: readonly EntryText[];
  /** What is between the last entry and the closing bracket. */
  readonly tail: string;
}

const tokens = /\/\/[^\r\n]*|\/\*[\s\S]*?(?:\*\/|$)|,|\n/g;
const blankLine = /\n[ \t]*\r?\n/;

/** Reads what is between two brackets; `spans` are those of the entries, each with its key. */
export function entriesIn(text: string, inside: Span, spans: readonly Span[]): EntryTexts {
  const entries: EntryText[] = [];
  let at = inside.start;
  for (const [index, { start, end }] of spans.entries()) {
    const space = text.slice(at, start);
    const own = startOfAbove(space, index === 0);
    const next = spans[index + 1]?.start;
    const { length, comma } = behindIn(text.slice(end, next ?? inside.end), next === undefined);
    at = end + length;
    entries.push({
      ...{ gap: space.slice(0, own), above: space.slice(own), comma },
      ...{ body: text.slice(start, end), behind: text.slice(end, at) },
    });
  }
  return { entries, tail: text.slice(at, inside.end) };
}

/** Where the comments begin that are about the entry behind a space. */
function startOfAbove(space: string, isFirst: boolean): number {
  const found = [...space.matchAll(tokens)].filter(([token]) => token !== '\n' && token !== ',');
  // What is next to the opening bracket is about all entries, unless the first one is next to it too.
  const line = isFirst ? firstLineEnd(space) : -1;
  let start = space.length;
  for (const { 0: comment, index } of found.reverse()) {
    if (index < line || blankLine.test(space.slice(index + comment.length, start))) break;
    start = index;
  }
  return start;
}

/** The end of the first line of a space, outside of comments; -1 without one. */
function firstLineEnd(space: string): number {
  for (const { 0: token, index } of space.matchAll(tokens)) if (token === '\n') return index;
  return -1;
}

/** How much of what follows an entry belongs to it. */
function behindIn(
  after: string,
  isLast: boolean,
): { readonly length: number; readonly comma: number } {
  let comma = -1;
  let length = 0;
  let line = -1;
  const comments: { readonly start: number; readonly end: number }[] = [];
  for (const { 0: token, index } of after.matchAll(tokens)) {
    if (token === ',') comma = index;
    else if (token === '\n') line = line < 0 ? index : line;
    else comments.push({ start: index, end: index + token.length });
  }
  // Between two entries on one line, a comment is about the one that follows.
  const limit = line >= 0 ? line : isLast ? after.length : comma;
  for (const { start, end } of comments) if (start < limit) length = end;
  return { length: Math.max(length, comma + 1), comma };
}

/** The text of entries between their brackets; `lineEnd` is a line break with the indentation of an entry. */
export function textOfEntries({ entries, tail }: EntryTexts, lineEnd: string): string {
  let text = '';
  let isOpen = false;
  const add = (part: string) => {
    if (part === '') return;
    // A comment to the end of its line would swallow what is put behind it.
    if (isOpen && !/^[ \t]*\r?\n/.test(part)) text += lineEnd;
    text += part;
    isOpen = endsInComment(part);
  };
  for (const { gap, above, body, behind } of entries) {
    add(gap);
    add(above);
    text += isOpen ? lineEnd + body : body;
    isOpen = false;
    add(behind);
  }
  add(tail);
  return isOpen ? text + lineEnd : text;
}

function endsInComment(space: string): boolean {
  const last = [...space.matchAll(tokens)].at(-1);
  return last?.[0].startsWith('//') === true && last.index + last[0].length === space.length;
}

/** Whether there is a comment in white space. */
export function hasComment(space: string): boolean {
  return /\/[/*]/.test(space);
}

/** An entry with its comma, or without. */
export function withComma(entry: EntryText, isThere: boolean): EntryText {
  const { behind, comma } = entry;
  if (comma >= 0 === isThere) return entry;
  if (!isThere) {
    return { ...entry, behind: behind.slice(0, comma) + behind.slice(comma + 1), comma: -1 };
  }
  // A comment that more can follow on its line stays in front: behind the comma, it would be about the next entry.
  const at = behind.includes('//') ? 0 : behind.length;
  return { ...entry, behind: `${behind.slice(0, at)},${behind.slice(at)}`, comma: at };
}
