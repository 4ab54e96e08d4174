/** A mark in a line of inline Markdown: a link, strong or emphasized words, code. */
export interface InlineMark {
  readonly type: 'link' | 'strong' | 'emphasis' | 'code';
  /** Range of the whole mark. */
  readonly start: number;
  readonly end: number;
  /** The words inside, and where they begin. */
  readonly text: string;
  readonly textStart: number;
  /** Address of a link. */
  readonly href?: string;
}

// An underscore inside a word is just that.
const pattern =
  /\[([^\]]+)\]\(([^()\s]+)\)|\*\*([^*]+)\*\*|\*([^*]+)\*|(?<![\p{L}\p{N}_])_([^_]+)_(?![\p{L}\p{N}_])|`([^`]+)`/gu;

/** The marks of a banner's text, none inside another but for the label of a link. */
export function inlineMarks(text: string): InlineMark[] {
  return [...text.matchAll(pattern)].map((match): InlineMark => {
    const [whole, label, href, bold, star, under, code] = match;
    const start = match.index;
    const range = { start, end: start + whole.length };
    const at = (words: string, lead: number) => ({ text: words, textStart: start + lead });
    if (label !== undefined && href !== undefined) {
      return { type: 'link', ...range, ...at(label, 1), href };
    }
    if (bold !== undefined) return { type: 'strong', ...range, ...at(bold, 2) };
    if (code !== undefined) return { type: 'code', ...range, ...at(code, 1) };
    return { type: 'emphasis', ...range, ...at(star ?? under ?? '', 1) };
  });
}
