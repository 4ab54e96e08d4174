import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { PageRecord } from '../../schema/build.ts';
import { type PieceOptions, piecesOf } from './pieces.ts';
import { rowsOf } from './rows.ts';

/** Writes the pieces of these pages to a folder: those of readers with a session are in `protected`. */
export function writePieces(
  records: Iterable<PageRecord>,
  options: Omit<PieceOptions, 'reader'>,
  folder: string,
): void {
  for (const { path, content, isPrivate } of piecesOf(rowsOf(records), {
    ...options,
    reader: '',
  })) {
    const file = join(folder, isPrivate ? 'protected' : 'site', path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content());
  }
}
