import fc from 'fast-check';
import { expect, test } from 'vitest';
import { indexIn } from '../../../pipeline/search/sorted.ts';

test('a number is found in a list of ascending ones, however these are spread', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat(300)), fc.nat(310), (numbers, wanted) => {
      const sorted = numbers.toSorted((a, b) => a - b);
      expect(indexIn(Uint32Array.from(sorted), wanted)).toBe(sorted.indexOf(wanted));
    }),
    { numRuns: 3000 },
  );
});
