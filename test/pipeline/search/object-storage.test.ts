import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { nearIds } from '../../../pipeline/search/read-sections.ts';
import { rowsOf } from '../../../pipeline/search/rows.ts';
import { readSectionTables } from '../../../pipeline/search/section-tables.ts';
import { removeStore, writeVersion } from '../../../pipeline/search/table.ts';
import { storeOf, versionOf } from '../../../pipeline/search/versions.ts';
import { writeSections } from '../../../pipeline/search/write.ts';
import { buildSite } from '../../support/build.ts';
import { openObjectStorage } from '../../support/object-storage.ts';
import { openBuilt } from '../../support/search.ts';
import { readTexts } from '../../support/sections.ts';
import { minimalConfig, tempDir, writeFiles } from '../../support/temp.ts';
import { record } from './records.ts';

const address = 's3://docs/site';
let storage: Awaited<ReturnType<typeof openObjectStorage>>;
beforeEach(async () => {
  storage = await openObjectStorage();
  for (const [name, value] of Object.entries(storage.environment)) vi.stubEnv(name, value);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await storage.close();
});

const names = () => [...storage.objects.keys()];

test('sections are kept in object storage, read by id, and brought up there by the next build', async () => {
  const out = tempDir();
  const write = (deployment: string, text: string, tables?: string) =>
    writeSections({
      store: storeOf(out, tables),
      deployment,
      key: text,
      records: () => [record('start', text), record('other', 'The same as before.')],
    });
  expect(await write('dpl_1', 'Begin.', address)).toMatchObject({ written: 2, removed: 0 });
  expect(readdirSync(join(out, 'search'))).toEqual(['state.json']);
  expect(names().every((name) => name.startsWith('docs/site/sections-1.lance/'))).toBe(true);
  // Whoever comes later knows the place from the outputs.
  expect(storeOf(out).tables).toBe(address);
  expect(await write('dpl_2', 'Begin again.')).toMatchObject({ written: 1, removed: 1 });
  expect(await readTexts(storeOf(out), 'dpl_1', ['start#', 'none#'])).toEqual(
    new Map([['start#', 'Begin.']]),
  );
  expect(await readTexts(storeOf(out), 'dpl_2', ['start#'])).toEqual(
    new Map([['start#', 'Begin again.']]),
  );
  // The same rows once more: nothing is asked of the storage.
  storage.requests.length = 0;
  expect(await write('dpl_3', 'Begin again.')).toMatchObject({ reused: true });
  expect(storage.requests).toEqual([]);
});

test('vectors are searched there with the filters of a reader', async () => {
  const store = storeOf(tempDir(), address);
  const rows = rowsOf([
    record('start', 'one'),
    record('staff', 'two', { protected: true, groups: ['staff'] }),
  ]);
  await writeVersion(store, 'dpl_1', {
    ...{ rows, key: 'k', keep: [], model: 'test', dimension: 2 },
    embed: async (texts) => texts.map((text) => (text.includes('one') ? [1, 0] : [0, 1])),
  });
  const near = (groups?: readonly string[]) =>
    nearIds(store, 'dpl_1', {
      ...{ vector: [0, 1], language: 'en', limit: 5 },
      question: { query: '', ...(groups ? { groups } : {}) },
    });
  expect(await near()).toEqual(['start#']);
  expect(await near(['staff'])).toEqual(['staff#', 'start#']);
});

test('a site that moves its sections reads the old ones where they are, and takes all along when it goes', async () => {
  const out = tempDir();
  const write = (deployment: string, tables?: string) =>
    writeSections({
      ...{ store: storeOf(out, tables), deployment, key: 'k' },
      keep: ['dpl_1', 'dpl_2'],
      records: () => [record('start', 'Begin.')],
    });
  await write('dpl_1');
  expect(await write('dpl_2', address)).toMatchObject({ written: 1, reused: false });
  expect(versionOf(storeOf(out), 'dpl_1')?.tables).toBeUndefined();
  for (const deployment of ['dpl_1', 'dpl_2']) {
    expect((await readTexts(storeOf(out), deployment, ['start#'])).size).toBe(1);
  }
  await removeStore(storeOf(out));
  expect(names()).toEqual([]);
  expect(readdirSync(out)).toEqual([]);
});

test('words are enough while the storage of the vectors does not answer', async () => {
  const out = tempDir();
  writeFiles(out, { 'docs.json': minimalConfig(['start']), 'start.mdx': '# Start\n\nBegin here.' });
  const embed = async (texts: readonly string[]) => texts.map(() => [1, 0]);
  const embeddings = { name: 'same', embed };
  const options = { sectionTables: address, embeddings };
  const { deployment } = await buildSite(out, join(out, 'out'), options);
  const log: string[] = [];
  const index = await openBuilt(join(out, 'out'), deployment?.id ?? '', {
    ...{ patience: 1500, embeddings },
    log: (line) => log.push(line),
  });
  const ask = async (query: string) => (await index.search({ query })).results.map((r) => r.path);
  expect(await ask('launch')).toEqual(['start']);
  storage.fallSilent();
  expect(await ask('begin')).toEqual(['start']);
  expect(log).toEqual([expect.stringContaining('do not answer')]);
});

test('the address of the tables names a bucket and a site in it', () => {
  const read = (address: string) => readSectionTables({ DOCENT_SECTION_TABLES: address });
  expect(read('s3://docs/sites/acme/')).toBe('s3://docs/sites/acme');
  expect(read('')).toBeUndefined();
  for (const wrong of [
    's3://docs',
    's3://docs/',
    'https://docs/site',
    '/srv/tables',
    's3://a b/c',
  ]) {
    expect(() => read(wrong)).toThrow('expected an address such as s3://bucket/site');
  }
});
