import type { Face } from './face.ts';

/** Lines of a text at the size in which they are drawn. */
export interface TextBlock {
  readonly lines: readonly string[];
  readonly size: number;
  readonly leading: number;
}

/** Height of the lines of a text. */
export function heightOf(text: TextBlock | undefined): number {
  return text ? text.lines.length * text.size * text.leading : 0;
}

/** The largest size at which a title fits into its lines; at the smallest it is cut. */
export function fitted(
  text: string,
  faces: readonly Face[],
  {
    sizes,
    lines,
    width,
  }: { readonly sizes: readonly number[]; readonly lines: number; readonly width: number },
): TextBlock {
  for (const size of sizes) {
    const rows = rowsOf(text, faces, size, width);
    const most = size === sizes[0] ? Math.min(2, lines) : lines;
    if (rows.length <= most && rows.every((row) => widthOf(row, faces, size) <= width)) {
      return { lines: wrapped(text, faces, size, width, most), size, leading: 1.12 };
    }
  }
  const size = sizes.at(-1) ?? 54;
  return { lines: wrapped(text, faces, size, width, lines), size, leading: 1.12 };
}

/** Lines of a text, broken between words into lines of like length; the last one says that there is more. */
export function wrapped(
  text: string,
  faces: readonly Face[],
  size: number,
  widest: number,
  most: number,
): readonly string[] {
  const rows = rowsOf(text, faces, size, widest);
  if (rows.length > most) {
    const last = `${rows[most - 1] ?? ''} ${rows[most] ?? ''}`;
    const whole = rows.slice(0, most - 1).map((row) => shortened(row, faces, size, widest));
    return [...whole, shortened(last, faces, size, widest, true)];
  }
  let best = rows;
  for (let share = 0.95; share >= 0.6; share -= 0.05) {
    const narrower = rowsOf(text, faces, size, widest * share);
    if (narrower.length > rows.length) break;
    best = narrower;
  }
  return best.map((row) => shortened(row, faces, size, widest));
}

function rowsOf(
  text: string,
  faces: readonly Face[],
  size: number,
  widest: number,
): readonly string[] {
  const rows: string[] = [];
  let row = '';
  for (const word of text.split(' ')) {
    const longer = row === '' ? word : `${row} ${word}`;
    if (row === '' || widthOf(longer, faces, size) <= widest) row = longer;
    else {
      rows.push(row);
      row = word;
    }
  }
  return row === '' ? rows : [...rows, row];
}

/** A text cut to a width, at a word where that is possible. */
export function shortened(
  text: string,
  faces: readonly Face[],
  size: number,
  widest: number,
  always = false,
): string {
  if (!always && widthOf(text, faces, size) <= widest) return text;
  const characters = [...text];
  while (characters.length > 1 && widthOf(`${characters.join('')}…`, faces, size) > widest) {
    characters.pop();
  }
  const cut = characters.join('');
  const space = cut.lastIndexOf(' ');
  const whole = space > cut.length * 0.6 && text[cut.length] !== ' ' ? cut.slice(0, space) : cut;
  return `${whole.replace(/[\s,;:.–—-]+$/u, '')}…`;
}

function widthOf(text: string, faces: readonly Face[], size: number): number {
  let sum = 0;
  for (const character of text) {
    const face = faces.find((one) => one.has(character)) ?? faces[0];
    sum += face?.width(character, size) ?? size;
  }
  return sum;
}

/** Whether some face has every character of a text. */
export function covers(faces: readonly Face[], text: string): boolean {
  for (const character of text) {
    if (character !== ' ' && !faces.some((face) => face.has(character))) return false;
  }
  return text !== '';
}

/** Words alone: no marks of Markdown, no pictograms, which no face of text has, single spaces. */
export function clean(text: string): string {
  return text
    .replace(/\p{Extended_Pictographic}|\p{Emoji_Modifier}|\u{FE0F}|\u{200D}/gu, (mark) =>
      /[©®™]/u.test(mark) ? mark : '',
    )
    .replace(/`|\*\*/g, '')
    .replace(/[\p{Cf}\p{Cs}]/gu, '')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim();
}
