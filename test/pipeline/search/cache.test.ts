import { expect, test } from 'vitest';
import { PieceCache } from '../../../pipeline/search/cache.ts';

test('the memory of searches holds so many bytes of what was asked twice, and drops what was asked first', async () => {
  const cache = new PieceCache(40_000);
  let made = 0;
  const ask = (name: string, size = 9000) =>
    cache.get(name, async () => {
      made++;
      return { value: name, size };
    });
  for (let round = 0; round < 50; round++) await ask(`piece ${round}`);
  // None of them was asked a second time.
  expect(cache.bytes).toBe(0);
  for (let round = 0; round < 50; round++) await ask(`piece ${round}`);
  expect(made).toBe(100);
  expect(cache.bytes).toBeLessThanOrEqual(40_000);
  expect(cache.bytes).toBeGreaterThan(20_000);
  made = 0;
  expect(await ask('piece 49')).toBe('piece 49');
  expect(made).toBe(0);
  await ask('piece 0');
  expect(made).toBe(1);
  // A large one makes room for itself, and goes when another is asked.
  for (const name of ['a', 'a', 'a', 'b', 'b', 'b']) await ask(name, 30_000);
  expect(cache.bytes).toBeLessThanOrEqual(40_000);
  expect(made).toBe(5);
  await ask('a', 30_000);
  expect(made).toBe(6);
});

test('a piece that is asked for by many at once is made once, and one that failed again', async () => {
  const cache = new PieceCache();
  let made = 0;
  const ask = (value: number | undefined) =>
    cache.get('name', async () => {
      made++;
      if (value === undefined) throw new Error('gone');
      return { value, size: 1 };
    });
  await expect(Promise.all([ask(undefined), ask(undefined)])).rejects.toThrow('gone');
  expect(made).toBe(1);
  expect(await Promise.all([ask(1), ask(2)])).toEqual([1, 1]);
  expect(made).toBe(2);
});
