import {
  blankToEnd,
  bracesEnd,
  codeSpanEnd,
  fenceEnd,
  lineEnd,
  moduleEnd,
  nextLine,
  run,
  scanTag,
} from './scan.ts';

/**
 * `variable` `{{name}}`; `literal` an escaped `\{{name}}`; `id` a heading's `{#id}`; `math` and `display`
 * one and two dollars; the others cure text that strict MDX refuses.
 */
export type SpanKind =
  | 'variable'
  | 'literal'
  | 'id'
  | 'math'
  | 'display'
  | 'comment'
  | 'less'
  | 'void'
  | 'autolink';

/** A part of a page that the parser must not see as it is. */
export interface Span {
  readonly kind: SpanKind;
  readonly start: number;
  readonly end: number;
  /** The text as written. */
  readonly text: string;
  /** What it says without its marks: a name, an id, a formula. */
  readonly value: string;
  /** A formula on lines of its own. */
  readonly block: boolean;
}

/** A text of the same length, line by line, in which stand-ins took the place of the spans. */
export interface Masked {
  readonly text: string;
  readonly spans: readonly Span[];
  /** First character of the block that the stand-ins are written in. */
  readonly base: number;
}

export interface MaskOptions {
  readonly format: 'mdx' | 'md';
  /** Where the body starts. */
  readonly from: number;
  /** `latex` is on for the site; otherwise only a page that plainly uses math gets it. */
  readonly latex: boolean;
  /** Also mask what strict MDX refuses: comments, heading ids, stray `<`, void tags, autolinks. */
  readonly cures: boolean;
}

/** HTML elements that have no closing tag. */
export const voidTags: ReadonlySet<string> = new Set(
  'area base br col embed hr img input link meta param source track wbr'.split(' '),
);

/*
 * A stand-in is HIGH LOW FILL…: two digits that name the span, then filling. All are letters to the
 * parser's eye, out of the private use area, in a block of which the page itself uses no character.
 */
const highs = 64;
const lows = 256;
const blockSize = highs + lows + 2;
const firstBlock = 0xe000;
const lastBlock = 0xf8ff - blockSize;

const variable = /\{\{[ \t]*([A-Za-z_][\w.-]*)[ \t]*\}\}/y;
const literal = /\\(\{\{[^\n\r]*?\}\})/y;
const headingId = /\{#([^\s{}#]+)\}[ \t]*(?:#+[ \t]*)?$/;
const heading = /^[ \t>]*#{1,6}[ \t]/;
const autolink = /<((?:https?:\/\/|mailto:)[^\s<>]*|[\w.+-]+@[\w-]+(?:\.[\w-]+)+)>/y;
const plainMath =
  /\\[A-Za-z]+|[_^]\{|[A-Za-z0-9)]\^[A-Za-z0-9(\\]|(?<![A-Za-z])[A-Za-z]_[A-Za-z0-9]/;

/** Where a line may begin, or a span, or something to walk over. */
const special = /[\n\r`\\{$<]/g;

/** Puts stand-ins of equal length in place of everything that only Docent understands. */
export function mask(text: string, options: MaskOptions): Masked {
  const base = freeBlock(text);
  if (base === undefined || !mayNeedMask(text, options)) return { text, spans: [], base: 0 };
  let spans = scan(text, options, text.includes('$'));
  if (!options.latex && spans.some(isMath) && !spans.some(isPlainMath)) {
    spans = scan(text, options, false);
  }
  if (spans.length > highs * lows) spans = spans.slice(0, highs * lows);
  return { text: fill(text, spans, base), spans, base };
}

/** The text as it was before `mask`. */
export function unmask(masked: Masked): string {
  let result = '';
  let at = 0;
  for (const span of masked.spans) {
    result += masked.text.slice(at, span.start) + span.text;
    at = span.end;
  }
  return result + masked.text.slice(at);
}

/** What a string of the tree is made of: its own text and the spans that stand in it. */
export type Piece = { readonly text: string } | { readonly span: Span };

/** Reads the stand-ins in a string of the tree. */
export function pieces(value: string, masked: Masked): Piece[] {
  const found: Piece[] = [];
  let text = '';
  for (let i = 0; i < value.length; i++) {
    const code = value.charCodeAt(i) - masked.base;
    if (masked.spans.length === 0 || code < 0 || code >= blockSize) {
      text += value[i];
    } else if (code < highs) {
      const low = value.charCodeAt(i + 1) - masked.base - highs;
      const span = masked.spans[code * lows + low];
      if (span === undefined) continue;
      if (text !== '') found.push({ text });
      text = '';
      found.push({ span });
      i = fillEnd(value, i + 2, masked) - 1;
    } else if (code === highs + lows + 1) text += '<';
    else {
      // A filling without its head goes on from the paragraph before: the head stands for all of it.
      i = fillEnd(value, i, masked) - 1;
      while (found.length === 0 && text === '' && /\s/.test(value[i + 1] ?? '')) i++;
    }
  }
  if (text !== '') found.push({ text });
  return found;
}

/** A string of the tree with the original text back in place. */
export function restore(value: string, masked: Masked): string {
  if (masked.spans.length === 0) return value;
  return pieces(value, masked)
    .map((piece) => ('text' in piece ? piece.text : piece.span.text))
    .join('');
}

/** The span whose filling stands at an offset of the masked text. */
export function filledBy(masked: Masked, at: number): Span | undefined {
  if (masked.text.charCodeAt(at) !== masked.base + highs + lows) return undefined;
  return masked.spans.find((span) => span.start < at && at < span.end);
}

function fillEnd(value: string, at: number, masked: Masked): number {
  const filling = masked.base + highs + lows;
  let end = at;
  for (;;) {
    while (value.charCodeAt(end) === filling) end++;
    const blank = /^[ \t]*(?:\r\n|\r|\n)[ \t]*/.exec(value.slice(end, end + 80))?.[0].length ?? 0;
    if (blank === 0 || value.charCodeAt(end + blank) !== filling) return end;
    end += blank;
  }
}

function mayNeedMask(text: string, options: MaskOptions): boolean {
  if (text.includes('{{') || text.includes('$')) return true;
  if (options.format === 'md') return text.includes('{#');
  return options.cures && /[<{]/.test(text);
}

function isMath(span: Span): boolean {
  return span.kind === 'math' || span.kind === 'display';
}

function isPlainMath(span: Span): boolean {
  return isMath(span) && ((span.block && span.text.length > 4) || plainMath.test(span.value));
}

function freeBlock(text: string): number | undefined {
  if (!/[\ue000-\uf8ff]/.test(text)) return firstBlock;
  for (let base = firstBlock; base <= lastBlock; base += blockSize) {
    const last = String.fromCharCode(base + blockSize - 1);
    if (!new RegExp(`[${String.fromCharCode(base)}-${last}]`).test(text)) return base;
  }
  return undefined;
}

/** Finds the spans; code, tags, expressions and module lines are walked over, never into. */
function scan(text: string, options: MaskOptions, math: boolean): Span[] {
  const spans: Span[] = [];
  const mdx = options.format === 'mdx';
  // A search that fails may be repeated at every character; this bounds the work on hostile text.
  let budget = text.length * 20 + 10_000;
  let lineStart = options.from;
  let fresh = true;
  const add = (kind: SpanKind, start: number, end: number, value: string, block = false) => {
    spans.push({ kind, start, end, text: text.slice(start, end), value, block });
    return end;
  };
  let i = options.from;
  while (i < text.length && budget > 0) {
    if (fresh) {
      fresh = false;
      lineStart = i;
      const fence = fenceEnd(text, i);
      if (fence >= 0) {
        i = fence;
        continue;
      }
      if (mdx && /^(?:import|export)[ \t{*]/.test(text.slice(i, i + 8))) {
        i = moduleEnd(text, i);
        continue;
      }
    }
    const c = text[i];
    if (c === '\n' || c === '\r') {
      i = nextLine(text, i);
      fresh = true;
    } else if (c === '`') {
      const end = codeSpanEnd(text, i);
      if (end < 0) budget -= 400;
      i = end < 0 ? i + run(text, i, '`') : end;
    } else if (c === '\\') {
      literal.lastIndex = i;
      const match = text[i + 1] === '{' && text[i + 2] === '{' ? literal.exec(text) : null;
      i = match ? add('literal', i, i + match[0].length, match[1] ?? '') : i + 2;
      if (/[\n\r]/.test(text[i - 1] ?? '')) i--;
    } else if (c === '{') {
      variable.lastIndex = i;
      const match = variable.exec(text);
      const id = match ? null : idAt(text, i, lineStart, options);
      if (match) i = add('variable', i, i + match[0].length, match[1] ?? '');
      else if (id) i = add('id', i, i + id.length + 3, id);
      else if (mdx) {
        const end = bracesEnd(text, i);
        if (end < 0) budget -= text.length - i;
        i = end < 0 ? i + 1 : end;
      } else i++;
    } else if (c === '$' && math) {
      const end = mathEnd(text, i, lineStart);
      if (end > 0) {
        const marks = text[i + 1] === '$' ? 2 : 1;
        const block = marks === 2 && leads(text, lineStart, i) && blankToEnd(text, end);
        const formula = withoutPrefix(text.slice(i + marks, end - marks));
        i = add(marks === 2 ? 'display' : 'math', i, end, formula, block);
      } else {
        budget -= 50;
        i += run(text, i, '$');
      }
    } else if (c === '<' && mdx) {
      const comment = text.startsWith('<!--', i) ? text.indexOf('-->', i + 4) : -1;
      autolink.lastIndex = i;
      const link = comment < 0 ? autolink.exec(text) : null;
      const tag = comment < 0 && link === null ? scanTag(text, i) : undefined;
      if (comment >= 0) {
        i = options.cures ? add('comment', i, comment + 3, '') : comment + 3;
      } else if (link !== null) {
        const end = i + link[0].length;
        i = options.cures ? add('autolink', i, end, link[1] ?? '') : end;
      } else if (tag !== undefined) {
        const open =
          voidTags.has(tag.name) &&
          !tag.closing &&
          !tag.selfClosing &&
          !text.startsWith(`</${tag.name}`, tag.end);
        i = open && options.cures ? add('void', i, tag.end, tag.name) : tag.end;
      } else {
        budget -= 200;
        const stray = !/[\p{ID_Start}$_/>\s]/u.test(text[i + 1] ?? ' ');
        i = options.cures && stray ? add('less', i, i + 1, '<') : i + 1;
      }
    } else {
      special.lastIndex = i + 1;
      i = special.exec(text)?.index ?? text.length;
    }
  }
  return spans;
}

function idAt(text: string, at: number, lineStart: number, options: MaskOptions): string | null {
  if (text[at + 1] !== '#' || (options.format === 'mdx' && !options.cures)) return null;
  const line = text.slice(lineStart, lineEnd(text, at));
  if (!heading.test(line)) return null;
  return headingId.exec(text.slice(at, lineEnd(text, at)))?.[1] ?? null;
}

/**
 * A `$` opens math only if no blank follows, and closes it only if no blank stands before and neither
 * letter nor digit behind it. Formulas of one dollar stay in their paragraph and in their table cell.
 */
function mathEnd(text: string, at: number, lineStart: number): number {
  const size = run(text, at, '$');
  if (size > 2) return -1;
  if (size === 2) return displayEnd(text, at, lineStart);
  if (/\s/.test(text[at + 1] ?? ' ')) return -1;
  const row = text.slice(lineStart, at).trimStart().startsWith('|');
  for (let i = at + 1; i < text.length; i++) {
    const c = text[i];
    if (c === '\\') i++;
    else if (row && c === '|') return -1;
    else if (c === '`') return -1;
    else if (c === '\n' || c === '\r') {
      if (row || blankToEnd(text, nextLine(text, i))) return -1;
    } else if (c === '$') {
      if (text[i + 1] === '$') return -1;
      if (!/\s/.test(text[i - 1] ?? '') && !/[\p{L}\p{N}]/u.test(text[i + 1] ?? '')) return i + 1;
    }
  }
  return -1;
}

function displayEnd(text: string, at: number, lineStart: number): number {
  const alone = leads(text, lineStart, at) && blankToEnd(text, at + 2);
  for (let i = at + 2; i < text.length; i++) {
    const c = text[i];
    if (c === '\\') i++;
    else if (c === '$' && text[i + 1] === '$') return i === at + 2 ? -1 : i + 2;
    else if (c === '\n' && !alone && blankToEnd(text, i + 1)) return -1;
  }
  return -1;
}

/** Whether nothing but blanks and marks of quotes and lists stand before `at` in its line. */
function leads(text: string, lineStart: number, at: number): boolean {
  return /^(?:[ \t]|>|[-*+][ \t]|\d{1,9}[.)][ \t])*$/.test(text.slice(lineStart, at));
}

function withoutPrefix(formula: string): string {
  if (!/[\n\r]/.test(formula)) return formula.trim();
  const lines = formula.split(/\r\n|\r|\n/).map((line) => line.replace(/^(?:[ \t]*>)+[ \t]?/, ''));
  const rest = lines.slice(1).filter((line) => line.trim() !== '');
  const indent = Math.min(...rest.map((line) => line.length - line.trimStart().length), 1000);
  return lines
    .map((line, index) => (index === 0 ? line : line.slice(indent)).trimEnd())
    .join('\n')
    .replace(/^\n+|\n+$/g, '');
}

function fill(text: string, spans: readonly Span[], base: number): string {
  const parts: string[] = [];
  let at = 0;
  spans.forEach((span, index) => {
    parts.push(text.slice(at, span.start), standIn(text, span, index, base));
    at = span.end;
  });
  parts.push(text.slice(at));
  return parts.join('');
}

function standIn(text: string, span: Span, index: number, base: number): string {
  const written = span.text;
  if (span.kind === 'less') return String.fromCharCode(base + highs + lows + 1);
  if (span.kind === 'autolink') return ` ${written.slice(1, -1)} `;
  // `<br>` becomes `<b/>`: shorter by a letter, closed, and named again in the tree.
  if (span.kind === 'void') {
    return `<${span.value.slice(0, -1)}${written.slice(span.value.length + 1, -1)}/>`;
  }
  if (span.kind === 'comment') {
    const blank = written.replace(/[^\n\r]/g, ' ');
    // Two blanks at the end of a line would break it; a tab there does not.
    return blankToEnd(text, span.end) ? `${blank.slice(0, -1)}\t` : blank;
  }
  const filling = String.fromCharCode(base + highs + lows);
  const head = String.fromCharCode(base + Math.floor(index / lows), base + highs + (index % lows));
  const lines = written.split(/(\r\n|\r|\n)/);
  return lines
    .map((line, number) => {
      if (number % 2 === 1) return line;
      if (number === 0) return head + filling.repeat(line.length - 2);
      const prefix = /^(?:[ \t]*>)*[ \t]*/.exec(line)?.[0].length ?? 0;
      return line.slice(0, prefix) + filling.repeat(line.length - prefix);
    })
    .join('');
}
