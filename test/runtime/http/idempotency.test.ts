import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Model } from '../../../pipeline/net/model.ts';
import type { PreviewFacts, Previews } from '../../../runtime/api/services.ts';
import { createApi } from '../../../runtime/api.ts';
import { openAssistant } from '../../../runtime/assistant/service.ts';
import { unlimited } from '../../../runtime/http/rate-limit.ts';
import { pruneAnswers } from '../../../runtime/store/idempotency.ts';
import { answerOf, chatEvents } from '../../support/event-stream.ts';
import { guides, siteOf } from '../assistant/world.ts';
import { addressOf, describedApi, wholeProject } from '../routes/described-api.ts';
import { paths } from '../routes/description.ts';
import type { TestApi } from '../routes/test-api.ts';
import { eachStore, type TestStore } from '../store/each-store.ts';
import { newId } from '../store/world.ts';

/** Every POST of the description that may be repeated: not those whose answer has a secret. */
const posts = Object.entries(paths).flatMap(([path, { post }]) =>
  post?.parameters.some(({ name }) => name === 'Idempotency-Key') ? [{ path, ...post }] : [],
);

const visitorId = 'v1';

const preview: PreviewFacts = {
  ...{ name: 'pr-42', path: '/_preview/pr-42-0', url: null, deploymentId: null },
  ...{ branch: '', commitSha: '' },
  ...{ createdAt: 0, updatedAt: 0, expiresAt: 1 },
};

/** Bodies that succeed in the world of this file, where the example of the description does not. */
const bodies: Readonly<Record<string, (ids: Record<string, string>) => object>> = {
  addLanguage: () => ({ code: 'de' }),
  triggerTranslation: () => ({ language: 'fr' }),
  addTerm: () => ({ term: 'another' }),
  commitConfig: () => ({ configJson: '{}' }),
  exportTranslations: () => ({ language: 'fr' }),
  createWebhook: () => ({ url: 'https://example.com/other', events: ['page.updated'] }),
  sendFeedback: () => ({ pagePath: 'guides/deploy', rating: 'positive', visitorId }),
  sendMessage: () => ({ message: 'How do I deploy?', visitorId }),
  stopMessage: () => ({ visitorId }),
  rateConversation: () => ({ visitorId, satisfied: true }),
  closeConversation: () => ({ visitorId }),
  reportCitation: ({ messageId }) => ({ visitorId, messageId, start: 0, passage: 1 }),
};

eachStore('requests with an Idempotency-Key', (open) => {
  let opened: TestStore;
  let api: TestApi;
  let ids: Record<string, string>;
  beforeAll(async () => {
    opened = await open();
  });
  afterAll(() => opened.drop());
  beforeEach(async () => {
    await start();
    ids = await wholeProject(api);
  });

  async function start(model?: Model): Promise<void> {
    const clock: { time: () => number } = { time: () => 0 };
    const free = async () => ({});
    const assistant = openAssistant({
      ...{ store: opened.store, wake: () => {}, log: () => {}, now: () => clock.time(), newId },
      siteOf: () => siteOf(guides),
      limits: { visitor: free, address: free },
      ...(model ? { model } : {}),
    });
    api = await describedApi(opened.store, { assistant });
    clock.time = () => api.clock.time;
    Object.assign(api.services, {
      countsSearches: true,
      uploads: {
        ...api.services.uploads,
        // There are no files to publish here.
        publish: async () => ids.deploymentId,
        promote: async () => {},
      },
      previews: {
        ...api.services.previews,
        open: async () => preview,
        publish: async () => preview,
      } as Previews,
      webhooks: {
        ...api.services.webhooks,
        sendTest: async () => ({
          ...{ delivered: true, statusCode: 204, duration: 1, responseBody: '' },
          event: 'page.created',
        }),
      },
    });
  }

  const chat = (key: string, more: object = {}, options: object = {}) =>
    api.call(
      `POST /assistant/${ids.projectId}/chat`,
      { message: 'How do I deploy?', visitorId, ...more },
      { key: null, headers: { 'idempotency-key': key }, ...options },
    );

  /** A stream has its reader before it is kept: until then its key is in progress. */
  const onceKept = <Answer extends { readonly status: number }>(send: () => Promise<Answer>) =>
    vi.waitFor(async () => {
      const answer = await send();
      expect(answer.status).not.toBe(409);
      return answer;
    }, 20_000);

  test.each(posts)(
    'POST $path is repeated, refused for another body, and while it runs',
    async (post) => {
      // A conversation with an answer that cites something.
      const asked = chatEvents((await chat('first')).text);
      for (const event of asked) {
        if (event.type === 'start') Object.assign(ids, event);
      }
      const passage = { number: 1, path: 'a', title: 'A', url: '/a', text: 'Text.' };
      const spans = [{ start: 0, end: 1, status: 'supported', passages: [1] }];
      await opened.store.db
        .updateTable('messages')
        .set({ cited: JSON.stringify({ passages: [passage], spans }) })
        .where('id', '=', ids.messageId ?? '')
        .execute();
      const line = `POST ${addressOf(post.path, ids)}`;
      const { schema, example } = post.requestBody?.content['application/json'] ?? {};
      const body = bodies[post.operationId]?.(ids) ?? example;
      const isPublic = post.security.length === 0;
      // Searches are counted without saying whose they are.
      if (isPublic && post.operationId !== 'reportSearches') {
        expect(schema?.required, 'readers are told apart').toContain('visitorId');
      }
      const send = (given: unknown, key = 'key-1') =>
        api.call(line, given, {
          ...(isPublic ? { key: null } : {}),
          headers: { 'idempotency-key': key },
        });

      const first = await send(body);
      expect([200, 201, 202], first.text).toContain(first.status);
      expect(first.headers.has('idempotent-replayed')).toBe(false);
      const isStream = first.headers.get('content-type') === 'text/event-stream';
      const replay = await (isStream ? onceKept(() => send(body)) : send(body));
      expect(replay.headers.get('idempotent-replayed'), replay.text).toBe('true');
      expect([replay.status, replay.text]).toEqual([first.status, first.text]);
      for (const name of ['content-type', 'location', 'cache-control']) {
        expect(replay.headers.get(name), name).toBe(first.headers.get(name));
      }
      if (body !== undefined) {
        // The same content in other bytes is another body.
        const other = await api.call(line, undefined, {
          ...(isPublic ? { key: null } : {}),
          headers: { 'idempotency-key': 'key-1' },
          raw: `${JSON.stringify(body)} `,
        });
        expect([other.status, other.body.error.code]).toEqual([422, 'IDEMPOTENCY_MISMATCH']);
      }
      // As another process has it that is not done yet.
      await opened.store.db
        .updateTable('kept_answers')
        .set({ status: 0, locked_until: api.clock.time + 1000 })
        .execute();
      const running = await send(body);
      expect([running.status, running.body.error.code]).toEqual([409, 'IDEMPOTENCY_CONFLICT']);
      expect(running.headers.get('retry-after')).toBe('1');
    },
  );

  test('the secret of a new webhook is kept encrypted, and repeated', async () => {
    const send = () =>
      api.call(
        `POST /projects/${ids.projectId}/webhooks`,
        { url: 'https://example.com/other', events: ['page.updated'] },
        { headers: { 'idempotency-key': 'k' } },
      );
    const first = await send();
    const rows = await opened.store.db.selectFrom('kept_answers').selectAll().execute();
    expect(rows.some(({ status }) => status === 201)).toBe(true);
    expect(JSON.stringify(rows)).not.toContain(first.body.data.secret);
    expect((await send()).text).toBe(first.text);
    // An answer that an earlier version kept is repeated as it is.
    await opened.store.db
      .updateTable('kept_answers')
      .set({ body: first.text })
      .where('status', '=', 201)
      .execute();
    expect((await send()).text).toBe(first.text);
  });

  describe('of readers', () => {
    test('an answer is repeated by another process, with its events as they were sent', async () => {
      const first = await chat('k');
      const { sessionOf: _, ...services } = api.services;
      const other = createApi(
        { ...services, store: opened.again() },
        { version: 't', log: () => {}, limits: unlimited },
      );
      const response = await onceKept(async () =>
        other.request(`/api/v1/assistant/${ids.projectId}/chat`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'idempotency-key': 'k' },
          body: JSON.stringify({ message: 'How do I deploy?', visitorId }),
        }),
      );
      expect(response.headers.get('idempotent-replayed')).toBe('true');
      expect(response.headers.get('content-type')).toBe('text/event-stream');
      expect(await response.text()).toBe(first.text);
      const { total } = (await api.call(`GET /assistant/${ids.projectId}/conversations`)).body.meta;
      expect(total).toBe(2);
    });

    test('the key of another visitor, session or project is another key', async () => {
      Object.assign(api.services, {
        sessionOf: async (request: Request) =>
          request.headers.get('cookie') === 'docent_session=staff'
            ? { email: 'a@acme.test', groups: ['staff'] }
            : undefined,
      });
      const cookie = {
        key: null,
        headers: { 'idempotency-key': 'k', cookie: 'docent_session=staff' },
      };
      const secret = await chat('k', { message: 'roadmap' }, cookie);
      expect(answerOf(chatEvents(secret.text))).toContain('The secret roadmap.');
      const stranger = await chat('k', { message: 'roadmap' });
      expect(stranger.headers.has('idempotent-replayed')).toBe(false);
      expect(stranger.text).not.toContain('The secret roadmap.');
      const again = await onceKept(() => chat('k', { message: 'roadmap' }, cookie));
      expect([again.headers.get('idempotent-replayed'), again.text]).toEqual(['true', secret.text]);
      expect((await chat('k', { visitorId: 'v2' })).headers.has('idempotent-replayed')).toBe(false);
      ids.projectId = await api.site(['a']);
      expect((await chat('k')).headers.has('idempotent-replayed')).toBe(false);
    });

    test('an answer goes on without its reader, and is repeated whole', async () => {
      let goOn = () => {};
      const waiting = new Promise<void>((resolve) => {
        goOn = resolve;
      });
      await start(
        modelThat(async function* () {
          yield 'Push a release. ';
          await waiting;
          yield 'Then wait.';
        }),
      );
      ids.projectId = await api.site(['a']);
      const app = createApi(api.services, { version: 't', log: () => {}, limits: unlimited });
      const send = () =>
        app.request(`/api/v1/assistant/${ids.projectId}/chat`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'idempotency-key': 'k' },
          body: JSON.stringify({ message: 'How do I deploy?', visitorId }),
        });
      const reader = (await send()).body?.getReader();
      await reader?.read();
      void reader?.cancel();
      expect((await send()).status).toBe(409);
      goOn();
      await expect.poll(async () => (await send()).status, { timeout: 20_000 }).toBe(200);
      expect(answerOf(chatEvents(await (await send()).text()))).toContain('Then wait.');
    });

    test('an answer that failed is asked again', async () => {
      let asked = 0;
      await start(
        modelThat(async function* () {
          asked++;
          yield 'Push ';
          if (asked === 1) throw new Error('cut off');
          yield 'a release.';
        }),
      );
      ids.projectId = await api.site(['a']);
      expect((await chat('k')).text).toContain('"type":"error"');
      await expect
        .poll(async () => answerOf(chatEvents((await chat('k')).text)), { timeout: 20_000 })
        .toBe('Push a release.');
      // The key is held until the answer is kept, a moment after its last word was sent.
      await expect
        .poll(async () => (await chat('k')).headers.get('idempotent-replayed'), { timeout: 20_000 })
        .toBe('true');
      expect(asked).toBe(2);
    });

    test('nothing is kept longer than a day, or than its project', async () => {
      const first = await chat('k');
      api.clock.time += 24 * 60 * 60 * 1000;
      const second = await chat('k');
      expect(second.headers.has('idempotent-replayed')).toBe(false);
      expect(second.text).not.toBe(first.text);
      const rows = () =>
        opened.store.db
          .selectFrom('kept_answers')
          .select('key')
          .where('owner', '=', ids.projectId ?? '')
          .execute();
      expect(await rows()).toHaveLength(1);
      await api.call(`DELETE /projects/${ids.projectId}`);
      expect(await rows()).toEqual([]);
    });
  });

  test('the oldest answers of an owner go first where there are too many', async () => {
    const { db } = opened.store;
    const owner = ids.projectId ?? '';
    for (let index = 0; index < 10; index++) {
      api.clock.time++;
      await chat(`k${index}`);
    }
    await expect
      .poll(async () => (await chat('k9')).headers.get('idempotent-replayed'))
      .toBe('true');
    // One that is still in progress is not forgotten.
    await db
      .updateTable('kept_answers')
      .set({ status: 0 })
      .where('owner', '=', owner)
      .where('created_at', '=', api.clock.time - 9)
      .execute();
    await pruneAnswers(db, { by: 'reader', owner }, 4);
    const rows = await db
      .selectFrom('kept_answers')
      .select(['created_at', 'status'])
      .where('owner', '=', owner)
      .orderBy('created_at')
      .execute();
    expect(rows.map(({ created_at }) => Number(created_at) - api.clock.time)).toEqual([
      -9, -3, -2, -1, 0,
    ]);
  });
});

/** A model that writes what a generator yields. */
function modelThat(write: () => AsyncGenerator<string, void>): Model {
  return {
    name: 'scripted',
    complete: async () => {
      throw new Error('It only writes.');
    },
    stream: async function* () {
      for await (const text of write()) yield { type: 'text', text };
      const usage = { input: 1, output: 1, estimated: false };
      yield { type: 'end', toolCalls: [], finish: 'stop', usage };
    },
  };
}
