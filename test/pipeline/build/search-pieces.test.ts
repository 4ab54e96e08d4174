import { hash, randomUUID } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  cutPieces,
  type KeptBatches,
  type PieceName,
  type Shelf,
} from '../../../pipeline/build/search-pieces.ts';
import type { Content } from '../../../pipeline/output/contents.ts';
import { PackWriter } from '../../../pipeline/output/pack-writer.ts';
import { rowsOf } from '../../../pipeline/search/rows.ts';
import type { PageRecord } from '../../../schema/build.ts';
import { makeTempDir } from '../../support/temp.ts';
import { record, section } from '../search/records.ts';

vi.mock('../../../pipeline/search/rows.ts', { spy: true });
beforeEach(() => void vi.mocked(rowsOf).mockClear());

const names = 'alpha beta gamma delta memory webhook token limit deployment translation'.split(' ');
const byPath = (a: PageRecord, b: PageRecord) => (a.path < b.path ? -1 : 1);
const sorted = (records: readonly PageRecord[]) => [...records].sort(byPath);
const pages: readonly PageRecord[] = Array.from({ length: 600 }, (_, i) => {
  const name = names[i % names.length] ?? '';
  return record(`${i % 3 === 0 ? 'de/' : ''}${name}/p${i}`, '', {
    title: `The ${name} ${i}`,
    language: i % 3 === 0 ? 'de' : 'en',
    sections: [
      section('Overview', `About ${name} number${i}. `.repeat(1 + (i % 5))),
      section(`Use of ${name}`, 'Call it.', `client.${name}(${i})`),
    ],
  });
}).sort(byPath);

const folder = makeTempDir();
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A piece as it is written. */
type Cut = PieceName & { readonly content: string };

async function cut(records: readonly PageRecord[], kept?: KeptBatches): Promise<Cut[]> {
  const { names, contentOf, close } = await open(records, kept);
  try {
    return names.map((piece) => ({ ...piece, content: contentOf(piece) }));
  } finally {
    close();
  }
}

function open(records: readonly PageRecord[], kept?: KeptBatches): Promise<Shelf> {
  const writer = new PackWriter(join(folder, randomUUID()), 'records');
  const named = records.map((one) => {
    const line = JSON.stringify(one);
    const sha256 = hash('sha256', line);
    writer.add(sha256, `${one.path}.json`, Buffer.from(line));
    return [one.path, sha256] as const;
  });
  const added = new Map(named.map(([, sha256]) => [sha256, writer.find(sha256) as Content]));
  const options = { basePath: '', sourceLanguage: 'en', reader: 'reader.js' };
  return cutPieces({ pages: named, added }, options, kept);
}

/** The records whose words were counted in the last call. */
const counted = () => vi.mocked(rowsOf).mock.calls.length;

const changed = (at: number, more: Partial<PageRecord>) =>
  pages.map((page, index) => (index === at ? { ...page, ...more } : page));

describe('the pieces of an index whose batches are remembered', () => {
  test.each<readonly [string, readonly PageRecord[]]>([
    ['a page says something else', changed(300, { sections: [section('New', 'unheard of')] })],
    ['a page has more sections', changed(20, { sections: [section('A', 'b'), section('C', 'd')] })],
    ['a page is hidden from search', changed(400, { search: false })],
    ['a page needs a session', changed(599, { protected: true })],
    ['a page is gone', pages.filter((_, index) => index !== 77)],
    ['a page is new', [record('aaa', 'The first of all pages.'), ...pages]],
    ['a page has another path', sorted(changed(200, { path: 'zeta/moved' }))],
    ['a page is in another language', changed(150, { language: 'fr' })],
    ['pages of several batches change', changed(10, { title: 'Ten' }).slice(0, 550)],
  ])('are those of a fresh start, and few pages are read, when %s', async (_, after) => {
    const kept = { folder: join(folder, randomUUID()), codeVersion: '1' };
    await cut(pages, kept);
    expect(counted()).toBe(pages.length);
    vi.mocked(rowsOf).mockClear();
    const pieces = await cut(after, kept);
    const isPrivate = pieces.some((piece) => piece.isPrivate);
    // An index for members, which is new, has the words of all pages.
    expect(counted()).toBeLessThan(60 + (isPrivate ? after.length : 0));
    expect(pieces).toEqual(await cut(after));
  });

  test('are read again by another version of the code', async () => {
    const kept = { folder: join(folder, randomUUID()), codeVersion: '1' };
    await cut(pages, kept);
    vi.mocked(rowsOf).mockClear();
    await cut(pages, { ...kept, codeVersion: '2' });
    expect(counted()).toBe(pages.length);
  });

  test('are remembered when a batch that stays the same is joined much later', async () => {
    const kept = { folder: join(folder, randomUUID()), codeVersion: '1' };
    await cut(pages, kept);
    // Builds in which nothing asks for the words of single batches.
    await cut(changed(0, { title: 'First' }), kept);
    await cut(changed(0, { title: 'Second' }), kept);
    vi.mocked(rowsOf).mockClear();
    const after = changed(500, { title: 'Third' });
    const pieces = await cut(after, kept);
    expect(counted()).toBeLessThan(30);
    expect(pieces).toEqual(await cut(after));
  });

  test('have names that need no sections but those of pieces that change', async () => {
    const kept = { folder: join(folder, randomUUID()), codeVersion: '1' };
    await cut(pages, kept);
    // Whatever is needed of them now is read from the records again.
    rmSync(join(kept.folder, 'sections.pack'));
    vi.mocked(rowsOf).mockClear();
    const { names, close } = await open(changed(300, { title: 'Other' }), kept);
    close();
    expect(names.length).toBeGreaterThan(50);
    expect(counted()).toBeLessThan(60);
  });

  test.each([['batch'], ['joined'], ['terms'], ['sections'], ['piece']])(
    'are those of a fresh start after "%s" is damaged, or gone',
    async (stage) => {
      const kept = { folder: join(folder, randomUUID()), codeVersion: '1' };
      const expected = await cut(changed(300, { title: 'Other' }));
      await cut(pages, kept);
      const pack = join(kept.folder, `${stage}.pack`);
      const bytes = readFileSync(pack);
      for (let at = 100; at < bytes.length * 0.8; at += 500) bytes[at] = 0;
      writeFileSync(pack, bytes);
      expect(await cut(changed(300, { title: 'Other' }), kept)).toEqual(expected);
      rmSync(pack);
      expect(await cut(changed(300, { title: 'Other' }), kept)).toEqual(expected);
    },
  );
});
