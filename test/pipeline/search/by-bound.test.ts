import fc from 'fast-check';
import { expect, test } from 'vitest';
import { orderByBound, takeHighest } from '../../../pipeline/search/by-bound.ts';

test('pages are taken by their bounds, the highest first, and none below the least that counts', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 40 })),
      fc.integer({ min: 1, max: 20 }),
      fc.integer({ min: 0, max: 40 }),
      (numbers, most, least) => {
        const pages = {
          places: Uint32Array.from(numbers.keys()),
          bounds: Float64Array.from(numbers),
        };
        orderByBound(pages, numbers.length);
        const taken: number[][] = [];
        for (let left = numbers.length; ; ) {
          const rest = takeHighest(pages, left, { most, least });
          if (rest === left) break;
          taken.push([...pages.places.subarray(rest, left)]);
          left = rest;
        }
        const boundsOf = (places: readonly number[]) =>
          places.map((place) => numbers[place] ?? -1).toSorted((a, b) => b - a);
        const expected = numbers.filter((number) => number >= least).toSorted((a, b) => b - a);
        expect(taken.flatMap(boundsOf)).toEqual(expected);
        expect(taken.slice(0, -1).every((batch) => batch.length === most)).toBe(true);
        expect(new Set(taken.flat()).size).toBe(expected.length);
      },
    ),
    { numRuns: 1000 },
  );
});
