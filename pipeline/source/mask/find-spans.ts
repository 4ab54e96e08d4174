import {
  blankToEnd,
  bracesEnd,
  codeSpanEnd,
  fenceEnd,
  isDestination,
  moduleEnd,
  nextLine,
  run,
  scanTag,
  type Work,
  workFor,
} from '../scan.ts';
import { leads, mathEnd, withoutPrefix } from './formula.ts';
import type { MaskOptions, Refusal, Span, SpanKind } from './span.ts';

/** HTML elements that have no closing tag. */
const voidTags: ReadonlySet<string> = new Set(
  'area base br col embed hr img input link meta param source track wbr'.split(' '),
);

const variable = /\{\{[ \t]{0,99}([A-Za-z_][\w.-]{0,299})[ \t]{0,99}\}\}/y;
const literal = /\\(\{\{[^\n\r]{0,300}?\}\})/y;
const headingId = /\{#([^\s{}#]+)\}[ \t]*(?:#+[ \t]*)?(?=[\n\r]|$)/y;
const heading = /[ \t>]{0,300}#{1,6}[ \t]/y;
const autolink = /<((?:https?:\/\/|mailto:)[^\s<>]*|[\w.+-]+@[\w-]+(?:\.[\w-]+)+)>/y;

/** Where a line may begin, or a span, or something to walk over. */
const special = /[\n\r`\\{$<]/g;

/** How far a text has been read. */
interface Scan {
  readonly text: string;
  readonly options: MaskOptions;
  readonly isMdx: boolean;
  readonly hasMath: boolean;
  readonly work: Work;
  readonly spans: Span[];
  lineStart: number;
  /** Whether the next character is the first of its line. */
  isFresh: boolean;
  /** Whether the end of a comment may still follow: it is searched for in vain only once. */
  hasComments: boolean;
}

/** Finds the spans; code, tags, expressions and module lines are walked over, never into. */
export function findSpans(text: string, options: MaskOptions, hasMath: boolean): Span[] {
  const scan: Scan = {
    text,
    options,
    isMdx: options.format === 'mdx',
    hasMath,
    work: workFor(text),
    spans: [],
    lineStart: options.from,
    isFresh: true,
    hasComments: true,
  };
  const { refused = [] } = options;
  let next = 0;
  for (let at = options.from; at < text.length; ) {
    while ((refused[next]?.start ?? at) < at) next++;
    const refusal = refused[next];
    if (refusal?.start === at) {
      at = refuse(scan, refusal);
      continue;
    }
    const count = scan.spans.length;
    const end = step(scan, at);
    // The parser has looked into what is walked over here, and found a mistake.
    const isInside = refusal !== undefined && end > refusal.start && scan.spans.length === count;
    if (isInside) scan.isFresh = false;
    at = isInside ? refusal.start : end;
  }
  return scan.spans;
}

/** Notes a span and answers where it ends, as all steps below do. */
function add(
  scan: Scan,
  kind: SpanKind,
  [start, end]: readonly [number, number],
  { value, block = false }: { readonly value: string; readonly block?: boolean },
): number {
  scan.spans.push({ kind, start, end, text: scan.text.slice(start, end), value, block });
  return end;
}

function refuse(scan: Scan, { kind, start, end }: Refusal): number {
  const { text } = scan;
  scan.isFresh = false;
  // A line that is shorter than a placeholder only has room for one character.
  const isShort = kind === 'refused' && /[\n\r]/.test(text[start + 1] ?? '');
  const to = isShort ? start + 1 : end;
  return add(scan, kind, [start, to], { value: text.slice(start, to) });
}

/** Reads what begins at a place. */
function step(scan: Scan, at: number): number {
  if (scan.isFresh) {
    scan.isFresh = false;
    scan.lineStart = at;
    const end = blockEnd(scan, at);
    if (end >= 0) return end;
  }
  const { text } = scan;
  switch (text[at]) {
    case '\n':
    case '\r':
      scan.isFresh = true;
      return nextLine(text, at);
    case '`':
      return codeSpan(scan, at);
    case '\\':
      return escaped(scan, at);
    case '{':
      return braces(scan, at);
    case '$':
      return scan.hasMath ? formula(scan, at) : nextSpecial(text, at);
    case '<':
      return scan.isMdx ? angle(scan, at) : nextSpecial(text, at);
    default:
      return nextSpecial(text, at);
  }
}

/** End of a fence or of module code that begins with a line; -1 for all other lines. */
function blockEnd({ text, isMdx, work }: Scan, at: number): number {
  const fence = fenceEnd(text, at);
  if (fence >= 0) return fence;
  const isModule = isMdx && /^(?:import|export)[ \t{*]/.test(text.slice(at, at + 8));
  return isModule ? moduleEnd(text, at, work) : -1;
}

function nextSpecial(text: string, at: number): number {
  special.lastIndex = at + 1;
  return special.exec(text)?.index ?? text.length;
}

function codeSpan({ text, work }: Scan, at: number): number {
  const end = codeSpanEnd(text, at, work);
  return end < 0 ? at + run(text, at, '`') : end;
}

/** An escaped sign, or an escaped variable. */
function escaped(scan: Scan, at: number): number {
  const { text } = scan;
  literal.lastIndex = at;
  const match = text[at + 1] === '{' && text[at + 2] === '{' ? literal.exec(text) : null;
  const end = match
    ? add(scan, 'literal', [at, at + match[0].length], { value: match[1] ?? '' })
    : at + 2;
  return /[\n\r]/.test(text[end - 1] ?? '') ? end - 1 : end;
}

/** A variable, the id of a heading, or an expression. */
function braces(scan: Scan, at: number): number {
  const { text, isMdx, work } = scan;
  variable.lastIndex = at;
  const match = variable.exec(text);
  if (match) return add(scan, 'variable', [at, at + match[0].length], { value: match[1] ?? '' });
  const id = idAt(scan, at);
  if (id) return add(scan, 'id', [at, at + id.length + 3], { value: id });
  const end = isMdx ? bracesEnd(text, at, work) : -1;
  return end < 0 ? at + 1 : end;
}

function idAt({ text, lineStart, options }: Scan, at: number): string | null {
  if (text[at + 1] !== '#' || (options.format === 'mdx' && !options.cures)) return null;
  heading.lastIndex = lineStart;
  headingId.lastIndex = at;
  return heading.test(text) ? (headingId.exec(text)?.[1] ?? null) : null;
}

function formula(scan: Scan, at: number): number {
  const { text, lineStart, work } = scan;
  const end = mathEnd(text, at, lineStart, work);
  if (end <= 0) return at + run(text, at, '$');
  const marks = text[at + 1] === '$' ? 2 : 1;
  return add(scan, marks === 2 ? 'display' : 'math', [at, end], {
    value: withoutPrefix(text.slice(at + marks, end - marks)),
    block: marks === 2 && leads(text, lineStart, at) && blankToEnd(text, end),
  });
}

/** A comment, an autolink, a tag, the bracket of a destination, or a `<` that is none of them. */
function angle(scan: Scan, at: number): number {
  const { text, options } = scan;
  if (isDestination(text, at)) return at + 1;
  const comment = commentEnd(scan, at);
  if (comment >= 0) {
    return options.cures ? add(scan, 'comment', [at, comment], { value: '' }) : comment;
  }
  autolink.lastIndex = at;
  const link = autolink.exec(text);
  if (link !== null) {
    const end = at + link[0].length;
    return options.cures ? add(scan, 'autolink', [at, end], { value: link[1] ?? '' }) : end;
  }
  return tag(scan, at) ?? stray(scan, at);
}

function commentEnd(scan: Scan, at: number): number {
  const { text } = scan;
  if (!scan.hasComments || !text.startsWith('<!--', at)) return -1;
  const end = text.indexOf('-->', at + 4);
  if (end < 0) scan.hasComments = false;
  return end < 0 ? -1 : end + 3;
}

/** End of a tag. A void element that is left open is cured, unless its closing tag follows. */
function tag(scan: Scan, at: number): number | undefined {
  const { text, options, work } = scan;
  const found = scanTag(text, at, work);
  if (found === undefined) return undefined;
  const { name, end, closing, selfClosing } = found;
  const isOpen =
    voidTags.has(name) && !closing && !selfClosing && !text.startsWith(`</${name}`, end);
  return isOpen && options.cures ? add(scan, 'void', [at, end], { value: name }) : end;
}

function stray(scan: Scan, at: number): number {
  // A tag's name may begin with a dollar, but an amount is none.
  const isStray = !/^<(?:[\p{ID_Start}_/>\s]|\$(?!\d)|$)/u.test(scan.text.slice(at, at + 3));
  return isStray && scan.options.cures ? add(scan, 'less', [at, at + 1], { value: '<' }) : at + 1;
}
