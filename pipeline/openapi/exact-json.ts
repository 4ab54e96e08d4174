/** What is before the digits of a number that is written as a text for a while. */
const mark = '\u{f0000}';
const token = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
const marked = new RegExp(`"${mark}(-?\\d+(?:\\.\\d+)?(?:[eE][+-]?\\d+)?)"`, 'g');
const markedInteger = new RegExp(`^${mark}-?\\d+$`);

/**
 * The value of a JSON text, in which whole numbers that a number can't hold are BigInts.
 * @throws as `JSON.parse`
 */
export function parseExact(text: string): unknown {
  const value: unknown = JSON.parse(text);
  const kept = longDigits.test(text) ? marking(text, isLong) : text;
  if (kept === text) return value;
  return JSON.parse(kept, (_key, one: unknown) =>
    typeof one === 'string' && markedInteger.test(one) ? BigInt(one.slice(mark.length)) : one,
  );
}

/** The least digits of a whole number that a number can't hold: most texts have none, and needn't be searched. */
const longDigits = /\d{16}/;

/** A value as JSON, in which BigInts are numbers. */
export function writeExact(value: unknown, space?: number): string {
  try {
    return JSON.stringify(value, null, space);
  } catch (error) {
    // BigInts are refused, and rare: asking for each value whether it is one takes several times as long.
    if (!(error instanceof TypeError)) throw error;
  }
  const text = JSON.stringify(
    value,
    (_key, one: unknown) => (typeof one === 'bigint' ? mark + one : one),
    space,
  );
  return text?.replace(marked, '$1');
}

/**
 * A JSON text indented, in which all numbers are written as they were.
 * @throws as `JSON.parse`
 */
export function indentExact(text: string): string {
  const value: unknown = JSON.parse(text);
  const kept = marking(text, (number) => !isExact(number));
  if (kept === text) return JSON.stringify(value, null, 2);
  return JSON.stringify(JSON.parse(kept), null, 2).replace(marked, '$1');
}

/** Whether a JSON text has a whole number that a number can't hold. */
export function holdsLong(text: string): boolean {
  return longDigits.test(text) && marking(text, isLong) !== text;
}

/** A number as it is typed, as a BigInt where a number can't hold its digits; undefined where it is none. */
export function numberOf(text: string): number | bigint | undefined {
  const digits = text.trim();
  if (isLong(digits)) return BigInt(digits);
  const value = Number(digits);
  return Number.isFinite(value) ? value : undefined;
}

/** Whether digits are those of a whole number that a number can't hold. */
export function isLong(number: string): boolean {
  return /^-?\d+$/.test(number) && !Number.isSafeInteger(Number(number));
}

function isExact(number: string): boolean {
  return String(Number(number)) === number;
}

function marking(text: string, isKept: (number: string) => boolean): string {
  if (text.includes(mark)) return text;
  return text.replace(token, (part) =>
    part.startsWith('"') || !isKept(part) ? part : `"${mark}${part}"`,
  );
}
