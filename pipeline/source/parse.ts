import type { Nodes, Root } from 'mdast';
import type { MdxjsEsm } from 'mdast-util-mdx';
import type { Problem } from '../../schema/errors.ts';
import type { PageTree } from '../../schema/site.ts';
import { brokenTables } from './broken-tables.ts';
import { foreignCallouts } from './callout-syntax.ts';
import { isModule } from './culprit.ts';
import { fastParser } from './fast-parser.ts';
import { splitFrontmatter } from './frontmatter-range.ts';
import { crowded, cutDeep, deepNesting, endless, withoutModules } from './guard.ts';
import { takeAnchors } from './heading-anchors.ts';
import { type Attempt, readLeniently } from './lenient.ts';
import type { Masked, SpanKind } from './mask/span.ts';
import { mask } from './mask.ts';
import { type Statement, wholeModules } from './modules.ts';
import { fastFailure } from './precise.ts';
import { placeIn, placeOf, walk } from './tree.ts';
import { unclosedCode } from './unclosed-code.ts';
import { unmaskTree } from './unmask-tree.ts';
import { undefinedVariable } from './variables.ts';

/** What `parsePage` must know besides the text. */
export interface ParseOptions {
  readonly format: 'mdx' | 'md';
  /** `styling.latex`: where it is absent only pages that plainly use math get it. */
  readonly latex?: boolean | undefined;
  /** Declared variables; when given, others in prose are problems. */
  readonly variables?: ReadonlyMap<string, unknown> | ReadonlySet<string>;
}

/** What `parsePage` reads: a page, a snippet, or any text with a name for its problems. */
export interface ParseInput {
  readonly path: string;
  readonly text: string;
}

const features = { gfm: true, frontmatter: false } as const;

/**
 * A page's tree. Positions are those of `file.text`; front matter is not included. Invalid MDX is
 * included as text, with an error at its position.
 */
export function parsePage(file: ParseInput, options: ParseOptions): PageTree {
  const { bodyOffset } = splitFrontmatter(file.text);
  const settings = { format: options.format, from: bodyOffset, latex: options.latex };
  const text = blankFrontmatter(file.text, bodyOffset);
  const attempt = (masked: string) => attemptOf(masked, bodyOffset, options.format);
  const strict = mask(text, { ...settings, cures: false });
  const first = attempt(strict.text);
  if ('root' in first) return finish(first.root, strict, file, options);
  const cured = mask(text, { ...settings, cures: true });
  if (cured.spans.length > strict.spans.length) {
    const second = attempt(cured.text);
    if ('root' in second) return finish(second.root, cured, file, options);
  }
  // The fast parser ends a statement at a blank line next to words in its tags: it gets to see none of it.
  const modules = options.format === 'mdx' ? partedModules(text, bodyOffset) : [];
  const lenient = readLeniently({
    file: { path: file.path, text },
    from: bodyOffset,
    modules,
    mask: (hidden) => mask(text, { ...settings, cures: true, ...hidden }),
    attempt,
  });
  const sheets = styleSheets(lenient.root);
  const errors = lenient.problems.filter(({ place }) => {
    const at = place?.start.offset ?? -1;
    return !sheets.some(([start, end]) => start <= at && at < end);
  });
  return finish(lenient.root, lenient.masked, file, options, errors);
}

/** The import and export statements with a blank line in them. */
function partedModules(text: string, from: number): readonly Statement[] {
  return wholeModules(text, from).flatMap(({ start, end }) => {
    const code = text.slice(start, end).trimEnd();
    return /(?:\r\n|\r|\n)[ \t]*[\r\n]/.test(code) ? [{ start, end: start + code.length }] : [];
  });
}

/** Where style sheets have their text: braces in them are rules, kept as they are, and no mistake. */
function styleSheets(root: Root): readonly (readonly [start: number, end: number])[] {
  const found: [number, number][] = [];
  walk(root, (node) => {
    const isElement = node.type === 'mdxJsxFlowElement' || node.type === 'mdxJsxTextElement';
    if (!isElement || node.name !== 'style') return;
    const start = node.children[0]?.position?.start.offset;
    const end = node.children.at(-1)?.position?.end.offset;
    if (start !== undefined && end !== undefined) found.push([start, end]);
  });
  return found;
}

function attemptOf(text: string, from: number, format: 'mdx' | 'md'): Attempt {
  const prose = format === 'mdx' ? withoutModules(text, from) : text;
  const full = crowded(prose, from, format);
  if (full[0] !== undefined) return { failure: { at: full[0].start, reason: '', crowded: full } };
  const deep = format === 'mdx' ? deepNesting(text, from) : undefined;
  if (deep !== undefined) return { failure: { at: deep, reason: '', hopeless: 'deep' } };
  const end = format === 'mdx' ? endless(prose, from) : undefined;
  if (end !== undefined) {
    const reason = 'Expected a tag or an expression, here and in many more places';
    return { failure: { at: end.at, reason, hopeless: end.kind } };
  }
  const { markdownToMdast, mdxToMdast } = fastParser();
  try {
    const parse = format === 'md' ? markdownToMdast : mdxToMdast;
    const root = parse(text, { features }) as Root;
    // The fast parser takes prose right behind an import for code, and would lose it.
    const modules = root.children.filter(({ type }) => type === 'mdxjsEsm');
    return modules.every((node) => isModule(node as MdxjsEsm)) ? { root } : { mixed: root };
  } catch (error) {
    return { failure: fastFailure(text, error) };
  }
}

function finish(
  root: Root,
  masked: Masked,
  file: ParseInput,
  options: ParseOptions,
  errors: readonly Problem[] = [],
): PageTree {
  const deep = cutDeep(root, masked.text);
  unmaskTree(root, masked, file.text);
  takeAnchors(root, file.text);
  const reported = new Set(errors.map(({ place }) => place?.start.offset));
  const problems = cureNotes(masked, file, reported);
  if (deep !== undefined) problems.unshift(tooDeep(file, deep));
  if (options.variables !== undefined && masked.spans.length > 0) {
    problems.push(...unknownVariables(root, file, [...options.variables.keys()]));
  }
  problems.push(
    ...brokenTables(root, file),
    ...foreignCallouts(root, file),
    ...unclosedCode(root, file),
  );
  return { root, problems: [...errors, ...problems] };
}

function tooDeep(file: ParseInput, at: number): Problem {
  return {
    severity: 'error',
    source: 'source',
    ruleId: 'nested-too-deeply',
    file: file.path,
    place: placeIn(file.text, at, at + 1),
    reason: 'Nested too deeply, the content is shown as text.',
    note: 'Close lists, quotes and tags earlier, or split the page.',
  };
}

/** Front matter becomes blank lines: the parsers need not know it, and every position stays true. */
function blankFrontmatter(text: string, bodyOffset: number): string {
  if (bodyOffset === 0) return text.charCodeAt(0) === 0xfeff ? ` ${text.slice(1)}` : text;
  return text.slice(0, bodyOffset).replace(/[^\n\r]/g, ' ') + text.slice(bodyOffset);
}

const cures: Partial<Record<SpanKind, { ruleId: string; found: string; note: string }>> = {
  comment: {
    ruleId: 'html-comment',
    found: 'HTML comment in an MDX page',
    note: 'Accepted; other MDX tools require {/* … */}.',
  },
  less: {
    ruleId: 'stray-less-than',
    found: '"<" that does not open a tag',
    note: 'Accepted as text; write \\< for other MDX tools.',
  },
  void: {
    ruleId: 'unclosed-void-tag',
    found: 'HTML tag without a closing tag',
    note: 'Accepted; other MDX tools require it closed, as in <br />.',
  },
  autolink: {
    ruleId: 'angle-link',
    found: 'URL in angle brackets',
    note: 'Accepted as a link; other MDX tools require [text](url).',
  },
};

/** One note per kind and page, and none where an error was reported: lenience is reported once. */
function cureNotes(
  masked: Masked,
  file: ParseInput,
  reported: ReadonlySet<number | undefined>,
): Problem[] {
  const problems: Problem[] = [];
  const seen = new Set<SpanKind>();
  for (const span of masked.spans) {
    const cure = cures[span.kind];
    if (cure === undefined || seen.has(span.kind) || reported.has(span.start)) continue;
    seen.add(span.kind);
    problems.push({
      severity: 'note',
      source: 'source',
      ruleId: cure.ruleId,
      file: file.path,
      place: placeIn(file.text, span.start, span.end),
      reason: `${cure.found}.`,
      note: cure.note,
    });
  }
  return problems;
}

function unknownVariables(root: Nodes, file: ParseInput, declared: readonly string[]): Problem[] {
  const problems: Problem[] = [];
  const known = new Set(declared);
  walk(root, (node) => {
    if (node.type !== 'variable' || known.has(node.name)) return;
    const place = placeOf(node);
    const where = { name: node.name, file: file.path, ...(place ? { place } : {}) };
    problems.push(undefinedVariable(where, declared));
  });
  return problems;
}
