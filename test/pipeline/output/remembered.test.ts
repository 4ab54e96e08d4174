import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Remembered } from '../../../pipeline/output/remembered.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('work is done once, and its result known to all who ask for a while', async () => {
  const results = new Remembered<string>({ most: 2, age: 1000 });
  const work = vi.fn(async () => 'done');
  expect(await Promise.all([results.through('a', work), results.through('a', work)])).toEqual([
    'done',
    'done',
  ]);
  vi.advanceTimersByTime(999);
  await results.through('a', work);
  expect(work).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1);
  await results.through('a', work);
  expect(work).toHaveBeenCalledTimes(2);
});

test('what was asked for last is kept, and what is forgotten is made again', async () => {
  const results = new Remembered<string>({ most: 2, age: 1000 });
  const made: string[] = [];
  const ask = (name: string) =>
    results.through(name, async () => {
      made.push(name);
      return name;
    });
  for (const name of ['a', 'b', 'a', 'c', 'a', 'b']) await ask(name);
  expect(made).toEqual(['a', 'b', 'c', 'b']);
  expect(vi.getTimerCount()).toBe(2);
  results.forget('b');
  await ask('b');
  expect(made).toEqual(['a', 'b', 'c', 'b', 'b']);
});

test('the age of a result is its own, not that of an earlier one with its name', async () => {
  const results = new Remembered<number>({ most: 2, age: 1000 });
  let count = 0;
  const ask = () => results.through('a', async () => ++count);
  await ask();
  vi.advanceTimersByTime(600);
  results.forget('a');
  await ask();
  vi.advanceTimersByTime(600);
  expect(await ask()).toBe(2);
});

test('work that fails is done again', async () => {
  const results = new Remembered<string>({ most: 2, age: 1000 });
  const work = vi.fn(async (): Promise<string> => {
    throw new Error('Cut off.');
  });
  await expect(results.through('a', work)).rejects.toThrow('Cut off.');
  await expect(results.through('a', work)).rejects.toThrow('Cut off.');
  expect(work).toHaveBeenCalledTimes(2);
});
