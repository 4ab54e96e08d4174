import type { Nodes } from 'mdast';
import { isTooDeep } from './expression.ts';
import { bracesEnd, fenceEnd, lineEnd, moduleEnd, nextLine } from './scan.ts';

/** Brackets that may stand open at once outside of fenced code. */
const mostOpen = 1200;

/** Code shorter than this cannot do harm without brackets. */
const harmless = 10_000;

/** Elements that may stand inside each other. */
const deepestTree = 250;

/**
 * Finds JavaScript that nests so deeply that the fast parser, which recurses in native code, would end
 * the process instead of failing: the offset where it starts, undefined for every ordinary page.
 */
export function deepNesting(text: string, from: number): number | undefined {
  if (text.length - from < harmless && bracketsIn(text, from) <= mostOpen) return undefined;
  let open = 0;
  let first = from;
  let tried = from;
  for (let at = from; at < text.length; ) {
    const fence = fenceEnd(text, at);
    const end = fence >= 0 ? fence : lineEnd(text, at);
    for (let i = at; fence < 0 && i < end; i++) {
      const c = text.charCodeAt(i);
      if (c === 123 || c === 91 || c === 40) {
        if (open++ === 0) first = i;
        if (open > mostOpen) return first;
      } else if (open > 0 && (c === 125 || c === 93 || c === 41)) open--;
    }
    if (fence < 0 && at >= tried && text.length - at > harmless) {
      const code = codeAt(text, at, end);
      if (code !== undefined && isTooDeep(code.text)) return code.start;
      if (code !== undefined) tried = code.start + code.text.length;
    }
    at = end === text.length ? end : nextLine(text, end);
  }
  return undefined;
}

function bracketsIn(text: string, from: number): number {
  let count = 0;
  // Searching takes a fraction of looking at each character.
  for (const bracket of '{[(') {
    for (let at = text.indexOf(bracket, from); at >= 0; at = text.indexOf(bracket, at + 1)) count++;
  }
  return count;
}

/** Long code that starts in a line: a module statement, or an expression. */
function codeAt(
  text: string,
  at: number,
  end: number,
): { start: number; text: string } | undefined {
  if (/^(?:import|export)\b/.test(text.slice(at, at + 7))) {
    const stop = moduleEnd(text, at);
    return stop - at > harmless ? { start: at, text: text.slice(at, stop) } : undefined;
  }
  for (let i = at, tries = 0; i < end && tries < 20; tries++) {
    const start = text.indexOf('{', i);
    if (start < 0 || start >= end) return undefined;
    const close = bracesEnd(text, start);
    const stop = close < 0 ? text.length : close;
    if (stop - start > harmless) {
      return { start, text: `(${text.slice(start + 1, close < 0 ? stop : stop - 1)}\n)` };
    }
    i = stop;
  }
  return undefined;
}

/** Whether a tree nests more deeply than anything behind the parser should have to follow. */
export function isDeepTree(node: Nodes, depth = 0): boolean {
  if (depth > deepestTree) return true;
  return 'children' in node && node.children.some((child) => isDeepTree(child, depth + 1));
}
