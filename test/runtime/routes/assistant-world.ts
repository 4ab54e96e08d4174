import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { openModel } from '../../../pipeline/net/open-model.ts';
import { createApi } from '../../../runtime/api.ts';
import { createTurns } from '../../../runtime/assistant/conversation/turns.ts';
import { openModels } from '../../../runtime/assistant/model/models.ts';
import { type AssistantOptions, openAssistant } from '../../../runtime/assistant/service.ts';
import type { AssistantSite } from '../../../runtime/assistant/site/site.ts';
import { unlimited } from '../../../runtime/http/rate-limit.ts';
import { createIds } from '../../../runtime/store/ids.ts';
import { chatEvent } from '../../../schema/api/assistant.ts';
import type { ChatEvent } from '../../../schema/chat.ts';
import { validate } from '../../../schema/validate.ts';
import { chatEvents } from '../../support/event-stream.ts';
import { type ModelStub, type StubAnswer, startModelStub } from '../../support/model-stub.ts';
import { guides, siteOf } from '../assistant/world.ts';
import type { TestStore } from '../store/each-store.ts';
import { type TestApi, testApi } from './test-api.ts';

/**
 * An assistant behind the API, over a site of three pages: hooks that open and close it around the tests
 * of one database, and what the tests ask it with.
 */
export function assistantWorld(open: () => Promise<TestStore>) {
  let opened: TestStore;
  let api: TestApi;
  let project: string;
  let stub: ModelStub | undefined;
  let sites: Map<string, AssistantSite>;
  let woken = 0;
  beforeAll(async () => {
    opened = await open();
  });
  beforeEach(() => start());
  afterEach(async () => {
    await api.services.assistant?.close();
    await stub?.close();
    stub = undefined;
  });
  afterAll(() => opened.drop());

  /** The API with an assistant over a site of three pages; with a script, over a model. */
  async function start(
    more: Partial<AssistantOptions> & {
      readonly plan?: string;
      readonly script?: (index: number) => StubAnswer;
      readonly heartbeat?: number;
      /** Milliseconds the model has for its first word. */
      readonly firstToken?: number;
      readonly assistant?: object;
    } = {},
  ): Promise<void> {
    const { plan, script, heartbeat, firstToken, assistant, ...options } = more;
    await api?.services.assistant?.close();
    await stub?.close();
    stub = script && (await startModelStub((_request, index) => script(index)));
    sites = new Map();
    woken = 0;
    const clock: { time: () => number } = { time: () => 0 };
    const free = async () => ({});
    const made = openAssistant({
      store: opened.store,
      siteOf: (row) => sites.get(row.id),
      ...(stub
        ? {
            model: openModel(
              { baseUrl: stub.baseUrl, apiKey: 'k', model: 'm' },
              { firstTokenTimeout: firstToken ?? 2000 },
            ),
            modelNamed: openModels(
              { baseUrl: stub.baseUrl, apiKey: 'k', model: 'm' },
              new Map([
                [
                  'acme/mapped',
                  { baseUrl: stub.baseUrl, apiKey: 'other', model: 'its-name-there' },
                ],
              ]),
            ).modelNamed,
          }
        : {}),
      turns: createTurns({ heartbeat: heartbeat ?? 15_000, keep: 60_000 }),
      limits: { visitor: free, address: free },
      wake: () => woken++,
      log: () => {},
      now: () => clock.time(),
      newId: createIds(() => clock.time()),
      ...options,
    });
    api = await testApi(opened.store, { ...(plan ? { plan } : {}), assistant: made });
    clock.time = () => api.clock.time;
    project = await api.site([]);
    sites.set(project, siteOf(guides, assistant ? { assistant } : {}));
  }

  const body = (more: object = {}) => ({ message: 'How do I deploy?', visitorId: 'v1', ...more });
  const post = (more: object = {}, to = project) =>
    api.call(`POST /assistant/${to}/chat`, body(more), { key: null });

  /** One question whose answer is streamed to its end. */
  async function ask(more: object = {}, to = project): Promise<ChatEvent[]> {
    const { status, text, headers } = await post(more, to);
    expect(`${status} ${status === 200 ? '' : text}`).toBe('200 ');
    expect(headers.get('content-type')).toBe('text/event-stream');
    const events = chatEvents(text);
    for (const event of events) expect(validate(chatEvent, event)).toEqual([]);
    return events;
  }
  const startOf = (events: readonly ChatEvent[]) =>
    events[0] as Extract<ChatEvent, { type: 'start' }>;
  const sourcesOf = (events: readonly ChatEvent[]) =>
    events.flatMap((event) => (event.type === 'citations' ? event.sources : []));
  const tokensOf = (events: readonly ChatEvent[]) => {
    const last = events.at(-1);
    return last?.type === 'done' ? last.tokensUsed : Number.NaN;
  };
  const list = async (query = '') =>
    (await api.call(`GET /assistant/${project}/conversations${query}`)).body;
  /** Pages that were nearest to questions without an answer. */
  const refusedPages = () =>
    opened.store.db
      .selectFrom('refused_pages')
      .select(['page_path', 'message_id'])
      .where('project_id', '=', project)
      .orderBy('created_at')
      .execute();
  const usage = async (query = '') =>
    (await api.call(`GET /assistant/${project}/usage${query}`)).body.data;

  /** Holds when every request to the model was answered or taken back; one that hangs never is by itself. */
  const modelLeftAlone = () =>
    expect.poll(() => stub?.open(), { timeout: 10_000, interval: 5 }).toBe(0);

  type Ask = (
    more: object,
    leave: (seen: string) => boolean,
    wait?: { readonly after: number; readonly since: 'question' | 'answer' },
  ) => Promise<void>;

  /** The API behind a real server: `ask` cuts the connection when `leave` says so, or after a while. */
  async function overHttp(use: (ask: Ask) => Promise<void>): Promise<void> {
    const app = createApi(api.services, { version: 't', log: () => {}, limits: unlimited });
    const server = createServer(getRequestListener((request) => app.fetch(request)));
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const { port } = server.address() as AddressInfo;
    const path = `/api/v1/assistant/${project}/chat`;
    try {
      await use(
        (more, leave, wait) =>
          new Promise((done) => {
            const headers = { 'content-type': 'application/json' };
            const sent = request({ port, host: '127.0.0.1', method: 'POST', path, headers });
            const leaveLater = () => setTimeout(() => sent.destroy(), wait?.after);
            sent.on('error', () => {});
            sent.on('close', () => done());
            if (wait?.since === 'question') leaveLater();
            sent.on('response', (response) => {
              if (wait?.since === 'answer') leaveLater();
              let seen = '';
              response.on('error', () => {});
              response.on('data', (part) => {
                seen += part;
                if (leave(seen)) sent.destroy();
              });
            });
            sent.end(JSON.stringify(body(more)));
          }),
      );
    } finally {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    }
  }

  return {
    get api() {
      return api;
    },
    get project() {
      return project;
    },
    get stub() {
      return stub;
    },
    get sites() {
      return sites;
    },
    get woken() {
      return woken;
    },
    get opened() {
      return opened;
    },
    start,
    body,
    post,
    ask,
    startOf,
    sourcesOf,
    tokensOf,
    list,
    refusedPages,
    usage,
    modelLeftAlone,
    overHttp,
  };
}
