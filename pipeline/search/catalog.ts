import type { CatalogPage } from './batch.ts';
import type { Group } from './group.ts';
import type { FirstNumbers } from './join-words.ts';
import type { RangeWords } from './ranges.ts';

/** The pages of one language, in path order, and their words. */
export interface Shelf {
  readonly language: string;
  readonly pages: readonly CatalogPage[];
  /** Words of each row, and of each page's title: see `PageSizes`. */
  readonly lengths: string;
  readonly titles: string;
  /** Range → the words of each group. */
  readonly ranges: ReadonlyMap<number, readonly RangePart[]>;
}

/** The words of a group in a range, and where its pages are among all pages. */
export interface RangePart extends RangeWords {
  readonly first: FirstNumbers;
}

/** Joins groups by language; they come in path order. */
export function catalogOf(groups: Iterable<Group>): readonly Shelf[] {
  const shelves = new Map<string, OpenShelf>();
  for (const { parts } of groups) {
    for (const { language, list, ranges, rowNumbers, lengths, titles } of parts) {
      const shelf = shelves.get(language) ?? emptyShelf(language);
      shelves.set(language, shelf);
      const first = { page: shelf.pages.length, row: shelf.nextRow };
      for (const words of ranges) {
        const others = shelf.ranges.get(words.range);
        if (others) others.push({ ...words, first });
        else shelf.ranges.set(words.range, [{ ...words, first }]);
      }
      for (const page of list) shelf.pages.push(page);
      shelf.nextRow += rowNumbers;
      shelf.lengths += lengths;
      shelf.titles += titles;
    }
  }
  return [...shelves.values()];
}

type OpenShelf = ReturnType<typeof emptyShelf>;

function emptyShelf(language: string) {
  return {
    language,
    pages: [] as CatalogPage[],
    nextRow: 0,
    lengths: '',
    titles: '',
    ranges: new Map<number, RangePart[]>(),
  };
}
