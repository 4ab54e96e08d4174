import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addAnswer } from '../../../runtime/store/conversations.ts';
import { createWebhook } from '../../../runtime/store/webhooks.ts';
import { emit } from '../../../runtime/webhooks/outbox.ts';
import { eachStore, type TestStore } from '../store/each-store.ts';
import { march, newId, noon, page, webhookRow } from '../store/world.ts';
import { type Result, type TestApi, testApi } from './test-api.ts';

/** Relation → address of the pages that a list links to. */
function linksOf({ headers }: Result<unknown>): Record<string, string> {
  const links = [...(headers.get('link') ?? '').matchAll(/<([^>]+)>; rel="(\w+)"/g)];
  return Object.fromEntries(links.map(([, url = '', rel = '']) => [rel, url]));
}

eachStore('lists', (open) => {
  let opened: TestStore;
  let api: TestApi;
  beforeAll(async () => {
    opened = await open();
    api = await testApi(opened.store, { plan: 'enterprise' });
  });
  afterAll(() => opened.drop());

  const get = (path: string) => api.call(`GET ${path}`);
  const follow = (address: string) => get(address.replace('/api/v1', ''));

  const terms = {
    path: (projectId: string) => `/projects/${projectId}/glossary?perPage=2`,
    idOf: ({ id }: { id: string }) => id,
    add: async (projectId: string, value: number) => {
      const { body } = await api.call(`POST /projects/${projectId}/glossary`, {
        term: `${String.fromCharCode(97 + value)} ${newId('trm')}`,
      });
      return body.data.id as string;
    },
    remove: (projectId: string, id: string) =>
      api.call(`DELETE /projects/${projectId}/glossary/${id}`),
  };
  const conversations = (order: string) => ({
    path: (projectId: string) =>
      `/assistant/${projectId}/conversations?perPage=2&sortBy=messageCount&order=${order}`,
    idOf: ({ id }: { id: string }) => id,
    // Many have the same number of messages.
    add: async (projectId: string, value: number) => {
      const id = newId('cnv');
      await conversation(projectId, { id, message_count: value % 3 });
      return id;
    },
    remove: (projectId: string, id: string) =>
      api.call(`DELETE /assistant/${projectId}/conversations/${id}`),
  });
  const conversation = (projectId: string, more: object) =>
    opened.store.db
      .insertInto('conversations')
      .values({
        ...{ id: newId('cnv'), project_id: projectId, visitor_id: 'v', first_message: 'a' },
        ...{ message_count: 1, tokens_used: 0, satisfied: null, unanswered: 0, closed_at: null },
        ...{ created_at: noon, last_message_at: noon },
        ...more,
      })
      .execute();

  const step = fc.record({ add: fc.array(fc.nat(20), { maxLength: 3 }), remove: fc.boolean() });
  test.each([
    ['terms', terms],
    ['conversations, the shortest first', conversations('asc')],
    ['conversations, the longest first', conversations('desc')],
  ] as const)(
    'a walk along %s sees each row once, whatever is added or deleted on the way',
    {
      timeout: 120_000,
    },
    async (_, list) => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.nat(20), { minLength: 1, maxLength: 9 }),
          fc.array(step, { maxLength: 6 }),
          async (values, steps) => {
            const projectId = await api.site();
            const there = new Set<string>();
            for (const value of values) there.add(await list.add(projectId, value));
            const seen: string[] = [];
            const rest = [...steps];
            let result = await get(list.path(projectId));
            for (;;) {
              seen.push(...result.body.data.map(list.idOf));
              const { next } = linksOf(result);
              if (next === undefined) break;
              const { add = [], remove = false } = rest.shift() ?? {};
              for (const value of add) await list.add(projectId, value);
              // What was shown last may go: the cursor does not need it.
              const [id] = seen.slice(-1);
              if (remove && id !== undefined) {
                await list.remove(projectId, id);
              }
              result = await follow(next);
            }
            expect(new Set(seen).size).toBe(seen.length);
            expect(seen).toEqual(expect.arrayContaining([...there]));
          },
        ),
        { numRuns: 6 },
      );
    },
  );

  test('next, prev and first lead through a list and back, with its filters', async () => {
    const projectId = await api.site();
    for (const term of ['a', 'b', 'c', 'd', 'e']) {
      await api.call(`POST /projects/${projectId}/glossary`, { term: `x${term}` });
    }
    const list = `/projects/${projectId}/glossary?q=x&perPage=2`;
    const names = ({ body }: Result<{ data: { term: string }[] }>) =>
      body.data.map(({ term }) => term).join();
    const first = await get(list);
    expect([names(first), Object.keys(linksOf(first))]).toEqual(['xa,xb', ['first', 'next']]);
    expect(linksOf(first).first).toBe(`/api/v1${list}`);
    const second = await follow(linksOf(first).next ?? '');
    expect([names(second), second.body.meta]).toEqual([
      'xc,xd',
      { total: 5, page: 2, perPage: 2, totalPages: 3 },
    ]);
    const last = await follow(linksOf(second).next ?? '');
    expect([names(last), Object.keys(linksOf(last))]).toEqual(['xe', ['first', 'prev']]);
    const back = await follow(linksOf(last).prev ?? '');
    expect([names(back), back.body.meta.page]).toEqual(['xc,xd', 2]);
    const start = await follow(linksOf(back).prev ?? '');
    expect([names(start), Object.keys(linksOf(start))]).toEqual(['xa,xb', ['first', 'next']]);
    // Pages by number link to the same neighbours.
    const numbered = await get(`${list}&page=2`);
    expect(names(numbered)).toBe('xc,xd');
    expect(names(await follow(linksOf(numbered).prev ?? ''))).toBe('xa,xb');
    expect(names(await get(`${list}&page=9`))).toBe('');
  });

  test('a cursor that no page of the list has given is refused', async () => {
    const projectId = await api.site();
    for (const count of [1, 2]) await conversation(projectId, { message_count: count });
    const list = `/assistant/${projectId}/conversations?perPage=1`;
    const { next = '' } = linksOf(await get(list));
    const cursor = new URL(next, 'http://localhost').searchParams.get('cursor') ?? '';
    const parts = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    const forged = (...other: unknown[]) =>
      Buffer.from(JSON.stringify(other)).toString('base64url');
    for (const wrong of [
      'x',
      forged(),
      forged(...parts.slice(0, 3), 'text', 'text'),
      forged(...parts.slice(0, 3), 1, 1),
      forged(...parts.slice(0, 3), 1, 'a\0'),
      forged(...parts.slice(0, 3), 1.5, 'a'),
      forged(...parts, 1),
    ]) {
      const { status, body } = await get(`${list}&cursor=${wrong}`);
      expect([status, body.error.details[0].path.split('.')[0]]).toEqual([400, 'cursor']);
    }
    expect((await get(`${list}&sortBy=messageCount&cursor=${cursor}`)).status).toBe(400);
    expect((await get(`${list}&cursor=${cursor}`)).body.data).toHaveLength(1);
  });

  test('projects are found by slug and by repository', async () => {
    const own = await testApi(opened.store, { plan: 'enterprise' });
    const create = (slug: string, more = {}) =>
      own.call('POST /projects', { name: slug, slug, ...more });
    const repository = { repoProvider: 'gitlab', repoOwner: 'acme/tools', repoName: 'docs' };
    await create('one', repository);
    await create('two', { ...repository, repoPath: '/two' });
    await create('three', { ...repository, repoName: 'other' });
    const slugs = async (query: string) =>
      (await own.call(`GET /projects?${query}`)).body.data.map(
        ({ slug }: { slug: string }) => slug,
      );
    expect(await slugs('slug=two')).toEqual(['two']);
    expect(await slugs('slug=none')).toEqual([]);
    expect((await slugs('repository=acme/tools/docs')).sort()).toEqual(['one', 'two']);
    expect(await slugs('repository=acme/tools/docs&slug=one')).toEqual(['one']);
    expect((await own.call('GET /projects?repository=acme')).status).toBe(400);
  });

  test('jobs are found by language and status', async () => {
    const projectId = await api.site(['a']);
    for (const code of ['fr', 'de']) {
      await api.call(`POST /projects/${projectId}/languages`, { code });
      await api.call(`POST /projects/${projectId}/translate`, { language: code });
    }
    const [first] = (await get(`/projects/${projectId}/translate?language=fr`)).body.data;
    await api.call(`POST /projects/${projectId}/translate/${first.jobId}/cancel`);
    const found = async (query: string) =>
      (await get(`/projects/${projectId}/translate?${query}`)).body.data.map(
        ({ language }: { language: string }) => language,
      );
    expect(await found('status=cancelled')).toEqual(['fr']);
    expect(await found('status=queued')).toEqual(['de']);
    expect(await found('status=queued&language=fr')).toEqual([]);
    expect((await get(`/projects/${projectId}/translate?status=lost`)).status).toBe(400);
  });

  test('conversations are found by their rating', async () => {
    const projectId = await api.site();
    await conversation(projectId, { first_message: 'good', satisfied: 1 });
    await conversation(projectId, { first_message: 'bad', satisfied: 0 });
    await conversation(projectId, { first_message: 'unrated' });
    for (const [rating, message] of [
      ['positive', 'good'],
      ['negative', 'bad'],
      ['none', 'unrated'],
    ]) {
      const { body } = await get(`/assistant/${projectId}/conversations?rating=${rating}`);
      expect(body.data).toMatchObject([{ firstMessage: message }]);
      expect(body.meta.total).toBe(1);
    }
  });

  test('conversations are found by the pages that their answers cite', async () => {
    const projectId = await api.site();
    const answered = async (paths: readonly string[], message_count: number) => {
      const id = newId('cnv');
      await conversation(projectId, { id, message_count });
      for (const path of paths) {
        await opened.store.transaction((trx) =>
          addAnswer(trx, {
            ...{ orgId: api.orgId, projectId, conversationId: id, id: newId('msg') },
            ...{ text: 'So.', status: 'completed', cited: null, tokens: 0, estimated: false },
            sources: JSON.stringify([{ path, title: 'A' }]),
            ...{ duration: 1, firstText: undefined, period: march, now: noon },
          }),
        );
      }
      return id;
    };
    const both = await answered(['a', '/guides/b', 'a'], 1);
    const one = await answered(['a'], 8);
    await answered([], 3);
    const found = async (query: string) => {
      const { body } = await get(`/assistant/${projectId}/conversations?${query}`);
      return body.data.map(({ id }: { id: string }) => id);
    };
    expect(await found('pagePath=/guides/b')).toEqual([both]);
    expect(await found('pagePath=a&sortBy=messageCount')).toEqual([one, both]);
    expect(await found('pagePath=a&rating=positive')).toEqual([]);
    expect(await found('pagePath=none')).toEqual([]);
    const other = await api.site();
    expect((await get(`/assistant/${other}/conversations?pagePath=a`)).body.data).toEqual([]);
  });

  test('deliveries are found by status, event, type and time', async () => {
    const projectId = await api.site();
    const hook = webhookRow({
      ...{ project_id: projectId, url: 'https://example.com/a', secret: '' },
      events: '["page.created","page.deleted"]',
    });
    await createWebhook(opened.store, api.orgId, hook);
    const ids = [newId('evt'), newId('evt'), newId('evt')];
    const data = { pagePath: 'a', pageTitle: page('a').title, deploymentId: 'dpl_1' };
    const types = ['page.created', 'page.deleted', 'page.created'] as const;
    for (const [index, type] of types.entries()) {
      const now = noon + index * 1000;
      await opened.store.transaction((trx) =>
        emit(trx, {
          ...{ orgId: api.orgId, projectId, newId, now },
          events: [{ id: ids[index] ?? '', type, timestamp: now, data }],
        }),
      );
    }
    const found = async (query: string) =>
      (await get(`/projects/${projectId}/webhooks/${hook.id}/deliveries?${query}`)).body.data
        .map(({ eventId }: { eventId: string }) => ids.indexOf(eventId))
        .join();
    const at = (seconds: number) => new Date(noon + seconds * 1000).toISOString();
    expect(await found('')).toBe('2,1,0');
    expect(await found('event=page.created')).toBe('2,0');
    expect(await found('event=page.created&status=pending')).toBe('2,0');
    expect(await found('status=failed')).toBe('');
    expect(await found(`eventId=${ids[1]}`)).toBe('1');
    expect(await found(`from=${at(1)}`)).toBe('2,1');
    expect(await found(`from=${at(1)}&to=${at(1)}`)).toBe('1');
    expect(await found(`to=${at(1)}&event=page.created`)).toBe('0');
  });
});
