import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { StorageFullError } from '../../../schema/errors.ts';
import { testApi } from '../routes/test-api.ts';
import { openSqliteTest } from './each-store.ts';

test('a full disk is an answer of its own, and over when there is room again', async () => {
  const { store, drop } = await openSqliteTest();
  const api = await testApi(store);
  const id = await api.site(['a']);
  const limit = (pages: number) => sql.raw(`pragma max_page_count = ${pages}`).execute(store.db);
  const rate = () =>
    api.call(
      `POST /feedback/${id}`,
      { pagePath: 'a', rating: 'positive', visitorId: 'v', comment: 'x'.repeat(2000) },
      { key: null },
    );
  expect((await rate()).status).toBe(201);
  expect(await store.hasRoom()).toBe(true);

  // No page more than there are: what the file system says of a full disk, SQLite says of this.
  await limit(1);
  let refused = await rate();
  for (let count = 0; refused.status === 201 && count < 20; count++) refused = await rate();
  expect([refused.status, refused.body.error.code]).toEqual([503, 'STORAGE_FULL']);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(JSON.stringify(api.log)).toContain('The disk of the database is full');
  expect(await store.hasRoom()).toBe(false);
  // Reading goes on, and so does what needs no new page.
  expect((await api.call(`GET /projects/${id}`)).status).toBe(200);
  const big = store.transaction(async (trx) => {
    await trx
      .updateTable('orgs')
      .set({ name: 'x'.repeat(1_000_000) })
      .execute();
  });
  await expect(big).rejects.toThrow(StorageFullError);

  await limit(1_000_000);
  expect(await store.hasRoom()).toBe(true);
  expect((await rate()).status).toBe(201);
  const orgs = await store.db.selectFrom('orgs').select('id').execute();
  expect(orgs.map((row) => row.id)).toEqual([api.orgId]);
  await drop();
});
