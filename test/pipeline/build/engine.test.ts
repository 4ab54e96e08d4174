import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { collect, tuneEngine } from '../../../pipeline/build/engine.ts';

test('what a stage has left behind is freed before the next one', async () => {
  const leave = () => new WeakRef(new ArrayBuffer(100 * 2 ** 20));
  const left = leave();
  // A reference that was made in this turn of the event loop keeps its object until the end of it.
  await setImmediate();
  collect();
  expect(left.deref() === undefined).toBe(true);
});

test('what reading has left behind is freed before many pages are rendered', async () => {
  const engine = tuneEngine('few');
  const leave = () => new WeakRef(new ArrayBuffer(100 * 2 ** 20));
  const left = leave();
  await setImmediate();
  engine.prepare(1000);
  engine.end();
  expect(left.deref() === undefined).toBe(true);
});

test('settings of a build end with it', () => {
  const usual = Buffer.poolSize;
  const engine = tuneEngine('few');
  expect(Buffer.poolSize).toBeLessThan(usual);
  engine.end();
  expect(Buffer.poolSize).toBe(usual);
});
