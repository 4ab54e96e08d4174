import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { blocksOf, isOneBlock } from '../../../pipeline/output/blocks.ts';

const text = Array.from({ length: 30_000 }, (_, line) => `Line ${line} of it.`).join('\n');
const bytes = Buffer.from(text);
const sizesOf = async (path: string, content = bytes) => {
  const found: (readonly [size: number, sha256: string])[] = [];
  for await (const { bytes: part, sha256 } of blocksOf(
    { path, size: content.length },
    once(content),
  ))
    found.push([part.length, sha256]);
  return found;
};

test('a large text is cut by what it says: an edit changes one block, wherever the rest is then', async () => {
  const before = await sizesOf('site/llms-full.txt');
  expect(before.length).toBeGreaterThan(10);
  expect(before.reduce((sum, [size]) => sum + size, 0)).toBe(bytes.length);
  const edited = Buffer.from(text.replace('Line 15000', 'Another line 15000'));
  const known = new Set(before.map(([, sha256]) => sha256));
  const after = await sizesOf('site/llms-full.txt', edited);
  expect(after.filter(([, sha256]) => !known.has(sha256)).length).toBeLessThanOrEqual(2);
});

test('a page is one block, as are other files up to the most that a block may have', async () => {
  expect(bytes.length).toBeGreaterThan(500_000);
  for (const path of ['site/guides/index.html', 'site/film.mp4']) {
    expect(isOneBlock(path, bytes.length), path).toBe(true);
    expect(await sizesOf(path), path).toEqual([
      [bytes.length, createHash('sha256').update(bytes).digest('hex')],
    ]);
    expect(isOneBlock(path, 1024 * 1024 + 1), path).toBe(false);
  }
  expect(isOneBlock('site/llms-full.txt', bytes.length)).toBe(false);
  expect(isOneBlock('site/llms-full.txt', 64 * 1024)).toBe(true);
});

async function* once(content: Uint8Array): AsyncGenerator<Uint8Array> {
  yield content;
}
