import { connect } from '@lancedb/lancedb';
import { expect, test } from 'vitest';
import { arrowSchema, arrowTable } from '../../../pipeline/search/arrow.ts';
import { tempDir } from '../../support/temp.ts';

const row = (id: string, text: string, vector?: readonly number[]) => ({
  ...{ id, text, code: '', language: 'en', version: '', product: '', hash: '', meaning: '' },
  ...{ search: id !== '', assistant: true, hidden: false },
  readers: id === '' ? [] : ['everyone', `group:${id}`],
  ...(vector ? { vector } : {}),
});

async function written(rows: readonly ReturnType<typeof row>[], dimension: number) {
  const connection = await connect(tempDir());
  const table = await connection.createEmptyTable('rows', arrowSchema(dimension));
  await table.add(arrowTable(rows, dimension));
  return table;
}

test('writes texts unchanged, and only requested columns', async () => {
  const rows = [row('é', ''), row('', '日本 👍'), row("o'", '{"a":"\\n"}')];
  const table = await written(rows, 0);
  const found = await table.query().toArray();
  expect(found.map((one) => ({ ...one, readers: [...one.readers] }))).toEqual(rows);
});

test('finds rows by a list that has one of some texts', async () => {
  const table = await written([row('a', ''), row("o'", ''), row('', '')], 0);
  const query = table.query().where("search AND array_has_any(readers, ['group:o''', 'group:b'])");
  expect((await query.select(['id']).toArray()).map(({ id }) => id)).toEqual(["o'"]);
});

test('finds the vectors near to one, and leaves out rows without', async () => {
  const rows = [
    ...Array.from({ length: 9 }, (_, i) => row(`n${i}`, '', i % 2 ? [i, 1, 0.5] : undefined)),
    row('short', '', [1, 0]),
    row('last', '', [0, 0, -1]),
  ];
  const table = await written(rows, 3);
  const near = await table.vectorSearch([0, 0, -2]).distanceType('cosine').limit(20).toArray();
  expect(near.map(({ id }) => id).sort()).toEqual(['last', 'n1', 'n3', 'n5', 'n7']);
  expect(near[0]).toMatchObject({ id: 'last', _distance: 0 });
  expect(await table.countRows('vector IS NULL')).toBe(6);
});
