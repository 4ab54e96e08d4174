import { expect, test } from 'vitest';
import { PieceCache, PieceError } from '../../../pipeline/search/cache.ts';

const piece = (length: number) => async () => JSON.stringify('x'.repeat(length));

test('the memory of searches holds so many bytes of what was asked twice, and drops what was asked first', async () => {
  const cache = new PieceCache(40_000);
  let read = 0;
  const ask = (name: string) =>
    cache.get<string>(name, () => {
      read++;
      return piece(3000)();
    });
  for (let round = 0; round < 50; round++) await ask(`piece ${round}`);
  // None of them was asked a second time.
  expect(cache.bytes).toBe(0);
  for (let round = 0; round < 50; round++) await ask(`piece ${round}`);
  expect(read).toBe(100);
  expect(cache.bytes).toBeLessThanOrEqual(40_000);
  expect(cache.bytes).toBeGreaterThan(20_000);
  read = 0;
  await ask('piece 49');
  expect(read).toBe(0);
  await ask('piece 0');
  expect(read).toBe(1);
  // Values derived from pieces count as well, and make room for themselves.
  let made = 0;
  const keep = (name: string) =>
    cache.keep(
      name,
      () => {
        made++;
        return new Uint32Array(5000);
      },
      (numbers) => numbers.byteLength,
    );
  for (const name of ['a', 'a', 'a', 'b', 'b', 'b']) expect(keep(name).length).toBe(5000);
  expect(cache.bytes).toBeLessThanOrEqual(40_000);
  expect(made).toBe(4);
  // Two of them are more than it holds.
  keep('a');
  expect(made).toBe(5);
});

test('a piece that is asked for by many at once is read once, and one that failed again', async () => {
  const cache = new PieceCache();
  let read = 0;
  const ask = (content: string | undefined) =>
    cache.get('name', async () => {
      read++;
      return content;
    });
  await expect(Promise.all([ask(undefined), ask(undefined)])).rejects.toThrow(PieceError);
  expect(read).toBe(1);
  expect(await Promise.all([ask('[1]'), ask('[2]')])).toEqual([[1], [1]]);
  expect(read).toBe(2);
});
