import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { EmbeddingModel } from '../../../pipeline/net/model.ts';
import type { SearchQuestion } from '../../../pipeline/search/answer.ts';
import { nearIds } from '../../../pipeline/search/read-sections.ts';
import { recordHash, recordsKey } from '../../../pipeline/search/records-key.ts';
import { storeOf, versionOf } from '../../../pipeline/search/versions.ts';
import { writeSections } from '../../../pipeline/search/write.ts';
import type { PageRecord } from '../../../schema/build.ts';
import { readTexts } from '../../support/sections.ts';
import { tempDir } from '../../support/temp.ts';
import { record, section } from './records.ts';

const pages = [
  record('start', 'Install it.', { title: 'Start' }),
  record("o'clock", 'Quotes in "paths".', { title: 'Time' }),
  record('memory', '', {
    title: 'Memory',
    sections: [section('Delete', 'Removes it.'), section('Add', '', 'add()')],
  }),
];
const ids = ['start#', "o'clock#", 'memory#delete', 'memory#add', 'new#', 'only#', 'a#use~1'];

interface More {
  readonly keep?: readonly string[];
  readonly embeddings?: EmbeddingModel;
}

function write(out: string, deployment: string, records: readonly PageRecord[], more: More = {}) {
  return writeSections({
    store: storeOf(out),
    deployment,
    keep: more.keep ?? [deployment],
    key: recordsKey(records.map((one) => recordHash(JSON.stringify(one)))),
    records: () => records,
    ...(more.embeddings ? { embeddings: more.embeddings } : {}),
  });
}

/** Texts by id, of the existing ids. */
const textsOf = async (out: string, deployment: string) =>
  Object.fromEntries([...(await readTexts(storeOf(out), deployment, ids))].sort());

/** A model that gives each text a vector of its own, and counts what it reads. */
function counting(name = 'counting', length = 4): EmbeddingModel & { readonly read: string[] } {
  const read: string[] = [];
  return {
    name,
    read,
    embed: async (texts) => {
      read.push(...texts);
      return texts.map((text) => Array.from({ length }, (_, i) => text.length + i * i));
    },
  };
}

describe('the sections', () => {
  test('are found by their ids, with what they say', async () => {
    const out = tempDir();
    expect(await write(out, 'dpl_a', pages)).toEqual({ written: 4, removed: 0, reused: false });
    expect(await textsOf(out, 'dpl_a')).toEqual({
      'memory#add': 'add()',
      'memory#delete': 'Removes it.',
      "o'clock#": 'Quotes in "paths".',
      'start#': 'Install it.',
    });
  });

  test('are written only where they changed', async () => {
    const out = tempDir();
    await write(out, 'dpl_a', pages);
    const changed = [record('start', 'Install it twice.', { title: 'Start' }), ...pages.slice(2)];
    expect(await write(out, 'dpl_b', changed)).toEqual({ written: 1, removed: 2, reused: false });
    expect(await textsOf(out, 'dpl_b')).toEqual({
      'memory#add': 'add()',
      'memory#delete': 'Removes it.',
      'start#': 'Install it twice.',
    });
  });

  test('are not opened at all when nothing changed', async () => {
    const out = tempDir();
    await write(out, 'dpl_a', pages);
    const { folder } = storeOf(out);
    const files = () => readdirSync(folder, { recursive: true }).sort();
    const before = files();
    const again = await write(out, 'dpl_b', pages, { keep: ['dpl_a', 'dpl_b'] });
    expect(again).toMatchObject({ reused: true });
    expect(files()).toEqual(before);
    expect(await textsOf(out, 'dpl_b')).toEqual(await textsOf(out, 'dpl_a'));
  });

  test('are there for every deployment that is kept, and not for the others', async () => {
    const out = tempDir();
    await write(out, 'dpl_a', pages);
    const second = [...pages, record('new', 'New.')];
    await write(out, 'dpl_b', second, { keep: ['dpl_a', 'dpl_b'] });
    expect(Object.keys(await textsOf(out, 'dpl_a'))).toHaveLength(4);
    expect(Object.keys(await textsOf(out, 'dpl_b'))).toHaveLength(5);
    await write(out, 'dpl_c', [record('only', 'Only.')], { keep: ['dpl_b', 'dpl_c'] });
    expect(Object.keys(await textsOf(out, 'dpl_b'))).toHaveLength(5);
    expect(await textsOf(out, 'dpl_c')).toEqual({ 'only#': 'Only.' });
    await expect(textsOf(out, 'dpl_a')).rejects.toThrow('no sections were written for dpl_a');
  });

  test('are kept apart where they have the same heading', async () => {
    const out = tempDir();
    const twice = [record('a', '', { sections: [section('Use', 'One.'), section('Use', 'Two.')] })];
    await write(out, 'dpl_a', twice);
    expect(await textsOf(out, 'dpl_a')).toEqual({ 'a#use~1': 'Two.' });
  });

  test('of a site without pages are none', async () => {
    const out = tempDir();
    await write(out, 'dpl_a', []);
    expect(await textsOf(out, 'dpl_a')).toEqual({});
  });

  test('have an index by which they are found without reading all of them', async () => {
    const out = tempDir();
    await write(out, 'dpl_a', pages);
    const { connect } = await import('@lancedb/lancedb');
    const connection = await connect(storeOf(out).tables);
    const table = await connection.openTable(versionOf(storeOf(out), 'dpl_a')?.table ?? '');
    expect(await table.listIndices()).toMatchObject([{ indexType: 'BTree', columns: ['id'] }]);
    expect(await table.query().where("id IN ('start#')").explainPlan()).toMatch(/ScalarIndex/);
    table.close();
    connection.close();
  });
});

describe('vectors', () => {
  test('are asked for once: of all rows at first, then of those that say something else', async () => {
    const out = tempDir();
    const embeddings = counting();
    await write(out, 'dpl_a', pages, { embeddings });
    // One text tells how long the vectors are.
    expect(embeddings.read).toHaveLength(1 + 4);
    embeddings.read.length = 0;
    await write(out, 'dpl_b', pages, { embeddings });
    expect(embeddings.read).toEqual([]);
    const [start, ...others] = pages;
    // A page whose weight is another one is written again, and says the same.
    const moved = { ...start, boost: 2 } as PageRecord;
    const copy = record('copy', 'Install it.', { title: 'Start' });
    const more = [moved, copy, ...others, record('new', 'New.')];
    expect(await write(out, 'dpl_c', more, { embeddings })).toMatchObject({ written: 3 });
    expect(embeddings.read).toEqual(['new\nNew.']);
  });

  test('stay when a build has no model, and the next one with it fills the gaps', async () => {
    const out = tempDir();
    const embeddings = counting();
    const store = storeOf(out);
    await write(out, 'dpl_a', pages, { embeddings });
    const more = [...pages, record('new', 'New.')];
    await write(out, 'dpl_b', more);
    expect(versionOf(store, 'dpl_b')).toMatchObject({ model: 'counting', complete: false });
    embeddings.read.length = 0;
    await write(out, 'dpl_c', more, { embeddings });
    expect(embeddings.read).toEqual(['new\nNew.']);
    expect(versionOf(store, 'dpl_c')).toMatchObject({ complete: true });
  });

  test('of another model are created next to those that a deployment still reads', async () => {
    const out = tempDir();
    const store = storeOf(out);
    const keep = ['dpl_a', 'dpl_b'];
    await write(out, 'dpl_a', pages, { embeddings: counting('one', 4) });
    const other = await write(out, 'dpl_b', pages, { keep, embeddings: counting('two', 6) });
    expect(other).toEqual({ written: 4, removed: 0, reused: false });
    const near = (deployment: string, length: number) =>
      nearIds(store, deployment, {
        ...{ vector: Array.from({ length }, (_, i) => 9 + i * i), language: 'en', limit: 9 },
        question: { query: '' },
      });
    expect(await near('dpl_a', 4)).toHaveLength(4);
    expect(await near('dpl_b', 6)).toHaveLength(4);
    await write(out, 'dpl_c', pages.slice(1), { embeddings: counting('two', 6) });
    expect(readdirSync(store.folder).filter((name) => name.endsWith('.lance'))).toHaveLength(1);
  });

  test('are missing when the model fails, which costs nothing else', async () => {
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
    expect(Object.keys(await textsOf(out, 'dpl_a'))).toHaveLength(4);
  });

  test('of before stay when the model fails at what is new', async () => {
    const out = tempDir();
    const embeddings = counting();
    await write(out, 'dpl_a', pages, { embeddings });
    const broken = {
      ...embeddings,
      embed: async () => {
        throw new Error('The model is asleep.');
      },
    };
    const more = [...pages, record('new', 'New.')];
    const change = await write(out, 'dpl_b', more, { embeddings: broken });
    expect(change).toMatchObject({ written: 1, withoutVectors: 'The model is asleep.' });
    embeddings.read.length = 0;
    await write(out, 'dpl_c', more, { embeddings });
    expect(embeddings.read).toEqual(['new\nNew.']);
  });

  const secret = [
    record('open', 'The secret.'),
    record('session', 'The secret.', { protected: true }),
    record('staff', 'The secret.', { protected: true, groups: ["o'staff"] }),
    record('quiet', 'The secret.', { search: false }),
    record('mute', 'The secret.', { assistant: false }),
    record('v1', 'The secret.', { version: 'v1', hidden: true }),
    record('v2', 'The secret.', { version: 'v2', product: 'Cloud' }),
    record('de', 'The secret.', { language: 'de' }),
  ];
  test.each<[string, Partial<SearchQuestion>, string[]]>([
    ['a stranger', {}, ['mute', 'open', 'v2']],
    ['a session', { groups: [] }, ['mute', 'open', 'session', 'v2']],
    ['a group', { groups: ["o'staff"] }, ['mute', 'open', 'session', 'staff', 'v2']],
    ['the assistant', { audience: 'assistant' }, ['open', 'quiet', 'v2']],
    ['a hidden version', { version: 'v1' }, ['mute', 'open', 'v1']],
    ['a product', { product: 'Own' }, ['mute', 'open']],
    ['another language', { language: 'de' }, ['de']],
  ])('are searched among what may be found by %s', async (_name, more, found) => {
    const out = tempDir();
    await write(out, 'dpl_a', secret, { embeddings: counting() });
    const question = { query: 'secret', ...more };
    const language = more.language ?? 'en';
    const near = { vector: [1, 2, 3, 4], language, question, limit: 50 };
    const rows = await nearIds(storeOf(out), 'dpl_a', near);
    expect(rows.map((id) => id.replace('#', '')).sort()).toEqual(found);
  });
});

describe("sections that can't be read", () => {
  const damages: readonly (readonly [string, (folder: string, table: string) => void])[] = [
    ['are missing', (folder) => rmSync(folder, { recursive: true })],
    ['have lost their note', (folder) => rmSync(join(folder, 'state.json'))],
    ['have a note of noise', (folder) => writeFileSync(join(folder, 'state.json'), '{"format":')],
    ['have lost their table', (_folder, table) => rmSync(table, { recursive: true })],
    ['have lost their data', (_folder, table) => rmSync(join(table, 'data'), { recursive: true })],
    [
      'have noise for data',
      (_folder, table) => {
        const data = join(table, 'data');
        for (const name of readdirSync(data)) writeFileSync(join(data, name), 'noise');
      },
    ],
    [
      'have noise for versions',
      (_folder, table) => {
        const versions = join(table, '_versions');
        for (const name of readdirSync(versions)) writeFileSync(join(versions, name), 'noise');
      },
    ],
    [
      'are of another format',
      (folder) => {
        const file = join(folder, 'state.json');
        writeFileSync(file, readFileSync(file, 'utf8').replace(/"format":\d+/, '"format":0'));
      },
    ],
  ];
  test.each(damages)(
    'because they %s are written again by the next build',
    async (_name, damage) => {
      const out = tempDir();
      await write(out, 'dpl_a', pages);
      const { folder } = storeOf(out);
      damage(folder, join(folder, `${versionOf(storeOf(out), 'dpl_a')?.table}.lance`));
      await expect(textsOf(out, 'dpl_a')).rejects.toThrow();
      await write(out, 'dpl_b', pages.slice(1), { keep: ['dpl_a', 'dpl_b'] });
      expect(Object.keys(await textsOf(out, 'dpl_b'))).toHaveLength(3);
      expect(existsSync(join(folder, 'state.json'))).toBe(true);
    },
  );
});
