import type { Nodes } from 'mdast';
import type { Place } from '../../schema/errors.ts';
import { placeOf } from './tree.ts';

const files = new WeakMap<Place, string>();

/** The position of a node, including its file: a page is made of several. */
export function placeIn(node: Nodes, file: string): Place | undefined {
  const place = placeOf(node);
  if (place) files.set(place, file);
  return place;
}

/** The file that a place of `placeIn` is in. */
export function fileOf(place: Place | undefined): string | undefined {
  return place === undefined ? undefined : files.get(place);
}

/** Range of a node, as offsets in its file. */
export function rangeOf(
  node: Nodes,
  file: string,
): { readonly file: string; readonly start: number; readonly end: number } | undefined {
  const place = placeOf(node);
  return place && { file, start: place.start.offset, end: place.end.offset };
}
