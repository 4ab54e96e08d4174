import { createRequire } from 'node:module';
import { extname } from 'node:path';
import type { Nodes, Parents, Root, RootContent } from 'mdast';
import { messageOf, type Problem } from '../../schema/errors.ts';
import { given } from '../../schema/given.ts';
import { lineEnd, nextLine } from './scan.ts';
import { placeIn } from './tree.ts';

/** What the precise parser throws: a vfile message. */
export interface SyntaxFailure {
  readonly reason: string;
  readonly line?: number | undefined;
  readonly column?: number | undefined;
  readonly ruleId?: string | undefined;
}

// Its hundred modules take as long to load as a hundred pages to read, and most sites never need them.
const load = createRequire(import.meta.url);

function createProcessor(format: 'mdx' | 'md') {
  const file = `./precise-parser${extname(import.meta.filename)}`;
  return (load(file) as typeof import('./precise-parser.ts')).createProcessor(format);
}

/** Parses with unified: forty times slower than the everyday parser, far more on hostile text, and exact about errors. */
export function parsePrecisely(
  text: string,
  format: 'mdx' | 'md',
): { readonly root: Root } | { readonly error: SyntaxFailure } {
  const processor = createProcessor(format);
  try {
    const root = processor.parse(text);
    unravel(root);
    return { root };
  } catch (error) {
    return { error: failureOf(error) };
  }
}

/** Longest part of a page that the precise parser is asked about. */
const longest = 1200;

/** What the precise parser says of the part of a page that holds a mistake; undefined when it has no exact words. */
export function preciseFailure(
  text: string,
  start: number,
  end: number,
): { readonly at: number; readonly reason: string; readonly ruleId?: string } | undefined {
  if (end - start > longest) return undefined;
  const part = text.slice(start, end);
  const parsed = parsePrecisely(part, 'mdx');
  if ('root' in parsed || parsed.error.line === undefined) return undefined;
  const { reason, line, column = 1, ruleId } = parsed.error;
  // Where the part ends is not where it went wrong.
  if (/^Unexpected end of file|closing tag/.test(reason)) return undefined;
  const at = start + offsetAt(part, line, column);
  return { at, reason, ...given({ ruleId }) };
}

/** Tags and expressions alone in a paragraph are flow elements, as in the fast parser. */
function unravel(parent: Parents): void {
  const out: Nodes[] = [];
  for (const child of parent.children) {
    if ('children' in child) unravel(child);
    const isBlank = (node: Nodes) => node.type === 'text' && node.value.trim() === '';
    const isMdx = (node: Nodes) =>
      node.type === 'mdxJsxTextElement' || node.type === 'mdxTextExpression';
    if (
      child.type !== 'paragraph' ||
      !child.children.some(isMdx) ||
      !child.children.every((node) => isMdx(node) || isBlank(node))
    ) {
      out.push(child);
      continue;
    }
    for (const node of child.children) {
      if (node.type === 'mdxJsxTextElement') {
        out.push({ ...node, type: 'mdxJsxFlowElement' } as unknown as RootContent);
      } else if (node.type === 'mdxTextExpression') {
        out.push({ ...node, type: 'mdxFlowExpression' } as unknown as RootContent);
      }
    }
  }
  parent.children = out as RootContent[];
}

function failureOf(error: unknown): SyntaxFailure {
  if (!(error instanceof Error)) return { reason: String(error) };
  const { reason, line, column, ruleId, cause } = error as Error & Partial<SyntaxFailure>;
  const said = reason ?? error.message;
  // The parser's own name says nothing to an author; what JavaScript says does.
  const why = cause instanceof Error ? `: ${cause.message.replace(/ \(\d+:\d+\)$/, '')}` : '';
  return {
    reason: said.replace(
      /^Could not parse (.+) with acorn$/,
      `Invalid JavaScript in this $1${why}`,
    ),
    line,
    column,
    ruleId,
  };
}

/** Advice by the parsers' own rule names and words, most telling first. */
const advice: readonly (readonly [RegExp, string])[] = [
  [
    /only import|esm|import\/export/i,
    'Check the import or export statement, and leave a blank line after it.',
  ],
  [
    /acorn.*expression|expression|unexpected-eof.*\}|closing brace/i,
    'Braces contain JavaScript in MDX: write \\{ for a literal brace, or put the text in a code span.',
  ],
  [
    /before the end of `paragraph`/,
    'Put a line break after the opening tag: its content goes on after a blank line.',
  ],
  [
    /closing tag|end-tag-mismatch|Expected a closing|Unexpected closing/i,
    'Close the tag where it was opened: in the same list item or quote, and on a line of its own if it begins on one.',
  ],
  [
    /attribute|tag name|in name|before name|after name|unexpected-character/i,
    'Write \\< (or &lt;) for a literal "<"; write attributes as name="text" or name={value}.',
  ],
];

/** An unparsable place, as a problem. */
export function syntaxProblem(
  file: { readonly path: string; readonly text: string },
  failure: {
    readonly at: number;
    readonly reason: string;
    readonly ruleId?: string;
    /** What happened to the text. */
    readonly outcome: string;
  },
): Problem {
  const { at, reason, outcome, ruleId = '' } = failure;
  const note = advice.find(([pattern]) => pattern.test(`${ruleId} ${reason}`))?.[1];
  return {
    severity: 'error',
    source: 'source',
    ruleId: 'mdx-syntax',
    file: file.path,
    place: placeIn(file.text, at, Math.min(at + 1, file.text.length)),
    reason: `This is not valid MDX, and ${outcome}: ${tidy(asWritten(reason, file.text, at))}`,
    note:
      note ?? 'Correct the text at this position; MDX is Markdown with JSX tags and {expressions}.',
  };
}

/** Offset of a place that the fast parser names, and its sentence without place, rule and makers. */
export function fastFailure(text: string, error: unknown): { at: number; reason: string } {
  const message = messageOf(error);
  const [, line, column] = /^(\d+):(\d+): /.exec(message) ?? [];
  const reason = message
    .replace(/^\d+:\d+: /, '')
    .replace(/ \([\w-]+:[\w-]+\)$/, '')
    .replace(/^Could not parse (\w+) with \w+: /, 'Invalid JavaScript in this $1: ');
  return { at: offsetAt(text, Number(line ?? 1), Number(column ?? 1)), reason };
}

function offsetAt(text: string, line: number, column: number): number {
  let offset = 0;
  for (let current = 1; current < line && offset < text.length; current++) {
    offset = nextLine(text, lineEnd(text, offset));
  }
  return Math.min(offset + column - 1, text.length);
}

/** The parser names a stand-in that it did not expect: the author wrote the character at this place. */
function asWritten(reason: string, text: string, at: number): string {
  const code = text.codePointAt(at) ?? 0;
  const written = `\`${String.fromCodePoint(code)}\` (U+${code.toString(16).toUpperCase().padStart(4, '0')})`;
  return reason.replace(/`[\ue000-\uf8ff]` \(U\+[EF][\dA-F]{3}\)/, () => written);
}

/** Stand-ins look like letters to the parser but must not reach the reader. */
function tidy(reason: string): string {
  const plain = reason
    .replace('Maximum call stack size exceeded', 'its parts are nested too deeply')
    .replace(/[\ue000-\uf8ff]+/g, '…')
    .replace(/\s+/g, ' ')
    .trim();
  return /[.?!]$/.test(plain) ? plain : `${plain}.`;
}
