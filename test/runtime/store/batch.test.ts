import { afterAll, beforeAll, expect, test } from 'vitest';
import { createBatchWriter } from '../../../runtime/store/batch.ts';
import type { Store, Trx } from '../../../runtime/store/open.ts';
import { insertOrg } from '../../../runtime/store/orgs.ts';
import { eachStore, type TestStore } from './each-store.ts';

eachStore('writes that come together', (open) => {
  let opened: TestStore;
  beforeAll(async () => {
    opened = await open();
  });
  afterAll(() => opened.drop());

  const org = (id: string) => (trx: Trx) =>
    insertOrg(trx, {
      ...{ id, slug: id, name: id, plan: 'free', billing_anchor_day: null, created_at: 0 },
    });
  const idsLike = async (pattern: string) =>
    (await opened.store.db.selectFrom('orgs').select('id').where('id', 'like', pattern).execute())
      .map(({ id }) => id)
      .sort();

  /** The store, with the transactions it was asked for counted. */
  function counting(): { store: Store; count: () => number } {
    let count = 0;
    const { store } = opened;
    const transaction: Store['transaction'] = (run) => {
      count++;
      return store.transaction(run);
    };
    return { store: { ...store, transaction }, count: () => count };
  }

  test('leave the event loop a turn between two transactions', async () => {
    let turns = 0;
    let isOver = false;
    const other = (async () => {
      while (!isOver) {
        await new Promise((resolve) => setImmediate(resolve));
        turns++;
      }
    })();
    const ids = Array.from({ length: 30 }, (_, n) => `apart_${n}`);
    await Promise.all(ids.map((id) => opened.store.transaction(org(id))));
    isOver = true;
    await other;
    // Several of PostgreSQL's ten connections may answer in one turn.
    expect(turns).toBeGreaterThanOrEqual(opened.store.kind === 'sqlite' ? 30 : 3);
  });

  test('are one transaction, twenty at most', async () => {
    const { store, count } = counting();
    const write = createBatchWriter(store);
    const ids = Array.from({ length: 50 }, (_, n) => `many_${n}`);
    await Promise.all(ids.map((id) => write('prj', org(id))));
    expect(await idsLike('many%')).toEqual(ids.sort());
    expect(count()).toBe(3);
  });

  test('fail alone', async () => {
    const write = createBatchWriter(opened.store);
    const results = await Promise.allSettled([
      write('prj', org('first')),
      write('prj', async (trx) => {
        await org('broken')(trx);
        throw new Error('no');
      }),
      write('prj', org('last')),
    ]);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect([await idsLike('first'), await idsLike('broken'), await idsLike('last')]).toEqual([
      ['first'],
      [],
      ['last'],
    ]);
    await write('prj', org('later'));
    expect(await idsLike('later')).toEqual(['later']);
  });
});
