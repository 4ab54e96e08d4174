import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sourceHash } from '../../../pipeline/source/hash.ts';
import { readHead } from '../../../pipeline/source/head.ts';
import { tempDir } from '../../support/temp.ts';

const body = 'Words of this page.\n'.repeat(100);

function read(content: string | Uint8Array) {
  const full = join(tempDir(), 'page.mdx');
  writeFileSync(full, content);
  const file = readHead(full, 'page.mdx', 10_000);
  return { full, file };
}

test('has the front matter, and reads the rest when it is asked for', () => {
  const text = `---\ntitle: "Ü"\n---\n${body}`;
  const { full, file } = read(text);
  expect(file?.head).toMatch(/^---\ntitle: "Ü"\n---\n/);
  expect(file?.head?.length).toBeLessThan(text.length);
  writeFileSync(full, `${text}Changed.\n`);
  expect(file?.text).toBe(`${text}Changed.\n`);
  expect(file?.hash).toBe(sourceHash(`${text}Changed.\n`));
});

test('has text without front matter', () => {
  expect(read(body).file?.head).toMatch(/^Words of this page\.\n/);
});

test('cuts no character', () => {
  for (const start of ['', 'a', 'aa', 'aaa']) {
    const { file } = read(`${start}${'漢字\n'.repeat(400)}`);
    expect(file?.head).not.toContain('\ufffd');
    expect(file?.head).toMatch(/字\n$/);
  }
});

test.each([
  ['is short', '---\ntitle: A\n---\nWords.\n'],
  [
    'has front matter that is longer than the first bytes',
    `---\ntitle: A\n${'a: b\n'.repeat(400)}---\n`,
  ],
  ['has front matter that is not closed', `---\ntitle: A\n${body}`],
  ['is too large', `---\ntitle: A\n---\n${body.repeat(10)}`],
  ['begins with a very long line', 'a'.repeat(5000)],
  ['is not UTF-8', Buffer.from(`\ufeff${body}`, 'utf16le')],
])('leaves a file alone that %s', (_, content) => {
  expect(read(content).file).toBeUndefined();
});

test('has no more than the front matter of a file that is gone', () => {
  const { full, file } = read(`---\ntitle: A\n---\n${body}`);
  rmSync(full);
  expect(file?.text).toBe(file?.head);
  expect(() => readHead(full, 'page.mdx', 10_000)).toThrow('ENOENT');
});
