import { afterAll, beforeAll, expect, test } from 'vitest';
import { addAnswer, addQuestion } from '../../../runtime/store/conversations.ts';
import { insertFeedback } from '../../../runtime/store/feedback.ts';
import { countSearches } from '../../../runtime/store/searches.ts';
import { addUsage } from '../../../runtime/store/usage.ts';
import { createWebhook } from '../../../runtime/store/webhooks.ts';
import { fixedRepository } from '../../support/fixed-repository.ts';
import { eachStore, type TestStore } from '../store/each-store.ts';
import { deploy, march, newId, noon, org, page, webhookRow } from '../store/world.ts';
import { testApi } from './test-api.ts';

const day = 86_400_000;

eachStore('numbers for the dashboard', (open) => {
  let opened: TestStore;
  beforeAll(async () => {
    opened = await open();
  });
  afterAll(() => opened.drop());

  test('an overview says what a commit to the repository lacks', async () => {
    const obstacleWith = async (services: Parameters<typeof testApi>[1], provider = 'github') => {
      const api = await testApi(opened.store, services);
      const site = await api.site();
      const repository = { repoProvider: provider, repoOwner: 'o', repoName: `r-${site}` };
      await api.call(`PATCH /projects/${site}`, repository);
      const overview = async () => (await api.call(`GET /projects/${site}/overview`)).body.data;
      return { api, repository, found: (await overview()).commitObstacle, overview };
    };
    expect((await obstacleWith({})).found).toEqual({
      code: 'REPO_PERMISSION',
      message: 'This server has no credentials for the Git host. Set GITHUB_TOKEN.',
    });
    const withToken = { repositoryConfig: fixedRepository };
    expect((await obstacleWith(withToken, 'gitlab')).found).toMatchObject({
      code: 'REPO_PROVIDER_UNSUPPORTED',
    });
    const { api, repository, found, overview } = await obstacleWith(withToken);
    expect(found).toBe(null);
    const orgId = await org(opened.store);
    const theirs = await api.site([], { orgId });
    await api.call(`PATCH /projects/${theirs}`, repository, {
      key: await api.keyFor({ org: orgId }),
    });
    expect((await overview()).commitObstacle).toMatchObject({ code: 'REPO_PERMISSION' });
  });

  test('an overview has zeros for a new project, and the numbers of its days', async () => {
    const api = await testApi(opened.store);
    const { store } = api;
    const empty = await api.call(`GET /projects/${await api.site()}/overview`);
    expect(empty.body.data).toEqual({
      ...{ deployment: null, languages: [] },
      searches: { asked: 0, clicked: 0, empty: 0 },
      questions: { answers: 0, cited: 0, rated: 0, satisfied: 0 },
      feedback: { positive: 0, negative: 0, unresolved: 0 },
      webhooks: { active: 0, failing: 0, disabled: 0 },
      commitObstacle: {
        code: 'REPO_NOT_CONNECTED',
        message: 'The project has no repository. Set repoProvider, repoOwner and repoName.',
      },
    });
    const projectId = await api.site(['a', 'b']);
    await api.call(`POST /projects/${projectId}/languages`, { code: 'fr' });
    for (const [index, failures] of [0, 3].entries()) {
      const url = `https://example.com/${index}`;
      const row = webhookRow({ project_id: projectId, url, url_key: url, secret: '' });
      await createWebhook(store, api.orgId, { ...row, failures });
    }
    for (const [rating, comment, age] of [
      ['positive', null, 0],
      ['negative', 'Wrong', 0],
      ['negative', 'Old', 40],
    ] as const) {
      await store.transaction((trx) =>
        insertFeedback(trx, {
          ...{ id: newId('fbk'), project_id: projectId, page_path: 'a', rating, comment },
          ...{ visitor_id: 'v', created_at: noon - age * day, deployment_id: null },
        }),
      );
    }
    const conversationId = newId('cnv');
    await store.transaction(async (trx) => {
      await addQuestion(trx, {
        ...{ projectId, conversationId, visitorId: 'v', isNew: true },
        ...{ id: newId('msg'), text: 'How?', now: noon },
      });
      for (const sources of ['[]', '[{"path":"a"}]']) {
        await addAnswer(trx, {
          ...{ id: newId('msg'), orgId: api.orgId, projectId, conversationId, period: march },
          ...{ text: 'So.', status: 'completed', sources, cited: null, pages: [] },
          ...{ tokens: 5, estimated: false, duration: 1, firstText: 1, now: noon },
        });
      }
    });
    await store.transaction((trx) =>
      countSearches(trx, {
        ...{ projectId, language: 'en', now: noon },
        searches: [{ question: 'a', hasResults: false, isClicked: false }],
      }),
    );
    const { data } = (await api.call(`GET /projects/${projectId}/overview`)).body;
    expect(data).toMatchObject({
      deployment: { held: false, pages: 2 },
      languages: [{ code: 'fr', translatedPages: 0, totalPages: 2 }],
      searches: { asked: 1, clicked: 0, empty: 1 },
      questions: { answers: 2, cited: 1 },
      feedback: { positive: 1, negative: 1, unresolved: 1 },
      webhooks: { active: 2, failing: 1, disabled: 0 },
    });
    const longer = await api.call(`GET /projects/${projectId}/overview?days=90`);
    expect(longer.body.data.feedback).toEqual({ positive: 1, negative: 2, unresolved: 2 });
  });

  test('after a rollback, an overview is about what readers get', async () => {
    const api = await testApi(opened.store);
    const projectId = await api.site(['a', 'b']);
    const shown = async () =>
      (await api.call(`GET /projects/${projectId}/overview`)).body.data.deployment;
    const first = await shown();
    await deploy(
      opened.store,
      projectId,
      ['a', 'b', 'c'].map((path) => page(path)),
    );
    expect(await shown()).toMatchObject({ pages: 3 });
    await opened.store.db
      .updateTable('projects')
      .set({ deployment_id: first.id })
      .where('id', '=', projectId)
      .execute();
    expect(await shown()).toEqual(first);
  });

  test('usage is counted by day, next to what the plan allows', async () => {
    const api = await testApi(opened.store, { plan: 'pro' });
    const use = (meter: 'pages' | 'tokens', units: number, now: number) =>
      opened.store.transaction((trx) =>
        addUsage(trx, api.orgId, { meter, period: march, units, now }),
      );
    await use('pages', 2, noon - day);
    await use('pages', 3, noon);
    await use('pages', 4, noon);
    await use('tokens', 5, noon);
    const { data } = (await api.call('GET /usage?days=2')).body;
    expect(data).toMatchObject({
      limits: { pageTranslations: 5000, webhookEvents: 100_000, assistantTokens: 2_000_000 },
      used: { pageTranslations: 9, webhookEvents: 0, assistantTokens: 5 },
      days: [
        { date: '2026-03-14', pageTranslations: 2, webhookEvents: 0, assistantTokens: 0 },
        { date: '2026-03-15', pageTranslations: 7, webhookEvents: 0, assistantTokens: 5 },
      ],
    });
  });

  test('usage has what projects may have, and which one is nearest to it', async () => {
    const api = await testApi(opened.store, { plan: 'pro' });
    const get = async (key?: string) =>
      (await api.call('GET /usage', undefined, key === undefined ? {} : { key })).body.data;
    expect((await get()).fullest).toEqual({ languages: null, glossaryTerms: null, webhooks: null });
    const [first, second] = [await api.site(), await api.site()];
    for (const code of ['fr', 'de']) {
      await api.call(`POST /projects/${second}/languages`, { code });
    }
    await api.call(`POST /projects/${first}/languages`, { code: 'fr' });
    await api.call(`POST /projects/${first}/glossary`, { term: 'page', doNotTranslate: true });
    const others = await testApi(opened.store);
    const theirs = await others.site();
    for (const code of ['fr', 'de', 'es']) {
      await others.call(`POST /projects/${theirs}/languages`, { code });
    }
    expect(await get()).toMatchObject({
      limits: {
        ...{ projects: 10, languages: 10, glossaryTerms: 200, webhooks: 20 },
        siteBytes: 5_000 * 1024 * 1024,
      },
      used: { projects: 2 },
      fullest: {
        languages: { id: second, used: 2 },
        glossaryTerms: { id: first, used: 1 },
        webhooks: null,
      },
    });
    const bound = await api.keyFor({ projectId: first });
    expect((await get(bound)).fullest.languages).toMatchObject({ id: first, used: 1 });
    const blind = await api.keyFor({ scopes: ['assistant:read'] });
    expect((await get(blind)).fullest).toEqual({
      ...{ languages: null, glossaryTerms: null, webhooks: null },
    });
  });
});
