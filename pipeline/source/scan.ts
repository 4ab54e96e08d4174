/**
 * Small scanners over a page's text: each answers where the thing that starts at `at` ends (the offset
 * behind it), or -1 when it never does. They are forgiving; the parsers have the last word.
 */

/**
 * How many characters the searches of one reader may walk over in vain. A search that fails can be asked
 * for again at every character of a hostile text; when nothing is left, each fails at once.
 */
export interface Work {
  left: number;
}

/** Enough for every text that anyone means, and a bound for the others. */
export function workFor(text: string): Work {
  return { left: text.length * 20 + 10_000 };
}

const nameStart = /[\p{ID_Start}$_]/u;
const nameRest = /[\p{ID_Continue}$.:-]/u;
const fenceOpen = /^(?:[ \t]*(?:>|[-*+]|\d{1,9}[.)])(?=[ \t]))*[ \t]*(`{3,}|~{3,})(.*)$/;

const blanks = /[^\S\n\r]*(?:[\n\r]|$)/y;

/** End of the line at `at`, before its line ending. */
export function lineEnd(text: string, at: number): number {
  for (let i = at; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (c === 10 || c === 13) return i;
  }
  return text.length;
}

/** Start of the line behind the one that ends at `end`. */
export function nextLine(text: string, end: number): number {
  if (text.charCodeAt(end) === 13 && text.charCodeAt(end + 1) === 10) return end + 2;
  return Math.min(end + 1, text.length);
}

/** Whether there are only spaces between `at` and the end of its line. */
export function blankToEnd(text: string, at: number): boolean {
  blanks.lastIndex = at;
  return blanks.test(text);
}

/** End of a fenced code block whose opening line starts at `at`; -1 when that line opens none. */
export function fenceEnd(text: string, at: number): number {
  let end = lineEnd(text, at);
  const open = fenceOpen.exec(text.slice(at, end));
  const mark = open?.[1];
  if (mark === undefined || (mark[0] === '`' && open?.[2]?.includes('`') === true)) return -1;
  while (end < text.length) {
    const start = nextLine(text, end);
    end = lineEnd(text, start);
    const rest = text.slice(start, end).replace(/^[ \t>]*/, '');
    if (rest.startsWith(mark) && rest.trim() === mark[0]?.repeat(rest.trim().length)) return end;
  }
  return text.length;
}

/** End of the code span whose backticks start at `at`; it never crosses a blank line. */
export function codeSpanEnd(text: string, at: number, work: Work): number {
  if (work.left <= 0) return -1;
  const size = run(text, at, '`');
  for (let i = at + size; i < text.length; ) {
    const c = text[i];
    if (c === '`') {
      const found = run(text, i, '`');
      if (found === size) return i + found;
      i += found;
      continue;
    }
    if ((c === '\n' || c === '\r') && blankToEnd(text, nextLine(text, i))) {
      work.left -= i - at;
      return -1;
    }
    i++;
  }
  work.left -= text.length - at;
  return -1;
}

const destination = /<(?:\\[^\n\r]|[^\\<>\n\r])*>(?=\s{0,300}(?:["'()]|$)|[ \t]{0,300}[\n\r])/y;
const label = /(?:^|[\n\r])(?:[ \t]|>|[-*+][ \t]|\d{1,9}[.)][ \t])*\[(?!\^)[^[\]]+\]:\s*$/;

/** Longest label of a definition, with its line, whose destination may be in angle brackets. */
const longestLabel = 300;

/** Whether the `<` at `at` opens a destination: `[text](<./a b.md>)`, or `[label]: <./a b.md>`. */
export function isDestination(text: string, at: number): boolean {
  let before = at - 1;
  while (before > 0 && /\s/.test(text[before] ?? '')) before--;
  if (text[before - 1] !== ']' || text[before - 2] === '\\') return false;
  const isOpen =
    text[before] === '(' ||
    (text[before] === ':' && label.test(text.slice(Math.max(0, at - longestLabel), at)));
  destination.lastIndex = at;
  return isOpen && destination.test(text);
}

/** How often `character` is repeated from `at`. */
export function run(text: string, at: number, character: string): number {
  let end = at;
  while (text[end] === character) end++;
  return end - at;
}

/** End of a `{…}` expression: JavaScript strings, templates and comments are skipped over. */
export function bracesEnd(text: string, at: number, work: Work): number {
  if (work.left <= 0) return -1;
  const open: string[] = [];
  for (let i = at; i < text.length; i++) {
    const c = text[i];
    if (open.at(-1) === '`') {
      if (c === '\\') i++;
      else if (c === '`') open.pop();
      else if (c === '$' && text[i + 1] === '{') {
        open.push('{');
        i++;
      }
      continue;
    }
    if (c === '{') open.push('{');
    else if (c === '}') {
      open.pop();
      if (open.length === 0) return i + 1;
    } else if (c === '`') open.push('`');
    else if (c === '"' || c === "'") i = stringEnd(text, i);
    else if (c === '/' && text[i + 1] === '*') {
      const end = text.indexOf('*/', i + 2);
      if (end < 0) break;
      i = end + 1;
    } else if (c === '/' && text[i + 1] === '/' && text[i - 1] !== ':') i = lineEnd(text, i);
  }
  work.left -= text.length - at;
  return -1;
}

/** End of an import or export statement: the first blank line outside of braces. */
export function moduleEnd(text: string, at: number, work: Work): number {
  let i = at;
  let isOpen = false;
  while (i < text.length) {
    const end = lineEnd(text, i);
    const brace: number = isOpen ? -1 : text.slice(i, end).indexOf('{');
    const closed = brace < 0 ? -1 : bracesEnd(text, i + brace, work);
    isOpen ||= brace >= 0 && closed < 0;
    i = closed > end ? closed : nextLine(text, end);
    if (blankToEnd(text, i) && (i === 0 || /[\n\r]/.test(text[i - 1] ?? ''))) return i;
  }
  return text.length;
}

/** One attribute of a tag: the range of the whole attribute and of its value. */
export interface ScannedAttribute {
  readonly start: number;
  readonly end: number;
  /** Undefined for `{...rest}`. */
  readonly name?: string;
  readonly valueStart?: number;
}

export interface ScannedTag {
  readonly end: number;
  readonly name: string;
  readonly closing: boolean;
  readonly selfClosing: boolean;
  readonly attributes: readonly ScannedAttribute[];
}

/** The JSX tag that opens at `at` (a `<`), when there is one. */
export function scanTag(
  text: string,
  at: number,
  work: Work = workFor(text),
): ScannedTag | undefined {
  let i = at + 1;
  const closing = text[i] === '/';
  if (closing) i++;
  const start = i;
  if (nameStart.test(text[i] ?? '')) {
    while (i < text.length && nameRest.test(text[i] ?? '')) i++;
  } else if (text[i] !== '>') return undefined;
  const name = text.slice(start, i);
  const attributes: ScannedAttribute[] = [];
  while (i < text.length) {
    i = skipBlank(text, i);
    const c = text[i] ?? '';
    if (c === '>') return { end: i + 1, name, closing, selfClosing: false, attributes };
    if (c === '/') {
      const end = skipBlank(text, i + 1);
      if (text[end] !== '>') return undefined;
      return { end: end + 1, name, closing, selfClosing: true, attributes };
    }
    const attribute = scanAttribute(text, i, work);
    if (attribute === undefined) {
      work.left -= i - at;
      return undefined;
    }
    attributes.push(attribute);
    i = attribute.end;
  }
  return undefined;
}

function scanAttribute(text: string, at: number, work: Work): ScannedAttribute | undefined {
  if (text[at] === '{') {
    const end = bracesEnd(text, at, work);
    return end < 0 ? undefined : { start: at, end };
  }
  if (!nameStart.test(text[at] ?? '')) return undefined;
  let i = at;
  while (i < text.length && nameRest.test(text[i] ?? '')) i++;
  const name = text.slice(at, i);
  const equals = skipBlank(text, i);
  if (text[equals] !== '=') return { start: at, end: i, name };
  const valueStart = skipBlank(text, equals + 1);
  const quote = text[valueStart];
  if (quote === '{') {
    const end = bracesEnd(text, valueStart, work);
    return end < 0 ? undefined : { start: at, end, name, valueStart };
  }
  if (quote !== '"' && quote !== "'") return undefined;
  const close = work.left <= 0 ? -1 : text.indexOf(quote, valueStart + 1);
  if (close < 0) work.left -= text.length - valueStart;
  return close < 0 ? undefined : { start: at, end: close + 1, name, valueStart };
}

function skipBlank(text: string, at: number): number {
  let i = at;
  while (i < text.length && (text.charCodeAt(i) <= 32 || text[i] === '\u00a0')) i++;
  return i;
}

/** A JavaScript string never crosses a line; an apostrophe in JSX text therefore ends there too. */
function stringEnd(text: string, at: number): number {
  const quote = text[at];
  for (let i = at + 1; i < text.length; i++) {
    const c = text[i];
    if (c === '\\') i++;
    else if (c === quote) return i;
    else if (c === '\n' || c === '\r') return at;
  }
  return at;
}
