import type { Root } from 'mdast';
import { walk } from './tree.ts';

/** A line of a paragraph as it is written, and the one above it in the same paragraph. */
export interface ParagraphLine {
  readonly line: string;
  readonly above: string | undefined;
  /** Offset of the line in the text. */
  readonly at: number;
}

/** Lines of paragraphs: what an author meant as something else, and is shown as text. */
export function* paragraphLines(root: Root, text: string): Generator<ParagraphLine> {
  const paragraphs: { readonly start: number; readonly end: number }[] = [];
  walk(root, ({ type, position }) => {
    const { start, end } = position ?? {};
    if (type !== 'paragraph' || start?.offset === undefined || end?.offset === undefined) return;
    paragraphs.push({ start: start.offset, end: end.offset });
  });
  for (const { start, end } of paragraphs) {
    let at = start;
    let above: string | undefined;
    for (const line of text.slice(start, end).split('\n')) {
      yield { line, above, at };
      at += line.length + 1;
      above = line;
    }
  }
}
