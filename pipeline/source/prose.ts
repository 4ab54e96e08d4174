import type { Nodes, Root } from 'mdast';

/** The words of a tree, to be counted: prose alone, without code, properties, addresses and formulas. */
export function prose(root: Root | Nodes, variables?: ReadonlyMap<string, string>): string {
  const parts: string[] = [];
  collect(root, parts, variables);
  return parts.join('');
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

function collect(
  node: Nodes,
  parts: string[],
  variables: ReadonlyMap<string, string> | undefined,
): void {
  switch (node.type) {
    case 'text':
      parts.push(node.value);
      return;
    case 'variable':
      parts.push(variables?.get(node.name) ?? '');
      return;
    case 'inlineCode':
      parts.push(' ');
      return;
    case 'break':
      parts.push('\n');
      return;
    case 'link':
      if (isBareAddress(node)) return;
      break;
  }
  if (!('children' in node)) return;
  for (const child of node.children) collect(child, parts, variables);
  if (node.type === 'tableCell') parts.push(' ');
  else if (blocks.has(node.type)) parts.push('\n\n');
}

function isBareAddress(node: Nodes): boolean {
  if (node.type !== 'link') return false;
  const [only] = node.children;
  return node.children.length === 1 && only?.type === 'text' && node.url.endsWith(only.value);
}

const segmenters = new Map<string, Intl.Segmenter>();

const letter = 1;
const opening = 2;
const closing = 4;
/** What a character is in a word that is one for sure, whatever the language. */
const kinds = new Uint8Array(128);
for (let code = 0; code < 26; code++) kinds[65 + code] = kinds[97 + code] = letter;
for (const mark of '"\'(') kinds[mark.charCodeAt(0)] = opening;
for (const mark of '"\').,;:!?') {
  const code = mark.charCodeAt(0);
  kinds[code] = (kinds[code] ?? 0) | closing;
}

/** Counts words the way the language separates them, Chinese and Thai included. */
export function countWords(text: string, language: string): number {
  // No word crosses a space, so that only unusual text needs the slow segmenter, which also takes long to load. Most
  // words are runs of Latin letters with common punctuation.
  let words = 0;
  let rest = '';
  const blank = 32;
  for (let at = 0; at < text.length; at++) {
    if (text.charCodeAt(at) <= blank) continue;
    const start = at;
    let expected = opening | letter;
    let code = text.charCodeAt(at);
    for (; code > blank; code = text.charCodeAt(++at)) {
      const kind = (kinds[code] ?? 0) & expected;
      if (kind === 0) expected = 0;
      else if (kind & letter) expected = letter | closing;
      else if (kind & closing) expected = closing;
    }
    if (expected & closing) words++;
    else {
      const part = text.slice(start, at);
      if (asciiText.test(part)) words += asciiWords(part);
      else rest += `${part} `;
    }
  }
  if (rest === '') return words;
  for (const part of segmenterOf(language).segment(rest)) {
    if (part.isWordLike === true) words++;
  }
  return words;
}

/** Text without the colon, which belongs to words in some languages. */
const asciiText = /^[!-9;-~]+$/;

/** Words in ASCII text by the rules of Unicode (UAX #29), which are the same in all languages. */
const asciiWord = /\w+(?:(?:(?<=[A-Za-z])[.'](?=[A-Za-z])|(?<=\d)[.',;](?=\d))\w+)*/g;

function asciiWords(text: string): number {
  return text.match(asciiWord)?.filter((word) => word !== '_').length ?? 0;
}

function segmenterOf(language: string): Intl.Segmenter {
  let segmenter = segmenters.get(language);
  if (segmenter === undefined) {
    segmenter = new Intl.Segmenter(language, { granularity: 'word' });
    segmenters.set(language, segmenter);
  }
  return segmenter;
}
