import {
  blankToEnd,
  bracesEnd,
  codeSpanEnd,
  fenceEnd,
  moduleEnd,
  nextLine,
  run,
  scanTag,
  type Work,
  workFor,
} from './scan.ts';

/**
 * `variable` `{{name}}`; `literal` an escaped `\{{name}}`; `id` a heading's `{#id}`; `math` and `display`
 * one and two dollars; `refused` is shown as text and `dropped` not at all, because MDX can't read it;
 * the others cure text that strict MDX refuses.
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
  | 'autolink'
  | 'refused'
  | 'dropped';

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
  /** Those of the spans that their stand-in names, by number. */
  readonly named: readonly Span[];
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
  /** What the parser refused before, in order: it becomes a span of its kind. */
  readonly refused?: readonly Refusal[];
  /** Ranges without tags, expressions and modules: every sign that could begin one is text. */
  readonly plain?: readonly (readonly [number, number])[];
}

/** A part of a page that MDX can't read. */
export interface Refusal {
  readonly kind: 'refused' | 'dropped';
  readonly start: number;
  readonly end: number;
}

/** HTML elements that have no closing tag. */
const voidTags: ReadonlySet<string> = new Set(
  'area base br col embed hr img input link meta param source track wbr'.split(' '),
);

/*
 * A stand-in is HIGH LOW FILL…: two digits that name the span, then filling. All are letters to the
 * parser's eye, out of the private use area, in a block of which the page itself uses no character.
 */
const highs = 64;
const lows = 256;
/** Signs of one character have a stand-in each, behind the filling. */
const signs = '<{ie_>-*+0123456789';
const blockSize = highs + lows + 1 + signs.length;
const firstBlock = 0xe000;
const lastBlock = 0xf8ff - blockSize;

const variable = /\{\{[ \t]{0,99}([A-Za-z_][\w.-]{0,299})[ \t]{0,99}\}\}/y;
const literal = /\\(\{\{[^\n\r]{0,300}?\}\})/y;
const headingId = /\{#([^\s{}#]+)\}[ \t]*(?:#+[ \t]*)?(?=[\n\r]|$)/y;
const heading = /[ \t>]{0,300}#{1,6}[ \t]/y;
const autolink = /<((?:https?:\/\/|mailto:)[^\s<>]*|[\w.+-]+@[\w-]+(?:\.[\w-]+)+)>/y;
const plainMath =
  /\\[A-Za-z]+|[_^]\{|[A-Za-z0-9)]\^[A-Za-z0-9(\\]|(?<![A-Za-z])[A-Za-z]_[A-Za-z0-9]/;

/** Where a line may begin, or a span, or something to walk over. */
const special = /[\n\r`\\{$<]/g;

/** Puts stand-ins of equal length in place of everything that only Docent understands. */
export function mask(text: string, options: MaskOptions): Masked {
  const base = freeBlock(text);
  if (base === undefined || !mayNeedMask(text, options))
    return { text, spans: [], named: [], base: 0 };
  let spans = scan(text, options, text.includes('$'));
  if (!options.latex && spans.some(isMath) && !spans.some(isPlainMath)) {
    spans = scan(text, options, false);
  }
  let named = spans.filter(isNamed);
  if (named.length > highs * lows) {
    const last = named[highs * lows]?.start ?? 0;
    named = named.slice(0, highs * lows);
    spans = spans.filter((span) => span.start < last || !isNamed(span));
  }
  const { plain = [] } = options;
  const filled = withoutDepth(
    withoutEmails(withoutSigns(fill(text, spans, base), plain, base), base),
    base,
  );
  return filled === text
    ? { text, spans: [], named, base: 0 }
    : { text: filled, spans, named, base };
}

/** The text as it was before `mask`. */
export function unmask(masked: Masked): string {
  let result = '';
  let at = 0;
  for (const span of masked.spans) {
    result += masked.text.slice(at, span.start) + span.text;
    at = span.end;
  }
  const whole = result + masked.text.slice(at);
  if (masked.base === 0) return whole;
  return whole.replace(/[\ue000-\uf8ff]/g, (c) => signs[signIndex(c, masked.base)] ?? c);
}

/** The parts of a string of the tree: its own text and the spans in it. */
export type Piece = { readonly text: string } | { readonly span: Span };

/** Reads the stand-ins in a string of the tree. */
export function pieces(value: string, masked: Masked): Piece[] {
  const found: Piece[] = [];
  let text = '';
  for (let i = 0; i < value.length; i++) {
    const code = value.charCodeAt(i) - masked.base;
    if (masked.base === 0 || code < 0 || code >= blockSize) {
      text += value[i];
    } else if (code < highs) {
      const low = value.charCodeAt(i + 1) - masked.base - highs;
      const span = masked.named[code * lows + low];
      if (span === undefined) continue;
      if (text !== '') found.push({ text });
      text = '';
      found.push({ span });
      i = fillEnd(value, i + 2, masked) - 1;
    } else if (code > highs + lows) text += signs[code - highs - lows - 1];
    else {
      // A filling without its head continues from the previous paragraph: the head represents all
      // of it.
      i = fillEnd(value, i, masked) - 1;
      while (found.length === 0 && text === '' && /\s/.test(value[i + 1] ?? '')) i++;
    }
  }
  if (text !== '') found.push({ text });
  return found;
}

/** A string of the tree with the original text back in place. */
export function restore(value: string, masked: Masked): string {
  if (masked.base === 0) return value;
  return pieces(value, masked)
    .map((piece) => ('text' in piece ? piece.text : piece.span.text))
    .join('');
}

/** The span whose filling is at an offset of the masked text. */
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

function signIndex(character: string, base: number): number {
  return character.charCodeAt(0) - base - highs - lows - 1;
}

function mayNeedMask(text: string, options: MaskOptions): boolean {
  if (options.refused !== undefined || options.plain !== undefined) return true;
  if (text.length > longestWord && (word.test(text) || deepLine.test(text))) return true;
  if (text.includes('{{') || text.includes('$')) return true;
  if (options.format === 'md') return text.includes('{#');
  return options.cures && /[<{]/.test(text);
}

/** Whether a span is restored from its placeholder; the others are single characters and spaces. */
function isNamed({ kind, text }: Span): boolean {
  if (kind === 'refused') return text.length > 1;
  return !/^(?:less|void|comment|autolink|dropped)$/.test(kind);
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
  const work = workFor(text);
  let lineStart = options.from;
  let fresh = true;
  const { refused = [] } = options;
  let next = 0;
  let comments = true;
  const add = (kind: SpanKind, start: number, end: number, value: string, block = false) => {
    spans.push({ kind, start, end, text: text.slice(start, end), value, block });
    return end;
  };
  let i = options.from;
  const step = (): void => {
    if (fresh) {
      fresh = false;
      lineStart = i;
      const fence = fenceEnd(text, i);
      if (fence >= 0) {
        i = fence;
        return;
      }
      if (mdx && /^(?:import|export)[ \t{*]/.test(text.slice(i, i + 8))) {
        i = moduleEnd(text, i, work);
        return;
      }
    }
    const c = text[i];
    if (c === '\n' || c === '\r') {
      i = nextLine(text, i);
      fresh = true;
    } else if (c === '`') {
      const end = codeSpanEnd(text, i, work);
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
        const end = bracesEnd(text, i, work);
        i = end < 0 ? i + 1 : end;
      } else i++;
    } else if (c === '$' && math) {
      const end = mathEnd(text, i, lineStart, work);
      if (end > 0) {
        const marks = text[i + 1] === '$' ? 2 : 1;
        const block = marks === 2 && leads(text, lineStart, i) && blankToEnd(text, end);
        const formula = withoutPrefix(text.slice(i + marks, end - marks));
        i = add(marks === 2 ? 'display' : 'math', i, end, formula, block);
      } else i += run(text, i, '$');
    } else if (c === '<' && mdx) {
      const comment = comments && text.startsWith('<!--', i) ? text.indexOf('-->', i + 4) : -1;
      if (comment < 0 && text.startsWith('<!--', i)) comments = false;
      autolink.lastIndex = i;
      const link = comment < 0 ? autolink.exec(text) : null;
      const tag = comment < 0 && link === null ? scanTag(text, i, work) : undefined;
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
        const stray = !/[\p{ID_Start}$_/>\s]/u.test(text[i + 1] ?? ' ');
        i = options.cures && stray ? add('less', i, i + 1, '<') : i + 1;
      }
    } else {
      special.lastIndex = i + 1;
      i = special.exec(text)?.index ?? text.length;
    }
  };
  while (i < text.length) {
    while ((refused[next]?.start ?? i) < i) next++;
    const refusal = refused[next];
    if (refusal?.start === i) {
      // A line that is shorter than a placeholder only has room for one character.
      const isShort = refusal.kind === 'refused' && /[\n\r]/.test(text[i + 1] ?? '');
      const end = isShort ? i + 1 : refusal.end;
      i = add(refusal.kind, i, end, text.slice(i, end));
      fresh = false;
      continue;
    }
    const count = spans.length;
    step();
    // The parser has looked into what is walked over here, and found a mistake.
    if (refusal !== undefined && i > refusal.start && spans.length === count) {
      i = refusal.start;
      fresh = false;
    }
  }
  return spans;
}

function idAt(text: string, at: number, lineStart: number, options: MaskOptions): string | null {
  if (text[at + 1] !== '#' || (options.format === 'mdx' && !options.cures)) return null;
  heading.lastIndex = lineStart;
  headingId.lastIndex = at;
  return heading.test(text) ? (headingId.exec(text)?.[1] ?? null) : null;
}

/**
 * A `$` opens math only if it is not followed by a space. It closes math only if it is neither
 * preceded by a space nor followed by a digit; a letter may follow something that is clearly a
 * formula, as in `$\text{Vote}$s`. Amounts such as "$5 and $6" stay text. Formulas with single
 * dollars stay in their paragraph and in their table cell.
 */
function mathEnd(text: string, at: number, lineStart: number, work: Work): number {
  const size = run(text, at, '$');
  if (size > 2 || work.left <= 0) return -1;
  if (size === 2) return displayEnd(text, at, lineStart, work);
  if (/\s/.test(text[at + 1] ?? ' ')) return -1;
  const row = text.slice(lineStart, at).trimStart().startsWith('|');
  let isFormula = false;
  let i = at + 1;
  for (; i < text.length; i++) {
    const c = text[i];
    if (c === '\\') {
      isFormula = true;
      i++;
    } else if (c === '{' || c === '}' || c === '^' || c === '_') isFormula = true;
    else if ((row && c === '|') || c === '`') break;
    else if (c === '\n' || c === '\r') {
      if (row || blankToEnd(text, nextLine(text, i))) break;
    } else if (c === '$') {
      if (text[i + 1] === '$') break;
      const next = text[i + 1] ?? '';
      const mayFollow = !/\p{N}/u.test(next) && (isFormula || !/\p{L}/u.test(next));
      if (mayFollow && !/\s/.test(text[i - 1] ?? '')) return i + 1;
      // The next dollar may open a formula: "$5 for each $x_1$".
      break;
    }
  }
  work.left -= i - at;
  return -1;
}

function displayEnd(text: string, at: number, lineStart: number, work: Work): number {
  const alone = leads(text, lineStart, at) && blankToEnd(text, at + 2);
  let i = at + 2;
  for (; i < text.length; i++) {
    const c = text[i];
    if (c === '\\') i++;
    else if (c === '$' && text[i + 1] === '$') {
      if (i > at + 2) return i + 2;
      break;
    } else if (c === '\n' && !alone && blankToEnd(text, i + 1)) break;
  }
  work.left -= i - at;
  return -1;
}

/** Whether only spaces and markers of quotes and lists precede `at` in its line. */
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

/** Signs that could begin a tag, an expression or a module become letters; escaped ones are letters already. */
function withoutSigns(
  text: string,
  ranges: readonly (readonly [number, number])[],
  base: number,
): string {
  let result = text;
  for (const [start, end] of ranges) {
    const part = result
      .slice(start, end)
      .replace(/\\[^\n\r]|[<{]|(?<=^|[\n\r])[ie](?=(?:mport|xport)\b)/g, (sign) =>
        sign.length > 1 ? sign : String.fromCharCode(base + highs + lows + 1 + signs.indexOf(sign)),
      );
    result = result.slice(0, start) + part + result.slice(end);
  }
  return result;
}

/** Longest run of letters and signs of an email address in which the parser may look for one. */
const longestWord = 1000;
const word = new RegExp(`(?<![\\w.+-])[\\w.+-]{${longestWord},}`);

/** The parser looks for an email address at each "_" of a word, to the word's end: never in an endless one. */
function withoutEmails(text: string, base: number): string {
  if (text.length <= longestWord) return text;
  const stand = String.fromCharCode(base + highs + lows + 1 + signs.indexOf('_'));
  return text.replace(new RegExp(word, 'g'), (found) => found.replaceAll('_', stand));
}

/** A line of more quotes and lists inside each other than anything behind the parser would follow. */
const deepLine = /^((?:[ \t]*(?:>|(?:[-*+]|\d{1,9}[.)])(?=[ \t]))){300}[ \t]*)([>*+\d-])/m;

/** The parser takes time quadratic in the depth: deeper content is text. */
function withoutDepth(text: string, base: number): string {
  if (text.length <= longestWord) return text;
  return text.replace(
    new RegExp(deepLine, 'gm'),
    (_, before: string, sign: string) =>
      before + String.fromCharCode(base + highs + lows + 1 + signs.indexOf(sign)),
  );
}

function fill(text: string, spans: readonly Span[], base: number): string {
  const parts: string[] = [];
  let at = 0;
  let number = 0;
  for (const span of spans) {
    parts.push(text.slice(at, span.start), standIn(text, span, isNamed(span) ? number++ : 0, base));
    at = span.end;
  }
  parts.push(text.slice(at));
  return parts.join('');
}

function standIn(text: string, span: Span, number: number, base: number): string {
  const written = span.text;
  if (span.kind === 'less' || (span.kind === 'refused' && written.length === 1)) {
    return String.fromCharCode(base + highs + lows + 1 + signs.indexOf(written));
  }
  if (span.kind === 'dropped') return written.replace(/[^\n\r]/g, ' ');
  if (span.kind === 'autolink') return ` ${written.slice(1, -1)} `;
  // `<br>` becomes `<b/>`: shorter by a letter, closed, and named again in the tree.
  if (span.kind === 'void') {
    return `<${span.value.slice(0, -1)}${written.slice(span.value.length + 1, -1)}/>`;
  }
  if (span.kind === 'comment') {
    const blank = written.replace(/[^\n\r]/g, ' ');
    // Two spaces at the end of a line would break it; a tab there does not.
    return blankToEnd(text, span.end) ? `${blank.slice(0, -1)}\t` : blank;
  }
  const filling = String.fromCharCode(base + highs + lows);
  const head = String.fromCharCode(
    base + Math.floor(number / lows),
    base + highs + (number % lows),
  );
  const lines = written.split(/(\r\n|\r|\n)/);
  return lines
    .map((line, index) => {
      if (index % 2 === 1) return line;
      if (index === 0) return head + filling.repeat(line.length - 2);
      const prefix = /^(?:[ \t]*>)*[ \t]*/.exec(line)?.[0].length ?? 0;
      return line.slice(0, prefix) + filling.repeat(line.length - prefix);
    })
    .join('');
}
