import type { Code, Root } from 'mdast';
import { walk } from '../source/tree.ts';

interface Range {
  readonly start: number;
  readonly end: number;
}

/** Ranges of comments in code of a language. */
export type FindComments = (code: string, language: string) => Promise<readonly Range[]>;

/** A block of code with comments that may be translated. */
export interface CodeBlock {
  /** Position among the page's blocks of code. */
  readonly index: number;
  readonly language: string;
  /** The code without its comments. */
  readonly bare: string;
  /** Words of comments: ranges in the page's text. */
  readonly words: readonly (Range & { readonly value: string })[];
}

/** Comments that mean something to a tool, or that are code themselves. */
const notProse =
  /\[!|eslint|@ts-|prettier|biome-|pylint|noqa|^\s*!|^\s*(?:region|endregion)\b|[{};=]|\(\)|<\/?\w/i;

/** Finds the comments of a page's code that people read. */
export async function codeBlocksOf(
  root: Root,
  text: string,
  find: FindComments,
): Promise<CodeBlock[]> {
  const blocks: CodeBlock[] = [];
  for (const [index, node] of codesOf(root).entries()) {
    const language = node.lang ?? '';
    if (language === '') continue;
    const ranges = await find(node.value, language);
    const offset = offsetsOf(node, text);
    if (ranges.length === 0 || offset === undefined) continue;
    const words = ranges.flatMap(({ start, end }) => {
      const [, lead = '', value = ''] =
        /^([\s/*#;%!<>|-]*)([\s\S]*?)[\s*/>-]*$/.exec(node.value.slice(start, end)) ?? [];
      if ((value.match(/\p{L}{2,}/gu)?.length ?? 0) < 2 || notProse.test(value)) return [];
      const from = offset(start + lead.length);
      const to = from === undefined ? undefined : from + value.length;
      if (from === undefined || to === undefined || text.slice(from, to) !== value) return [];
      return [{ start: from, end: to, value }];
    });
    if (words.length > 0) blocks.push({ index, language, bare: bareOf(node.value, ranges), words });
  }
  return blocks;
}

/** The blocks whose code is not what it was, comments aside. */
export async function changedBlocks(
  root: Root,
  blocks: readonly CodeBlock[],
  find: FindComments,
): Promise<CodeBlock[]> {
  const codes = codesOf(root);
  const changed: CodeBlock[] = [];
  for (const block of blocks) {
    const value = codes[block.index]?.value ?? '';
    if (bareOf(value, await find(value, block.language)) !== block.bare) changed.push(block);
  }
  return changed;
}

function codesOf(root: Root): Code[] {
  const codes: Code[] = [];
  walk(root, (node) => {
    if (node.type === 'code') codes.push(node);
  });
  return codes;
}

function bareOf(code: string, ranges: readonly Range[]): string {
  let bare = '';
  let at = 0;
  for (const { start, end } of ranges) {
    bare += `${code.slice(at, start)}\0`;
    at = end;
  }
  return bare + code.slice(at);
}

/** From offsets in a block's code to offsets in the page's text; undefined where lines don't match. */
function offsetsOf(node: Code, text: string): ((offset: number) => number | undefined) | undefined {
  const start = node.position?.start.offset;
  const end = node.position?.end.offset;
  if (start === undefined || end === undefined) return undefined;
  const raw = text.slice(start, end).split('\n');
  const isFenced = /^(?:```|~~~)/.test(raw[0]?.trimStart() ?? '');
  if (!isFenced) return undefined;
  const lines = node.value.split('\n');
  const starts: number[] = [];
  let at = start + (raw[0]?.length ?? 0) + 1;
  for (const [row, line] of lines.entries()) {
    const written = (raw[row + 1] ?? '').replace(/\r$/, '');
    if (!written.endsWith(line)) return undefined;
    starts.push(at + written.length - line.length);
    at += (raw[row + 1]?.length ?? 0) + 1;
  }
  return (offset) => {
    let from = 0;
    for (const [row, line] of lines.entries()) {
      if (offset <= from + line.length) return (starts[row] ?? 0) + offset - from;
      from += line.length + 1;
    }
    return undefined;
  };
}
