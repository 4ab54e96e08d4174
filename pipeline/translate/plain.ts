import type { Item, Segment } from './segments.ts';
import type { Piece } from './target.ts';

/** A translation of plain words, on one line. */
export function textOf(pieces: readonly Piece[], segment: Segment): string {
  return plainText(pieces, segment).replace(/\s+/g, ' ').trim();
}

/** A translation as plain words, kept spans and the marks of a label as they are written. */
function plainText(pieces: readonly Piece[], segment: Segment): string {
  const known = new Map<number, Item>();
  const visit = (item: Item): void => {
    if (item.type === 'text') return;
    known.set(item.id, item);
    if (item.type === 'pair') item.items.forEach(visit);
  };
  segment.items.forEach(visit);
  const write = (parts: readonly Piece[]): string =>
    parts
      .map((piece) => {
        if (piece.type === 'text') return piece.value;
        const item = known.get(piece.id);
        if (piece.type === 'kept') return item?.type === 'kept' ? item.raw : '';
        return item?.type === 'pair' ? item.open + write(piece.pieces) + item.close : '';
      })
      .join('');
  return write(pieces);
}

/** What a run will say once the translation is written into the page, as `plainOf` counts it. */
export function squeezed(pieces: readonly Piece[], segment: Segment): string {
  const kept = new Map<number, string>();
  const visit = (item: Item): void => {
    if (item.type === 'kept') kept.set(item.id, item.plain);
    else if (item.type === 'pair') item.items.forEach(visit);
  };
  segment.items.forEach(visit);
  const read = (parts: readonly Piece[]): string =>
    parts
      .map((piece) => {
        if (piece.type === 'text') return piece.value.replace(/\s+/g, '');
        return piece.type === 'kept' ? (kept.get(piece.id) ?? '') : read(piece.pieces);
      })
      .join('');
  return read(pieces);
}
