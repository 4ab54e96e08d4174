import type { Root, RootContent } from 'mdast';
import type { Problem } from '../../schema/errors.ts';
import { pointsIn } from '../../schema/lines.ts';
import { type Culprit, culpritOf, type Failure, moduleCulprit } from './culprit.ts';
import type { Masked, Refusal } from './mask/span.ts';
import type { Statement } from './modules.ts';
import { preciseFailure, syntaxProblem } from './precise.ts';
import { blankToEnd, lineEnd, nextLine } from './scan.ts';
import { placeIn } from './tree.ts';

/** The result of parsing a masked text: a complete tree, or the reason why there is none. */
export type Attempt =
  | { readonly root: Root }
  | { readonly failure: Failure }
  /** A tree in which prose was taken for code of a module. */
  | { readonly mixed: Root };

/** What of the text the parser must not see. */
export interface Hidden {
  readonly refused: readonly Refusal[];
  readonly plain: readonly (readonly [number, number])[];
}

export interface LenientInput {
  readonly file: { readonly path: string; readonly text: string };
  /** Where the body starts. */
  readonly from: number;
  /** Statements that the parser gets to see nothing of. */
  readonly modules: readonly Statement[];
  readonly mask: (hidden: Hidden) => Masked;
  readonly attempt: (text: string) => Attempt;
}

export interface LenientTree {
  readonly root: Root;
  readonly masked: Masked;
  readonly problems: readonly Problem[];
}

/** Characters that a page may be read again for its mistakes, and how often. */
const work = 4_000_000;
const mostTries = 16;

/** Problems of this kind that one page reports. */
const mostProblems = 20;

/**
 * Reads a page that MDX refuses: what the parser stumbles over becomes text, and it is asked again. At
 * first that is the tag, expression or statement alone, then the text around it, last all the rest. A
 * page is read at most 16 times for single mistakes, one of more than 250,000 characters less often, and
 * then five times more, with ever larger parts as text.
 */
export function readLeniently(input: LenientInput): LenientTree {
  const { file, from } = input;
  const { length } = file.text;
  const single = Math.min(mostTries, Math.max(1, Math.floor(work / Math.max(1, length))));
  const problems: Problem[] = [];
  const orphans = new Map<string, number>();
  const modules: Refusal[] = input.modules.map((place) => ({ kind: 'dropped', ...place }));
  let refused: readonly Refusal[] = [...modules];
  let plain: [number, number][] = [];
  let reach = Math.max(2000, Math.ceil(length / 64));
  for (let tries = 1; ; tries++) {
    const masked = input.mask({ refused, plain });
    const attempt = input.attempt(masked.text);
    if ('root' in attempt) {
      return { root: withModules(attempt.root, modules, file.text), masked, problems };
    }
    const full = 'failure' in attempt ? (attempt.failure.crowded ?? []) : [];
    const added = full.filter(({ start }) => refused.every((other) => other.start !== start));
    if (added.length > 0) {
      const room = Math.max(0, mostProblems - problems.length);
      problems.push(...added.slice(0, room).map(({ start }) => crowdedProblem(file, start)));
      for (const refusal of added) refused = withRefusal(refused, refusal);
      continue;
    }
    const { failure, culprit } = look(masked.text, from, attempt);
    const isSecond = culprit?.tag !== undefined && isSecondOf(culprit.tag, orphans);
    const problem = problemOf(input, masked.text, failure, culprit);
    const offset = problem.place?.start.offset;
    const isKnown = problems.some(({ place }) => place?.start.offset === offset);
    if (!isSecond && !isKnown && problems.length < mostProblems) problems.push(problem);
    const isTried = refused.some(
      ({ start, end }) => start === culprit?.start && end === culprit.end,
    );
    if (culprit !== undefined && !isTried && tries <= single) {
      refused = withRefusal(refused, culprit);
      if (culprit.module) modules.push(culprit);
      continue;
    }
    if (plain.some(([start, end]) => start === from && end === length)) {
      return { root: asText(file.text, from), masked: input.mask(nothing), problems };
    }
    const start = blockStart(file.text, from, failure.at);
    const end = start + reach < length ? blockEnd(file.text, start + reach) : length;
    plain = end === length && reach > length ? [[from, length]] : [...plain, [start, end]];
    if (end === length) reach = length + 1;
    else reach *= 4;
  }
}

const nothing: Hidden = { refused: [], plain: [] };

function look(
  text: string,
  from: number,
  attempt: Exclude<Attempt, { readonly root: Root }>,
): { readonly failure: Failure; readonly culprit: Culprit | undefined } {
  if ('failure' in attempt) {
    return { failure: attempt.failure, culprit: culpritOf(text, from, attempt.failure) };
  }
  const culprit = moduleCulprit(text, attempt.mixed);
  const reason = 'Invalid JavaScript in this import or export statement';
  return { failure: { at: culprit?.start ?? from, reason }, culprit };
}

/** Whether a tag's counterpart became text before: both are one mistake. */
function isSecondOf(tag: string, orphans: Map<string, number>): boolean {
  const waiting = orphans.get(tag) ?? 0;
  orphans.set(tag, waiting > 0 ? waiting - 1 : 1);
  return waiting > 0;
}

function problemOf(
  { file, from }: LenientInput,
  masked: string,
  failure: Failure,
  culprit: Culprit | undefined,
): Problem {
  const { path, text } = file;
  if (failure.hopeless === 'deep') {
    return {
      severity: 'error',
      source: 'source',
      ruleId: 'nested-too-deeply',
      file: path,
      place: placeIn(text, failure.at, failure.at + 1),
      reason: 'Nested too deeply, shown as text.',
      note: 'Close brackets and tags earlier, or split the page.',
    };
  }
  if (failure.crowded !== undefined) return crowdedProblem(file, failure.at);
  const outcome = outcomeOf(culprit);
  if (culprit?.reason !== undefined) {
    return syntaxProblem(file, { at: culprit.start, reason: culprit.reason, outcome });
  }
  // The fast parser has the better words for tags, the precise one for all else.
  const precise =
    culprit === undefined || culprit.tag !== undefined
      ? undefined
      : preciseFailure(
          masked,
          blockStart(masked, from, culprit.start),
          blockEnd(masked, culprit.end),
        );
  return syntaxProblem(file, { ...(precise ?? failure), outcome });
}

function crowdedProblem(file: LenientInput['file'], at: number): Problem {
  return {
    severity: 'error',
    source: 'source',
    ruleId: 'crowded-paragraph',
    file: file.path,
    place: placeIn(file.text, at, at + 1),
    reason:
      'This paragraph has too many tags, expressions, character references or special characters for its length, and is shown as text; expected fewer of them in a paragraph or line.',
    note: 'Put blank lines between its parts, or start a new line after each tag.',
  };
}

function outcomeOf(culprit: Culprit | undefined): string {
  if (culprit?.module) return 'is read anyway';
  return culprit?.kind === 'dropped' ? 'is left out' : 'is shown as text';
}

/** In order, and without those that lie inside of the new one. */
function withRefusal(refused: readonly Refusal[], added: Refusal): readonly Refusal[] {
  const others = refused.filter(({ start, end }) => end <= added.start || start >= added.end);
  return [...others, added].sort((a, b) => a.start - b.start);
}

/** Statements that the parser was not to see, or not with the prose behind them, are restored. */
function withModules(root: Root, modules: readonly Refusal[], text: string): Root {
  const point = pointsIn(text);
  for (const { start, end } of modules) {
    const position = { start: point(start), end: point(end) };
    const node: RootContent = { type: 'mdxjsEsm', value: text.slice(start, end), position };
    const index = root.children.findIndex((child) => (child.position?.start.offset ?? 0) >= start);
    root.children.splice(index < 0 ? root.children.length : index, 0, node);
  }
  return root;
}

/** Whatever happens: the words of the page, a paragraph for each of its own. */
function asText(text: string, from: number): Root {
  const point = pointsIn(text);
  const children: RootContent[] = [];
  for (let at = from; at < text.length; ) {
    const end = blockEnd(text, at);
    const value = text.slice(at, end).trim();
    const position = { start: point(at), end: point(end) };
    if (value !== '') {
      children.push({ type: 'paragraph', children: [{ type: 'text', value, position }], position });
    }
    at = Math.max(end, nextLine(text, end));
  }
  return { type: 'root', children };
}

/** Start of the lines without a blank line between them that contain an offset. */
function blockStart(text: string, from: number, at: number): number {
  for (let i = Math.min(at, text.length) - 1; i > from; i--) {
    if (/[\n\r]/.test(text[i] ?? '') && blankToEnd(text, i + 1) && i + 1 < at) return i + 1;
  }
  return from;
}

/** End of these lines. */
function blockEnd(text: string, at: number): number {
  for (let end = lineEnd(text, at); end < text.length; ) {
    const next = nextLine(text, end);
    if (blankToEnd(text, next)) return end;
    end = lineEnd(text, next);
  }
  return text.length;
}
