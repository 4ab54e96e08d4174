import type { PageRecord, SearchRow } from '../../schema/build.ts';
import { diskCache, keyOf } from '../cache/cache.ts';
import { findContent, readContentNow } from '../output/contents.ts';
import type { RecordList } from '../output/write.ts';
import { batchesOf, batchReader } from '../search/batch.ts';
import { type Piece, type PieceOptions, piecesOfBatches } from '../search/pieces.ts';
import { rowsOf } from '../search/rows.ts';
import { rememberedGroups } from './remembered-batches.ts';

/** Where the words of pages are remembered between builds. Whoever makes the pieces opens it alone. */
export interface KeptBatches {
  readonly folder: string;
  readonly codeVersion: string;
}

/** The pieces of the index of records; with `kept`, only batches with a changed page are read. */
export async function cutPieces(
  records: RecordList,
  options: PieceOptions,
  kept?: KeptBatches,
): Promise<readonly Piece[]> {
  if (!kept) {
    const rows = rowsOf(recordsIn(records));
    return piecesOfBatches((isPrivate) => batchesOf(rows, isPrivate), options);
  }
  const cache = diskCache(kept.folder);
  try {
    const batches = (isPrivate: boolean) => {
      const read = batchReader(isPrivate);
      return rememberedGroups(cache, records.pages, {
        key: keyOf(kept.codeVersion, isPrivate),
        read: (pages) => read(rowsAmong({ ...records, pages })),
      });
    };
    const remember = (language: string, make: () => string): string => {
      const name = keyOf(kept.codeVersion, language, options.synonyms);
      const known = cache.get<string>('synonyms', name);
      if (known !== undefined) return known;
      const made = make();
      cache.set('synonyms', name, made);
      return made;
    };
    const pieces = piecesOfBatches(batches, options, remember);
    await cache.save();
    return pieces;
  } finally {
    cache.close();
  }
}

/** A piece by name; its content may be in another thread. */
export type PieceName = Omit<Piece, 'content'>;

/** Pieces that are written one after the other: those of a large site are never sent all at once. */
export interface Shelf {
  readonly names: readonly PieceName[];
  readonly contentOf: (piece: PieceName) => string;
}

/** Keeps pieces until they are asked for. */
export function shelfOf(pieces: readonly Piece[]): Shelf {
  const contents = new Map<string, () => string>();
  const names = pieces.map(({ content, ...piece }) => {
    contents.set(placeOf(piece), content);
    return piece;
  });
  return { names, contentOf: (piece) => contents.get(placeOf(piece))?.() ?? '' };
}

/** A private piece may have the name of one for everyone. */
function placeOf({ path, isPrivate }: Pick<Piece, 'path' | 'isPrivate'>): string {
  return `${isPrivate} ${path}`;
}

/** Page records, read one after the other at each iteration. */
export function recordsIn({ pages, added, before }: RecordList): Iterable<PageRecord> {
  return {
    *[Symbol.iterator]() {
      for (const [path, hash] of pages) {
        const content = added.get(hash) ?? (before && findContent(before, hash));
        if (!content) throw new Error(`Can't read the record of ${path}.`);
        yield JSON.parse(readContentNow(content).toString('utf8'));
      }
    },
  };
}

function* rowsAmong(records: RecordList): Iterable<SearchRow> {
  for (const record of recordsIn(records)) yield* rowsOf([record]);
}
