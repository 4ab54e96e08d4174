import type { Nodes, Root } from 'mdast';
import { isTooDeep, parseExpression } from './expression.ts';
import type { Refusal } from './mask/span.ts';
import { wholeModules } from './modules.ts';
import {
  blankToEnd,
  bracesEnd,
  fenceEnd,
  lineEnd,
  moduleEnd,
  nextLine,
  type Work,
  workFor,
} from './scan.ts';
import { things } from './things.ts';

/** Maximum number of open brackets outside fenced code. */
const mostOpen = 1200;

/** Code shorter than this can't do harm without brackets. */
const harmless = 10_000;

/** Maximum nesting of elements. */
const deepestTree = 250;

/**
 * Finds JavaScript that nests so deeply that the fast parser, which recurses in native code, would end
 * the process instead of failing: the offset where it starts, undefined for every ordinary page. To be sure,
 * it looks again and leaves out what is read as an expression, which takes longer than counting brackets.
 */
export function deepNesting(text: string, from: number, isSure = false): number | undefined {
  if (text.length - from < harmless && bracketsIn(text, from) <= mostOpen) return undefined;
  let open = 0;
  let first = from;
  let tried = from;
  // Brackets of prose nest nothing, but where code ends is only known to who reads it.
  let isCode = false;
  const work = workFor(text);
  for (let at = from; at < text.length; ) {
    const fence = fenceEnd(text, at);
    let end = fence >= 0 ? fence : lineEnd(text, at);
    isCode ||= fence < 0 && /^(?:import|export)\b/.test(text.slice(at, at + 7));
    for (let i = at; fence < 0 && i < end; i++) {
      const c = text.charCodeAt(i);
      if (isSure && !isCode && c === 123) {
        const close = bracesEnd(text, i, work);
        if (close > 0 && isShallow(text.slice(i + 1, close - 1))) {
          if (close > end) end = lineEnd(text, close);
          i = close - 1;
          continue;
        }
      }
      isCode ||= c === 123;
      if (isCode && (c === 123 || c === 91 || c === 40)) {
        if (open++ === 0) first = i;
        if (open > mostOpen) return isSure ? first : deepNesting(text, from, true);
      } else if (open > 0 && (c === 125 || c === 93 || c === 41)) open--;
    }
    if (fence < 0 && at >= tried && text.length - at > harmless) {
      const code = codeAt(text, at, end, work);
      if (code !== undefined && isTooDeep(code.text)) return code.start;
      if (code !== undefined) tried = code.start + code.text.length;
    }
    at = end === text.length ? end : nextLine(text, end);
  }
  return undefined;
}

/** Whether code between braces is an expression that ends there, and harmless. */
function isShallow(code: string): boolean {
  if (code.length > harmless || bracketsIn(code, 0) > mostOpen) return false;
  return /^\s*(?:\/\*[^*]*\*\/\s*)?$/.test(code) || parseExpression(code) !== undefined;
}

/** The work that one paragraph may be: its signs by weight, times its length. */
const mostCrowded = 100_000_000;

/**
 * Paragraphs that the fast parser would take minutes for. Its time grows with the length of the line for each
 * tag, and for each mark of Markdown where a line is not of ASCII alone; with the length of the paragraph for
 * each expression and, outside of tables, for each character reference.
 */
export function crowded(text: string, from: number, format: 'mdx' | 'md'): readonly Refusal[] {
  const blocks = longBlocks(text, from, format);
  if (blocks.length === 0) return [];
  const found: Refusal[] = [];
  const all = format === 'mdx' ? [...things(text, from, text.length)] : [];
  let index = 0;
  let at = from;
  for (const [start, end] of blocks) {
    for (; (all[index]?.start ?? start) < start; index++) at = all[index]?.end ?? at;
    const block = text.slice(start, end);
    let work = isTable(block) ? 0 : 5 * references(block) * block.length;
    for (let line = start; line < end; ) {
      const stop = Math.min(lineEnd(text, line), end);
      const isWide = /[\u0080-\uffff]/.test(text.slice(line, stop));
      at = Math.max(at, line);
      for (
        let thing = all[index];
        thing !== undefined && thing.start < stop;
        thing = all[++index]
      ) {
        if (isWide) work += marks(text.slice(at, thing.start)) * (stop - line);
        work += thing.tag === undefined ? 2 * block.length : stop - line;
        at = thing.end;
      }
      if (isWide && at < stop) work += marks(text.slice(at, stop)) * (stop - line);
      line = nextLine(text, stop);
    }
    // A one-character line has no room for a placeholder.
    const first = block.search(/[^\n\r]{2}/);
    if (work > mostCrowded) found.push({ kind: 'refused', start: start + Math.max(first, 0), end });
  }
  return found;
}

/** Marks cost a quarter of what a tag does. */
function marks(text: string): number {
  return (text.match(/[!-/:-@[-`{-~]/g)?.length ?? 0) / 4;
}

/**
 * Lines without a blank line, code or a module between them, if they are long enough to do harm.
 */
function longBlocks(text: string, from: number, format: 'mdx' | 'md'): [number, number][] {
  const blocks: [number, number][] = [];
  const work = workFor(text);
  let start = from;
  const close = (end: number) => {
    if (end - start > shortest) blocks.push([start, end]);
  };
  for (let at = from; at < text.length; ) {
    const fence = fenceEnd(text, at);
    const isModule =
      format === 'mdx' && at === start && /^(?:import|export)\b/.test(text.slice(at, at + 7));
    const end = fence >= 0 ? fence : isModule ? moduleEnd(text, at, work) : lineEnd(text, at);
    const next = end === text.length ? end : nextLine(text, end);
    if (fence >= 0 || isModule || blankToEnd(text, at)) {
      close(at);
      start = isModule ? end : next;
      at = start;
    } else at = next;
  }
  close(text.length);
  return blocks;
}

/** A paragraph shorter than this is never crowded. */
const shortest = 7000;

function references(block: string): number {
  let count = 0;
  for (const [mark] of block.matchAll(/\\[^\n\r]|&(?=#?\w{1,31};)/g)) if (mark === '&') count++;
  return count;
}

/** Whether a paragraph is a table beyond doubt, and nothing else. */
function isTable(block: string): boolean {
  const [head = '', rule = ''] = block.split(/\r\n|[\n\r]/, 2);
  const cells = (row: string) => row.trim().replace(/\|$/, '').split('|').length;
  return (
    /^[ \t]*\|[ \t]*:?-[ \t|:-]*$/.test(rule) &&
    !/[\\`]/.test(head) &&
    cells(head) === cells(rule) &&
    !/^[ \t]*[^ \t|\n\r]/m.test(block)
  );
}

/** Characters that the fast parser may search in vain for the ends of expressions. */
const mostVain = 5_000_000;

/** Expressions and tags that are none, each of which takes the fast parser long to refuse. */
const mostBad = 300;

/** Nesting of tags from which the fast parser needs seconds. */
const mostTags = 1000;

/**
 * Input that the fast parser would take minutes to reject: braces that are never closed, for each
 * of which it searches to the end of the text, hundreds of invalid expressions and tags, and
 * unclosed tags inside each other.
 */
export function endless(
  text: string,
  from: number,
): { readonly at: number; readonly kind: 'open' | 'deep' } | undefined {
  const signs = countOf(text, from, '{') + countOf(text, from, '<');
  if (signs < mostTags && signs * (text.length - from) < 4 * mostVain) return undefined;
  // A brace in a regular expression of a long page misleads the search once or twice, not more.
  const work = { left: Math.max(mostVain, 4 * text.length) };
  let first: number | undefined;
  let depth = 0;
  let bad = 0;
  let index = 0;
  // A sample is enough to tell a page of wrong expressions from one of many.
  const every = Math.ceil(signs / 2000);
  for (const { start, end, isOpen, tag } of things(text, from, text.length, work)) {
    const isLooked = tag === undefined && !isOpen && index++ % every === 0;
    if (isOpen || (isLooked && !isExpression(text, start, end))) {
      first ??= start;
      bad++;
    }
    if ((work.left <= 0 || bad > mostBad) && first !== undefined)
      return { at: first, kind: 'open' };
    if (tag === undefined || tag.selfClosing) continue;
    depth = tag.closing ? Math.max(0, depth - 1) : depth + 1;
    if (depth > mostTags) return { at: start, kind: 'deep' };
  }
  return undefined;
}

/**
 * A long text with its import and export statements replaced by spaces: the objects in them are not
 * expressions.
 */
export function withoutModules(text: string, from: number): string {
  if (text.length - from < shortest) return text;
  let out = '';
  let at = 0;
  for (const { start, end } of wholeModules(text, from)) {
    out += text.slice(at, start) + text.slice(start, end).replace(/[^\n\r]/g, ' ');
    at = end;
  }
  return out + text.slice(at);
}

function isExpression(text: string, start: number, end: number): boolean {
  const code = text.slice(start + 1, end - 1);
  return (
    code.length < harmless &&
    (/^\s*(?:\/\*|\/\/|$)/.test(code) || parseExpression(code) !== undefined)
  );
}

function bracketsIn(text: string, from: number): number {
  return countOf(text, from, '{') + countOf(text, from, '[') + countOf(text, from, '(');
}

/** Searching takes a fraction of looking at each character. */
function countOf(text: string, from: number, sign: string): number {
  let count = 0;
  for (let at = text.indexOf(sign, from); at >= 0; at = text.indexOf(sign, at + 1)) count++;
  return count;
}

/** Long code that starts in a line: a module statement, or an expression. */
function codeAt(
  text: string,
  at: number,
  end: number,
  work: Work,
): { start: number; text: string } | undefined {
  if (/^(?:import|export)\b/.test(text.slice(at, at + 7))) {
    const stop = moduleEnd(text, at, work);
    return stop - at > harmless ? { start: at, text: text.slice(at, stop) } : undefined;
  }
  for (let i = at, tries = 0; i < end && tries < 20; tries++) {
    const start = text.indexOf('{', i);
    if (start < 0 || start >= end) return undefined;
    const close = bracesEnd(text, start, work);
    const stop = close < 0 ? text.length : close;
    if (stop - start > harmless) {
      return { start, text: `(${text.slice(start + 1, close < 0 ? stop : stop - 1)}\n)` };
    }
    i = stop;
  }
  return undefined;
}

/**
 * Replaces parts of a tree that are nested more deeply than later steps can handle with text.
 * Returns the offset of the first one.
 */
export function cutDeep(root: Root, text: string): number | undefined {
  let first: number | undefined;
  const visit = (node: Nodes, depth: number): void => {
    if (!('children' in node)) return;
    if (depth < deepestTree) {
      for (const child of node.children) visit(child, depth + 1);
      return;
    }
    const start = node.children[0]?.position?.start;
    const end = node.children.at(-1)?.position?.end;
    if (start?.offset === undefined || end?.offset === undefined) return;
    if (node.children.every((child) => !('children' in child))) return;
    first ??= start.offset;
    const value = text.slice(start.offset, end.offset);
    node.children = [{ type: 'text', value, position: { start, end } }];
  };
  visit(root, 0);
  return first;
}
