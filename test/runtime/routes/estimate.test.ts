import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { addJobCost } from '../../../runtime/store/job-report.ts';
import { eachStore, type TestStore } from '../store/each-store.ts';
import { type TestApi, testApi } from './test-api.ts';

eachStore('an estimate of a translation job', (open) => {
  let opened: TestStore;
  let api: TestApi;
  let project: string;
  beforeAll(async () => {
    opened = await open();
  });
  beforeEach(async () => {
    api = await testApi(opened.store, {
      ...{ plan: 'enterprise', tokenPrice: { input: 10_000, output: 20_000 } },
      assertModel: async () => {
        throw new Error('An estimate needs no model.');
      },
    });
    project = await api.site(['a', 'b', 'c']);
    await api.call(`POST /projects/${project}/languages`, { code: 'fr' });
  });
  afterAll(() => opened.drop());

  const estimate = async (query: string) =>
    (await api.call(`GET /projects/${project}/translate/estimate${query}`)).body;
  const words = async () => {
    const rows = await opened.store.db
      .selectFrom('pages')
      .select('words')
      .where('project_id', '=', project)
      .execute();
    return rows.reduce((sum, row) => sum + row.words, 0);
  };

  test('says pages, words and cost, and queues nothing', async () => {
    const all = await words();
    expect(all).toBeGreaterThan(0);
    expect((await estimate('?language=fr')).data).toEqual({
      ...{ language: 'fr', scope: 'all', pages: 3, words: all, estimatedDuration: 18 },
      ...{ remainingPages: null, inputTokens: 4 * all, outputTokens: 2 * all },
      ...{ cost: (4 * all) / 100 + (2 * all) / 50, obstacle: null },
    });
    expect((await estimate('?language=fr&scope=stale')).data).toMatchObject({
      ...{ pages: 0, words: 0, estimatedDuration: 0, cost: 0 },
    });
    expect((await estimate('?language=fr&pagePath=/b')).data.pages).toBe(1);
    expect((await api.call(`GET /projects/${project}/translate`)).body.data).toEqual([]);
    expect(api.tasks.filter(({ name }) => name !== 'deploy')).toEqual([]);
  });

  test('rests on what the last jobs of the project needed, and leaves out what is on its way', async () => {
    Object.assign(api.services, { assertModel: async () => {} });
    const queued = await api.call(`POST /projects/${project}/translate`, {
      ...{ language: 'fr', scope: 'page', pagePath: 'a' },
    });
    expect((await estimate('?language=fr')).data.pages).toBe(2);
    const { jobId } = queued.body.data;
    const { db } = opened.store;
    const cost = { requests: 1, inputTokens: 900, outputTokens: 300, sourceWords: 0 };
    await addJobCost(db, jobId, cost);
    await db
      .updateTable('job_pages')
      .set({ state: 'completed' })
      .where('job_id', '=', jobId)
      .execute();
    await db.updateTable('jobs').set({ finished_at: 1 }).where('id', '=', jobId).execute();
    const { data } = await estimate('?language=fr&pagePath=b');
    // The pages have the same number of words.
    expect(data).toMatchObject({ inputTokens: 900, outputTokens: 300 });
  });

  test('says why no job can start, but not for a project in test mode', async () => {
    const modelObstacle = 'There is no model.';
    Object.assign(api.services, { modelObstacle });
    expect((await estimate('?language=fr')).data).toMatchObject({
      pages: 3,
      obstacle: modelObstacle,
    });
    const { db } = opened.store;
    await db.updateTable('projects').set({ livemode: 0 }).where('id', '=', project).execute();
    expect((await estimate('?language=fr')).data.obstacle).toBe(null);
  });

  test('names what it does not know', async () => {
    expect((await estimate('')).error.code).toBe('VALIDATION_ERROR');
    expect((await estimate('?language=de')).error.code).toBe('NOT_FOUND');
    expect((await estimate('?language=fr&pagePath=none')).error.code).toBe('NOT_FOUND');
  });
});
