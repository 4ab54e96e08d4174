import { hash } from 'node:crypto';
import { expect, test } from 'vitest';
import { readSigns } from '../../../pipeline/build/signs.ts';
import { memoryCache } from '../../../pipeline/cache/cache.ts';
import type { Site, SourceFile } from '../../../schema/site.ts';

const fileOf = (path: string, text: string): SourceFile => ({
  ...{ path, text },
  hash: hash('sha256', text, 'hex'),
});
const siteOf = (files: readonly SourceFile[], snippets: readonly SourceFile[] = []) =>
  ({
    pages: new Map(files.map((file) => [file.path, { file }])),
    snippets: new Map(snippets.map((file) => [file.path, file])),
  }) as unknown as Site;

const plain = 'Words alone.';
const chart = '```mermaid\nsequenceDiagram\n  A->>B: hi\n```\n';
const wallet = 'Connect: <ConnectWallet />';
const counter = 'export const Counter = () => <b>{useState(0)}</b>;\n';

test('pages and snippets say what they ask of the scripts of their site', () => {
  const files = [fileOf('a.mdx', plain), fileOf('b.mdx', chart), fileOf('c.mdx', wallet)];
  const snippet = fileOf('snippets/d.mdx', counter);
  const signs = readSigns(siteOf(files, [snippet]), memoryCache(), '1');
  expect(files.map((file) => signs.get(file))).toEqual([
    { diagrams: [], web3: false, interactive: false },
    { diagrams: ['sequence'], web3: false, interactive: false },
    { diagrams: [], web3: true, interactive: false },
  ]);
  expect(signs.get(snippet)?.interactive).toBe(true);
});

test('texts of the last build are not looked through again, and others are', async () => {
  const cache = memoryCache();
  const first = [fileOf('a.mdx', plain), fileOf('b.mdx', chart)];
  readSigns(siteOf(first), cache, '1');
  await cache.save();
  // The texts are gone: only what is remembered by their hashes can say this.
  const again = first.map((file) => ({ ...file, text: '' }));
  const added = fileOf('c.mdx', wallet);
  const signs = readSigns(siteOf([...again, added]), cache, '1');
  expect([...signs.values()].map(({ diagrams, web3 }) => [diagrams, web3])).toEqual([
    [[], false],
    [['sequence'], false],
    [[], true],
  ]);
  await cache.save();
  const last = readSigns(siteOf([{ ...added, text: '' }]), cache, '1');
  expect([...last.values()]).toMatchObject([{ web3: true }]);
  const other = { ...added, text: '' };
  expect(readSigns(siteOf([other]), cache, '2').get(other)?.web3).toBe(false);
});
