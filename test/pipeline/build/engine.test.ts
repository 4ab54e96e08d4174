import { expect, test } from 'vitest';
import { collect } from '../../../pipeline/build/engine.ts';

test('what a stage has left behind is freed before the next one', () => {
  const megabytes = 100 * 2 ** 20;
  const use = () => new ArrayBuffer(megabytes).byteLength;
  collect();
  const before = process.memoryUsage().arrayBuffers;
  expect(use()).toBe(megabytes);
  expect(process.memoryUsage().arrayBuffers).toBeGreaterThanOrEqual(before + megabytes);
  collect();
  expect(process.memoryUsage().arrayBuffers).toBeLessThan(before + megabytes / 2);
});
