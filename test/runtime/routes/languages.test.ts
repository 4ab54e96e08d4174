import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { closeJob } from '../../../runtime/store/job-ends.ts';
import { beginPage, finishPage } from '../../../runtime/store/job-pages.ts';
import { ApiError } from '../../../schema/errors.ts';
import { eachStore, type TestStore } from '../store/each-store.ts';
import { deploy, march, noon, page } from '../store/world.ts';
import { type TestApi, testApi } from './test-api.ts';

eachStore('languages and translations', (open) => {
  let opened: TestStore;
  let api: TestApi;
  let id: string;
  beforeAll(async () => {
    opened = await open();
  });
  beforeEach(async () => {
    api = await testApi(opened.store);
    id = await api.site(['a', 'b', 'guides/start']);
  });
  afterAll(() => opened.drop());

  /** What a worker does with a job. */
  async function translateAll(jobId: string): Promise<void> {
    const { store } = opened;
    for (;;) {
      const next = await beginPage(store, jobId, noon);
      if (!next) break;
      await finishPage(store, next, {
        orgId: api.orgId,
        period: march,
        now: noon + 500,
        outcome: {
          type: 'completed',
          text: 'text',
          title: `Titre ${next.page_path}`,
          fromHash: `${next.page_path}@1`,
          contentHash: 'c',
        },
      });
    }
    await closeJob(store, jobId, noon);
  }

  describe('Add, list, change and remove languages', () => {
    test('adding configures a language and starts nothing', async () => {
      const { status, body, headers } = await api.call(`POST /projects/${id}/languages`, {
        code: 'zh-CN',
      });
      expect(status).toBe(201);
      expect(body.data).toEqual({
        code: 'zh-CN',
        name: 'Chinese (Simplified)',
        autoTranslate: false,
        translatedPages: 0,
        totalPages: 3,
        completionRate: 0,
        createdAt: '2026-03-15T12:00:00.000Z',
        lastTranslatedAt: null,
      });
      expect(headers.get('location')).toBe(`/api/v1/projects/${id}/languages/zh-CN`);
      expect(api.tasks.filter(({ name }) => name === 'translate')).toEqual([]);
      expect((await api.call(`GET /projects/${id}/languages`)).body.data).toEqual({
        sourceLanguage: 'en',
        targetLanguages: [body.data],
      });
    });

    test.each([{ code: 'xx' }, { code: 'zh-cn' }, { code: 'en' }, {}, { code: 'fr', auto: true }])(
      '400 for %j',
      async (body) => {
        expect((await api.call(`POST /projects/${id}/languages`, body)).status).toBe(400);
      },
    );

    test('409 for a language that is configured, 429 over the plan', async () => {
      await api.call(`POST /projects/${id}/languages`, { code: 'fr' });
      expect((await api.call(`POST /projects/${id}/languages`, { code: 'fr' })).status).toBe(409);
      const free = await testApi(opened.store, { plan: 'free' });
      const site = await free.site();
      const results = await Promise.all(
        ['fr', 'de'].map((code) => free.call(`POST /projects/${site}/languages`, { code })),
      );
      expect(results.map(({ status }) => status).sort()).toEqual([201, 429]);
      const refused = results.find(({ status }) => status === 429)?.body.error;
      expect(refused.details[0].code).toBe('languages');
      expect(refused.message).toBe('The free plan allows 1 target language.');
    });

    test('autoTranslate can be changed, and a language removed with its translations', async () => {
      await api.call(`POST /projects/${id}/languages`, { code: 'fr' });
      const { body: job } = await api.call(`POST /projects/${id}/translate`, { language: 'fr' });
      await translateAll(job.data.jobId);
      const changed = await api.call(`PATCH /projects/${id}/languages/fr`, { autoTranslate: true });
      expect(changed.body.data).toMatchObject({ autoTranslate: true, completionRate: 1 });
      const removed = await api.call(`DELETE /projects/${id}/languages/fr`);
      expect(removed.body.data).toEqual({ deleted: true, code: 'fr', pagesDeleted: 3 });
      expect((await api.call(`DELETE /projects/${id}/languages/fr`)).status).toBe(404);
      expect((await api.call(`DELETE /projects/${id}/languages/xx`)).status).toBe(400);
    });

    test('completionRate counts completed pages only, with 4 decimals', async () => {
      await api.call(`POST /projects/${id}/languages`, { code: 'fr' });
      const { body: job } = await api.call(`POST /projects/${id}/translate`, {
        language: 'fr',
        scope: 'page',
        pagePath: 'a',
      });
      await translateAll(job.data.jobId);
      const rate = async () => {
        const { body } = await api.call(`GET /projects/${id}/languages`);
        return body.data.targetLanguages[0];
      };
      expect(await rate()).toMatchObject({
        translatedPages: 1,
        totalPages: 3,
        completionRate: 0.3333,
        lastTranslatedAt: '2026-03-15T12:00:00.500Z',
      });
      await deploy(opened.store, id, [page('a', 2), page('b'), page('guides/start')]);
      expect(await rate()).toMatchObject({ translatedPages: 0, completionRate: 0 });
      await deploy(opened.store, id, []);
      expect(await rate()).toMatchObject({ totalPages: 0, completionRate: 0 });
    });
  });

  describe('Trigger Translation', () => {
    beforeEach(() => api.call(`POST /projects/${id}/languages`, { code: 'fr' }));
    const trigger = (body: unknown) => api.call(`POST /projects/${id}/translate`, body);

    test('202 with a queued job, which is handed to the queue', async () => {
      const { status, body, headers } = await trigger({ language: 'fr' });
      expect(status).toBe(202);
      expect(body.data).toEqual({
        jobId: expect.stringMatching(/^job_/),
        language: 'fr',
        scope: 'all',
        pagesQueued: 3,
        estimatedDuration: 18,
        status: 'queued',
        createdAt: '2026-03-15T12:00:00.000Z',
      });
      expect(api.tasks).toEqual([
        { name: 'deploy', data: { projectId: id } },
        { name: 'translate', data: { jobId: body.data.jobId } },
      ]);
      expect(headers.get('location')).toBe(`/api/v1/projects/${id}/translate/${body.data.jobId}`);
    });

    test('nothing to do: still 202 and queued, and completed when it is read', async () => {
      const { body } = await trigger({ language: 'fr', scope: 'stale' });
      expect(body.data).toMatchObject({ pagesQueued: 0, estimatedDuration: 0, status: 'queued' });
      const read = await api.call(`GET /projects/${id}/translate/${body.data.jobId}`);
      expect(read.body.data.status).toBe('completed');
      expect(api.tasks.map(({ name }) => name)).toEqual(['deploy']);
    });

    test('one page: a leading slash is fine, an unknown page is 404', async () => {
      const page = { language: 'fr', scope: 'page' };
      const one = await trigger({ ...page, pagePath: '/guides/start' });
      expect(one.body.data.pagesQueued).toBe(1);
      expect((await trigger({ ...page, pagePath: 'nowhere' })).status).toBe(404);
    });

    test.each([
      { language: 'xx' },
      {},
      { language: 'fr', scope: 'page' },
      { language: 'fr', pagePath: 'a' },
      { language: 'fr', scope: 'some' },
      { language: 'fr', force: 'yes' },
      { language: 'fr', scope: 'page', pagePath: '' },
    ])('400 for %j', async (body) => {
      expect((await trigger(body)).status).toBe(400);
    });

    test('404 for a language that is not configured', async () => {
      expect((await trigger({ language: 'de' })).status).toBe(404);
    });

    test('429 with what is needed and what remains when the month is too short', async () => {
      const free = await testApi(opened.store, { plan: 'free' });
      const paths = Array.from({ length: 51 }, (_, n) => `p${n}`);
      const site = await free.site(paths);
      await free.call(`POST /projects/${site}/languages`, { code: 'fr' });
      const { status, body, headers } = await free.call(`POST /projects/${site}/translate`, {
        language: 'fr',
      });
      expect(status).toBe(429);
      expect(body.error.details).toEqual([
        { path: '', code: 'pages', message: '51 needed, 50 remaining', needed: 51, remaining: 50 },
      ]);
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
      expect((await free.call(`GET /projects/${site}/translate`)).body.meta.total).toBe(0);
    });

    test('jobs are listed newest first, read alone and cancelled', async () => {
      const { body } = await trigger({ language: 'fr' });
      api.clock.time++;
      await trigger({ language: 'fr' });
      const list = await api.call(`GET /projects/${id}/translate?perPage=1&page=2`);
      expect(list.body.data[0]).toMatchObject({ jobId: body.data.jobId, status: 'queued' });
      const cancel = `POST /projects/${id}/translate/${body.data.jobId}/cancel`;
      expect((await api.call(cancel)).body.data).toMatchObject({ status: 'cancelled' });
      expect((await api.call(cancel)).body.data).toMatchObject({ status: 'cancelled' });
      expect((await trigger({ language: 'fr' })).body.data.pagesQueued).toBe(3);
    });
  });

  describe('List Translations', () => {
    beforeEach(() => api.call(`POST /projects/${id}/languages`, { code: 'fr' }));
    const list = (query: string) => api.call(`GET /projects/${id}/translations?${query}`);

    test('every page in path order, with nulls while untranslated', async () => {
      const { body } = await list('language=fr');
      expect(body.meta).toEqual({ total: 3, page: 1, perPage: 50, totalPages: 1 });
      expect(body.data.map((row: { pagePath: string }) => row.pagePath)).toEqual([
        'a',
        'b',
        'guides/start',
      ]);
      expect(body.data[0]).toEqual({
        pagePath: 'a',
        pageTitle: 'Page a',
        language: 'fr',
        status: 'pending',
        translatedTitle: null,
        sourceHash: 'a@1',
        translatedHash: null,
        wordCount: 10,
        translatedAt: null,
        publishedAt: null,
        sourceUpdatedAt: '2026-03-15T12:00:00.000Z',
        contentHash: null,
        humanOwned: false,
        glossaryOutdated: false,
        fallbackSegments: 0,
        error: null,
      });
    });

    test('translated records carry title, hash and time, and the filter finds each status', async () => {
      const { body: job } = await api.call(`POST /projects/${id}/translate`, { language: 'fr' });
      await translateAll(job.data.jobId);
      await deploy(opened.store, id, [page('a', 2), page('b'), page('guides/start'), page('new')]);
      const paths = async (status: string) =>
        (await list(`language=fr&status=${status}`)).body.data.map(
          (row: { pagePath: string }) => row.pagePath,
        );
      expect(await paths('completed')).toEqual(['b', 'guides/start']);
      expect(await paths('stale')).toEqual(['a']);
      expect(await paths('pending')).toEqual(['new']);
      expect(await paths('failed')).toEqual([]);
      expect(await paths('in_progress')).toEqual([]);
      const { body } = await list('language=fr&status=stale');
      expect(body.data[0]).toMatchObject({
        translatedTitle: 'Titre a',
        sourceHash: 'a@2',
        translatedHash: 'a@1',
        translatedAt: '2026-03-15T12:00:00.500Z',
      });
      await api.call(`POST /projects/${id}/glossary`, { term: 'x' });
      expect((await list('language=fr&status=stale')).body.data[0].glossaryOutdated).toBe(true);
    });

    test.each([
      '',
      'language=xx',
      'language=fr&status=done',
      'language=fr&perPage=201',
      'language=fr&page=a',
    ])('400 for ?%s', async (query) => {
      expect((await list(query)).status).toBe(400);
    });

    test('404 for a language that is not configured', async () => {
      expect((await list('language=de')).status).toBe(404);
    });

    test("a person's translation is marked and can be released", async () => {
      await deploy(opened.store, id, [page('a'), page('b'), page('guides/start')], {
        owned: [{ path: 'guides/start', language: 'fr', title: 'Début', hash: 'h' }],
      });
      const release = `DELETE /projects/${id}/translations/fr/guides/start/ownership`;
      const before = await list('language=fr&status=completed');
      expect(before.body.data).toMatchObject([{ pagePath: 'guides/start', humanOwned: true }]);
      const refused = await api.call(release);
      expect(refused).toMatchObject({ status: 409, body: { error: { code: 'CONFLICT' } } });
      expect(refused.body.error.message).toContain('Remove the file first.');
      await opened.store.db.updateTable('records').set({ owned_hash: null }).execute();
      expect((await api.call(release)).body.data).toMatchObject({ humanOwned: false });
      expect((await api.call(`${release.replace('guides', 'none')}`)).status).toBe(404);
    });

    test("a person's translation is released with the job that makes it again, or not at all", async () => {
      await deploy(opened.store, id, [page('a'), page('b'), page('guides/start')], {
        owned: [{ path: 'guides/start', language: 'fr', title: 'Début', hash: 'h' }],
      });
      // As a page that was edited here.
      await opened.store.db.updateTable('records').set({ owned_hash: null }).execute();
      const send = (body: object) =>
        api.call(`POST /projects/${id}/translate`, { language: 'fr', release: true, ...body });
      const one = { scope: 'page', pagePath: 'guides/start' };
      const owned = async () => {
        const { data } = (await list('language=fr')).body;
        return data.find(({ pagePath }: { pagePath: string }) => pagePath === one.pagePath)
          .humanOwned;
      };
      const { assertModel } = api.services;
      Object.assign(api.services, {
        assertModel: async () => {
          throw new ApiError('TRANSLATION_FAILED', 'There is no model.');
        },
      });
      expect((await send(one)).body.error.code).toBe('TRANSLATION_FAILED');
      expect(await owned()).toBe(true);
      Object.assign(api.services, { assertModel });
      const { db } = opened.store;
      await db.updateTable('orgs').set({ plan: 'starter' }).where('id', '=', api.orgId).execute();
      const used = { org_id: api.orgId, meter: 'pages', period: march.name, used: 1_000_000 };
      await db.insertInto('usage').values(used).execute();
      expect((await send(one)).body.error.code).toBe('LIMIT_EXCEEDED');
      expect(await owned()).toBe(true);
      await db.deleteFrom('usage').where('org_id', '=', api.orgId).execute();
      expect((await send({})).body.error.details[0].path).toBe('release');
      expect((await send(one)).body.data.pagesQueued).toBe(1);
      expect(await owned()).toBe(false);
    });
  });

  describe('Export to repo', () => {
    beforeEach(() => api.call(`POST /projects/${id}/languages`, { code: 'fr' }));
    const post = (body: unknown, on = api) =>
      on.call(`POST /projects/${id}/translations/export-repo`, body);
    const connect = (repoProvider: string) =>
      api.call(`PATCH /projects/${id}`, { repoProvider, repoOwner: 'o', repoName: 'n' });

    test('400 without a repository, and for the second provider', async () => {
      expect((await post({ language: 'fr' })).body.error.details[0].code).toBe(
        'REPO_NOT_CONNECTED',
      );
      await connect('gitlab');
      expect((await post({ language: 'fr' })).body.error.details[0].code).toBe(
        'REPO_PROVIDER_UNSUPPORTED',
      );
    });

    test('400 for a name git refuses, 404 for a language not configured', async () => {
      await connect('github');
      for (const branch of ['a b', 'a..b', '/a', 'a.lock', '@', 'a~1', '-a']) {
        expect((await post({ language: 'fr', branch })).status, branch).toBe(400);
      }
      expect((await post({ language: 'de' })).status).toBe(404);
      expect((await post({ language: 'fr' })).status).toBe(502);
    });

    test('hands the export on with a branch named after language and time', async () => {
      const seen: unknown[] = [];
      const other = await testApi(opened.store, {
        exportTranslations: async (request) => {
          seen.push(request.branch);
          return { branch: request.branch, commitSha: 'abc', filesWritten: 2, conflicts: [] };
        },
      });
      const site = await other.site(['a']);
      await other.call(`PATCH /projects/${site}`, {
        repoProvider: 'github',
        repoOwner: 'o',
        repoName: 'n',
      });
      await other.call(`POST /projects/${site}/languages`, { code: 'fr' });
      const { status, body } = await other.call(`POST /projects/${site}/translations/export-repo`, {
        language: 'fr',
      });
      expect(status).toBe(200);
      expect(body.data.branch).toBe(`docent/translations-fr-${noon}`);
      expect(seen).toEqual([body.data.branch]);
    });

    test('names branches after the service where the operator has named it', async () => {
      const other = await testApi(opened.store, {
        service: 'Acme-Docs',
        exportTranslations: async ({ branch }) => ({
          ...{ branch, commitSha: 'abc', filesWritten: 2, conflicts: [] },
        }),
      });
      const site = await other.site(['a']);
      const repository = { repoProvider: 'github', repoOwner: 'o', repoName: 'n' };
      await other.call(`PATCH /projects/${site}`, repository);
      await other.call(`POST /projects/${site}/languages`, { code: 'fr' });
      const line = `POST /projects/${site}/translations/export-repo`;
      const { body } = await other.call(line, { language: 'fr' });
      expect(body.data.branch).toBe(`acme-docs/translations-fr-${noon}`);
    });
  });
});
