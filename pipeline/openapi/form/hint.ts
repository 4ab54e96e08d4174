import { plainLine } from '../text.ts';

/** Longest text next to a field of a form; the page itself has all of it. */
const longest = 160;

/** The first sentence or so of a description, as plain text. */
export function hintOf(description: string | undefined): string | undefined {
  const plain = plainLine(description ?? '');
  if (plain === '') return undefined;
  if (plain.length <= longest) return plain;
  const cut = plain.slice(0, longest);
  const end = Math.max(-1, ...[...cut.matchAll(sentenceEnd)].map(({ index }) => index));
  return end > 40 ? cut.slice(0, end + 1) : `${cut.slice(0, cut.lastIndexOf(' '))}…`;
}

/** What a sentence ends with, before the next one: not the points of "e.g." or of a number. */
const sentenceEnd = /(?<!\b(?:e\.g|i\.e|etc|vs))[.!?](?=\s*\p{Lu}|\s+[\p{Lo}\p{Lm}])|。/gu;
