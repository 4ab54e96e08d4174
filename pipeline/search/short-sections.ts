import type { Section } from '../../schema/site.ts';

/** Characters of a text, and of code, that are found and shown as one. */
const most = { text: 2000, code: 4000 };

/**
 * A section in parts that are short enough to be found by what they say: a word counts less in a long
 * text. It is cut between paragraphs, rows of a table or entries of a list, and code between blocks; what is
 * longer than a part is cut after a sentence or a line. All parts have its anchor.
 */
export function shortSections(section: Section): readonly Section[] {
  const { text, code } = section;
  if (text.length <= most.text && code.length <= most.code) return [section];
  const texts = partsOf(text, most.text, /\n/, /(?<=[.!?:;。！？；])\s*/u);
  const codes = partsOf(code, most.code, /\n\n+/, /\n/);
  return Array.from({ length: Math.max(texts.length, codes.length) }, (_, index) => {
    return { ...section, text: texts[index] ?? '', code: codes[index] ?? '' };
  });
}

/** Neighbours joined up to a length; one that is longer is cut once more. */
function partsOf(text: string, longest: number, between: RegExp, within: RegExp): string[] {
  if (text.length <= longest) return text === '' ? [] : [text];
  const pieces = text
    .split(between)
    .flatMap((piece) =>
      piece.length > longest ? piece.split(within).flatMap((one) => slices(one, longest)) : [piece],
    );
  const joint = between.source === '\\n' ? '\n' : '\n\n';
  const parts: string[] = [];
  for (const piece of pieces) {
    const last = parts.at(-1);
    if (last !== undefined && last.length + piece.length < longest) {
      parts[parts.length - 1] = `${last}${joint}${piece}`;
    } else parts.push(piece);
  }
  return parts;
}

function slices(text: string, longest: number): string[] {
  const count = Math.ceil(text.length / longest);
  return Array.from({ length: count }, (_, index) => {
    return text.slice(index * longest, (index + 1) * longest);
  });
}
