import type { PageRecord } from '../../schema/build.ts';

/** Maximum characters of prose in a passage; code in it is never cut. */
const proseLimit = 1200;

interface Block {
  readonly text: string;
  readonly isCode: boolean;
  /** Level of a heading, 0 for everything else. */
  readonly depth: number;
}

/**
 * The passage of a page's Markdown under an anchor: whole paragraphs, lists, tables and code, from the
 * heading to the next one, or inside the part that opens at its title. Without an anchor it is the
 * page's beginning. Component tags are left out.
 */
export function passageOf(
  page: Pick<PageRecord, 'headings' | 'title' | 'sections'>,
  markdown: string,
  anchor: string,
): string {
  const inside = anchor === '' ? undefined : insideOf(page, markdown, anchor);
  const blocks = blocksOf(inside ?? markdown);
  const start = inside === undefined ? startOf(page, blocks, anchor) : 0;
  const kept: string[] = [];
  let prose = 0;
  let code = 0;
  for (let at = start; at < blocks.length; at++) {
    const block = blocks[at];
    if (!block) break;
    if (block.depth > 0) {
      // A heading with nothing below it leads to the next one.
      if (prose + code > 0) break;
      continue;
    }
    const text = block.isCode ? block.text : withoutHtml(block.text);
    if (text.trim() === '') continue;
    if (block.isCode) {
      if (code > 0 && code + text.length > 4000) continue;
      code += text.length;
    } else {
      if (prose > 0 && prose + text.length > proseLimit) break;
      prose += text.length;
    }
    kept.push(text.trimEnd());
  }
  return kept.join('\n\n');
}

/** The content of an anchor that is not a heading: an accordion, a question with its answer. */
function insideOf(
  page: Pick<PageRecord, 'headings' | 'sections'>,
  markdown: string,
  anchor: string,
): string | undefined {
  if (page.headings.some(({ id }) => id === anchor)) return undefined;
  const section = page.sections.find(({ id }) => id === anchor);
  if (!section) return undefined;
  const title = folded(section.heading);
  const ids = new Set(page.headings.map(({ id }) => id));
  const same = page.sections.filter((one) => !ids.has(one.id) && folded(one.heading) === title);
  return foldsOf(markdown, title)[same.indexOf(section)] ?? section.text;
}

/** The contents of the entries of lists that begin with a title in bold, as the twin has parts that open. */
function foldsOf(markdown: string, title: string): string[] {
  const lines = markdown.split('\n');
  const found: string[] = [];
  let fence = '';
  for (const [index, line] of lines.entries()) {
    const mark = /^\s*(`{3,}|~{3,})/.exec(line)?.[1];
    if (fence !== '') {
      if (mark?.startsWith(fence) && line.trim() === mark) fence = '';
      continue;
    }
    fence = mark ?? '';
    const [, indent, own] = /^(\s*)[-*] \*\*(.+)\*\*$/.exec(line) ?? [];
    if (indent === undefined || folded(own ?? '') !== title) continue;
    const rest = lines.slice(index + 1);
    const isOutside = (text: string) => text.trim() !== '' && text.search(/\S/) < indent.length + 2;
    const end = rest.findIndex(isOutside);
    found.push(atTheMargin(rest.slice(0, end < 0 ? rest.length : end).join('\n')));
  }
  return found;
}

/** Text in an entry of a list is indented; in an answer it would be code. */
function atTheMargin(text: string): string {
  const lines = text.replace(/^\s*\n/, '').split('\n');
  const indents = lines.flatMap((line) => (line.trim() === '' ? [] : [line.search(/\S/)]));
  const least = Math.min(...indents, 80);
  return lines.map((line) => line.slice(Math.min(least, line.search(/\S|$/)))).join('\n');
}

/** Index of the first block behind the heading of an anchor. */
function startOf(
  page: Pick<PageRecord, 'headings' | 'title'>,
  blocks: readonly Block[],
  anchor: string,
): number {
  const heading = page.headings.find(({ id }) => id === anchor);
  if (anchor === '' || !heading) return 0;
  const same = page.headings.filter(({ text }) => folded(text) === folded(heading.text));
  const which = same.indexOf(heading);
  const places = blocks.flatMap((block, index) =>
    block.depth > 0 && folded(block.text.replace(/^\s*#+/, '')) === folded(heading.text)
      ? [index]
      : [],
  );
  const found = places.length > same.length ? places[which + 1] : places[which];
  return found === undefined ? 0 : found + 1;
}

/** What of a heading stays when marks and addresses are gone. */
function folded(text: string): string {
  return text
    .replace(/\]\([^)]*\)/g, '')
    .replace(/\{#[^}]*\}/g, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');
}

/** Headings, fences, and everything between blank lines. */
function blocksOf(markdown: string): Block[] {
  const blocks: Block[] = [];
  let open: string[] = [];
  let fence = '';
  const close = (isCode = false): void => {
    if (open.length > 0) blocks.push({ text: dedented(open, isCode), isCode, depth: 0 });
    open = [];
  };
  for (const line of markdown.split('\n')) {
    if (fence !== '') {
      open.push(line);
      if (new RegExp(`^\\s*${fence}+\\s*$`).test(line)) {
        fence = '';
        close(true);
      }
      continue;
    }
    const opening = /^\s*(`{3,}|~{3,})/.exec(line);
    const heading = /^\s*(#{1,6})\s/.exec(line);
    if (opening) {
      close();
      fence = opening[1] ?? '```';
      open.push(line);
    } else if (heading) {
      close();
      blocks.push({ text: line, isCode: false, depth: heading[1]?.length ?? 1 });
    } else if (line.trim() === '') close();
    else open.push(line);
  }
  close(fence !== '');
  return blocks;
}

/** Code in a list or a component is not indented here. */
function dedented(lines: readonly string[], isCode: boolean): string {
  if (!isCode) return lines.join('\n');
  const indent = /^\s*/.exec(lines[0] ?? '')?.[0].length ?? 0;
  return lines
    .map((line) => line.slice(Math.min(indent, /^\s*/.exec(line)?.[0].length ?? 0)))
    .join('\n');
}

/** Prose without the HTML that descriptions of an API may have. Code in the text stays. */
function withoutHtml(text: string): string {
  return text
    .split(/(`+[^`]*`+)/)
    .map((part, index) =>
      index % 2 === 1 ? part : part.replace(/(?<!\\)<\/?[a-z][a-z0-9]*(?:\s[^<>]*)?\/?>/gi, ''),
    )
    .join('');
}
