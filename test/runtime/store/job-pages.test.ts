import { afterEach, beforeEach, expect, test } from 'vitest';
import { storeHandText } from '../../../runtime/store/hand-texts.ts';
import { closeJob } from '../../../runtime/store/job-ends.ts';
import { beginPage, finishPage } from '../../../runtime/store/job-pages.ts';
import { findRecord } from '../../../runtime/store/records.ts';
import { eachStore, type TestStore } from './each-store.ts';
import { translatedSite } from './translated-site.ts';
import { deploy, march, noon, page } from './world.ts';

const owned = [{ path: 'a', language: 'fr', title: 'Un', hash: 'h1' }];
const pages = [page('a'), page('b'), page('c')];
const outcome = {
  type: 'completed',
  ...{ text: 'x', title: 'x', fromHash: 'a@1', contentHash: 'x' },
} as const;

eachStore('pages of a job that become those of a person', (open) => {
  let test1: TestStore;
  beforeEach(async () => {
    test1 = await open();
  });
  afterEach(() => test1.drop());

  async function site() {
    const made = await translatedSite(test1.store);
    const { store, projectId, orgId } = made;
    const ref = { projectId, language: 'fr', pagePath: 'a' };
    const states = async (jobId: string) => {
      const rows = await store.db
        .selectFrom('job_pages')
        .select(['page_path', 'state'])
        .where('job_id', '=', jobId)
        .orderBy('page_path')
        .execute();
      return rows.map((row) => `${row.page_path} ${row.state}`);
    };
    /** As an earlier version left it. */
    const own = (set: object = {}) =>
      store.db
        .updateTable('records')
        .set({ human_owned: 1, ...set })
        .where('project_id', '=', projectId)
        .where('page_path', '=', 'a')
        .execute();
    const work = { orgId, period: march, now: noon, outcome };
    return { ...made, ref, states, own, work };
  }

  test('a file of the site takes its page from the job that has it queued', async () => {
    const { store, projectId, status, job, states } = await site();
    const { id } = await job();
    await deploy(store, projectId, pages, { owned });
    expect(await states(id)).toEqual(['a cancelled', 'b queued', 'c queued']);
    expect((await beginPage(store, id, noon))?.page_path).toBe('b');
    expect((await status())[0]).toBe('a completed');
  });

  test('a file of the site takes its page from a model that has it in its hands', async () => {
    const { store, projectId, status, job, states, work } = await site();
    const { id } = await job({ scope: 'page', pagePath: 'a' });
    const taken = (await beginPage(store, id, noon)) ?? expect.fail();
    await deploy(store, projectId, pages, { owned });
    expect(await finishPage(store, taken, work)).toBe(false);
    expect(await states(id)).toEqual(['a cancelled']);
    expect(await closeJob(store, id, noon)).toMatchObject({ pages_completed: 0 });
    expect((await status())[0]).toBe('a completed');
  });

  test('a text of a person takes its page from the job that has it queued', async () => {
    const { store, ref, status, job, states } = await site();
    const { id } = await job({ scope: 'page', pagePath: 'a' });
    const text = { text: 'Un', title: 'Un', contentHash: 'by hand', headings: [] };
    await storeHandText(
      store,
      ref,
      {
        ...text,
        ...{ seen: { sourceHash: 'a@1', contentHash: null }, fallback: { segments: 0, parts: [] } },
        ...{ isCurrent: true, isAccepted: false, now: noon },
      },
      async () => {},
    );
    expect(await states(id)).toEqual(['a cancelled']);
    expect(await beginPage(store, id, noon)).toBeUndefined();
    expect((await status())[0]).toBe('a completed');
  });

  test('a queued page that is found to be a person’s is left out', async () => {
    const { store, status, job, states, own } = await site();
    const { id } = await job();
    await own();
    expect((await beginPage(store, id, noon))?.page_path).toBe('b');
    expect(await states(id)).toEqual(['a cancelled', 'b in_progress', 'c queued']);
    expect((await status())[0]).toBe('a pending');
  });

  test.each(['completed', 'failed'] as const)(
    'what a model brings too late (%s) is discarded, and the page has its status back',
    async (type) => {
      const { store, ref, job, translate, states, own, work } = await site();
      await translate((await job({ scope: 'page', pagePath: 'a' })).id);
      const { id } = await job({ scope: 'page', pagePath: 'a', force: true });
      const taken = (await beginPage(store, id, noon)) ?? expect.fail();
      await own();
      const late = type === 'failed' ? ({ type, code: 'X', message: 'x' } as const) : outcome;
      expect(await finishPage(store, taken, { ...work, outcome: late })).toBe(false);
      expect(await states(id)).toEqual(['a cancelled']);
      expect(await findRecord(store.db, ref)).toMatchObject({
        ...{ status: 'completed', previous_status: null, translated_title: 'Titre a' },
      });
    },
  );

  test('a page that was left in progress has its status back with the next deployment', async () => {
    const { store, projectId, ref, own } = await site();
    await own({ status: 'in_progress', previous_status: null });
    await deploy(store, projectId, pages);
    expect(await findRecord(store.db, ref)).toMatchObject({ status: 'completed' });
    await own({ status: 'in_progress', previous_status: 'stale', translated_hash: 'a@0' });
    await deploy(store, projectId, pages);
    expect(await findRecord(store.db, ref)).toMatchObject({
      ...{ status: 'stale', previous_status: null },
    });
  });
});
