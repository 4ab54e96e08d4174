import { hash } from 'node:crypto';
import { expect, test } from 'vitest';
import { portions, startsOf } from '../../../pipeline/search/portions.ts';

const names = Array.from({ length: 5000 }, (_, at) => hash('sha256', `${at}`, 'hex').slice(0, 8));
names.sort();
const lengthsOf = (texts: readonly string[]) => texts.map(({ length }) => length);

test('groups have all texts in order, and about the size that is asked for', () => {
  const texts = names.map((name) => JSON.stringify(name));
  const found = portions(lengthsOf(texts), names, 2000);
  expect(found.flatMap(({ start, end }) => names.slice(start, end))).toEqual(names);
  const sizes = found.map(({ start, end }) => texts.slice(start, end).join(',').length);
  expect(Math.max(...sizes)).toBeLessThan(2000 * 1.25 * 1.2);
  const average = sizes.reduce((sum, size) => sum + size, 0) / sizes.length;
  expect(average / 2000).toBeGreaterThan(0.8);
  expect(average / 2000).toBeLessThan(1.3);
});

test('a name that is added changes a few groups, whatever the place', () => {
  const groups = (all: readonly string[]) => {
    const starts = startsOf(lengthsOf(all), all, 400);
    return new Set(starts.map((start, at) => all.slice(start, starts[at + 1]).join(' ')));
  };
  const before = groups(names);
  const added = ['00aaaaaa', '5aaaaaaa', '9aaaaaaa', 'faaaaaaa'];
  const changed = added.map((name) => {
    const after = groups([...names, name].sort());
    return [...after].filter((group) => !before.has(group)).length;
  });
  for (const count of changed) expect(count).toBeLessThan(before.size / 4);
  expect(changed.reduce((sum, count) => sum + count, 0)).toBeLessThan(40);
});

test('a text that is larger than a group has one of its own', () => {
  expect(startsOf([1, 5000, 1], ['a', 'l', 'b'], 100)).toEqual([0, 1, 2]);
  expect(startsOf([], [], 100)).toEqual([]);
});
