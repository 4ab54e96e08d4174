import fc from 'fast-check';
import { expect, test } from 'vitest';
import { leastOfHighest } from '../../../pipeline/search/highest.ts';

test('as many numbers as wanted are at least the least of the highest', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 40 })),
      fc.integer({ min: 1, max: 20 }),
      (numbers, most) => {
        const [highest = 0] = numbers.toSorted((a, b) => b - a).slice(most - 1);
        const expected = numbers.length <= most ? 0 : highest;
        expect(leastOfHighest(Float64Array.from(numbers), most)).toBe(expected);
      },
    ),
    { numRuns: 2000 },
  );
});
