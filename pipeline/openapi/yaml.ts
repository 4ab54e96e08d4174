import {
  type Alias,
  isAlias,
  isMap,
  isPair,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  type Pair,
  parseDocument,
  type Scalar,
} from 'yaml';
import type { Place } from '../../schema/errors.ts';
import { isLong } from './exact-json.ts';
import { asObject } from './json.ts';
import { placeOf, words } from './problems.ts';
import { isMergeKey } from './yaml-nodes.ts';

/**
 * Letters of a text with its aliases written out. The value shares what they name, but what reads it
 * later does not: a few lines that name each other would be more than any machine has.
 */
const longest = 10_000_000;

/** A YAML text as a value, or why it is none. */
export type ReadYaml =
  | { readonly value: unknown }
  | {
      readonly reason: string;
      readonly place?: Place;
      /** A part of it names itself. */
      readonly endless?: boolean;
    };

/**
 * Reads a YAML text: aliases share the value that they name, and merge keys (`<<`) are applied. The parser's own way from
 * nodes to values walks over all names for each alias, and limits their number, not what they write out.
 */
export function readYaml(text: string): ReadYaml {
  const lines = new LineCounter();
  const isJson = /^\s*(?:\{|\/[/*])/.test(text);
  const at = (range: readonly number[] | null | undefined) =>
    range ? { place: placeOf(lines, range[0] ?? 0, range[1] ?? 0) } : {};
  try {
    // The parser compares every key of a map with every other one; here they are in a set.
    const options = { lineCounter: lines, merge: true, prettyErrors: false, uniqueKeys: false };
    const document = parseDocument(text, { ...options, logLevel: 'error' });
    const [error] = document.errors;
    if (error) {
      const isComment = isJson && /^\/[/*]/.test(text.slice(error.pos[0]));
      return { reason: isComment ? commentReason : error.message, ...at(error.pos) };
    }
    const reading: Reading = { text, isJson, anchors: new Map(), letters: 0 };
    return { value: readNode(document.contents, reading) };
  } catch (error) {
    // The parser calls itself for what is nested: too many levels are an error like any other.
    if (!(error instanceof Fault)) return { reason: words(error) };
    return { reason: error.message, ...at(error.range), endless: error.endless };
  }
}

/** Why a document that the parser takes is none. */
class Fault extends Error {
  readonly range: readonly number[] | null | undefined;
  readonly endless: boolean;

  constructor(reason: string, range: Node['range'], endless = false) {
    super(reason);
    this.range = range;
    this.endless = endless;
  }
}

/** What is read of one document. */
interface Reading {
  readonly text: string;
  readonly isJson: boolean;
  /** The last value of each name so far. */
  readonly anchors: Map<string, Anchored>;
  /** Letters so far, aliases written out. */
  letters: number;
}

interface Anchored {
  value: unknown;
  letters: number;
  /** Its value is being read: who names it is inside it. */
  open: boolean;
}

function readNode(node: unknown, reading: Reading): unknown {
  if (isAlias(node)) return namedValue(node, reading);
  const anchor = (node as Scalar | null)?.anchor;
  if (!anchor) return bareValue(node, reading);
  const anchored: Anchored = { value: undefined, letters: 0, open: true };
  reading.anchors.set(anchor, anchored);
  const before = reading.letters;
  anchored.value = bareValue(node, reading);
  anchored.letters = reading.letters - before;
  anchored.open = false;
  return anchored.value;
}

function namedValue({ source, range }: Alias, reading: Reading): unknown {
  const anchored = reading.anchors.get(source);
  if (!anchored) throw new Fault(`There is no "&${source}" before "*${source}".`, range);
  if (anchored.open) throw new Fault(`"*${source}" is inside of what it names.`, range, true);
  reading.letters += anchored.letters + 1;
  if (reading.letters > longest) {
    const most = longest.toLocaleString('en');
    throw new Fault(`With its aliases written out, it has more than ${most} letters.`, range);
  }
  return anchored.value;
}

function bareValue(node: unknown, reading: Reading): unknown {
  reading.letters += 1;
  if (isMap(node)) return mapOf(node.items, reading);
  // Lists of pairs have a tag of their own: `!!omap`.
  if (isSeq(node)) {
    return node.items.map((item) =>
      isPair(item) ? mapOf([item], reading) : readNode(item, reading),
    );
  }
  if (!isScalar(node)) return node ?? null;
  reading.letters += node.source?.length ?? 0;
  if (reading.isJson && node.type === 'PLAIN') refuseComment(node, reading.text);
  const digits = node.source?.replace(/^\+/, '') ?? '';
  return typeof node.value === 'number' && isLong(digits) ? BigInt(digits) : node.value;
}

const commentMark = /(?:^|\s)\/[/*]/;
const commentReason = 'JSON has no comments.';

/** YAML takes a comment of other languages as the beginning of the next key, which would be lost. */
function refuseComment({ range }: Scalar, text: string): void {
  if (!range) return;
  const [start, end] = range;
  const found = text.slice(start, end).search(commentMark);
  if (found < 0) return;
  const mark = text.indexOf('/', start + found);
  throw new Fault(commentReason, [mark, end, end]);
}

function mapOf(pairs: readonly Pair[], reading: Reading): object {
  const entries = new Map<string, unknown>();
  const own = new Set<unknown>();
  for (const { key, value } of pairs) {
    if (isMergeKey(key)) {
      mergeInto(entries, value, reading);
      continue;
    }
    const name = keyOf(key, reading);
    const same = isScalar(key) ? key.value : name;
    if (own.has(same)) throw new Fault(`The key ${name} is there twice.`, (key as Node).range);
    own.add(same);
    entries.set(name, readNode(value, reading));
  }
  // Defines its keys: one may be called `__proto__`.
  return Object.fromEntries(entries);
}

/** Adds the keys of other maps; those of the map itself and of earlier ones stay. */
function mergeInto(entries: Map<string, unknown>, node: unknown, reading: Reading): void {
  const value = readNode(node, reading);
  for (const source of Array.isArray(value) ? value : [value]) {
    const merged = asObject(source);
    if (!merged) {
      throw new Fault('The value of "<<" must be a map or a list of maps.', (node as Node)?.range);
    }
    for (const [key, item] of Object.entries(merged)) {
      if (!entries.has(key)) entries.set(key, item);
    }
  }
}

/** A key as a text; of a list or a map, what is written: its aliases may be very long. */
function keyOf(key: unknown, reading: Reading): string {
  const value = readNode(key, reading) ?? '';
  if (typeof value !== 'object') return String(value);
  const [start = 0, end = start] = (key as Node).range ?? [];
  return reading.text.slice(start, end);
}
