import { letterOf } from './block.ts';

/** Longest run of letters and signs of an email address in which the parser may look for one. */
const longestWord = 1000;
const letter = /[\w.+-]/;
const longWord = new RegExp(`(?<![\\w.+-])[\\w.+-]{${longestWord},}`);

/** A line of more quotes and lists inside each other than anything behind the parser would follow. */
const deepLine = /^((?:[ \t]*(?:>|(?:[-*+]|\d{1,9}[.)])(?=[ \t]))){300}[ \t]*)([>*+\d-])/m;

/** Whether a text has what would take the parser too long. */
export function isCostly(text: string): boolean {
  return hasLongWord(text) || (text.length > longestWord && deepLine.test(text));
}

/** Looks at the ends of words alone: where one ends, no long one begins before it. */
function hasLongWord(text: string): boolean {
  for (let start = 0; start + longestWord <= text.length; ) {
    let at = start + longestWord - 1;
    while (at >= start && letter.test(text.charAt(at))) at--;
    if (at < start) return true;
    start = at + 1;
  }
  return false;
}

/** Takes the meaning from what the parser is not to see as markup: `plain` ranges, endless words, deep lines. */
export function defuse(
  text: string,
  plain: readonly (readonly [number, number])[],
  base: number,
): string {
  return withoutDepth(withoutEmails(withoutSigns(text, plain, base), base), base);
}

/** Signs that could begin a tag, an expression or a module become letters; escaped ones are letters already. */
function withoutSigns(
  text: string,
  ranges: readonly (readonly [number, number])[],
  base: number,
): string {
  let result = text;
  for (const [start, end] of ranges) {
    const part = result
      .slice(start, end)
      .replace(/\\[^\n\r]|[<{]|(?<=^|[\n\r])[ie](?=(?:mport|xport)\b)/g, (sign) =>
        sign.length > 1 ? sign : letterOf(sign, base),
      );
    result = result.slice(0, start) + part + result.slice(end);
  }
  return result;
}

/** The parser looks for an email address at each "_" of a word, to the word's end: never in an endless one. */
function withoutEmails(text: string, base: number): string {
  if (!hasLongWord(text)) return text;
  const stand = letterOf('_', base);
  return text.replace(new RegExp(longWord, 'g'), (found) => found.replaceAll('_', stand));
}

/** The parser takes time quadratic in the depth: deeper content is text. */
function withoutDepth(text: string, base: number): string {
  if (text.length <= longestWord) return text;
  return text.replace(
    new RegExp(deepLine, 'gm'),
    (_, before: string, sign: string) => before + letterOf(sign, base),
  );
}
