import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rangeOf } from '../../../pipeline/search/ranges.ts';

const stems = fc.oneof(
  fc.string({ unit: fc.constantFrom(...'abghmnopyz059_'), minLength: 1, maxLength: 4 }),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 3 }),
);

test('ranges of stems ascend as stems do, so that pieces are cut from one range after the other', () => {
  fc.assert(
    fc.property(stems, stems, (one, other) => {
      const [first, second] = [one, other].sort() as [string, string];
      expect(rangeOf(first)).toBeLessThanOrEqual(rangeOf(second));
    }),
  );
});

test('a letter has several ranges, and no script has more than some hundred', () => {
  const ranges = ['7z', 'about', 'also', 'api', 'build', 'дом', 'день', '語', '한'].map(rangeOf);
  expect(new Set(ranges).size).toBe(8);
  expect(rangeOf('\uffff') - rangeOf('\u2000')).toBeLessThan(512);
});
