/**
 * Whole numbers as text that needs no escaping in JSON. 91 printable characters are digits: the
 * last digit of a number is below 57, the others represent 34 values each, so that most numbers are
 * one character.
 */
export function writeNumbers(numbers: Iterable<number>): string {
  let text = '';
  for (const number of numbers) text += writeNumber(number);
  return text;
}

function writeNumber(number: number): string {
  let digits = digit(number % ends);
  for (let rest = Math.floor(number / ends); rest > 0; rest = Math.floor(rest / links)) {
    digits = digit(ends + (rest % links)) + digits;
  }
  return digits;
}

/** The numbers that `writeNumbers` was given. */
export function readNumbers(text: string): Uint32Array {
  // There are no more of them than characters.
  const numbers = new Uint32Array(text.length);
  return numbers.subarray(0, readInto(numbers, text));
}

/** A function of its own: compiled for its loop, it would be thrown away by what has not run yet behind it. */
function readInto(numbers: Uint32Array, text: string): number {
  let found = 0;
  let number = 0;
  for (let i = 0; i < text.length; i++) {
    const byte = text.charCodeAt(i);
    const isEnd = byte <= highestEnd;
    number = number * (isEnd ? ends : links) + byte - (isEnd ? lowestEnd : lowestLink);
    if (!isEnd) continue;
    numbers[found++] = number;
    number = 0;
  }
  return found;
}

/** What `writeNumbers` made, with the first of the numbers raised. */
export function withFirstRaised(text: string, by: number): string {
  if (by === 0 || text === '') return text;
  let number = 0;
  for (let i = 0; ; i++) {
    const value = digitOf(text.charCodeAt(i));
    if (value < ends) return writeNumber(number * ends + value + by) + text.slice(i + 1);
    number = number * links + value - ends;
  }
}

/** Written numbers as bytes, to read them one by one: none of their characters takes more than one. */
export function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** Bytes of a last digit, and from which on it is one of those before it. */
export const lowestEnd = 35;
export const highestEnd = 91;
export const lowestLink = 93;

/** A length as one character, 6 % off at most: ranking asks only whether a text is long or short. */
export function writeLength(length: number): string {
  return digit(Math.min(ends + links - 1, Math.round(8 * Math.log(1 + length))));
}

/** Values of a last digit, and of those before it. */
export const ends = 57;
export const links = 34;

/** Lengths by their class. */
export const lengthOf = Float64Array.from(
  { length: ends + links },
  (_, value) => Math.exp(value / 8) - 1,
);

/** From `#` on, without the backslash. */
function digit(value: number): string {
  return String.fromCharCode(value < ends ? value + 35 : value + 36);
}

/** The value of a digit by its byte; of a written length, which of those in `lengthOf` it is. */
export function digitOf(code: number): number {
  return code < 92 ? code - 35 : code - 36;
}
