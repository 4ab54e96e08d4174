import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { EmbeddingModel } from '../../../pipeline/model.ts';
import { openSearch } from '../../../pipeline/search/query.ts';
import { recordHash, recordsKey } from '../../../pipeline/search/records-key.ts';
import { IndexUnusableError, indexFolder, readVersion } from '../../../pipeline/search/table.ts';
import { writeIndex } from '../../../pipeline/search/write.ts';
import type { PageRecord } from '../../../schema/build.ts';
import { tempDir } from '../../support/temp.ts';
import { record, section } from './records.ts';

const pages = [
  record('start', 'Install it.', { title: 'Start' }),
  record("o'clock", 'Quotes in "paths".', { title: 'Time' }),
  record('memory', '', {
    title: 'Memory',
    sections: [section('Delete', 'Removes it.'), section('Add', 'Stores it.')],
  }),
];

function write(
  out: string,
  deployment: string,
  records: readonly PageRecord[],
  more: { readonly keep?: readonly string[]; readonly embeddings?: EmbeddingModel } = {},
) {
  return writeIndex({
    out,
    deployment,
    keep: more.keep ?? [deployment],
    key: recordsKey(records.map((one) => recordHash(JSON.stringify(one)))),
    records: () => records,
    ...(more.embeddings ? { embeddings: more.embeddings } : {}),
  });
}

const idsOf = async (out: string, deployment: string) =>
  (await readVersion(indexFolder(out), deployment)).rows.map(({ id }) => id);

function open(out: string, deployment: string, records: readonly PageRecord[], log: string[] = []) {
  return openSearch({
    out,
    deployment,
    sourceLanguage: 'en',
    records: () => records,
    log: (line) => log.push(line),
  });
}

describe('the index', () => {
  test('has a row for each section, under an id that stays', async () => {
    const out = tempDir();
    expect(await write(out, 'dpl_a', pages)).toEqual({ written: 4, removed: 0, reused: false });
    expect(await idsOf(out, 'dpl_a')).toEqual([
      'memory#delete',
      'memory#add',
      "o'clock#",
      'start#',
    ]);
  });

  test('takes in only the rows that changed', async () => {
    const out = tempDir();
    await write(out, 'dpl_a', pages);
    const changed = [record('start', 'Install it twice.', { title: 'Start' }), ...pages.slice(2)];
    expect(await write(out, 'dpl_b', changed)).toEqual({ written: 1, removed: 2, reused: false });
    expect(await idsOf(out, 'dpl_b')).toEqual(['memory#delete', 'memory#add', 'start#']);
  });

  test('is not opened at all when nothing changed', async () => {
    const out = tempDir();
    await write(out, 'dpl_a', pages);
    const before = readdirSync(join(indexFolder(out), 'rows.lance', '_versions'));
    expect(await write(out, 'dpl_b', pages, { keep: ['dpl_a', 'dpl_b'] })).toMatchObject({
      reused: true,
    });
    expect(readdirSync(join(indexFolder(out), 'rows.lance', '_versions'))).toEqual(before);
    expect(await idsOf(out, 'dpl_b')).toEqual(await idsOf(out, 'dpl_a'));
  });

  test('answers for every deployment that is kept, and forgets the others', async () => {
    const out = tempDir();
    const second = [...pages, record('new', 'New.')];
    const third = [record('only', 'Only.')];
    await write(out, 'dpl_a', pages);
    await write(out, 'dpl_b', second, { keep: ['dpl_a', 'dpl_b'] });
    expect(await idsOf(out, 'dpl_a')).toHaveLength(4);
    expect(await idsOf(out, 'dpl_b')).toHaveLength(5);
    await write(out, 'dpl_c', third, { keep: ['dpl_b', 'dpl_c'] });
    expect(await idsOf(out, 'dpl_b')).toHaveLength(5);
    expect(await idsOf(out, 'dpl_c')).toEqual(['only#']);
    await expect(idsOf(out, 'dpl_a')).rejects.toThrow(IndexUnusableError);
  });

  test('keeps rows apart whose sections have the same heading', async () => {
    const out = tempDir();
    const twice = [record('a', '', { sections: [section('Use', 'One.'), section('Use', 'Two.')] })];
    await write(out, 'dpl_a', twice);
    expect(await idsOf(out, 'dpl_a')).toEqual(['a#use', 'a#use~1']);
  });

  test('of a site without pages is empty and readable', async () => {
    const out = tempDir();
    await write(out, 'dpl_a', []);
    const index = await open(out, 'dpl_a', []);
    expect((await index.search({ query: 'anything' })).results).toEqual([]);
  });

  test('is made anew for another embedding model', async () => {
    const out = tempDir();
    const model = (name: string, length: number): EmbeddingModel => ({
      name,
      embed: async (texts) =>
        texts.map((text) => Array.from({ length }, (_, i) => text.length + i)),
    });
    await write(out, 'dpl_a', pages, { embeddings: model('one', 4) });
    expect(await write(out, 'dpl_b', pages, { embeddings: model('one', 4) })).toMatchObject({
      reused: true,
    });
    const other = await write(out, 'dpl_c', pages, { embeddings: model('two', 6) });
    expect(other).toEqual({ written: 4, removed: 0, reused: false });
    const { vectors } = await readVersion(indexFolder(out), 'dpl_c');
    expect(vectors?.identity).toMatchObject({ model: 'two', dimension: 6 });
    vectors?.close();
  });

  test('goes without vectors when the model fails, and says so', async () => {
    const out = tempDir();
    const broken: EmbeddingModel = {
      name: 'broken',
      embed: async () => {
        throw new Error('The model is asleep.');
      },
    };
    expect(await write(out, 'dpl_a', pages, { embeddings: broken })).toEqual({
      written: 4,
      removed: 0,
      reused: false,
      withoutVectors: 'The model is asleep.',
    });
    const log: string[] = [];
    const index = await openSearch({
      out,
      deployment: 'dpl_a',
      sourceLanguage: 'en',
      records: () => pages,
      embeddings: broken,
      log: (line) => log.push(line),
    });
    expect((await index.search({ query: 'install' })).results).toHaveLength(1);
    expect(log.join(' ')).toContain('keywords alone: The model is asleep.');
  });

  test('finds by vectors what has none of the words', async () => {
    const out = tempDir();
    const meaning: Record<string, number[]> = { remove: [1, 0, 0], cost: [0, 1, 0] };
    const embeddings: EmbeddingModel = {
      name: 'meaning',
      embed: async (texts) =>
        texts.map((text) =>
          /erase|vanish/i.test(text) ? (meaning.remove ?? []) : (meaning.cost ?? []),
        ),
    };
    const records = [
      record('price', 'What vanish costs.', { title: 'Price' }),
      record('wipe', 'Erase a thing.', { title: 'Wipe' }),
      record('bill', 'A fee.', { title: 'Bill' }),
    ];
    await write(out, 'dpl_a', records, { embeddings });
    const index = await openSearch({
      out,
      deployment: 'dpl_a',
      sourceLanguage: 'en',
      records: () => records,
      embeddings,
      log: () => {},
    });
    const { results } = await index.search({ query: 'vanish' });
    expect(
      results
        .map(({ path }) => path)
        .slice(0, 2)
        .sort(),
    ).toEqual(['price', 'wipe']);
    index.close();
  });
});

describe('an index that can not be read', () => {
  const damages: readonly (readonly [string, (folder: string) => void])[] = [
    ['is missing', (folder) => rmSync(folder, { recursive: true })],
    ['has lost its note', (folder) => rmSync(join(folder, 'state.json'))],
    ['has a note of noise', (folder) => writeFileSync(join(folder, 'state.json'), '{"identity":')],
    ['has lost its table', (folder) => rmSync(join(folder, 'rows.lance'), { recursive: true })],
    [
      'has lost its data',
      (folder) => rmSync(join(folder, 'rows.lance', 'data'), { recursive: true }),
    ],
    [
      'has noise for data',
      (folder) => {
        const data = join(folder, 'rows.lance', 'data');
        for (const name of readdirSync(data)) writeFileSync(join(data, name), 'noise');
      },
    ],
    [
      'has data that was cut short',
      (folder) => {
        const data = join(folder, 'rows.lance', 'data');
        for (const name of readdirSync(data)) {
          const file = join(data, name);
          const bytes = readFileSync(file);
          writeFileSync(file, bytes.subarray(0, bytes.length / 2));
        }
      },
    ],
    [
      'is of another format',
      (folder) => {
        const file = join(folder, 'state.json');
        writeFileSync(file, readFileSync(file, 'utf8').replace('"format":1', '"format":0'));
      },
    ],
  ];
  test.each(damages)('because it %s is made anew, and the log says so', async (_name, damage) => {
    const out = tempDir();
    await write(out, 'dpl_a', pages);
    damage(indexFolder(out));
    const log: string[] = [];
    const index = await open(out, 'dpl_a', pages, log);
    const { results } = await index.search({ query: 'install' });
    expect(results.map(({ path }) => path)).toEqual(['start']);
    expect(log[0]).toMatch(/^The search index can't be read \(.+\): making it anew/);
    expect(log[1]).toMatch(/^The search index is there again: 4 rows/);
    // Whoever opens it next finds it well.
    const again: string[] = [];
    (await open(out, 'dpl_a', pages, again)).close();
    expect(again).toEqual([]);
  });

  test('does not stop a build either', async () => {
    const out = tempDir();
    await write(out, 'dpl_a', pages);
    const data = join(indexFolder(out), 'rows.lance', '_versions');
    for (const name of readdirSync(data)) writeFileSync(join(data, name), 'noise');
    await write(out, 'dpl_b', pages.slice(1), { keep: ['dpl_a', 'dpl_b'] });
    expect(await idsOf(out, 'dpl_b')).toHaveLength(3);
    expect(existsSync(join(indexFolder(out), 'rows.lance'))).toBe(true);
  });
});
