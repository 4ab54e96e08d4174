import fc from 'fast-check';
import { expect, test } from 'vitest';
import { keepHighest } from '../../../pipeline/search/highest.ts';

test('as many numbers as wanted are at least the least of those that are kept', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 40 })),
      fc.integer({ min: 1, max: 20 }),
      (numbers, most) => {
        const [highest = 0] = numbers.toSorted((a, b) => b - a).slice(most - 1);
        const expected = numbers.length < most ? 0 : highest;
        const kept = keepHighest(most);
        for (const number of numbers) kept.add(number);
        expect(kept.least()).toBe(expected);
      },
    ),
    { numRuns: 2000 },
  );
});
