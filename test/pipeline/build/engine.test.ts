import { expect, test } from 'vitest';
import { collect } from '../../../pipeline/build/engine.ts';

test('what a stage has left behind is freed before the next one', () => {
  const megabytes = 100 * 2 ** 20;
  const use = () => new ArrayBuffer(megabytes).byteLength;
  collect();
  const before = process.memoryUsage().arrayBuffers;
  expect(use()).toBe(megabytes);
  // Other buffers of the process may be freed meanwhile.
  expect(process.memoryUsage().arrayBuffers).toBeGreaterThan(before + megabytes * 0.9);
  collect();
  expect(process.memoryUsage().arrayBuffers).toBeLessThan(before + megabytes / 2);
});
