import type { PageRecord, SearchRow } from '../../schema/build.ts';
import { diskCache, keyOf } from '../cache/cache.ts';
import { findContent, readContentNow } from '../output/contents.ts';
import type { RecordList } from '../output/write.ts';
import { batchReader } from '../search/batch.ts';
import { type Piece, type PieceOptions, piecesOf, piecesOfPages } from '../search/pieces.ts';
import type { Remember } from '../search/remember.ts';
import { rowsOf } from '../search/rows.ts';
import { rememberedPages } from './remembered-pages.ts';

/** Where words and sections of pages are remembered between builds. Whoever makes the pieces opens it alone. */
export interface KeptBatches {
  readonly folder: string;
  readonly codeVersion: string;
}

/** A piece by name; its content may be in another thread. */
export type PieceName = Omit<Piece, 'content'>;

/** Pieces that are written one after the other: those of a large site are never sent all at once. */
export interface Shelf {
  readonly names: readonly PieceName[];
  readonly contentOf: (piece: PieceName) => string;
  /** Ends the looking up of contents. */
  readonly close: () => void;
}

/** The pieces of the index of records; with `kept`, only batches with a changed page are read. */
export async function cutPieces(
  records: RecordList,
  options: PieceOptions,
  kept?: KeptBatches,
): Promise<Shelf> {
  if (!kept) return shelfOf(piecesOf(rowsOf(recordsIn(records)), options), () => {});
  const cache = diskCache(kept.folder);
  const pagesOf = (isPrivate: boolean) => {
    const read = batchReader(isPrivate);
    return rememberedPages({
      ...{ cache, pages: records.pages, key: keyOf(kept.codeVersion, isPrivate) },
      read: (pages) => read(rowsAmong({ ...records, pages })),
    });
  };
  const remember: Remember = (stage, madeOf, make) => {
    const name = keyOf(kept.codeVersion, ...madeOf);
    const known = cache.get<ReturnType<typeof make>>(stage, name);
    if (known !== undefined) return known;
    const made = make();
    cache.set(stage, name, made);
    return made;
  };
  try {
    const pieces = piecesOfPages(pagesOf, options, remember);
    await cache.save();
    return shelfOf(pieces, () => cache.close());
  } catch (error) {
    cache.close();
    throw error;
  }
}

/** Keeps pieces until they are asked for. */
function shelfOf(pieces: readonly Piece[], close: () => void): Shelf {
  const contents = new Map<string, () => string>();
  const names = pieces.map(({ content, ...piece }) => {
    contents.set(placeOf(piece), content);
    return piece;
  });
  return { names, contentOf: (piece) => contents.get(placeOf(piece))?.() ?? '', close };
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
