import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { importPayments } from '../../../runtime/payments/import.ts';
import { eachStore, type TestStore } from '../store/each-store.ts';
import { org } from '../store/world.ts';

eachStore('an import of checkout sessions', (open) => {
  let opened: TestStore;
  let orgId: string;
  beforeAll(async () => {
    opened = await open();
  });
  beforeEach(async () => {
    orgId = await org(opened.store);
  });
  afterAll(() => opened.drop());

  const time = '2026-01-01T00:00:00Z';
  const link = {
    ...{ object: 'payment_link', id: 'pl_1', name: 'Plan', short_code: 'plan' },
    created_at: time,
  };
  const session = (status: string, id = 'cs_1', payment_link_id = 'pl_1') => ({
    ...{ object: 'checkout_session', id, payment_link_id, status, created_at: time },
  });
  const bring = (...objects: readonly object[]) =>
    importPayments(opened.store, orgId, objects.map((one) => JSON.stringify(one)).join('\n'));
  const stored = async () => {
    const rows = opened.store.db.selectFrom('payment_sessions').where('org_id', '=', orgId);
    const found = await rows.select(['id', 'status']).orderBy('id').execute();
    return Object.fromEntries(found.map(({ id, status }) => [id, status]));
  };

  test.each([
    ['completed', 'active'],
    ['completed', 'expired'],
    ['expired', 'active'],
    ['expired', 'completed'],
  ])('a session that is %s does not become %s', async (before, after) => {
    await bring(link, session(before));
    expect(await bring(session('active', 'cs_2'), session(after))).toEqual({
      imported: 0,
      mistakes: [`Line 2: session "cs_1" is ${before} and can't become ${after}`],
    });
    expect(await stored()).toEqual({ cs_1: before });
  });

  test('an active session is completed or expires, and its end can be imported again', async () => {
    await bring(link, session('active'), session('active', 'cs_2'));
    for (const _time of [1, 2]) {
      expect(await bring(session('completed'), session('expired', 'cs_2'))).toEqual({
        ...{ imported: 2, mistakes: [] },
      });
    }
    expect(await stored()).toEqual({ cs_1: 'completed', cs_2: 'expired' });
  });

  test('the lines of one file follow each other as imports do', async () => {
    expect(await bring(link, session('active'), session('completed'))).toEqual({
      ...{ imported: 2, mistakes: [] },
    });
    expect(
      await bring(
        session('expired', 'cs_2'),
        session('active', 'cs_2'),
        session('expired', 'cs_2'),
      ),
    ).toEqual({
      imported: 0,
      mistakes: [`Line 2: session "cs_2" is expired and can't become active`],
    });
    expect(await stored()).toEqual({ cs_1: 'completed' });
  });

  test('a line with an unknown link is named although a later one replaces it', async () => {
    expect(await bring(link, session('active', 'cs_1', 'pl_9'), session('active'))).toEqual({
      imported: 0,
      mistakes: ['Line 2: there is no payment link "pl_9"'],
    });
  });
});
