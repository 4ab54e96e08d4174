import type { Batch, CatalogPage } from './batch.ts';
import { addWords, emptyLexicon } from './join-words.ts';
import type { PageSizes } from './lexicon.ts';
import { type RangeWords, rangesOf } from './ranges.ts';

/** Batches that follow each other, with their words by ranges. */
export interface Group {
  readonly parts: readonly GroupPart[];
  /** Whether every reader and the assistant may find all of its pages. */
  readonly isOpen: boolean;
}

/** The pages of a group in one language, in path order. */
export interface GroupPart extends PageSizes {
  readonly language: string;
  readonly list: readonly CatalogPage[];
  readonly ranges: readonly RangeWords[];
}

/** Joins batches. */
export function groupOf(batches: readonly Batch[]): Group {
  const parts = Map.groupBy(
    batches.flatMap((batch) => batch.parts),
    ({ language }) => language,
  );
  return {
    isOpen: batches.every(({ isOpen }) => isOpen),
    parts: [...parts].map(([language, some]) => {
      const lexicon = emptyLexicon();
      const sizes = { pages: 0, rowNumbers: 0, lengths: '', titles: '' };
      for (const { words } of some) {
        addWords(lexicon, words, { page: sizes.pages, row: sizes.rowNumbers });
        sizes.pages += words.pages;
        sizes.rowNumbers += words.rowNumbers;
        sizes.lengths += words.lengths;
        sizes.titles += words.titles;
      }
      const list = some.flatMap(({ pages }) => pages);
      return { language, ...sizes, list, ranges: rangesOf(lexicon) };
    }),
  };
}

/** Of the words of a range, where they are behind the head of a written group. */
type RangePlace = readonly [range: number, hash: string, bytes: number];

interface WrittenGroup {
  readonly parts: readonly (Omit<GroupPart, 'ranges'> & {
    readonly ranges: readonly RangePlace[];
  })[];
  readonly isOpen: boolean;
}

/** Writes a group: a line of JSON, then the words of all ranges, which most readers pass over. */
export function writeGroup({ parts, isOpen }: Group): Uint8Array {
  const head: WrittenGroup = {
    isOpen,
    parts: parts.map(({ ranges, ...part }) => ({
      ...part,
      ranges: ranges.map(({ range, hash, json }): RangePlace => [range, hash, json.length]),
    })),
  };
  const words = parts.flatMap(({ ranges }) => ranges.map(({ json }) => json));
  return Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), ...words]);
}

/** Reads what `writeGroup` has written. */
export function readGroup(bytes: Buffer): Group {
  const headEnd = bytes.indexOf('\n');
  const { parts, isOpen }: WrittenGroup = JSON.parse(bytes.toString('utf8', 0, headEnd));
  let at = headEnd + 1;
  const wordsAt = ([range, hash, length]: RangePlace): RangeWords => {
    const json = bytes.subarray(at, at + length);
    at += length;
    return { range, hash, json };
  };
  return { isOpen, parts: parts.map((part) => ({ ...part, ranges: part.ranges.map(wordsAt) })) };
}
