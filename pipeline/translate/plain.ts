import type { Item, Segment } from './segments.ts';
import type { Piece } from './target.ts';

/** A translation of plain words, on one line. */
export function textOf(pieces: readonly Piece[], segment: Segment): string {
  return plainText(pieces, segment).replace(/\s+/g, ' ').trim();
}

/** A translation as plain words, kept spans as they are written. */
export function plainText(pieces: readonly Piece[], segment: Segment): string {
  return pieces
    .map((piece) => {
      if (piece.type === 'text') return piece.value;
      if (piece.type === 'pair') return plainText(piece.pieces, segment);
      const item = segment.items.find((other) => other.type === 'kept' && other.id === piece.id);
      return item?.type === 'kept' ? item.raw : '';
    })
    .join('');
}

/** What a segment of plain words was made from. */
export function labelOf(items: readonly Item[]): string {
  return items
    .map((item) =>
      item.type === 'text' ? item.value : item.type === 'kept' ? item.raw : labelOf(item.items),
    )
    .join('');
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
