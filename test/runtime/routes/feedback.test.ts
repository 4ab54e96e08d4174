import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createRateLimiter } from '../../../runtime/http/rate-limit.ts';
import { resolveConfig } from '../../../schema/config/config.ts';
import { eachStore, type TestStore } from '../store/each-store.ts';
import { newId } from '../store/world.ts';
import { type TestApi, testApi } from './test-api.ts';

eachStore('feedback of readers', (open) => {
  let opened: TestStore;
  let api: TestApi;
  let site: string;
  beforeAll(async () => {
    opened = await open();
  });
  beforeEach(async () => {
    api = await testApi(opened.store);
    site = await api.site(['guides/start']);
  });
  afterAll(() => opened.drop());
  const given = { pagePath: '/guides/start', rating: 'positive', visitorId: 'v1' };
  const send = (more: object = {}, to = site, headers = {}) =>
    api.call(`POST /feedback/${to}`, { ...given, ...more }, { key: null, headers });
  const events = () =>
    opened.store.db.selectFrom('events').selectAll().where('project_id', '=', site).execute();

  test('needs no key, is stored, and is an event of the same transaction', async () => {
    const { status, body } = await send({ comment: '  Thanks  ' });
    expect(status).toBe(201);
    const [event] = await events();
    expect(event?.type).toBe('feedback.received');
    expect(JSON.parse(event?.data ?? '')).toEqual({
      feedbackId: body.data.id,
      pagePath: 'guides/start',
      rating: 'positive',
      comment: 'Thanks',
    });
  });

  test('keeps which deployment was live, also while a newer one is held', async () => {
    const deploymentOf = async (id: string) =>
      (await api.call(`GET /projects/${site}/feedback/${id}`)).body.data.deploymentId;
    const { db } = opened.store;
    const project = () => db.selectFrom('projects').selectAll().where('id', '=', site);
    const { deployment_id: live } = await project().executeTakeFirstOrThrow();
    const first = (await send()).body.data.id;
    const newer = newId('dpl');
    await db
      .insertInto('holds')
      .values({ project_id: site, deployment_id: newer, live_id: live ?? '', waits: 1, since: 0 })
      .execute();
    await db.updateTable('projects').set({ deployment_id: newer }).where('id', '=', site).execute();
    const second = (await send()).body.data.id;
    expect([await deploymentOf(first), await deploymentOf(second)]).toEqual([live, live]);
    await db.deleteFrom('holds').where('project_id', '=', site).execute();
    expect(await deploymentOf((await send()).body.data.id)).toBe(newer);
  });

  test('goes to a project by its slug when only one has it', async () => {
    const one = await api.site(['guides/start'], { slug: 'only-one' });
    expect((await send({}, 'only-one')).status).toBe(201);
    expect((await send({}, one)).status).toBe(201);
    const other = await testApi(opened.store);
    await other.site(['guides/start'], { slug: 'only-one' });
    expect((await send({}, 'only-one')).status).toBe(404);
  });

  test.each([
    { rating: 'great' },
    { visitorId: 'x'.repeat(129) },
    { visitorId: 'a b' },
    { comment: 'x'.repeat(2001) },
    { pagePath: '' },
    { extra: 1 },
  ])('%j is refused', async (more) => {
    expect((await send(more)).status).toBe(400);
    expect(await events()).toEqual([]);
  });

  test('of an unknown page or project is not found', async () => {
    expect((await send({ pagePath: 'nowhere' })).status).toBe(404);
    expect((await send({}, 'prj_none')).status).toBe(404);
  });

  test("for a page that the reader can't see is like feedback for a missing page", async () => {
    const pages = new Map(
      [
        { path: 'guides/start', protected: false, groups: [] },
        { path: 'guides/members', protected: true, groups: [] },
        { path: 'guides/staff', protected: true, groups: ['staff'] },
      ].map((page) => [page.path, page]),
    );
    const served = await testApi(opened.store, {
      assistant: {
        readSite: () => ({
          page: (path: string) => pages.get(path),
          config: resolveConfig({ name: 'T', colors: { primary: '#0d9373' }, navigation: {} }),
        }),
      } as never,
      sessionOf: async (request) =>
        request.headers.get('cookie') === 'docent_session=x' ? { groups: ['guests'] } : undefined,
    });
    const there = await served.site(['guides/start', 'guides/members', 'guides/staff']);
    const ask = async (pagePath: string, headers = {}) => {
      const body = { ...given, pagePath };
      const answer = await served.call(`POST /feedback/${there}`, body, { key: null, headers });
      const { requestId: _, ...error } = answer.body.error ?? {};
      return [answer.status, error];
    };
    const none = await ask('guides/none');
    expect(none[0]).toBe(404);
    expect(await ask('guides/members')).toEqual(none);
    expect(await ask('guides/staff')).toEqual(none);
    const cookie = 'docent_session=x';
    expect(await ask('guides/staff', { cookie })).toEqual(none);
    expect((await ask('guides/members', { cookie }))[0]).toBe(201);
    expect((await ask('guides/start'))[0]).toBe(201);
  });

  test('is not taken while nothing tells which pages of a site with sessions are open', async () => {
    await opened.store.db
      .updateTable('projects')
      .set({ config_json: '{"auth":{"enabled":true}}' })
      .where('id', '=', site)
      .execute();
    expect((await send()).status).toBe(404);
  });

  test('is not taken where addons.feedback.thumbsRating is false', async () => {
    await opened.store.db
      .updateTable('projects')
      .set({ config_json: '{"addons":{"feedback":{"thumbsRating":false}}}' })
      .where('id', '=', site)
      .execute();
    expect((await send()).status).toBe(404);
  });

  test('is limited by visitor', async () => {
    const limit = createRateLimiter({ name: 'visitor', perMinute: 2, burst: 0 });
    const limited = await testApi(opened.store, {
      readerLimits: { visitor: limit, address: async () => ({}) },
    });
    const there = await limited.site(['guides/start']);
    const statuses = [];
    for (const visitorId of ['a', 'a', 'a', 'b']) {
      const { status } = await limited.call(
        `POST /feedback/${there}`,
        { ...given, visitorId },
        { key: null },
      );
      statuses.push(status);
    }
    expect(statuses).toEqual([201, 201, 429, 201]);
  });

  test("is open to pages of the project's own hosts only", async () => {
    await opened.store.db
      .updateTable('projects')
      .set({ custom_domain: 'docs.example.com' })
      .where('id', '=', site)
      .execute();
    const allowed = async (origin: string) =>
      (await send({}, site, { origin })).headers.get('access-control-allow-origin');
    expect(await allowed('https://docs.example.com')).toBe('https://docs.example.com');
    expect(await allowed('https://evil.example.com')).toBeNull();
    const { subdomain } = await opened.store.db
      .selectFrom('projects')
      .select('subdomain')
      .where('id', '=', site)
      .executeTakeFirstOrThrow();
    // The request itself goes to "localhost".
    const own = `http://${subdomain}.localhost:8080`;
    expect(await allowed(own)).toBe(own);
    expect(await allowed(`https://${subdomain}.evil.example`)).toBeNull();
    await opened.store.db
      .updateTable('projects')
      .set({ custom_domain: null })
      .where('id', '=', site)
      .execute();
  });
});
