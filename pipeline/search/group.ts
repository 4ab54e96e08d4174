import { packJson, packValue, unpackBytes, unpackJson } from '../cache/packed.ts';
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

/** The words of a range in a written group: their bytes as JSON, and as they are packed. */
type WrittenRange = readonly [range: number, hash: string, bytes: number, packed: number];

interface WrittenHead {
  readonly parts: readonly (Omit<GroupPart, 'ranges'> & {
    readonly ranges: readonly WrittenRange[];
  })[];
  readonly isOpen: boolean;
}

/** Bytes of the number that a written group begins with: the length of its head. */
const lengthBytes = 4;

/** Writes a group: its head, then the words of each range, packed by themselves, as most readers pass over most of them. */
export function writeGroup({ parts, isOpen }: Group): Uint8Array {
  const words: Uint8Array[] = [];
  const written = ({ range, hash, bytes, json }: RangeWords): WrittenRange => {
    const packed = packJson(json());
    words.push(packed);
    return [range, hash, bytes, packed.length];
  };
  const head = packValue({
    isOpen,
    parts: parts.map(({ ranges, ...part }) => ({ ...part, ranges: ranges.map(written) })),
  } satisfies WrittenHead);
  const length = Buffer.alloc(lengthBytes);
  length.writeUInt32LE(head.length);
  return Buffer.concat([length, head, ...words]);
}

/** Reads what `writeGroup` has written, words when they are asked for. */
export function readGroup(written: Uint8Array): Group {
  const { buffer, byteOffset } = written;
  const headEnd = lengthBytes + new DataView(buffer, byteOffset).getUint32(0, true);
  const { parts, isOpen } = unpackJson<WrittenHead>(written.subarray(lengthBytes, headEnd));
  let at = headEnd;
  const wordsAt = ([range, hash, bytes, length]: WrittenRange): RangeWords => {
    const packed = written.subarray(at, at + length);
    at += length;
    return { range, hash, bytes, json: () => unpackBytes(packed) };
  };
  return { isOpen, parts: parts.map((part) => ({ ...part, ranges: part.ranges.map(wordsAt) })) };
}
