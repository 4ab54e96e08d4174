import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { searchRows } from '../../../pipeline/search/query.ts';
import { openStatic } from '../../../pipeline/search/reader.ts';
import { rowsOf } from '../../../pipeline/search/rows.ts';
import {
  bundleReader,
  type StaticFile,
  type StaticIndex,
  staticFiles,
  staticFolder,
  wholeNames,
} from '../../../pipeline/search/static.ts';
import type { PageRecord } from '../../../schema/build.ts';
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

function filesOf(records: readonly PageRecord[], whole = false): readonly StaticFile[] {
  return staticFiles(rowsOf(records), {
    basePath: '/docs',
    sourceLanguage: 'en',
    reader: 'reader.js',
    whole,
  });
}

function reader(files: readonly StaticFile[]) {
  const contents = new Map(files.map(({ path, content }) => [path, content]));
  const loaded: string[] = [];
  const load = async (name: string): Promise<unknown> => {
    loaded.push(name);
    return JSON.parse(contents.get(`${staticFolder}/${name}`) ?? '');
  };
  const index = JSON.parse(contents.get(`${staticFolder}/index.json`) ?? '') as StaticIndex;
  return { index, loaded, ...openStatic(index, load) };
}

describe('the index of a static host', () => {
  test.each([
    'memory 4',
    'number17',
    'alphaId20',
    'tokne',
    'use of webhook',
    'deploy',
    'nothing-of-this',
  ])('finds the pages that the server finds: %s', async (query) => {
    const server = await searchRows(rowsOf(pages), { sourceLanguage: 'en' });
    const wanted = await server.search({ query, typing: true });
    const found = await reader(filesOf(pages)).search({ query });
    const top = (answer: typeof wanted) => answer.results.slice(0, 3).map(({ path }) => path);
    expect(top(found)).toEqual(top(wanted));
    expect(found.results[0]?.sections[0]?.anchor).toBe(wanted.results[0]?.sections[0]?.anchor);
  });

  test('is read by the file: a question loads few of them, and each once', async () => {
    const files = filesOf(pages);
    const { search, loaded } = reader(files);
    await search({ query: 'number17', limit: 3 });
    expect(loaded.length).toBeLessThan(files.length / 2);
    await search({ query: 'number17', limit: 3 });
    expect(new Set(loaded).size).toBe(loaded.length);
  });

  test('has addresses with the base path', async () => {
    const { results } = await reader(filesOf(pages)).search({ query: 'number17' });
    expect(results[0]?.sections[0]?.url).toMatch(/^\/docs\/limit\/p17#overview$/);
  });

  test('holds nothing of pages that need a session, are hidden or are kept from search', () => {
    const secret = 'swordfish';
    const files = filesOf([
      record('open', 'Words.'),
      record('a', secret, { protected: true, title: secret }),
      record('b', secret, { search: false, keywords: [secret] }),
      record('c', secret, { hidden: true, version: secret }),
    ]);
    expect(files.map(({ content }) => content).join('')).not.toContain(secret);
  });

  test('names what a reader can choose between', () => {
    const { index } = reader(
      filesOf([
        record('a', 'A.', { version: 'v2', product: 'Cloud' }),
        record('b', 'B.', { version: 'v1', product: 'Cloud' }),
        record('zh/a', '甲。', { language: 'zh-CN' }),
      ]),
    );
    expect(index.choices).toEqual({
      en: { versions: ['v2', 'v1'], products: ['Cloud'] },
      'zh-CN': { versions: [], products: [] },
    });
    expect(Object.keys(index.languages)).toEqual(['en', 'zh-CN']);
  });

  test('shares a file between pages whose texts are the same', () => {
    const twins = ['a', 'b'].map((path) => record(path, 'The same. '.repeat(2000)));
    const paths = filesOf(twins).map(({ path }) => path);
    expect(new Set(paths).size).toBe(paths.length);
  });

  test('in memory has the names that were told before', async () => {
    const files = filesOf(pages, true);
    expect(files.map(({ path }) => path).sort()).toEqual(wholeNames(['en']).sort());
    const { results } = await reader(files).search({ query: 'number17' });
    expect(results[0]?.path).toBe('limit/p17');
  });

  test('asks a file that failed again', async () => {
    const files = filesOf(pages);
    const { index } = reader(files);
    let fails = true;
    const { search } = openStatic(index, async (name) => {
      if (fails) throw new Error('offline');
      return JSON.parse(files.find(({ path }) => path.endsWith(`/${name}`))?.content ?? '');
    });
    await expect(search({ query: 'number17' })).rejects.toThrow('offline');
    fails = false;
    expect((await search({ query: 'number17 ' })).results).toHaveLength(1);
  });

  test('comes with a reader small enough to fetch at the first question', async () => {
    const { path, content } = await bundleReader();
    expect(path).toMatch(/^_docent\/search\/reader-[A-Z0-9]+\.js$/);
    expect(content).toContain('openStatic');
    expect(gzipSync(content).length).toBeLessThan(20_000);
  });
});
