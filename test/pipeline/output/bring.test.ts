import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { piecesOfFile } from '../../../pipeline/output/bring.ts';
import { madeOf } from '../../../pipeline/output/file-parts.ts';
import { tempDir } from '../../support/temp.ts';

const texts = Array.from({ length: 20 }, (_, index) => `Part ${index}. `);
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');
const file = madeOf(texts.map((text) => ({ hash: hashOf(text), bytes: text.length })));

/** A file whose contents come from elsewhere, and which were asked for. */
function elsewhere() {
  const folder = tempDir();
  const asked: string[] = [];
  const bring = async (hash: string) => {
    const text = texts.find((one) => hashOf(one) === hash) ?? '';
    asked.push(text);
    const place = join(folder, hash);
    writeFileSync(place, text);
    return place;
  };
  return { folder, asked, bring };
}

async function textOf(pieces: AsyncIterable<Uint8Array>): Promise<string> {
  const all: Uint8Array[] = [];
  for await (const piece of pieces) all.push(piece);
  return Buffer.concat(all).toString();
}

test('contents are brought ahead of the one that is read, but not all at once', async () => {
  const { folder, asked, bring } = elsewhere();
  const pieces = piecesOfFile(folder, { file, bring });
  expect(Buffer.from((await pieces.next()).value ?? []).toString()).toBe(texts[0]);
  expect(new Set(asked)).toEqual(new Set(texts.slice(0, 8)));
  expect(await textOf(pieces)).toBe(texts.slice(1).join(''));
});

test('only contents of the bytes that were asked for are brought', async () => {
  const { folder, asked, bring } = elsewhere();
  const start = texts.slice(0, 3).join('').length + 2;
  const end = texts.slice(0, 5).join('').length + 3;
  const portion = { start, end };
  const text = await textOf(piecesOfFile(folder, { file, bring }, portion));
  expect(text).toBe(texts.join('').slice(start, end + 1));
  expect(new Set(asked)).toEqual(new Set(texts.slice(3, 6)));
});

test('a content that fails to arrive fails the read, after those before it', async () => {
  const { folder, bring } = elsewhere();
  const lost = hashOf(texts[5] ?? '');
  const failing = (hash: string) =>
    hash === lost ? Promise.reject(new Error('No network.')) : bring(hash);
  const read: string[] = [];
  await expect(async () => {
    for await (const piece of piecesOfFile(folder, { file, bring: failing })) {
      read.push(Buffer.from(piece).toString());
    }
  }).rejects.toThrow('No network.');
  expect(read).toEqual(texts.slice(0, 5));
});
