import { afterAll, beforeAll, expect, test } from 'vitest';
import { addAnswer, addQuestion } from '../../../runtime/store/conversations.ts';
import { insertFeedback } from '../../../runtime/store/feedback.ts';
import { countSearchedPages, countSearches } from '../../../runtime/store/searches.ts';
import { addVisits } from '../../../runtime/store/visits.ts';
import { eachStore, type TestStore } from '../store/each-store.ts';
import { march, newId, noon } from '../store/world.ts';
import { testApi } from './test-api.ts';

const length = 86_400_000;
const today = Math.floor(noon / length);

eachStore('analytics', (open) => {
  let opened: TestStore;
  beforeAll(async () => {
    opened = await open();
  });
  afterAll(() => opened.drop());

  test('are zeros for a new project, and say whether anything is counted', async () => {
    const api = await testApi(opened.store);
    const { data } = (await api.call(`GET /projects/${await api.site()}/analytics?days=2`)).body;
    expect(data).toMatchObject({
      ...{ counted: false, totals: { views: 0, visitors: 0, notFound: 0 } },
      days: [
        { date: '2026-03-14', views: 0, searches: 0, questions: 0, positive: 0, negative: 0 },
        { date: '2026-03-15', views: 0 },
      ],
      ...{ pages: [], referrers: [], steps: [], notFound: [] },
    });
  });

  test('are sums of the days asked for, next to those of the days before, by page and language', async () => {
    const api = await testApi(opened.store, { countsVisits: true });
    const projectId = await api.site(['a', 'b']);
    const read = (page: string, times: number, age = 0, language = 'en') =>
      addVisits(opened.store, {
        ...{ projectId, day: today - age },
        views: [
          { language: '', page: '', times },
          { language, page: '', times },
          { language, page, times },
        ],
        visitors: ['', page].map((one) => ({
          ...{ language: one && language, page: one, visitor: 'v' },
        })),
        sources: [
          { language, page, source: 'news.example', times: 1 },
          { language, page, source: '/a', times: 2 },
        ],
        missing: [{ address: '/c', source: '/a', times }],
      });
    await read('a', 5, 1);
    await read('b', 3);
    await read('b', 4, 0, 'fr');
    await read('a', 2, 9);
    await read('generated', 1);
    for (const age of [0, 1]) {
      await opened.store.transaction((trx) =>
        insertFeedback(trx, {
          ...{ id: newId('fbk'), project_id: projectId, page_path: 'a', rating: 'negative' },
          ...{
            comment: null,
            visitor_id: 'v',
            created_at: noon - age * length,
            deployment_id: null,
          },
        }),
      );
    }
    await opened.store.transaction((trx) =>
      countSearches(trx, {
        ...{ projectId, language: 'en', now: noon },
        searches: [{ question: 'a', hasResults: true, isClicked: true }],
      }),
    );
    const get = async (query: string) =>
      (await api.call(`GET /projects/${projectId}/analytics?${query}`)).body.data;
    const all = await get('days=7');
    expect(all).toMatchObject({
      ...{ counted: true, totals: { views: 13, visitors: 2, notFound: 13 } },
      before: { views: 2, visitors: 1 },
      pages: [
        { pagePath: 'b', title: 'Page b', views: 7, visitors: 2 },
        { pagePath: 'a', title: 'Page a', views: 5, visitors: 1 },
        { pagePath: 'generated', title: null, views: 1, visitors: 1 },
      ],
      referrers: [{ host: 'news.example', views: 4 }],
      notFound: [
        { address: '/c', times: 13, sources: [{ pagePath: 'a', source: null, times: 13 }] },
      ],
    });
    expect(all.steps[0]).toEqual({ from: 'a', to: 'b', views: 4 });
    expect(all.days.slice(-2)).toEqual([
      {
        ...{ date: '2026-03-14', views: 5, visitors: 1, searches: 0, questions: 0 },
        ...{ positive: 0, negative: 1 },
      },
      {
        ...{ date: '2026-03-15', views: 8, visitors: 1, searches: 1, questions: 0 },
        ...{ positive: 0, negative: 1 },
      },
    ]);
    expect(await get('days=7&pagePath=b&language=fr')).toMatchObject({
      ...{ totals: { views: 4, visitors: 1, notFound: 0 }, pages: [{ pagePath: 'b', views: 4 }] },
    });
    expect((await get('days=7&pagePath=a')).totals).toMatchObject({ views: 5, notFound: 13 });
    expect((await get('days=7&language=fr')).days.at(-1)).toMatchObject({ positive: null });
    expect((await api.call(`GET /projects/${projectId}/analytics?days=366`)).status).toBe(400);
  });

  test('of a page have the searches that led to it, and the conversations that cite it', async () => {
    const api = await testApi(opened.store);
    const [projectId, other] = [await api.site(['a', 'b']), await api.site(['a'])];
    await opened.store.transaction(async (trx) => {
      for (const [of, age] of [
        [projectId, 0],
        [projectId, 1],
        [projectId, 9],
        [other, 0],
      ] as const) {
        const now = noon - age * length;
        await countSearchedPages(trx, { projectId: of, now }, { opened: 'a', after: 'b' });
        const conversationId = newId('cnv');
        await addQuestion(trx, {
          ...{ projectId: of, conversationId, visitorId: 'v', isNew: true },
          ...{ id: newId('msg'), text: 'How?', now },
        });
        await addAnswer(trx, {
          ...{ id: newId('msg'), orgId: api.orgId, projectId: of, conversationId, period: march },
          ...{ text: 'So.', status: 'completed', sources: '[{"path":"a"}]', cited: null },
          ...{ tokens: 5, estimated: false, duration: 1, firstText: 1, now },
        });
      }
    });
    const days = async (query: string) =>
      (await api.call(`GET /projects/${projectId}/analytics?days=3&${query}`)).body.data.days.map(
        (day: Record<string, number | null>) => [day.searches, day.questions],
      );
    expect(await days('pagePath=a')).toEqual([
      [0, 0],
      [1, 1],
      [1, 1],
    ]);
    expect((await days('pagePath=b')).at(-1)).toEqual([0, 0]);
    expect((await days('pagePath=a&language=en')).at(-1)).toEqual([null, null]);
  });
});
