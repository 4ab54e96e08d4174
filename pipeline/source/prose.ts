import type { Nodes, Root } from 'mdast';

/** What `prose` puts in besides plain text. */
export interface ProseOptions {
  readonly variables?: ReadonlyMap<string, string>;
  /** Keep code spans, for reading; word counts leave them out. */
  readonly codeSpans?: boolean;
}

/** The plain text of a tree: prose alone, without code, properties, addresses and formulas. */
export function prose(root: Root | Nodes, options: ProseOptions = {}): string {
  const parts: string[] = [];
  collect(root, parts, options);
  return parts
    .join('')
    .replace(/[ \t]{2,}/g, ' ')
    .replace(/ \n|\n /g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

const blocks: ReadonlySet<string> = new Set([
  'paragraph',
  'heading',
  'listItem',
  'blockquote',
  'tableRow',
  'mdxJsxFlowElement',
  'footnoteDefinition',
]);

function collect(node: Nodes, parts: string[], options: ProseOptions): void {
  switch (node.type) {
    case 'text':
      parts.push(node.value);
      return;
    case 'variable':
      parts.push(options.variables?.get(node.name) ?? '');
      return;
    case 'inlineCode':
      parts.push(options.codeSpans === true ? node.value : ' ');
      return;
    case 'break':
      parts.push('\n');
      return;
    case 'link':
      if (isBareAddress(node)) return;
      break;
  }
  if (!('children' in node)) return;
  for (const child of node.children) collect(child, parts, options);
  if (node.type === 'tableCell') parts.push(' ');
  else if (blocks.has(node.type)) parts.push('\n\n');
}

function isBareAddress(node: Nodes): boolean {
  if (node.type !== 'link') return false;
  const [only] = node.children;
  return node.children.length === 1 && only?.type === 'text' && node.url.endsWith(only.value);
}

const segmenters = new Map<string, Intl.Segmenter>();

/** One word for sure, whatever the language: a run of Latin letters with common marks around. */
const plainWord = /^["'(“‘]*[A-Za-z]+["')”’.,;:!?]*$/;

/** Counts words the way the language separates them, Chinese and Thai included (S1-58). */
export function countWords(text: string, language: string): number {
  // No word reaches over a blank, so that only what is not plain needs the slow segmenter.
  let words = 0;
  const rest: string[] = [];
  for (const part of text.split(/\s+/)) {
    if (plainWord.test(part)) words++;
    else if (part !== '') rest.push(part);
  }
  if (rest.length === 0) return words;
  for (const part of segmenterOf(language).segment(rest.join(' '))) {
    if (part.isWordLike === true) words++;
  }
  return words;
}

function segmenterOf(language: string): Intl.Segmenter {
  let segmenter = segmenters.get(language);
  if (segmenter === undefined) {
    segmenter = new Intl.Segmenter(language, { granularity: 'word' });
    segmenters.set(language, segmenter);
  }
  return segmenter;
}
