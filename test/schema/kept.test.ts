import { expect, test } from 'vitest';
import { keptOf } from '../../schema/kept.ts';

const of = (...names: string[]) => names.map((id) => ({ id, source: id.replace(/\d+$/, '') }));
const kept = (names: string[], keep: number) => [...keptOf(of(...names), keep)].sort();

test('as many published deployments are kept as was said, however often they were built again', () => {
  const rebuilt = Array.from({ length: 40 }, (_, index) => `c${40 - index}`);
  expect(kept([...rebuilt, 'c', 'b1', 'b', 'a'], 3)).toEqual(['a', 'b', 'b1', 'c', 'c39', 'c40']);
  expect(kept([...rebuilt, 'c', 'b1', 'b', 'a'], 2)).toEqual(['b', 'b1', 'c', 'c39', 'c40']);
  expect(kept(['d', 'c', 'b', 'a'], 3)).toEqual(['b', 'c', 'd']);
});

test('one is kept at least, and one that went live again counts from then', () => {
  expect(kept(['b', 'a'], 0)).toEqual(['b']);
  expect(kept(['a', 'c', 'b1', 'b'], 2)).toEqual(['a', 'c']);
  expect(kept([], 5)).toEqual([]);
});
