/*
 * A stand-in is HIGH LOW FILL…: two digits that name the span, then filling. All are letters to the
 * parser's eye, out of the private use area, in a block of which the page itself uses no character.
 */
/** Values of the first digit of a name. */
export const highs = 64;
/** Values of the second digit. */
export const lows = 256;
/** Signs of one character have a stand-in each, behind the filling. */
const signs = '<{ie_>-*+0123456789';
/** Characters that a block needs. */
export const blockSize = highs + lows + 1 + signs.length;
const firstBlock = 0xe000;
const lastBlock = 0xf8ff - blockSize;

/** How many spans of a page can be named. */
export const mostNames = highs * lows;

/** First character of a block that a text does not use. */
export function freeBlock(text: string): number | undefined {
  if (!/[\ue000-\uf8ff]/.test(text)) return firstBlock;
  for (let base = firstBlock; base <= lastBlock; base += blockSize) {
    const last = String.fromCharCode(base + blockSize - 1);
    if (!new RegExp(`[${String.fromCharCode(base)}-${last}]`).test(text)) return base;
  }
  return undefined;
}

/** The two digits of a span's number. */
export function headOf(number: number, base: number): string {
  return String.fromCharCode(base + Math.floor(number / lows), base + highs + (number % lows));
}

/** Code of the character that follows a head until the stand-in is as long as its span. */
export function fillingOf(base: number): number {
  return base + highs + lows;
}

/** The letter that replaces a sign. */
export function letterOf(sign: string, base: number): string {
  return String.fromCharCode(fillingOf(base) + 1 + signs.indexOf(sign));
}

/** The sign that a letter replaces. */
export function signOf(code: number, base: number): string | undefined {
  return signs[code - fillingOf(base) - 1];
}
