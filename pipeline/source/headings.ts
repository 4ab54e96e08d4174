import { slug } from 'github-slugger';
import type { Heading, Nodes, Root } from 'mdast';
import { walk } from './tree.ts';

/** Gives out the ids of one page: each of them once. */
export interface Ids {
  /** Id for a heading or a titled component; `explicit` is the one its author gave. */
  next(text: string, explicit?: string): string;
  /** Takes an id that stands in the page already, such as `<div id="x">`. */
  claim(id: string): void;
  /** Lets another text, such as a description, lead to an id as well. */
  alias(text: string, id: string): void;
  /** Every id given out so far. */
  all(): string[];
  /** Ids that the other dialect would have given → the id that stands for them (S3-85). */
  aliases(): Record<string, string>;
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
    // The other dialect changed its mind about signs over the years: both spellings are out there.
    for (const old of new Set([dialectId(text), plainId(text)])) {
      const count = (dialectCounts.get(old) ?? 0) + 1;
      dialectCounts.set(old, count);
      const name = count === 1 ? old : `${old}-${count}`;
      if (name !== '' && !dialect.has(name)) dialect.set(name, id);
    }
  };
  return {
    next(text, explicit) {
      const id = free(explicit ?? plainIdOf(text));
      alias(text, id);
      return id;
    },
    alias,
    claim(id) {
      taken.add(id);
    },
    all: () => [...taken],
    aliases() {
      return Object.fromEntries([...dialect].filter(([alias]) => !taken.has(alias)));
    },
  };
}

/** The id that a text gives, before duplicates are counted. */
export function plainIdOf(text: string): string {
  return slug(text) || 'section';
}

/**
 * Gives the headings of a translation the ids of its source (S1-67), when both have the same headings;
 * their own words lead there as well.
 */
export function keepIds(translation: Root, source: Root): void {
  const own = headingsOf(translation);
  const theirs = headingsOf(source);
  if (own.length !== theirs.length) return;
  if (own.some((node, index) => node.depth !== theirs[index]?.depth)) return;
  for (const [index, node] of own.entries()) {
    const other = theirs[index];
    if (node.data?.id !== undefined || other === undefined) continue;
    node.data = { ...node.data, id: other.data?.id ?? plainIdOf(headingText(other)) };
  }
}

function headingsOf(root: Root): Heading[] {
  const found: Heading[] = [];
  walk(root, (node) => {
    if (node.type === 'heading') found.push(node);
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
export function headingText(heading: Nodes, variables?: ReadonlyMap<string, string>): string {
  let text = '';
  walk(heading, (node) => {
    if (node.type === 'text' || node.type === 'inlineCode') text += node.value;
    else if (node.type === 'variable') text += variables?.get(node.name) ?? node.value;
    else if (node.type === 'inlineMath') text += node.value;
    else if (node.type === 'break') text += ' ';
  });
  return text.replace(/\s+/g, ' ').trim();
}
