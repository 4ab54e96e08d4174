import { afterAll, beforeAll, expect, test } from 'vitest';
import { openAssistant } from '../../../runtime/assistant/service.ts';
import type { Store } from '../../../runtime/store/open.ts';
import { guides, siteOf } from '../assistant/world.ts';
import { addressOf, describedApi, wholeProject } from '../routes/described-api.ts';
import { paths } from '../routes/description.ts';
import type { TestApi } from '../routes/test-api.ts';
import { eachStore, type TestStore } from '../store/each-store.ts';
import { newId, noon } from '../store/world.ts';

/** Operations that change something of a project. */
const changes = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).flatMap(([method, operation]) =>
    method !== 'get' && path.includes('{projectId}') ? [{ path, method, operation }] : [],
  ),
);

/** Bodies that are accepted, where the example of the description is not. */
const bodies: Readonly<Record<string, object>> = {
  addLanguage: { code: 'de' },
  triggerTranslation: { language: 'fr' },
  createWebhook: { url: 'https://example.com/other', events: ['page.updated'] },
  sendFeedback: { pagePath: 'a', rating: 'positive', visitorId: 'visitor-1' },
  sendMessage: { message: 'How do I deploy?', visitorId: 'visitor-1' },
  stopMessage: { visitorId: 'visitor-1' },
  rateConversation: { visitorId: 'visitor-1', satisfied: true },
  closeConversation: { visitorId: 'visitor-1' },
};

eachStore('a project that is deleted while a request changes it', (open) => {
  let opened: TestStore;
  let api: TestApi;
  /** Happens before each transaction. */
  let meanwhile = async () => {};

  beforeAll(async () => {
    opened = await open();
    const transaction: Store['transaction'] = async (work) => {
      await meanwhile();
      return opened.store.transaction(work);
    };
    const store = { ...opened.store, transaction };
    const free = async () => ({});
    const assistant = openAssistant({
      ...{ store, wake: () => {}, log: () => {}, now: () => noon, newId },
      siteOf: () => siteOf(guides),
      limits: { visitor: free, address: free },
    });
    api = await describedApi(store, { assistant });
    const { webhooks } = api.services;
    // Nothing is sent from here.
    const sent = { delivered: true, statusCode: 204, duration: 1, responseBody: '', event: 'x' };
    Object.assign(api.services, {
      countsSearches: true,
      webhooks: { ...webhooks, wake: () => {}, sendTest: async () => sent },
    });
  });
  afterAll(() => opened.drop());

  /** Deletes the project before the transaction of that number, and says whether there was one. */
  function deleteBefore(number: number, projectId: string): () => boolean {
    let begun = 0;
    meanwhile = async () => {
      begun++;
      if (begun !== number) return;
      await opened.store.db.deleteFrom('projects').where('id', '=', projectId).execute();
    };
    return () => begun >= number;
  }

  test.each(changes)('$method $path never answers 500', async ({ path, method, operation }) => {
    const { operationId, parameters, requestBody, security } = operation;
    const body = bodies[operationId] ?? requestBody?.content['application/json']?.example;
    // Its answer is kept, which is one more transaction.
    const isRepeatable = parameters.some(({ name }) => name === 'Idempotency-Key');
    for (let number = 1; ; number++) {
      meanwhile = async () => {};
      const ids = await wholeProject(api);
      const wasDeleted = deleteBefore(number, ids.projectId ?? '');
      const line = `${method.toUpperCase()} ${addressOf(path, ids)}`;
      const { status, text } = await api.call(line, body, {
        ...(security.length === 0 ? { key: null } : {}),
        ...(isRepeatable ? { headers: { 'idempotency-key': 'key-1' } } : {}),
      });
      expect(status, text).toBeLessThan(500);
      if (!wasDeleted()) break;
    }
  });

  test('a key for it is refused like one for a project that never was', async () => {
    meanwhile = async () => {};
    const projectId = await api.site();
    const { store } = api.services;
    let wasDeleted = false;
    const db = opened.store.db.withPlugin({
      transformQuery: ({ node }) => node,
      // Between the look at the project and the new row.
      transformResult: async ({ result }) => {
        if (!wasDeleted && result.rows.some(({ id }) => id === projectId)) {
          wasDeleted = true;
          await opened.store.db.deleteFrom('projects').where('id', '=', projectId).execute();
        }
        return result;
      },
    });
    Object.assign(api.services, { store: { ...store, db } });
    const body = { name: 'CI', scopes: ['projects:read'], projectId };
    const { status, text } = await api.call('POST /keys', body);
    Object.assign(api.services, { store });
    expect(wasDeleted).toBe(true);
    expect(status, text).toBe(404);
  });
});
