import type { PageRecord } from '../../schema/build.ts';
import { linesNow } from '../output/lines.ts';
import { type Piece, type PieceOptions, piecesOf } from '../search/pieces.ts';
import { rowsOf } from '../search/rows.ts';

/** The pieces of the index of the records in a file. */
export function cutPieces(records: string, options: PieceOptions): readonly Piece[] {
  return piecesOf(rowsOf(recordsIn(records)), options);
}

/** The records in a file, read one after the other at each iteration. */
export function recordsIn(file: string): Iterable<PageRecord> {
  return {
    *[Symbol.iterator]() {
      for (const line of linesNow(file)) yield JSON.parse(line);
    },
  };
}
