import type { Nodes, PhrasingContent } from 'mdast';
import { given } from '../../schema/given.ts';
import { inlineMarks } from '../source/inline-marks.ts';
import { findTerms, type Term } from './glossary.ts';
import { align, partsOf } from './protect.ts';
import { isSilent, type PageShape, type Run } from './runs.ts';

/** A part of a segment. */
export type Item =
  | { readonly type: 'text'; readonly value: string; readonly raw: string }
  | {
      readonly type: 'kept';
      readonly id: number;
      readonly raw: string;
      readonly bare?: BareLink | undefined;
      /** What it says to a reader, for the model. */
      readonly label: string;
      /** Letters that a reader sees, as `plainOf` counts them. */
      readonly plain: string;
    }
  | {
      readonly type: 'pair';
      readonly id: number;
      readonly kind: 'emphasis' | 'link' | 'element' | 'image';
      readonly open: string;
      readonly close: string;
      readonly items: readonly Item[];
    };

/** A link that is written as its address alone. */
export interface BareLink {
  /** The same link in brackets. */
  readonly linked: string;
  /** The sign before it, and the two behind it. */
  readonly before: string;
  readonly behind: string;
}

/** Prose to translate, with numbered marks in place of everything that is none. */
export interface Segment {
  /** Range in the page's text that the translation takes. */
  readonly start: number;
  readonly end: number;
  readonly place: Run['place'] | 'field';
  readonly leads: boolean;
  readonly items: readonly Item[];
  /** What the model sees. */
  readonly source: string;
  /** Terms of the glossary that it contains. */
  readonly terms: readonly Term[];
}

/** The segments of a page's body, one for each run; undefined where there is nothing to translate. */
export function segmentsOf(
  shape: PageShape,
  text: string,
  glossary: readonly Term[] = [],
): (Segment | undefined)[] {
  return shape.runs.map((run) => segmentOf(run, text, glossary));
}

function segmentOf(run: Run, text: string, glossary: readonly Term[]): Segment | undefined {
  const builder = newBuilder(text, glossary);
  const items = trimmed(itemsOf(run.nodes, builder, run.start));
  if (!hasWords(items)) return undefined;
  const source = sourceOf(items);
  const raw = text.slice(run.start, run.end);
  const start = run.start + (items[0]?.type === 'text' ? leading(raw) : 0);
  const end = run.end - (items.at(-1)?.type === 'text' ? trailing(raw) : 0);
  const { place, leads } = run;
  return { start, end, place, leads, items, source, terms: [...builder.found] };
}

/** A segment of plain words, such as a title in front matter or a comment in code. */
export function plainSegment(value: string, glossary: readonly Term[] = []): Segment | undefined {
  const builder = newBuilder(value, glossary);
  return fieldSegment(textItems(value, value, builder, true), builder);
}

/** A segment of a label: plain words, in a banner also links and emphasis that stay around them. */
export function labelSegment(label: string, glossary: readonly Term[] = []): Segment | undefined {
  const builder = newBuilder(label, glossary);
  const plain = (text: string) => (text === '' ? [] : textItems(text, text, builder, true));
  const read = (text: string): Item[] => {
    const items: Item[] = [];
    let at = 0;
    for (const { type, start, end, text: words, textStart } of inlineMarks(text)) {
      items.push(...plain(text.slice(at, start)));
      at = end;
      const id = builder.next();
      if (type === 'code') {
        items.push({ type: 'kept', id, raw: text.slice(start, end), label: words, plain: '' });
        continue;
      }
      const open = text.slice(start, textStart);
      const close = text.slice(textStart + words.length, end);
      const kind = type === 'link' ? 'link' : 'emphasis';
      items.push({ type: 'pair', id, kind, open, close, items: read(words) });
    }
    return [...items, ...plain(text.slice(at))];
  };
  return fieldSegment(read(label), builder);
}

function fieldSegment(all: Item[], builder: Builder): Segment | undefined {
  const items = trimmed(all);
  if (!hasWords(items)) return undefined;
  return {
    start: 0,
    end: builder.text.length,
    place: 'field',
    leads: false,
    items,
    source: sourceOf(items),
    terms: [...builder.found],
  };
}

interface Builder {
  readonly text: string;
  readonly glossary: readonly Term[];
  readonly found: Set<Term>;
  next: () => number;
}

function newBuilder(text: string, glossary: readonly Term[]): Builder {
  let last = 0;
  return { text, glossary, found: new Set(), next: () => ++last };
}

function itemsOf(nodes: readonly PhrasingContent[], builder: Builder, from: number): Item[] {
  const items: Item[] = [];
  let at = from;
  for (const node of nodes) {
    const start = node.position?.start.offset ?? at;
    const end = node.position?.end.offset ?? start;
    if (start > at) addGap(items, builder, builder.text.slice(at, start));
    for (const item of nodeItems(node, builder, start, end)) addItem(items, item);
    at = end;
  }
  return items;
}

/** Texts side by side are one: a translation can't tell them apart. */
function addItem(items: Item[], item: Item): void {
  const last = items.at(-1);
  if (last?.type === 'text' && item.type === 'text') {
    items[items.length - 1] = {
      type: 'text',
      value: last.value + item.value,
      raw: last.raw + item.raw,
    };
  } else items.push(item);
}

/** What is between two nodes: a comment, or the markers of a block after the end of a line. */
function addGap(items: Item[], builder: Builder, raw: string): void {
  const last = items.at(-1);
  if (last?.type === 'text' && /^(?:\r?\n)?[ \t>]*$/.test(raw)) {
    items[items.length - 1] = {
      ...last,
      value: /\n/.test(raw) ? `${last.value}\n` : last.value,
      raw: last.raw + raw,
    };
  } else if (last?.type === 'kept') items[items.length - 1] = { ...last, raw: last.raw + raw };
  else items.push({ type: 'kept', id: builder.next(), raw, label: '', plain: '' });
}

function nodeItems(node: PhrasingContent, builder: Builder, start: number, end: number): Item[] {
  const raw = builder.text.slice(start, end);
  if (node.type === 'text') return textItems(node.value, raw, builder);
  const bare =
    node.type === 'link' ? bareLink(builder.text, { start, end, url: node.url }) : undefined;
  const kept = (label: string): Item[] => [
    { type: 'kept', id: builder.next(), raw, label, plain: keptPlain(node), ...given({ bare }) },
  ];
  switch (node.type) {
    case 'emphasis':
    case 'strong':
    case 'delete':
      return pair(node, builder, 'emphasis') ?? kept('');
    case 'link': {
      if (node.children.length === 1 && node.children[0]?.type === 'text') {
        const shown = node.children[0].value;
        if (node.url === shown || node.url.endsWith(shown) || /^https?:/.test(shown)) {
          return kept(shown);
        }
      }
      if (raw[0] !== '[') return kept(node.url);
      return pair(node, builder, 'link') ?? kept('');
    }
    case 'linkReference':
      if (node.referenceType !== 'full') return kept(node.label ?? '');
      return pair(node, builder, 'link') ?? kept(node.label ?? '');
    case 'image': {
      const alt = node.alt ?? '';
      if (!/\p{L}/u.test(alt) || !raw.startsWith(`![${alt}](`)) return kept('');
      const id = builder.next();
      const items = textItems(alt, alt, builder);
      const close = raw.slice(2 + alt.length);
      return [{ type: 'pair', id, kind: 'image', open: '![', close, items }];
    }
    case 'mdxJsxTextElement':
      if (isSilent(node) || node.children.length === 0) return kept(node.name ?? '');
      return pair(node, builder, 'element') ?? kept(node.name ?? '');
    case 'inlineCode':
      return kept(node.value);
    case 'variable':
      return kept(node.value);
    case 'break':
      return kept('line break');
    default:
      return kept('');
  }
}

/** A bare address; undefined if it is none, or has signs that Markdown reads. */
function bareLink(
  text: string,
  { start, end, url }: { readonly start: number; readonly end: number; readonly url: string },
): BareLink | undefined {
  const raw = text.slice(start, end);
  if (!/^[\w.~:/?#@!$%'+,;=&-]+$/.test(raw) || !url.endsWith(raw)) return undefined;
  if (/&#?\w+;/.test(raw)) return undefined;
  const linked = `[${raw.replace(/[_~$]/g, '\\$&')}](${url})`;
  return {
    linked,
    before: text.slice(Math.max(0, start - 1), start),
    behind: text.slice(end, end + 2),
  };
}

function pair(
  node: PhrasingContent & { readonly children: readonly Nodes[] },
  builder: Builder,
  kind: 'emphasis' | 'link' | 'element',
): Item[] | undefined {
  const start = node.position?.start.offset;
  const end = node.position?.end.offset;
  const first = node.children[0]?.position?.start.offset;
  const last = node.children.at(-1)?.position?.end.offset;
  if (start === undefined || end === undefined || first === undefined || last === undefined) {
    return undefined;
  }
  const id = builder.next();
  const items = itemsOf(node.children as PhrasingContent[], builder, first);
  const { text } = builder;
  return [
    { type: 'pair', id, kind, open: text.slice(start, first), close: text.slice(last, end), items },
  ];
}

/** Words and kept spans of one text; `raw` is the text as written. */
function textItems(value: string, raw: string, builder: Builder, isPlain = false): Item[] {
  const matches = findTerms(value, builder.glossary);
  for (const { term } of matches) builder.found.add(term);
  const kept = matches.filter(({ term }) => term.doNotTranslate);
  const parts = partsOf(value, kept, isPlain);
  if (parts.length === 1 && parts[0]?.kept === false) return [{ type: 'text', value, raw }];
  const offsets = align(raw, value);
  if (offsets === undefined && value !== '') {
    // The two can't be aligned: nothing is changed.
    return [{ type: 'kept', id: builder.next(), raw, label: value, plain: squeeze(value) }];
  }
  return parts.map((part): Item => {
    const words = value.slice(part.start, part.end);
    const own = raw.slice(offsets?.[part.start], offsets?.[part.end]);
    if (!part.kept) return { type: 'text', value: words, raw: own };
    return { type: 'kept', id: builder.next(), raw: own, label: words, plain: squeeze(words) };
  });
}

function keptPlain(node: Nodes): string {
  if (node.type === 'text') return squeeze(node.value);
  if (node.type === 'image') return squeeze(node.alt ?? '');
  if (!('children' in node)) return '';
  return (node.children as Nodes[]).map(keptPlain).join('');
}

function squeeze(text: string): string {
  return text.replace(/\s+/g, '');
}

/** Spaces at the edges belong to the page, not to the translation. */
function trimmed(items: Item[]): Item[] {
  const first = items[0];
  if (first?.type === 'text') {
    const blank = leading(first.value);
    items[0] = { ...first, value: first.value.slice(blank), raw: first.raw.trimStart() };
  }
  const last = items.at(-1);
  if (last?.type === 'text') {
    items[items.length - 1] = { ...last, value: last.value.trimEnd(), raw: last.raw.trimEnd() };
  }
  return items;
}

function leading(text: string): number {
  return text.length - text.trimStart().length;
}

function trailing(text: string): number {
  return text.length - text.trimEnd().length;
}

function hasWords(items: readonly Item[]): boolean {
  return items.some((item) =>
    item.type === 'text'
      ? /\p{L}/u.test(item.value)
      : item.type === 'pair'
        ? hasWords(item.items)
        : false,
  );
}

function sourceOf(items: readonly Item[]): string {
  return items
    .map((item) => {
      if (item.type === 'text') return flat(item.value);
      if (item.type === 'kept') return `<x${item.id}/>`;
      return `<g${item.id}>${sourceOf(item.items)}</g${item.id}>`;
    })
    .join('');
}

/** A text as its author has written it, on one line. */
export function writtenOf(items: readonly Item[]): string {
  const written = items.map((item) =>
    item.type === 'pair' ? item.open + writtenOf(item.items) + item.close : item.raw,
  );
  return flat(written.join('')).trim();
}

/** Lines are the author's way to wrap; a translation is one line. */
export function flat(text: string): string {
  return text.replace(/\s+/g, ' ');
}

/** Marks with their meaning, for the model: code, names, terms that stay. */
export function legendOf(items: readonly Item[]): Record<string, string> {
  const legend: Record<string, string> = {};
  const visit = (item: Item): void => {
    if (item.type === 'pair') item.items.forEach(visit);
    else if (item.type === 'kept' && item.label !== '') {
      legend[`x${item.id}`] = item.label.length > 60 ? `${item.label.slice(0, 60)}…` : item.label;
    }
  };
  items.forEach(visit);
  return legend;
}
