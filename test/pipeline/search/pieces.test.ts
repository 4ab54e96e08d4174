import { hash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { bundleReader } from '../../../pipeline/search/bundle.ts';
import { format } from '../../../pipeline/search/format.ts';
import { type Piece, piecesOf, wholePaths } from '../../../pipeline/search/pieces.ts';
import { openPieces } from '../../../pipeline/search/reader.ts';
import { rowsOf } from '../../../pipeline/search/rows.ts';
import { vocabulary } from '../../../pipeline/search/vocabulary.ts';
import type { PageRecord } from '../../../schema/build.ts';
import { readPieces } from '../../support/search.ts';
import { record, section } from './records.ts';

const names = 'alpha beta gamma delta memory webhook token limit deployment translation'.split(' ');
/** Enough pages for many files: each about one thing, and mentioning others. */
const pages: PageRecord[] = Array.from({ length: 200 }, (_, i) => {
  const name = names[i % names.length] ?? '';
  const other = names[(i * 7 + 3) % names.length] ?? '';
  return record(`${name}/p${i}`, '', {
    title: `The ${name} ${i}`,
    breadcrumbs: ['Guides', name],
    sections: [
      section('Overview', `About ${name} number${i}, and a ${other}. `.repeat(3 + (i % 5))),
      section(`Use of ${other}`, `Call it with ${name}Id${i}.`, `client.${name}(${i})`),
    ],
  });
});

function cut(records: readonly PageRecord[], whole = false): readonly Piece[] {
  const inOrder = [...records].sort((a, b) => (a.path < b.path ? -1 : 1));
  return piecesOf(rowsOf(inOrder), {
    basePath: '/docs',
    sourceLanguage: 'en',
    reader: 'reader.js',
    whole,
  });
}

describe('the pieces of an index', () => {
  test('are read when a question needs them: few of them, and each once', async () => {
    const pieces = cut(pages);
    const { search, loaded } = readPieces(pieces);
    await search({ query: 'number17', limit: 3 });
    expect(loaded.length).toBeLessThan(pieces.length / 2);
    await search({ query: 'number17', limit: 3 });
    expect(new Set(loaded).size).toBe(loaded.length);
  });

  test('are not read for synonyms that no page has', async () => {
    const { search, loaded } = readPieces(cut([record('one', 'Remove the gamma.')]));
    await search({ query: 'deploy' });
    expect(loaded.filter((name) => name.startsWith('en-s-'))).toEqual([]);
    expect((await search({ query: 'delete' })).results).toHaveLength(1);
    expect(loaded.filter((name) => name.startsWith('en-s-'))).toHaveLength(1);
  });

  test('lead to addresses with the base path', async () => {
    const { results } = await readPieces(cut(pages)).search({ query: 'number17' });
    expect(results[0]?.sections[0]?.url).toMatch(/^\/docs\/limit\/p17#overview$/);
  });

  test.each([
    'memory 4',
    'number17',
    'alphaId20',
    'tokne',
    'use of webhook',
    'deploy',
    'remove the gamma',
  ])('answer alike however they are cut: %s', async (query) => {
    const small = await readPieces(cut(pages)).search({ query, typing: true });
    const whole = await readPieces(cut(pages, true)).search({ query, typing: true });
    expect(small.results.length).toBeGreaterThan(0);
    expect(small).toEqual(whole);
  });

  test('of many pages are in lists, which a question loads for the pages that it shows', async () => {
    const many = Array.from({ length: 900 }, (_, i) => {
      const sections = Array.from({ length: 12 }, (_, n) =>
        section(`Part ${n}`, `Text ${n} of number${i}. `.repeat(12)),
      );
      return record(`guides/p${i}`, '', { title: `Guide ${i}`, sections });
    });
    const pieces = cut(many);
    const [catalog] = pieces.filter(({ path }) => /\/en-[0-9a-f]+\.json$/.test(path));
    expect(JSON.parse(catalog?.content() ?? '').firstPages.length).toBeLessThan(200);
    const { search, loaded } = readPieces(pieces);
    const question = { query: 'number17', limit: 3 };
    const answer = await search(question);
    expect(answer.results[0]?.path).toBe('guides/p17');
    expect(answer).toEqual(await readPieces(cut(many, true)).search(question));
    const lists = loaded.filter((name) => name.startsWith('en-l-'));
    expect(lists.length).toBeGreaterThan(0);
    expect(lists.length).toBeLessThanOrEqual(answer.results.length);
  });

  test('for everyone contain nothing from pages that are protected, hidden or excluded from search', async () => {
    const secret = 'swordfish';
    const pieces = cut([
      record('open', 'Words.'),
      record('a', secret, { protected: true, title: secret }),
      record('b', secret, { search: false, keywords: [secret] }),
      record('c', secret, { hidden: true, version: secret }),
    ]);
    const texts = (isPrivate: boolean) =>
      pieces.filter((piece) => piece.isPrivate === isPrivate).map(({ content }) => content());
    expect(texts(false).join('')).not.toContain(secret);
    expect(texts(true).join('')).toContain(secret);
  });

  test('stay as they are where a page gets a section that has none of their words', () => {
    const inOrder = [...pages].sort((a, b) => (a.path < b.path ? -1 : 1));
    const [first, ...rest] = inOrder;
    if (!first) throw new Error('There is a first page.');
    const withSections = (...more: Parameters<typeof section>[]) => {
      const sections = [...first.sections, ...more.map((one) => section(...one))];
      return cut([{ ...first, sections }, ...rest]).map(({ path }) => path);
    };
    const before = new Set(withSections(['More', 'Of it.']));
    const after = withSections(['More', 'Of it.'], ['Unheard', 'Zebras only.']);
    const postings = after.filter((path) => /-[sw]-/.test(path));
    // Three words are in no more pieces than that.
    expect(postings.filter((path) => !before.has(path)).length).toBeLessThanOrEqual(3);
    expect(postings.length).toBeGreaterThan(10);
  });

  test('of a fully public site exist once', () => {
    expect(cut(pages).some(({ isPrivate }) => isPrivate)).toBe(false);
  });

  test('tell a reader nothing of words that only other readers may read', async () => {
    const records = [
      record('open', 'Words of the house.'),
      record('staff', 'A swordfish.', { protected: true, groups: ['staff'] }),
    ];
    const { search } = readPieces(cut(records), true);
    const ask = (query: string, groups?: readonly string[]) =>
      search({ query, typing: true, ...(groups ? { groups } : {}) });
    for (const groups of [undefined, [], ['guests']]) {
      const guess = await ask('house swordfish', groups);
      const other = await ask('house swordfosh', groups);
      expect(guess.unknown).toEqual(['swordfish']);
      expect(guess.confidence).toBe(other.confidence);
      expect((await ask('swordf', groups)).results).toEqual([]);
    }
    expect((await ask('house swordfish', ['staff'])).unknown).toEqual([]);
  });

  test('name what a reader can choose between', () => {
    const { note } = readPieces(
      cut([
        record('a', 'A.', { version: 'v2', product: 'Cloud' }),
        record('b', 'B.', { version: 'v1', product: 'Cloud' }),
        record('zh/a', '甲。', { language: 'zh-CN' }),
      ]),
    );
    expect(note.choices).toEqual({
      en: { versions: ['v2', 'v1'], products: ['Cloud'] },
      'zh-CN': { versions: [], products: [] },
    });
    expect(Object.keys(note.languages)).toEqual(['en', 'zh-CN']);
  });

  test('are shared by pages whose texts are the same', () => {
    const twins = ['a', 'b'].map((path) => record(path, 'The same. '.repeat(2000)));
    const paths = cut(twins).map(({ path }) => path);
    expect(new Set(paths).size).toBe(paths.length);
  });

  test('in memory have the names that were announced before', async () => {
    expect(
      cut(pages, true)
        .map(({ path }) => path)
        .sort(),
    ).toEqual(wholePaths(['en']).sort());
  });

  test('that fail are asked for again', async () => {
    const pieces = cut(pages);
    const { note } = readPieces(pieces);
    let fails = true;
    const { search } = openPieces(note, async (name) => {
      if (fails) throw new Error('offline');
      return JSON.parse(pieces.find(({ path }) => path.endsWith(`/${name}`))?.content() ?? '');
    });
    await expect(search({ query: 'number17' })).rejects.toThrow('offline');
    fails = false;
    expect((await search({ query: 'number17 ' })).results).toHaveLength(1);
  });

  test('come with a reader small enough to fetch at the first question', async () => {
    const { path, content } = await bundleReader(['en-GB']);
    expect(path).toMatch(/^_docent\/search\/reader-[A-Z0-9]+\.js$/);
    expect(content).toContain('openPieces');
    expect(content).toContain(' whatever ');
    expect(content).not.toContain(' warum ');
    expect(gzipSync(content).length).toBeLessThan(16_200);
  });

  test('have a format that rises when they, or the words that they are looked up by, change', () => {
    // A server reads the pieces of deployments that another version built. When this fails, raise `format`
    // in format.ts, so that it makes them again, and put the new hash here. Where pieces are cut does not
    // matter: earlier ones are read as well.
    const text =
      'The addMemory() of user_ids, v2.0: café’s naïve APIs — 日本語の文書とメモ, 메모를 추가';
    const records = [
      ...Object.entries(vocabulary).map(([language, words]) =>
        record(language, words, { language }),
      ),
      record('other', text, { title: 'Titles', keywords: ['kept'], version: 'v1', boost: 2 }),
      record('members', text, { protected: true, groups: ['staff'] }),
    ];
    const contents = cut(records).map(({ path, content }) => `${path}\n${content()}`);
    const made = hash('sha256', contents.join('\n').replace(/"format":\d+/g, ''), 'hex');
    expect([format, made.slice(0, 12)]).toEqual([13, 'cf443fd4fed5']);
  });
});
