import type { Nodes, Root } from 'mdast';
import { markdownToMdast, mdxToMdast } from 'satteri';
import type { Problem } from '../../schema/errors.ts';
import type { PageTree } from '../../schema/site.ts';
import { programOf } from './expression.ts';
import { splitFrontmatter } from './frontmatter-range.ts';
import { deepNesting, isDeepTree } from './guard.ts';
import { type Masked, mask, type SpanKind } from './mask.ts';
import { longestPrecise, parsePrecisely, syntaxProblem } from './precise.ts';
import { placeIn, placeOf, walk } from './tree.ts';
import { unmaskTree } from './unmask-tree.ts';
import { undefinedVariable } from './variables.ts';

/** What `parsePage` must know besides the text. */
export interface ParseOptions {
  readonly format: 'mdx' | 'md';
  /** `styling.latex`: without it only pages that plainly use math get it (S3-83). */
  readonly latex?: boolean;
  /** Declared variables; when given, others in prose are problems (S3-56). */
  readonly variables?: ReadonlyMap<string, unknown> | ReadonlySet<string>;
}

/** What `parsePage` reads: a page, a snippet, or any text with a name for its problems. */
export interface ParseInput {
  readonly path: string;
  readonly text: string;
}

const features = { gfm: true, frontmatter: false } as const;

/**
 * A page's tree. Positions are those of `file.text`; front matter is not in it. Text that cannot be
 * read gives an empty root and an error at its line.
 */
export function parsePage(file: ParseInput, options: ParseOptions): PageTree {
  const { bodyOffset } = splitFrontmatter(file.text);
  const settings = { format: options.format, from: bodyOffset, latex: options.latex === true };
  const text = blankFrontmatter(file.text, bodyOffset);
  const deep = options.format === 'mdx' ? deepNesting(text, bodyOffset) : undefined;
  if (deep !== undefined) return tooDeep(file, deep);
  const strict = mask(text, { ...settings, cures: false });
  const parse = options.format === 'md' ? markdownToMdast : mdxToMdast;
  let failure: unknown;
  try {
    const root = parse(strict.text, { features }) as Root;
    if (modulesAreWhole(root)) return finish(root, strict, file, options);
  } catch (error) {
    failure = error;
  }
  const cured = mask(text, { ...settings, cures: true });
  if (cured.spans.length > strict.spans.length) {
    try {
      const root = parse(cured.text, { features }) as Root;
      if (modulesAreWhole(root)) return finish(root, cured, file, options);
    } catch (error) {
      failure = error;
    }
  }
  // The fast parser says that something is wrong; the slow one says exactly what and where.
  const precise =
    cured.text.length > longestPrecise
      ? { error: { reason: '' } }
      : parsePrecisely(cured.text, options.format);
  if ('root' in precise) return finish(precise.root, cured, file, options);
  const root: Root = { type: 'root', children: [] };
  return { root, problems: [syntaxProblem(file, precise.error, failure)] };
}

/** The fast parser takes prose right behind an import for code, and would lose it. */
function modulesAreWhole(root: Root): boolean {
  return root.children.every(
    (node) =>
      node.type !== 'mdxjsEsm' ||
      programOf(node)?.body.every(({ type }) => /^(?:Import|Export)/.test(type)) === true,
  );
}

function tooDeep(file: ParseInput, at: number): PageTree {
  const problem: Problem = {
    severity: 'error',
    source: 'source',
    ruleId: 'nested-too-deeply',
    file: file.path,
    place: placeIn(file.text, at, at + 1),
    reason: 'The page cannot be read: its parts are nested too deeply.',
    note: 'Close brackets and tags earlier, or divide the page.',
  };
  return { root: { type: 'root', children: [] }, problems: [problem] };
}

function finish(root: Root, masked: Masked, file: ParseInput, options: ParseOptions): PageTree {
  if (isDeepTree(root)) {
    const start = root.children.find((node) => isDeepTree(node, 1))?.position?.start.offset;
    return tooDeep(file, start ?? 0);
  }
  unmaskTree(root, masked, file.text);
  const problems = cureNotes(masked, file);
  if (options.variables !== undefined && masked.spans.length > 0) {
    problems.push(...unknownVariables(root, file, [...options.variables.keys()]));
  }
  return { root, problems };
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
    note: 'Accepted; other MDX tools want {/* … */}.',
  },
  less: {
    ruleId: 'stray-less-than',
    found: '"<" that opens no tag',
    note: 'Accepted as text; write \\< to be understood by other MDX tools.',
  },
  void: {
    ruleId: 'unclosed-void-tag',
    found: 'HTML tag without an end',
    note: 'Accepted; other MDX tools want it closed, as in <br />.',
  },
  autolink: {
    ruleId: 'angle-link',
    found: 'Address between angle brackets',
    note: 'Accepted as a link; other MDX tools want [text](address).',
  },
};

/** One note per kind and page: lenience is told, not repeated. */
function cureNotes(masked: Masked, file: ParseInput): Problem[] {
  const problems: Problem[] = [];
  const seen = new Set<SpanKind>();
  for (const span of masked.spans) {
    const cure = cures[span.kind];
    if (cure === undefined || seen.has(span.kind)) continue;
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
