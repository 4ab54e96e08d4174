import { fold, stemOf } from '../../../../pipeline/search/query.ts';
import { chooseAnswer } from '../../../../runtime/assistant/quoting/choose.ts';
import { placesOf } from '../../../../runtime/assistant/quoting/places.ts';
import { weighWords } from '../../../../runtime/assistant/quoting/question-words.ts';
import { quoteOf } from '../../../../runtime/assistant/quoting/quote.ts';
import type { Reading } from '../../../../runtime/assistant/quoting/read-page.ts';
import { sectionsOf } from '../../../../runtime/assistant/quoting/units.ts';
import { wishOf } from '../../../../runtime/assistant/quoting/wish.ts';

interface Page {
  readonly title: string;
  /** It shows an operation of an API. */
  readonly operation?: true;
  readonly markdown: string;
}

/** What is quoted of pages for a question that has these words, the best first. */
export function quoted(
  question: string,
  words: readonly string[],
  pages: readonly Page[],
  {
    language = 'en',
    owner,
    common = [],
  }: { language?: string; owner?: string; common?: readonly string[] } = {},
): readonly string[] {
  const asked = words.map((word) => ({
    ...{ word: word.toLowerCase(), isWritten: true, isKnown: true },
    // What is on all pages says nothing.
    rarity: common.includes(word) ? 0 : 0.5,
    stems: { [stemOf(fold(word), language)]: 1 },
  }));
  const reading: Reading = {
    ...{ words: weighWords(question, asked, language), language, wish: wishOf(question), owner },
  };
  const places = pages.flatMap(({ title, markdown, ...rest }, rank) => {
    const page = { path: title, title, description: '', breadcrumbs: [], ...rest };
    const sections = sectionsOf({ title, headings: [], sections: [] }, markdown);
    return placesOf({ page, sections, closeness: 1 - rank / 10, anchors: [] }, rank, reading);
  });
  return chooseAnswer(places, reading).map((place) => quoteOf(place));
}
