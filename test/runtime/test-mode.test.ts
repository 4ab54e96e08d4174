import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openAssistant } from '../../runtime/assistant/service.ts';
import { openBackend } from '../../runtime/backend.ts';
import { createKey } from '../../runtime/commands/keys.ts';
import { createSampleTranslate } from '../../runtime/tasks/translate-sample.ts';
import { samplePages } from '../../schema/sample-site.ts';
import { answerOf, chatEvents } from '../support/event-stream.ts';
import { tempDir } from '../support/temp.ts';
import { guides, siteOf } from './assistant/world.ts';
import { oneOfEach } from './routes/one-of-each.ts';
import { operations, type TestApi, testApi } from './routes/test-api.ts';
import { eachStore, type TestStore } from './store/each-store.ts';
import { deploy, newId, org, page } from './store/world.ts';

type Ids = Record<string, string>;

/** Operations that have no test mode. */
const liveOnly = [
  'POST /api/v1/projects/{projectId}/translations/export-repo',
  'GET /api/v1/projects/{projectId}/config/repository',
  'POST /api/v1/projects/{projectId}/config/commit',
  'GET /api/v1/projects/{projectId}/live-files',
  'POST /api/v1/projects/{projectId}/uploads',
  'GET /api/v1/projects/{projectId}/uploads/{uploadId}',
  'DELETE /api/v1/projects/{projectId}/uploads/{uploadId}',
  'PUT /api/v1/projects/{projectId}/uploads/{uploadId}/blocks',
  'POST /api/v1/projects/{projectId}/uploads/{uploadId}/publish',
  'GET /api/v1/projects/{projectId}/previews',
  'POST /api/v1/projects/{projectId}/previews',
  'POST /api/v1/projects/{projectId}/previews/{preview}/publish',
  'DELETE /api/v1/projects/{projectId}/previews/{preview}',
  'POST /api/v1/projects/{projectId}/deployments/{deploymentId}/promote',
  'DELETE /api/v1/projects/{projectId}/deployments/{deploymentId}',
];

eachStore('test mode', (open) => {
  let opened: TestStore;
  /** The same organization, with a live key and with a test key. */
  let live: TestApi;
  let trial: TestApi;
  let ids: { readonly live: Ids; readonly trial: Ids };

  beforeAll(async () => {
    opened = await open();
    const clock: { time: () => number } = { time: () => 0 };
    const free = async () => ({});
    const assistant = openAssistant({
      ...{ store: opened.store, wake: () => {}, log: () => {}, now: () => clock.time(), newId },
      siteOf: () => siteOf(guides),
      limits: { visitor: free, address: free },
    });
    live = await testApi(opened.store, { plan: 'free', assistant });
    clock.time = () => live.clock.time;
    const key = await live.keyFor({ mode: 'test' });
    const call: TestApi['call'] = (line, body, options) =>
      live.call(line, body, { key, ...options });
    const made = await call('POST /projects', { name: 'Trial', slug: 'docs' });
    expect(made.status).toBe(201);
    const { data } = (await call(`GET /projects/${made.body.data.id}`)).body;
    // No one can deploy to it; a deployment of the sample pages gives every route something to cross.
    await deploy(
      opened.store,
      data.id,
      samplePages.map(({ path }) => page(path)),
    );
    trial = { ...live, key, call, orgId: data.orgId, site: async () => data.id };
    const pagePath = samplePages[0]?.path ?? '';
    ids = { live: await oneOfEach(live), trial: { ...(await oneOfEach(trial)), pagePath } };
  });
  afterAll(() => opened.drop());

  const used = () =>
    opened.store.db.selectFrom('usage').selectAll().where('org_id', '=', live.orgId).execute();

  /** What an operation answers, without what differs each time. */
  async function ask(side: TestApi, entry: (typeof operations)[number], from: Ids, more = {}) {
    const path = entry.path
      .replace('/api/v1', '')
      .replace(/\{(\w+)\}/g, (_, name: string) => from[name] ?? '');
    const query = /\/(?:translations|estimate)$/.test(path)
      ? '?language=fr'
      : path.endsWith('/page-searches')
        ? '?pagePath=a'
        : '';
    const hasBody = entry.method !== 'GET' && entry.method !== 'DELETE';
    // An invalid body would be refused before anything is looked up.
    const body = path.endsWith('/replay')
      ? { from: '2026-03-01T00:00:00.000Z' }
      : /\{(?:feedback|report)Id\}$/.test(entry.path)
        ? { resolved: true }
        : {};
    const line = `${entry.method} ${path}${query}`;
    const { status, body: answer } = await side.call(line, hasBody ? body : undefined, more);
    return { status, text: JSON.stringify({ ...answer?.error, requestId: '' }) };
  }

  const named = operations.filter(({ path, isPublic }) => path.includes('{') && !isPublic);
  test.each(named)('$method $path keeps live and test data apart', async (entry) => {
    const line = `${entry.method} ${entry.path}`;
    const names = [...entry.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '');
    const none = { projectId: 'prj_00000000000000000000000000' };
    for (const [side, own, other] of [
      [live, ids.live, ids.trial],
      [trial, ids.trial, ids.live],
    ] as const) {
      const isRefused = side === trial && liveOnly.includes(line);
      // What belongs to no project is not found by its own id.
      const nowhere = names.includes('projectId')
        ? none
        : Object.fromEntries(names.map((name) => [name, `${own[name]}0`]));
      const unknown = await ask(side, entry, { ...own, ...nowhere });
      const foreign = await ask(side, entry, other);
      expect(foreign).toEqual(unknown);
      expect(foreign.status).toBe(404);
      for (const name of names.filter((one) => one.endsWith('Id') && one !== 'projectId')) {
        if (isRefused) continue;
        const mixed = await ask(side, entry, { ...own, [name]: other[name] ?? '' });
        expect(mixed.status, `${name} of the other mode`).toBe(404);
      }
      if (isRefused) {
        const { status, text } = await ask(side, entry, own);
        expect([status, text]).toEqual([403, expect.stringContaining('has no test mode')]);
      }
    }
  });

  test('reads of the own mode are answered', async () => {
    for (const entry of named.filter(({ method }) => method === 'GET')) {
      if (liveOnly.includes(`${entry.method} ${entry.path}`)) continue;
      // These are read from the files of a build.
      if (/\/segments$|\/\{deploymentId\}\/(changes|pages)\/\{/.test(entry.path)) continue;
      for (const [side, own] of [
        [live, ids.live],
        [trial, ids.trial],
      ] as const) {
        expect((await ask(side, entry, own)).status, entry.path).toBe(200);
      }
    }
    for (const [side, own] of [
      [live, ids.live],
      [trial, ids.trial],
    ] as const) {
      const { data } = (await side.call('GET /projects')).body;
      expect(data.map(({ id }: { id: string }) => id)).toEqual([own.projectId]);
    }
  });

  test('readers reach a test project by its id, and nothing of the other mode in it', async () => {
    const { projectId } = ids.trial;
    const asReader = { key: null };
    const slug = await live.call('POST /feedback/docs', feedback('introduction'), asReader);
    expect(slug.status).toBe(404);
    const sent = await live.call(`POST /feedback/${projectId}`, feedback('introduction'), asReader);
    expect(sent.status).toBe(201);
    const crossed = await live.call(
      `POST /assistant/${projectId}/conversations/${ids.live.conversationId}/close`,
      { visitorId: 'visitor-1' },
      asReader,
    );
    expect(crossed.status).toBe(404);
  });

  test('a live project may have the slug of a test project, and keeps its readers', async () => {
    const api = await testApi(opened.store);
    const key = await api.keyFor({ mode: 'test' });
    const name = { name: 'A', slug: 'shared' };
    expect((await api.call('POST /projects', name, { key })).status).toBe(201);
    const made = await api.call('POST /projects', name);
    expect(made.status).toBe(201);
    const { data } = (await api.call(`GET /projects/${made.body.data.id}`)).body;
    expect(data.subdomain).toBe('shared');
  });

  test('a subdomain that is cleared in test mode is not that of the live project', async () => {
    const { projectId } = ids.trial;
    const { slug } = (await trial.call(`GET /projects/${projectId}`)).body.data;
    expect((await trial.call(`PATCH /projects/${projectId}`, { subdomain: null })).status).toBe(
      200,
    );
    const { subdomain } = (await trial.call(`GET /projects/${projectId}`)).body.data;
    expect(subdomain).toBe(`test-${slug}`);
  });

  test('a test project takes no host', async () => {
    for (const field of ['subdomain', 'customDomain']) {
      const value = field === 'subdomain' ? 'mine' : 'docs.mine.test';
      const create = { name: 'A', slug: 'hosts', [field]: value };
      for (const { status, body } of [
        await trial.call('POST /projects', create),
        await trial.call(`PATCH /projects/${ids.trial.projectId}`, { [field]: value }),
      ]) {
        expect(status).toBe(400);
        expect(body.error.details).toMatchObject([{ path: field, code: 'not-in-test-mode' }]);
      }
    }
  });

  describe('without using the plan', () => {
    test('jobs write test translations of the sample pages', async () => {
      const before = await used();
      const { jobId, projectId } = ids.trial;
      expect(live.tasks).toContainEqual({ name: 'translate-sample', data: { jobId } });
      const task = { id: 'tsk_1', name: 'translate-sample', attempt: 1 };
      await createSampleTranslate({ store: opened.store, now: () => live.clock.time })({
        ...{ ...task, data: { jobId }, signal: AbortSignal.timeout(60_000) },
      });
      const job = (await trial.call(`GET /projects/${projectId}/translate/${jobId}`)).body.data;
      expect(job).toMatchObject({ status: 'completed', pagesCompleted: 3, pagesFailed: 0 });
      const { data } = (await trial.call(`GET /projects/${projectId}/translations?language=fr`))
        .body;
      expect(data.map((one: { translatedTitle: string }) => one.translatedTitle)).toContain(
        'Íñtródúçtíóñ ·',
      );
      expect(await used()).toEqual(before);
    });

    test('questions get canned answers, and their events say that they are not live', async () => {
      const before = await used();
      const { projectId } = ids.trial;
      const chat = await live.call(
        `POST /assistant/${projectId}/chat`,
        { message: 'What does a parcel cost?', visitorId: 'v1' },
        { key: null },
      );
      const events = chatEvents(chat.text);
      expect(answerOf(events)).toContain('A parcel costs five coins up to one kilogram');
      const [start] = events;
      if (start?.type !== 'start') throw new Error('The answer does not start.');
      await live.call(
        `POST /assistant/${projectId}/conversations/${start.conversationId}/close`,
        { visitorId: 'v1' },
        { key: null },
      );
      const usage = (await trial.call(`GET /assistant/${projectId}/usage`)).body.data;
      expect(usage).toMatchObject({ model: 'docent/canned', totalTokens: 0 });
      expect(await used()).toEqual(before);
    });

    test('events of test projects count for the test data', async () => {
      const envelope = async (side: TestApi, own: Ids) => {
        const path = `/projects/${own.projectId}/webhooks/${own.webhookId}/deliveries/${own.deliveryId}`;
        return (await side.call(`GET ${path}`)).body.data.envelope;
      };
      expect((await envelope(live, ids.live)).livemode).toBe(true);
      expect((await envelope(trial, ids.trial)).livemode).toBe(false);
      const { used: count } = (await used()).find(({ meter }) => meter === 'events') ?? {};
      expect(count).toBe(1);
    });

    test('projects are counted for themselves', async () => {
      // The plan of the organization allows one project.
      const more = { name: 'B', slug: 'second' };
      expect((await live.call('POST /projects', more)).status).toBe(403);
      expect((await trial.call('POST /projects', more)).status).toBe(201);
    });
  });

  test('a server does the jobs of test mode without a model', async () => {
    const own = await open();
    const database = own.store.address;
    const backend = await openBackend({
      ...{ out: tempDir(), version: 'test', log: () => {}, database },
    });
    const tools = { store: backend.store, now: Date.now, newId };
    const { secret: key } = await createKey(tools, { org: 'default', mode: 'test' });
    const ask = async (line: string, body?: object) => {
      const [method = '', path = ''] = line.split(' ');
      const response = await backend.api.fetch(
        new Request(`http://localhost/api/v1${path}`, {
          method,
          headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
          ...(body ? { body: JSON.stringify(body) } : {}),
        }),
      );
      return (await response.json()) as { data: Record<string, string> };
    };
    try {
      const { id } = (await ask('POST /projects', { name: 'Job', slug: 'job' })).data;
      await ask(`POST /projects/${id}/languages`, { code: 'ja' });
      const { jobId } = (await ask(`POST /projects/${id}/translate`, { language: 'ja' })).data;
      const status = async () => (await ask(`GET /projects/${id}/translate/${jobId}`)).data.status;
      await expect.poll(status, { timeout: 60_000 }).toBe('completed');
    } finally {
      await backend.close();
      await own.drop();
    }
  }, 90_000);

  test('many first requests of an organization at the same moment find the same test data', async () => {
    for (let round = 0; round < 10; round++) {
      const key = await live.keyFor({ org: await org(opened.store), mode: 'test' });
      const answers = await Promise.all(
        Array.from({ length: 10 }, () => live.call('GET /me', undefined, { key })),
      );
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
      const ids = answers.map(({ body }) => body.data.organization.id);
      expect(new Set(ids).size).toBe(1);
    }
  });

  test('a key of one project is of its mode', async () => {
    const tools = { store: opened.store, now: () => live.clock.time, newId };
    const key = { org: live.orgId, name: 'one' };
    const { projectId = '' } = ids.live;
    await expect(createKey(tools, { ...key, projectId, mode: 'test' })).rejects.toThrow('is live');
    await expect(
      createKey(tools, { ...key, projectId: ids.trial.projectId ?? '' }),
    ).rejects.toThrow('belongs to test mode');
    await expect(createKey(tools, { ...key, platform: 'payments', mode: 'test' })).rejects.toThrow(
      'no test mode',
    );
  });
});

function feedback(pagePath: string) {
  return { pagePath, rating: 'positive', visitorId: 'v1' };
}
