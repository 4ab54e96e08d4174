import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Uploads } from '../../../runtime/api/services.ts';
import { addAnswer, addQuestion, rateConversation } from '../../../runtime/store/conversations.ts';
import { insertFeedback } from '../../../runtime/store/feedback.ts';
import { addVisits } from '../../../runtime/store/visits.ts';
import type { DeploymentProblem } from '../../../schema/build.ts';
import { eachStore, type TestStore } from '../store/each-store.ts';
import { deploy, march, newId, noon, page } from '../store/world.ts';
import { type TestApi, testApi } from './test-api.ts';

const length = 86_400_000;
const today = Math.floor(noon / length);
const problem: DeploymentProblem = {
  ...{ severity: 'error', code: 'broken-link', file: 'guide/b.mdx', line: 3, column: 1 },
  message: 'The link "/nowhere" leads to no page',
};
const note: DeploymentProblem = { ...problem, severity: 'note', line: 5 };

eachStore('pages of a site', (open) => {
  let opened: TestStore;
  let api: TestApi;
  let projectId: string;
  beforeAll(async () => {
    opened = await open();
    const { store } = opened;
    const uploads = {
      problems: () => ({ errors: 1, warnings: 0, notes: 1, list: [problem, note] }),
      source: (_project: unknown, _id: string, path: string) =>
        path === 'guide/b' ? { file: 'guide/b.mdx', bytes: 3, text: '# B' } : undefined,
    } as unknown as Uploads;
    api = await testApi(store, { uploads });
    projectId = await api.site(['a', 'guide/b', '100%_c', 'old']);
    await api.call(`POST /projects/${projectId}/languages`, { code: 'fr' });
    // The source of a page changes after it was translated.
    const records = store.db.updateTable('records').where('project_id', '=', projectId);
    await records.set({ status: 'completed', translated_at: noon }).execute();
    await records.set({ status: 'stale' }).where('page_path', '=', 'a').execute();
    const views = [
      ['en', 'a', 100],
      ['fr', 'a', 40],
      ['en', 'guide/b', 50],
      ['en', 'old', 200],
    ] as const;
    for (const day of [today, today - 40]) {
      await addVisits(store, {
        ...{ projectId, day },
        views: views.map(([language, path, times]) => ({ language, page: path, times })),
        visitors: [{ language: 'en', page: 'a', visitor: `v${day}` }],
        sources: [],
        missing: [
          { address: '/x', source: '/guide/b', times: 30 },
          { address: '/x', source: 'news.example', times: 99 },
        ],
      });
    }
    await store.db
      .updateTable('pages')
      .set({ source_updated_at: noon - 800 * length })
      .where('project_id', '=', projectId)
      .where('path', '=', 'old')
      .execute();
    await store.transaction(async (trx) => {
      for (const [index, rating] of ['negative', 'negative', 'positive'].entries()) {
        await insertFeedback(trx, {
          ...{ id: newId('fbk'), project_id: projectId, page_path: 'guide/b', rating },
          ...{ comment: null, visitor_id: `v${index}`, created_at: noon, deployment_id: null },
        });
      }
      const conversationId = newId('cnv');
      await addQuestion(trx, {
        ...{ projectId, conversationId, visitorId: 'v', isNew: true },
        ...{ id: newId('msg'), text: 'How?', now: noon },
      });
      // Those that cite nothing: two were near a page, one of which was stopped; the third was near none.
      for (const [sources, nearest, status] of [
        ['[{"path":"a"}]', 'old', 'completed'],
        ['[]', 'guide/b', 'completed'],
        ['[]', undefined, 'completed'],
        ['[]', 'a', 'stopped'],
      ] as const) {
        await addAnswer(trx, {
          ...{ id: newId('msg'), orgId: api.orgId, projectId, conversationId, period: march },
          ...{ text: 'So.', status, sources, cited: null, nearest },
          ...{ tokens: 5, estimated: false, duration: 1, firstText: 1, now: noon },
        });
      }
      await rateConversation(trx, conversationId, false);
    });
  });
  afterAll(() => opened.drop());

  const list = async (query = '') =>
    (await api.call(`GET /projects/${projectId}/pages?${query}`)).body;
  const paths = async (query: string) =>
    (await list(query)).data.map((one: { pagePath: string }) => one.pagePath);

  test('are listed with their translations, problems and readers of the days asked for', async () => {
    const { data, meta } = await list();
    expect(meta).toMatchObject({ total: 4, page: 1 });
    expect(data.map((one: { pagePath: string }) => one.pagePath)).toEqual([
      ...['100%_c', 'a', 'guide/b', 'old'],
    ]);
    expect(data[1]).toEqual({
      ...{ pagePath: 'a', title: 'Page a', words: 10, updatedAt: new Date(noon).toISOString() },
      ...{
        views: 140,
        visitors: 1,
        positive: 0,
        negative: 0,
        conversations: 1,
        notFound: 0,
        searches: 0,
        searchedOn: 0,
      },
      ...{ languages: 1, translated: 0, stale: 1 },
      ...{ problems: 0, errors: 0, warnings: 0, notes: 0 },
    });
    expect(data[2]).toMatchObject({
      ...{ views: 50, positive: 1, negative: 2, notFound: 30, translated: 1 },
      ...{ problems: 2, errors: 1, warnings: 0, notes: 1 },
    });
    expect((await list('days=90')).data[1]).toMatchObject({ views: 280, visitors: 2 });
  });

  test('are sorted, searched and filtered, page by page', async () => {
    expect(await paths('sort=views&order=desc')).toEqual(['old', 'a', 'guide/b', '100%_c']);
    expect(await paths('sort=views&order=desc&perPage=2&page=2')).toEqual(['guide/b', '100%_c']);
    expect((await list('page=9')).meta).toMatchObject({ total: 4 });
    expect(await paths('search=GUIDE')).toEqual(['guide/b']);
    // No pattern of the database.
    expect(await paths('search=%25_')).toEqual(['100%_c']);
    expect(await paths('state=problems')).toEqual(['guide/b']);
    expect(await paths('state=stale')).toEqual(['a']);
    expect(await paths('state=negative')).toEqual(['guide/b']);
    expect(await paths('state=not-found')).toEqual(['guide/b']);
    expect(await paths('state=unread')).toEqual(['100%_c']);
    expect((await api.call(`GET /projects/${projectId}/pages?sort=cost`)).status).toBe(400);
  });

  test('are in folders, each with the sums of all that is below it', async () => {
    const id = await api.site(
      [
        ...[
          'top',
          'guide/b',
          'guide/deep/c',
          'guide/deep/er/d',
          'guide-x/e',
          'guide0/f',
          'über/🎉/g',
        ],
      ],
      { slug: 'in-folders' },
    );
    await api.call(`POST /projects/${id}/languages`, { code: 'fr' });
    await api.call(`POST /projects/${id}/languages`, { code: 'de' });
    const records = opened.store.db.updateTable('records').where('project_id', '=', id);
    await records.set({ status: 'completed', translated_at: noon }).execute();
    const stale = records.set({ status: 'stale' }).where('language', '=', 'fr');
    await stale.where('page_path', 'in', ['guide/b', 'guide-x/e']).execute();
    await addVisits(opened.store, {
      ...{ projectId: id, day: today, visitors: [], sources: [] },
      views: [
        { language: 'en', page: 'guide/deep/c', times: 7 },
        { language: 'en', page: 'guide-x/e', times: 5 },
      ],
      missing: [{ address: '/x', source: '/guide/deep/c', times: 3 }],
    });
    await opened.store.transaction((trx) =>
      insertFeedback(trx, {
        ...{ id: newId('fbk'), project_id: id, page_path: 'guide/deep/c', rating: 'negative' },
        ...{ comment: null, deployment_id: null, visitor_id: 'v', created_at: noon },
      }),
    );
    const folders = async (query = '') =>
      (await api.call(`GET /projects/${id}/page-folders?${query}`)).body;
    const { data, meta } = await folders();
    expect(meta.total).toBe(4);
    expect(data.map(({ path, pages }: { path: string; pages: number }) => [path, pages])).toEqual([
      ...[
        ['guide', 3],
        ['guide-x', 1],
        ['guide0', 1],
        ['über', 1],
      ],
    ]);
    const sums = {
      ...{ words: 30, views: 7, positive: 0, negative: 1, ratedBadly: 1, notFound: 3 },
      ...{ languages: 6, translated: 5, stale: 1, problems: 2, errors: 1, warnings: 0, notes: 1 },
    };
    expect(data[0]).toEqual({ path: 'guide', pages: 3, folders: 1, ...sums });
    expect((await folders('folder=guide')).data).toEqual([
      {
        ...{ path: 'guide/deep', pages: 2, folders: 1, ...sums, words: 20 },
        ...{ languages: 4, translated: 4, stale: 0, problems: 0, errors: 0, notes: 0 },
      },
    ]);
    const deep = await folders(`folder=${encodeURIComponent('über')}`);
    expect(deep.data).toMatchObject([{ path: 'über/🎉', pages: 1, folders: 0 }]);
    expect((await folders('perPage=1&page=2')).data).toMatchObject([{ path: 'guide-x' }]);
    expect(await folders('page=9')).toMatchObject({ data: [], meta: { total: 4 } });
    expect((await folders('folder=nowhere')).meta.total).toBe(0);
    // A pattern of the database is no more than its characters.
    expect((await folders('folder=guid_')).meta.total).toBe(0);

    const inFolder = async (folder: string, more = '') => {
      const at = `pages?folder=${encodeURIComponent(folder)}${more}`;
      const { body } = await api.call(`GET /projects/${id}/${at}`);
      return body.data.map((one: { pagePath: string }) => one.pagePath);
    };
    expect(await inFolder('')).toEqual(['top']);
    expect(await inFolder('guide')).toEqual(['guide/b']);
    expect(await inFolder('guide/deep')).toEqual(['guide/deep/c']);
    expect(await inFolder('über/🎉')).toEqual(['über/🎉/g']);
    expect(await inFolder('guide', '&state=stale')).toEqual(['guide/b']);
    expect(await inFolder('guide/deep', '&state=stale')).toEqual([]);
    for (const bad of ['/guide', 'guide/', 'a//b', 'a'.repeat(1001)]) {
      for (const list of ['pages', 'page-folders']) {
        const at = `GET /projects/${id}/${list}?folder=${encodeURIComponent(bad)}`;
        expect((await api.call(at)).status, at).toBe(400);
      }
    }
  });

  test('have their source, problems and languages', async () => {
    const get = (path: string) => api.call(`GET /projects/${projectId}/pages/${path}`);
    expect((await get('guide/b')).body.data).toMatchObject({
      ...{ pagePath: 'guide/b', views: 50, problemList: [problem, note] },
      reasons: expect.arrayContaining([
        expect.objectContaining({ text: '2 of 3 ratings are bad.' }),
      ]),
      translations: [
        {
          language: 'fr',
          status: 'completed',
          translatedAt: expect.any(String),
          humanOwned: false,
        },
      ],
      source: { file: 'guide/b.mdx', bytes: 3, text: '# B' },
    });
    expect((await get('a')).body.data).toMatchObject({ source: null, problemList: [] });
    expect((await get('nowhere')).status).toBe(404);
  });

  test('that cost readers most come first, with the reasons', async () => {
    const { body } = await api.call(`GET /projects/${projectId}/analytics/editorial`);
    expect(body.data).toEqual([
      {
        ...{ pagePath: 'guide/b', title: 'Page guide/b', views: 50, cost: 51 },
        reasons: [
          {
            ...{ type: 'links', cost: 30 },
            text: 'Its links led 30 times to an address without a page.',
          },
          { type: 'ratings', cost: 20, text: '2 of 3 ratings are bad.' },
          {
            ...{ type: 'answers', cost: 1 },
            text: '1 question that is nearest to it had no answer.',
          },
        ],
      },
      {
        ...{ pagePath: 'a', title: 'Page a', views: 140, cost: 41 },
        reasons: [
          {
            ...{ type: 'translations', cost: 40 },
            text: 'Read 40 times in 1 language whose translation is stale.',
          },
          {
            ...{ type: 'answers', cost: 1 },
            text: '1 conversation that cited it did not help.',
          },
        ],
      },
      {
        ...{ pagePath: 'old', title: 'Page old', views: 200, cost: 20 },
        reasons: [{ type: 'age', cost: 20, text: 'Not changed for 2 years, and read 200 times.' }],
      },
    ]);
  });

  test('of another organization are not found', async () => {
    const other = await testApi(opened.store);
    await deploy(opened.store, await other.site(), [page('a')]);
    for (const path of ['pages', 'page-folders', 'pages/a', 'analytics', 'analytics/editorial']) {
      expect((await other.call(`GET /projects/${projectId}/${path}`)).status).toBe(404);
    }
  });
});
