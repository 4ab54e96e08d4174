import { afterAll, beforeAll, expect, test } from 'vitest';
import { fixedRepository } from '../../support/fixed-repository.ts';
import { eachStore, type TestStore } from '../store/each-store.ts';
import { paths } from './description.ts';
import { oneOfEach } from './one-of-each.ts';
import { type TestApi, testApi } from './test-api.ts';

const reads = Object.entries(paths).flatMap(([path, { get }]) =>
  get && '304' in get.responses ? [path.replace('/api/v1', '')] : [],
);

eachStore('reads of one thing', (open) => {
  let opened: TestStore;
  let api: TestApi;
  let ids: Record<string, string>;
  const get = (path: string, headers: Record<string, string> = {}) =>
    api.call(`GET ${path.replace(/\{(\w+)\}/g, (_, name) => ids[name] ?? '')}`, undefined, {
      headers,
    });
  beforeAll(async () => {
    opened = await open();
    api = await testApi(opened.store, { repositoryConfig: fixedRepository });
    ids = await oneOfEach(api);
    await api.call(`PATCH /projects/${ids.projectId}`, {
      ...{ repoProvider: 'github', repoOwner: 'acme', repoName: 'docs' },
    });
  });
  afterAll(() => opened.drop());

  test.each(reads)('%s is not sent again to a client that has it', async (path) => {
    const first = await get(path);
    expect(first.status).toBe(200);
    const tag = first.headers.get('etag') ?? '';
    expect(tag).toMatch(/^"[\w-]+"$/);
    expect(first.headers.get('cache-control')).toBe('private, no-cache');
    for (const known of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
      const again = await get(path, { 'if-none-match': known });
      expect([again.status, again.text, again.headers.get('etag')]).toEqual([304, '', tag]);
    }
    expect((await get(path, { 'if-none-match': '"other"' })).text).toBe(first.text);
  });

  test('every kind of thing can be read by its id', () => {
    expect(reads).toEqual(
      expect.arrayContaining([
        '/projects/{projectId}',
        '/projects/{projectId}/languages/{code}',
        '/projects/{projectId}/translate/{jobId}',
        '/projects/{projectId}/glossary/{termId}',
        '/projects/{projectId}/webhooks/{webhookId}',
        '/projects/{projectId}/webhooks/{webhookId}/deliveries/{deliveryId}',
        '/assistant/{projectId}/conversations/{conversationId}',
      ]),
    );
  });

  test('a change makes another version, and is what the list shows', async () => {
    for (const [path, change, list] of [
      ['glossary/{termId}', { context: 'new' }, 'glossary'],
      ['webhooks/{webhookId}', { description: 'new' }, 'webhooks'],
      ['languages/{code}', { autoTranslate: true }, 'languages'],
    ] as const) {
      const one = `/projects/${ids.projectId}/${path}`;
      const before = await get(one);
      const address = one.replace(/\{(\w+)\}/g, (_, name) => ids[name] ?? '');
      expect((await api.call(`PATCH ${address}`, change)).status).toBe(200);
      const after = await get(one, { 'if-none-match': before.headers.get('etag') ?? '' });
      expect(after.status).toBe(200);
      expect(after.body).not.toEqual(before.body);
      const { data } = (await get(`/projects/${ids.projectId}/${list}`)).body;
      expect(data.targetLanguages ?? data).toContainEqual(after.body.data);
    }
  });

  test('a webhook is read with its secret masked, and a language only if it is configured', async () => {
    const { body } = await get('/projects/{projectId}/webhooks/{webhookId}');
    expect(body.data.secret).toMatch(/^whsec_\*{4}/);
    expect((await get('/projects/{projectId}/languages/de')).status).toBe(404);
    expect((await get('/projects/{projectId}/languages/xx')).status).toBe(400);
  });
});
