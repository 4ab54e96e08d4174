import type { Root } from 'mdast';
import { programOf } from './expression.ts';
import type { Refusal } from './mask/span.ts';
import { blankToEnd, bracesEnd, lineEnd, moduleEnd, nextLine, scanTag, workFor } from './scan.ts';
import { type Thing, things } from './things.ts';

/** Where the parser stopped, and its sentence without the place. */
export interface Failure {
  readonly at: number;
  readonly reason: string;
  /** Text that is not passed to the parser: its surroundings are not worth a closer look. */
  readonly hopeless?: 'deep' | 'open';
  /** Paragraphs with more signs than the parser can be asked about, in order. */
  readonly crowded?: readonly Refusal[];
}

/** What of a page keeps it from being read. */
export interface Culprit extends Refusal {
  /** The sentence about it; undefined where that of the parser is right. */
  readonly reason?: string;
  /** Name of a tag without its counterpart: when that is found too, it is no second mistake. */
  readonly tag?: string;
  /** An import or export statement that can be read by itself. */
  readonly module?: boolean;
}

/** The smallest part of a page that a failure is about; undefined when none is found. */
export function culpritOf(text: string, from: number, failure: Failure): Culprit | undefined {
  const { at, reason } = failure;
  if (failure.hopeless !== undefined || failure.crowded !== undefined) return undefined;
  if (/^(?:Unexpected|Expected a) closing tag/.test(reason)) return tagCulprit(text, from, failure);
  const thing = thingAt(text, from, at);
  if (thing?.tag !== undefined) {
    const bad = thing.tag.attributes.find(({ start, end }) => start <= at && at < end);
    if (bad) return { kind: 'dropped', start: bad.start, end: bad.end };
  } else if (thing !== undefined && !thing.isOpen) {
    // The Markdown between two distant braces is worth more than matching them.
    const far = /(?:\r\n|\r|\n)[ \t]*(?:\r\n|\r|\n)/.test(text.slice(thing.start, thing.end));
    return { kind: 'refused', start: thing.start, end: far ? thing.start + 1 : thing.end };
  }
  if (text[at] === '<') {
    const junk = junkIn(text, at);
    if (junk) return { kind: 'dropped', ...junk };
  }
  const sign = /[<{]/.test(text[at] ?? '') ? at : lastSign(text, from, at);
  return sign === undefined ? undefined : { kind: 'refused', start: sign, end: sign + 1 };
}

/** The first import or export statement that is none: the part that can be read, or its first paragraph. */
export function moduleCulprit(text: string, root: Root): Culprit | undefined {
  const bad = root.children.find((node) => node.type === 'mdxjsEsm' && !isModule(node));
  const start = bad?.position?.start.offset;
  const end = bad?.position?.end.offset;
  if (start === undefined || end === undefined) return undefined;
  let whole: number | undefined;
  for (let stop = start, lines = 0; stop < end && lines < mostLines; lines++) {
    stop = lineEnd(text, stop === start ? start : nextLine(text, stop));
    if (stop <= end && isModule({ value: text.slice(start, stop) })) whole = stop;
  }
  if (whole !== undefined) return { kind: 'dropped', start, end: whole, module: true };
  const behind = Math.min(moduleEnd(text, start, workFor(text)), end);
  return { kind: 'refused', start, end: start + text.slice(start, behind).trimEnd().length };
}

/** Lines of a statement that are tried as its end. */
const mostLines = 60;

/** Whether code is import and export statements and nothing else. */
export function isModule(node: { readonly value: string }): boolean {
  return programOf(node)?.body.every(({ type }) => /^(?:Import|Export)/.test(type)) === true;
}

function tagCulprit(text: string, from: number, { at, reason }: Failure): Culprit | undefined {
  const { unclosed, stray } = unbalanced(text, from);
  if (unclosed.length + stray.length > mostTags) return undefined;
  const tag = [...unclosed, ...stray].find(({ start }) => start === at);
  const inner = reason.startsWith('Expected') && tag === undefined;
  // The parser reports the tag that it could not close; the unclosed one may be inside it.
  const forgotten = inner ? unclosed.find(({ start }) => start > at) : undefined;
  const expected = /for `<([^`]*)>` \((\d+):(\d+)\)/.exec(reason);
  const opener =
    reason.startsWith('Unexpected') && tag === undefined && expected !== null
      ? unclosed.findLast(({ start, name }) => start < at && name === expected[1])
      : undefined;
  const found = tag ?? opener ?? forgotten ?? tagHere(text, at);
  if (found === undefined) return undefined;
  const own =
    found.start === at ? {} : { reason: `Expected a closing tag for \`<${found.name}>\`` };
  return { kind: 'refused', start: found.start, end: found.end, tag: found.name, ...own };
}

/** Tags without a counterpart that are looked at one by one. */
const mostTags = 50;

interface Tag {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

function tagHere(text: string, start: number): Tag | undefined {
  const tag = scanTag(text, start);
  return tag && { name: tag.name, start, end: tag.end };
}

/** Tags without a counterpart, as far as they can be told apart without knowing the blocks of the page. */
function unbalanced(text: string, from: number): { unclosed: Tag[]; stray: Tag[] } {
  const open: Tag[] = [];
  const counts = new Map<string, number>();
  const unclosed: Tag[] = [];
  const stray: Tag[] = [];
  const count = (name: string, by: number) => counts.set(name, (counts.get(name) ?? 0) + by);
  for (const { start, end, tag } of things(text, from, text.length)) {
    if (tag === undefined || tag.selfClosing) continue;
    const { name } = tag;
    if (!tag.closing) {
      open.push({ name, start, end });
      count(name, 1);
    } else if ((counts.get(name) ?? 0) === 0) stray.push({ name, start, end });
    else {
      for (let last = open.pop(); last !== undefined; last = open.pop()) {
        count(last.name, -1);
        if (last.name === name) break;
        unclosed.push(last);
      }
    }
  }
  return { unclosed: [...unclosed, ...open].sort((a, b) => a.start - b.start), stray };
}

function thingAt(text: string, from: number, at: number): Thing | undefined {
  for (const thing of things(text, from, at + 1)) {
    if (thing.start <= at && at < thing.end) return thing;
  }
  return undefined;
}

/** In a tag with attributes that MDX can't read, the first that is none: `width=300`, `{name}`, `@click="…"`. */
function junkIn(text: string, at: number): { start: number; end: number } | undefined {
  const name = /<[A-Za-z](?:[\w.:-]*\w)?(?=[\s/])/y;
  name.lastIndex = at;
  const work = workFor(text);
  let i = name.exec(text) === null ? text.length : name.lastIndex;
  const blank = /[\s/]*/y;
  const good = /[A-Za-z_$][\w$.:-]*(?:\s*=\s*(?:"[^"]*"|'[^']*'|(?=\{))|(?=[\s/>]))/y;
  const bad = /[^\s=<>{}"']+(?:=(?:"[^"]*"|'[^']*'|[^\s"'<>{}]+)?)?(?=[\s/>])/y;
  for (let count = 0; i < text.length && count < 100; count++) {
    blank.lastIndex = i;
    blank.exec(text);
    i = blank.lastIndex;
    good.lastIndex = i;
    if (good.exec(text) !== null) {
      i = text[good.lastIndex] === '{' ? bracesEnd(text, good.lastIndex, work) : good.lastIndex;
      if (i < 0) return undefined;
      continue;
    }
    const spread = /^\{\s*\.\.\./.test(text.slice(i, i + 20));
    const braces = text[i] === '{' ? bracesEnd(text, i, work) : -1;
    if (braces >= 0 && spread) i = braces;
    else {
      bad.lastIndex = i;
      const end = braces >= 0 ? braces : bad.exec(text) === null ? i : bad.lastIndex;
      return end > i && isClosed(text, end) ? { start: i, end } : undefined;
    }
  }
  return undefined;
}

/** Whether a tag ends in this paragraph: what is behind the "<" of `a <b` is no attribute of it. */
function isClosed(text: string, from: number): boolean {
  const end = text.indexOf('>', from);
  return end >= 0 && !/\n[ \t]*\r?\n/.test(text.slice(from, end));
}

function lastSign(text: string, from: number, at: number): number | undefined {
  for (let i = at; i >= from; i--) {
    if (text[i] === '<' || text[i] === '{') return i;
    if (text[i] === '\n' && blankToEnd(text, i + 1)) return undefined;
  }
  return undefined;
}
