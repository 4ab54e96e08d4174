import type { Point } from '../../schema/errors.ts';
import type { PageLink } from '../../schema/site.ts';

/**
 * Links one after the other, each in nine values: address, kind, file ('' for that of the one before), and the numbers of
 * its place there. A cache reads them in half of the time that it takes for the names of places.
 */
export type WrittenLinks = readonly (string | number)[];

/** Both ends of a link without a place. */
const nowhere: Point = { line: 0, column: 0, offset: 0 };

/** Writes links for a cache. */
export function writeLinks(links: readonly PageLink[]): WrittenLinks {
  let last = '';
  return links.flatMap(({ url, kind, file, place }) => {
    const { start = nowhere, end = nowhere } = place ?? {};
    const values = [url, kind, file === last ? '' : file, ...numbersOf(start), ...numbersOf(end)];
    last = file;
    return values;
  });
}

/** Reads what `writeLinks` has written. */
export function readLinks(written: WrittenLinks): PageLink[] {
  const links: PageLink[] = [];
  let last = '';
  for (let at = 0; at < written.length; at += 9) {
    const [url, kind, file] = written.slice(at, at + 3) as [string, PageLink['kind'], string];
    last = file === '' ? last : file;
    const start = pointAt(written, at + 3);
    const place = start.line === 0 ? {} : { place: { start, end: pointAt(written, at + 6) } };
    links.push({ url, kind, file: last, ...place });
  }
  return links;
}

function numbersOf({ line, column, offset }: Point): readonly number[] {
  return [line, column, offset];
}

function pointAt(written: WrittenLinks, at: number): Point {
  const [line, column, offset] = [written[at], written[at + 1], written[at + 2]] as number[];
  return { line, column, offset } as Point;
}
