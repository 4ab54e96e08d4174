import type { PageRecord } from '../../../schema/build.ts';
import { anchorFinder, folded, plain } from '../site/headings.ts';

/** A paragraph, list, table, quotation or piece of code. */
export interface Block {
  readonly kind: 'prose' | 'list' | 'table' | 'code';
  /** As it is quoted. */
  readonly text: string;
  /** What can answer a question alone: sentences, items, rows. */
  readonly units: readonly string[];
  /** Of code, the language behind the fence. */
  readonly language?: string;
}

/** Whether a block only names what comes behind it: a tab, a step, a part with its title in bold. */
export function isTitle({ kind, text }: Block): boolean {
  return (
    (kind === 'prose' || kind === 'list') &&
    /^\s*(?:\d+[.)]\s+)?\*\*[^*\n]+\*\*[:：]?\s*$/.test(text)
  );
}

/** What is below one heading. */
export interface Section {
  /** Id of the heading; '' for the page's beginning. */
  readonly anchor: string;
  /** Headings down to the section, without the page's title. */
  readonly trail: readonly string[];
  readonly blocks: readonly Block[];
}

interface OpenSection {
  readonly anchor: string;
  readonly trail: readonly string[];
  readonly depth: number;
  readonly blocks: Block[];
}

/** A part that opens: an entry of a list that begins with its title in bold. */
interface Fold {
  readonly indent: number;
  /** The section that goes on behind it. */
  readonly after: OpenSection;
}

/** Text of a page that is read; what is behind it can't be quoted. */
const longest = 300_000;

/** Reads a page's Markdown: its sections with their blocks, in order; empty ones are left out. */
export function sectionsOf(
  page: Pick<PageRecord, 'title' | 'headings' | 'sections'>,
  markdown: string,
): readonly Section[] {
  const anchorOf = anchorFinder(page);
  const sections: OpenSection[] = [{ anchor: '', trail: [], depth: 1, blocks: [] }];
  /** The sections that the current one is in, and it. */
  const above: OpenSection[] = [];
  const folds: Fold[] = [];
  let lines: string[] = [];
  let fence: RegExp | undefined;
  const current = () => sections.at(-1) as OpenSection;
  const close = (): void => {
    const block = lines.length > 0 ? blockOf(lines) : undefined;
    if (block) current().blocks.push(block);
    lines = [];
  };
  const open = (title: string, depth: number): void => {
    close();
    while ((above.at(-1)?.depth ?? 0) >= depth) above.pop();
    const trail = [...(above.at(-1)?.trail ?? []), title];
    const section = { anchor: anchorOf(title), trail, depth, blocks: [] };
    above.push(section);
    sections.push(section);
  };
  for (const line of markdown.slice(0, longest).split('\n')) {
    if (fence) {
      lines.push(line);
      if (fence.test(line)) {
        fence = undefined;
        close();
      }
      continue;
    }
    const mark = /^\s*(?:[-*+]\s+|\d+[.)]\s+)?(`{3,}|~{3,})/.exec(line)?.[1];
    if (mark) {
      close();
      fence = new RegExp(`^\\s*${mark}+\\s*$`);
      lines.push(line);
      continue;
    }
    const indent = line.search(/\S|$/);
    // A part that opens ends where the text is back at its margin.
    while (line.trim() !== '' && folds.length > 0 && indent <= (folds.at(-1)?.indent ?? 0)) {
      close();
      const { after } = folds.pop() as Fold;
      sections.push({ ...after, blocks: [] });
    }
    const fold = /^\s*[-*] \*\*(.+)\*\*$/.exec(line)?.[1];
    if (fold !== undefined) {
      const after = current();
      open(plain(fold), after.depth + 1);
      folds.push({ indent, after });
      continue;
    }
    const [, marks, heading] = /^\s*(#{1,6})\s+(.*?)\s*#*$/.exec(line) ?? [];
    if (marks !== undefined && heading !== undefined) {
      const title = plain(heading);
      // The page's own title is no section.
      if (marks.length === 1 && folded(title) === folded(page.title)) close();
      else open(title, marks.length);
      continue;
    }
    if (line.trim() === '') close();
    else {
      if (lines.length > 0 && kindOf(line) !== kindOf(lines[0] ?? '') && startsAnew(line)) close();
      lines.push(line);
    }
  }
  close();
  return sections.filter(({ blocks }) => blocks.length > 0);
}

function kindOf(line: string): Block['kind'] {
  if (/^\s*\|/.test(line)) return 'table';
  return /^\s*(?:[-*+]|\d+[.)])\s/.test(line) ? 'list' : 'prose';
}

/** A line that can't go on with a paragraph or an item. */
function startsAnew(line: string): boolean {
  return kindOf(line) !== 'prose';
}

function blockOf(lines: readonly string[]): Block | undefined {
  const [first = ''] = lines;
  const fence = /^\s*(?:[-*+]\s+|\d+[.)]\s+)?(?:`{3,}|~{3,})\s*([\w+#.-]*)/.exec(first);
  if (fence) {
    const text = dedented(lines);
    const body = lines.slice(1, -1).join('\n');
    if (body.trim() === '') return undefined;
    return { kind: 'code', text, units: codeUnits(body), language: fence[1] ?? '' };
  }
  const kind = kindOf(first);
  const text = withoutHtml(lines.join('\n')).replace(/^\s*\n|\s+$/g, '');
  if (text.trim() === '') return undefined;
  return { kind, text: dedented(text.split('\n')), units: unitsOf(kind, text) };
}

/** Parts of code between empty lines: words at both ends of a program are not near each other. */
function codeUnits(body: string): string[] {
  return body
    .slice(0, 4000)
    .split(/\n\s*\n/)
    .filter((part) => part.trim() !== '');
}

function unitsOf(kind: Block['kind'], text: string): string[] {
  if (kind === 'table') {
    return text.split('\n').filter((line) => !/^\s*\|?[\s:|-]+\|?\s*$/.test(line));
  }
  if (kind === 'list') {
    const items: string[] = [];
    for (const line of text.split('\n')) {
      if (kindOf(line) === 'list' || items.length === 0) items.push(line.trim());
      else items[items.length - 1] += ` ${line.trim()}`;
    }
    return items;
  }
  return sentencesOf(text.replace(/\s*\n\s*(?:>\s*)?/g, ' '));
}

/** Cut behind full stops before a capital, a mark or a letter without case. */
function sentencesOf(text: string): string[] {
  return text
    .split(/(?<=[.!?:]["')\]*_]*)\s+(?=[\p{Lu}\p{Lo}\p{N}"'`*_[(])|(?<=[。！？；])/u)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '');
}

/** Text in a list or a component is not indented here. */
function dedented(lines: readonly string[]): string {
  const indents = lines.flatMap((line) => (line.trim() === '' ? [] : [line.search(/\S/)]));
  const least = Math.min(...indents, 80);
  return lines.map((line) => line.slice(Math.min(least, line.search(/\S|$/)))).join('\n');
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
