import { slug } from 'github-slugger';
import type { Heading, Nodes, Root } from 'mdast';
import type { MdxJsxFlowElement, MdxJsxTextElement } from 'mdast-util-mdx';
import type { KeptHeading } from '../../schema/site.ts';
import { walk } from './tree.ts';

/** Gives out the ids of one page: each of them once. */
export interface Ids {
  /**
   * Id for a heading or a titled component; `explicit` is the one its author gave, `others` are
   * addresses that lead there as well.
   */
  next(text: string, explicit?: string, others?: readonly string[]): string;
  /** Takes an id that stands in the page already, such as `<div id="x">`. */
  claim(id: string): void;
  /** Every id given out so far. */
  all(): string[];
  /**
   * Ids that the other dialect would have given → the id that stands for them. None of them is an id
   * of the page: real ones win, whether they come before or after.
   */
  aliases(): ReadonlyMap<string, string>;
}

/** Starts the ids of a page. */
export function createIds(): Ids {
  const taken = new Set<string>();
  const dialect = new Map<string, string>();
  const dialectCounts = new Map<string, number>();
  const counts = new Map<string, number>();
  const free = (base: string): string => {
    let id = base;
    for (let count = counts.get(base) ?? 0; taken.has(id); id = `${base}-${count}`) {
      count++;
      counts.set(base, count);
    }
    taken.add(id);
    return id;
  };
  const alias = (text: string, id: string) => {
    // The other dialect changed its mind about signs over the years: all spellings are out there.
    const plain = plainId(text);
    for (const old of new Set([dialectId(text), plain, plain.replaceAll('_', '-')])) {
      const count = (dialectCounts.get(old) ?? 0) + 1;
      dialectCounts.set(old, count);
      const name = count === 1 ? old : `${old}-${count}`;
      if (name !== '' && !dialect.has(name)) dialect.set(name, id);
    }
  };
  return {
    next(text, explicit, others = []) {
      const id = free(explicit ?? plainIdOf(text));
      alias(text, id);
      for (const other of others) if (other !== '' && !dialect.has(other)) dialect.set(other, id);
      return id;
    },
    claim(id) {
      taken.add(id);
    },
    all: () => [...taken],
    aliases: () => new Map([...dialect].filter(([alias]) => !taken.has(alias))),
  };
}

/** The id that a text gives, before duplicates are counted. */
export function plainIdOf(text: string): string {
  return slug(text) || 'section';
}

/** What translations of a page have to know of its headings. */
export function keptHeadings(source: Root): KeptHeading[] {
  return headingsOf(source).map((node) => {
    const depth = depthOf(node);
    const given = node.type === 'heading' ? node.data?.id : undefined;
    if (given !== undefined) return { depth, id: given };
    return hasId(node) || !isStatic(node) ? { depth } : { depth, id: plainIdOf(headingText(node)) };
  });
}

/**
 * Gives the headings of a translation the ids of its source, when both have the same headings;
 * their own words lead there as well.
 */
export function keepIds(translation: Root, source: readonly KeptHeading[]): boolean {
  const own = headingsOf(translation);
  if (own.length !== source.length) return false;
  if (own.some((node, index) => depthOf(node) !== source[index]?.depth)) return false;
  for (const [index, node] of own.entries()) {
    const id = source[index]?.id;
    if (id === undefined || hasId(node)) continue;
    if (node.type === 'heading') node.data = { ...node.data, id };
    else node.attributes = [...node.attributes, { type: 'mdxJsxAttribute', name: 'id', value: id }];
  }
  return true;
}

type AnyHeading = Heading | MdxJsxFlowElement | MdxJsxTextElement;

/** Headings in Markdown, and those that authors write as elements. */
function headingsOf(root: Root): AnyHeading[] {
  const found: AnyHeading[] = [];
  walk(root, (node) => {
    if (node.type === 'heading') found.push(node);
    else if (node.type === 'mdxJsxFlowElement' || node.type === 'mdxJsxTextElement') {
      if (/^h[1-6]$/.test(node.name ?? '')) found.push(node);
    }
  });
  return found;
}

function depthOf(node: AnyHeading): number {
  return node.type === 'heading' ? node.depth : Number(node.name?.slice(1));
}

/** Whether its author gave an id to a heading. */
function hasId(node: AnyHeading): boolean {
  if (node.type === 'heading') return node.data?.id !== undefined;
  return node.attributes.some((one) => one.type === 'mdxJsxAttribute' && one.name === 'id');
}

/** An expression's text is known only when the page is rendered; it is the same in all languages. */
function isStatic(node: AnyHeading): boolean {
  let found = true;
  if (node.type === 'heading') return found;
  walk(node as unknown as Root, (child) => {
    if (/Expression$/.test(child.type)) found = false;
  });
  return found;
}

/** The id that the other dialect gives to a text, before it counts duplicates. */
export function dialectId(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replace(/[()[\]{}"“”?!:;,*`<>#%]/g, '')
    .replace(/['’]/g, '’')
    .replace(/[\s.]+/g, '-')
    .replace(/-+/g, '-')
    .replace(/^-|-$/g, '');
}

/** Letters and digits alone, everything between them one dash. */
function plainId(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}_]+/gu, '-')
    .replace(/^-|-$/g, '');
}

/** A heading of a tree with its id. */
export interface HeadingEntry {
  readonly node: Heading;
  readonly id: string;
  readonly text: string;
  readonly depth: number;
}

/** The Markdown headings of a tree with their ids; components' own ids are the renderer's matter. */
export function headingIds(root: Root, ids: Ids = createIds()): HeadingEntry[] {
  const entries: HeadingEntry[] = [];
  walk(root, (node) => {
    if (node.type !== 'heading') return;
    const text = headingText(node);
    entries.push({ node, id: ids.next(text, node.data?.id), text, depth: node.depth });
  });
  return entries;
}

/** A heading's words: code included, expressions and pictures left out, variables filled in. */
function headingText(heading: Nodes, variables?: ReadonlyMap<string, string>): string {
  let text = '';
  walk(heading, (node) => {
    if (node.type === 'text' || node.type === 'inlineCode') text += node.value;
    else if (node.type === 'variable') text += variables?.get(node.name) ?? node.value;
    else if (node.type === 'inlineMath') text += node.value;
    else if (node.type === 'break') text += ' ';
  });
  return text.replace(/\s+/g, ' ').trim();
}
