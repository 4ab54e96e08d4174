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

// An underscore inside a word is just that, and so is a star with a space on the side of its words. No part of the pattern
// is read from more than one place: a text takes time in proportion to its length.
const pattern =
  /\[([^[\]]+)\]\(([^()\s]+)\)|\*\*(?!\s)([^*]+)(?<!\s)\*\*|\*(?!\s)([^*]+)(?<!\s)\*|(?<![\p{L}\p{N}_])_(?!\s)([^_]+)(?<!\s)_(?![\p{L}\p{N}_])|`([^`]+)`/gu;

/** The marks of a text such as a banner or a description, none inside another but for the label of a link. */
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

/** A text without its marks, for places that show plain words. */
export function withoutMarks(text: string): string {
  if (!/[*_`[]/.test(text)) return text;
  let plain = '';
  let at = 0;
  for (const { type, start, end, text: words } of inlineMarks(text)) {
    plain += text.slice(at, start) + (type === 'link' ? withoutMarks(words) : words);
    at = end;
  }
  return plain + text.slice(at);
}

/** Whether two texts have the same marks besides their words, in whatever order. */
export function haveSameMarks(one: string, other: string): boolean {
  return listOf(one) === listOf(other);
}

function listOf(text: string): string {
  const of = (part: string): string[] =>
    inlineMarks(part).flatMap((mark) =>
      mark.type === 'code'
        ? [`code ${mark.text}`]
        : [`${mark.type} ${mark.href ?? ''}`, ...of(mark.text)],
    );
  return of(text).sort().join('\n');
}
