import { expect, test } from 'vitest';
import { headingLevels, listedHeadings } from '../../../pipeline/site/heading-levels.ts';

const of = (...depths: number[]) => depths.map((depth) => ({ depth }));

test('a skipped level counts as none', () => {
  expect(headingLevels(of(2, 3, 4, 3, 2, 4, 4, 2))).toEqual([0, 1, 2, 1, 0, 1, 1, 0]);
  expect(headingLevels(of(4, 3, 4, 2, 3))).toEqual([0, 0, 1, 0, 1]);
});

test('the list of a page has no fourth level below a third', () => {
  expect(listedHeadings(of(2, 3, 4, 3, 2, 4, 4))).toEqual(of(2, 3, 3, 2, 4, 4));
  expect(listedHeadings(of(1, 2, 3, 4, 3))).toEqual(of(1, 2, 3, 3));
  expect(listedHeadings([])).toEqual([]);
});
