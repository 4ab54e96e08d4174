import { distance } from './similar.ts';
import { fold } from './words.ts';

/** Likeness of a page whose title, or one of whose headings, is the question. */
export const same = { title: 1, heading: 0.99 } as const;

/** Share of a title that its beginning must have to count as the title: what is less is another spelling. */
export const leastBeginning = 0.4;

/**
 * A page that has the question as its title, or as a heading, is the one that is looked for, also while the end
 * of the title is missing or a letter of it is wrong: words alone do not tell plurals apart.
 */
export function likeness(
  page: { readonly title: string; readonly headings: readonly string[] },
  question: string,
): number {
  const query = lettersOf(question);
  const title = lettersOf(page.title);
  if (title === query) return same.title;
  // A heading of one word is on many pages, and says what it means under their titles.
  const isHeading = query.includes(' ') && page.headings.some((one) => lettersOf(one) === query);
  if (isHeading) return same.heading;
  // A name in code is meant as it is written.
  if (nameInCode.test(question)) return 0;
  const share = query.length / Math.max(1, title.length);
  if (title.startsWith(query)) return share > leastBeginning ? share : 0;
  const wrong = wrongLetters(query, title);
  return wrong <= mostWrong ? leastBeginning - wrong / 100 : 0;
}

const nameInCode = /\p{Ll}\p{Lu}|[\p{L}\p{N}][_.(]\S/u;

/** Letters of a title that may be mistyped. */
const mostWrong = 2;

/** Numbers that differ are no mistake. */
function wrongLetters(query: string, title: string): number {
  const mayBe =
    query.length >= 6 &&
    !/\p{N}/u.test(query) &&
    Math.abs(title.length - query.length) <= mostWrong;
  return mayBe ? distance(query, title, mostWrong) : mostWrong + 1;
}

function lettersOf(text: string): string {
  return fold(text)
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();
}
