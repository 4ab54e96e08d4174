import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openModel } from '../../../pipeline/model.ts';
import { createApi } from '../../../runtime/api.ts';
import { openModels } from '../../../runtime/assistant/models.ts';
import { type AssistantOptions, openAssistant } from '../../../runtime/assistant/service.ts';
import type { AssistantSite } from '../../../runtime/assistant/site.ts';
import { createTurns } from '../../../runtime/assistant/turns.ts';
import { createIds } from '../../../runtime/store/ids.ts';
import { usedIn } from '../../../runtime/store/usage.ts';
import { chatEvent } from '../../../schema/api/assistant.ts';
import type { ChatEvent } from '../../../schema/chat.ts';
import { periodAt } from '../../../schema/plans.ts';
import { validate } from '../../../schema/validate.ts';
import { answerOf, chatEvents } from '../../support/event-stream.ts';
import { type ModelStub, type StubAnswer, startModelStub } from '../../support/model-stub.ts';
import { guides, siteOf } from '../assistant/world.ts';
import { eachStore, type TestStore } from '../store/each-store.ts';
import { type TestApi, testApi } from './test-api.ts';

eachStore('the assistant', (open) => {
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
    const app = createApi(api.services, { version: 't', log: () => {} });
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

  describe('without a model', () => {
    test('quotes the passage that fits, with its code, cites it and says so', async () => {
      const events = await ask();
      const answer = answerOf(events);
      expect(answer).toContain('I quote the documentation');
      expect(answer).toContain('### [Deploy › Push a release](/docs/guides/deploy#push-a-release)');
      expect(answer).toContain('```sh\nacme deploy --prod\n```');
      expect(answer).not.toContain('Undo it');
      expect(sourcesOf(events)[0]).toEqual({
        path: 'guides/deploy',
        title: 'Deploy',
        url: '/docs/guides/deploy#push-a-release',
      });
      expect(events.map((event) => event.type)).toEqual(
        expect.arrayContaining(['tool_call', 'tool_result', 'text']),
      );
      expect(tokensOf(events)).toBe(0);
    });

    test('says that it found nothing, and cites nothing', async () => {
      const events = await ask({ message: 'What about quantum entanglement pricing?' });
      expect(answerOf(events)).toMatch(/found nothing/);
      expect(sourcesOf(events)).toEqual([]);
    });

    test("reads pages of a session's groups for that session alone", async () => {
      await start();
      const sessionOf = async (request: Request, id: string) =>
        id === project && request.headers.get('cookie') === 'docent_session=staff'
          ? { groups: ['staff'] }
          : undefined;
      const { assistant } = api.services;
      const app = createApi(
        { ...api.services, ...(assistant ? { assistant } : {}), sessionOf },
        { version: 't', log: () => {} },
      );
      const read = async (cookie: string) => {
        const response = await app.request(`/api/v1/assistant/${project}/chat`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', cookie },
          body: JSON.stringify(body({ message: 'roadmap' })),
        });
        return answerOf(chatEvents(await response.text()));
      };
      expect(await read('docent_session=staff')).toContain('The secret roadmap.');
      expect(await read('docent_session=forged')).toMatch(/found nothing/);
    });

    test('never shows a page that the reader may not read', async () => {
      const events = await ask({ message: 'secret roadmap plan' });
      expect(JSON.stringify(events)).not.toContain('roadmap."');
      expect(answerOf(events)).toMatch(/found nothing/);
    });
  });

  test('sends the headers of the contract', async () => {
    const { headers } = await post();
    expect(headers.get('cache-control')).toBe('no-cache, no-transform');
    expect(headers.get('connection')).toBe('keep-alive');
    expect(headers.get('x-accel-buffering')).toBe('no');
  });

  test.each([
    {},
    { message: '' },
    { message: '   ' },
    { message: 'x'.repeat(2001) },
    { message: 1 },
    { visitorId: 'x'.repeat(129) },
    { visitorId: '' },
    { extra: 1 },
  ])('a body with %j is refused before any byte', async (more) => {
    const given = Object.keys(more).length === 0 ? {} : body(more);
    const { status, body: answer } = await api.call(`POST /assistant/${project}/chat`, given, {
      key: null,
    });
    expect(status).toBe(400);
    expect(answer.error.code).toBe('VALIDATION_ERROR');
    expect((await list()).meta.total).toBe(0);
  });

  test('2000 characters are taken, whatever their bytes', async () => {
    expect((await post({ message: '😀'.repeat(2000) })).status).toBe(200);
  });

  test('is not found for an unknown project, one without a site, and one that switched it off', async () => {
    expect((await post({}, 'prj_none')).status).toBe(404);
    expect((await post({}, await api.site([]))).status).toBe(404);
    await opened.store.db
      .updateTable('projects')
      .set({ config_json: '{"assistant":{"enabled":false}}', config_pending: 1 })
      .where('id', '=', project)
      .execute();
    const { status, body: answer } = await post();
    expect([status, answer.error.code]).toEqual([404, 'NOT_FOUND']);
  });

  test('takes a slug: that of the host that is asked, else one that only one project has', async () => {
    const slug = `twin-${project.slice(-8).toLowerCase()}`;
    const stranger = await testApi(opened.store);
    const twin = await stranger.site([], { slug });
    sites.set(twin, siteOf(guides));
    const projects = opened.store.db.updateTable('projects');
    const at = async (host: string, id = slug) => {
      const app = createApi(api.services, { version: 't', log: () => {} });
      const response = await app.request(`https://${host}/api/v1/assistant/${id}/chat`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body({ visitorId: host })),
      });
      await response.text();
      return response.status;
    };
    const askedAt = async (host: string) =>
      (
        await opened.store.db
          .selectFrom('conversations')
          .select('project_id')
          .where('visitor_id', '=', host)
          .where('project_id', 'in', [project, twin])
          .execute()
      ).map((row) => row.project_id);

    expect(await at('one.example')).toBe(200);
    expect(await askedAt('one.example')).toEqual([twin]);
    await projects
      .set({ slug, subdomain: `sub${slug}`, custom_domain: `${slug}.example` })
      .where('id', '=', project)
      .execute();
    // Two have it now: without a host of one of them nobody guesses.
    expect(await at('two.example')).toBe(404);
    for (const host of [`${slug}.example`, `sub${slug}.docs.example`]) {
      expect(await at(host)).toBe(200);
      expect(await askedAt(host)).toEqual([project]);
    }
    // An id is an id at every host.
    expect(await at(`other.${slug}.example`, twin)).toBe(200);
    expect(await askedAt(`other.${slug}.example`)).toEqual([twin]);
    await projects.set({ custom_domain: null }).where('id', '=', project).execute();
  });

  test('goes on with a conversation of the same visitor and project only', async () => {
    const { conversationId } = startOf(await ask());
    expect(startOf(await ask({ conversationId })).conversationId).toBe(conversationId);
    const other = await api.site([]);
    sites.set(other, siteOf(guides));
    for (const [more, to] of [
      [{ conversationId, visitorId: 'v2' }, project],
      [{ conversationId }, other],
      [{ conversationId: 'cnv_none' }, project],
    ] as const) {
      expect((await post(more, to)).status).toBe(404);
    }
    const { data } = await list();
    expect(data).toHaveLength(1);
    expect(data[0]).toMatchObject({ id: conversationId, messageCount: 4, satisfied: null });
  });

  test('ten messages a minute from a visitor, in any sixty seconds', async () => {
    const { createSlidingLimiter, chatLimits } = await import(
      '../../../runtime/assistant/limits.ts'
    );
    const now = () => api.clock.time;
    await start({
      limits: {
        visitor: createSlidingLimiter(chatLimits.visitor, now),
        address: createSlidingLimiter(chatLimits.address, now),
      },
    });
    for (let n = 0; n < 10; n++) {
      expect((await post()).status).toBe(200);
      api.clock.time += 5000;
    }
    const refused = await post();
    expect(refused.status).toBe(429);
    expect(refused.body.error).toMatchObject({ code: 'LIMIT_EXCEEDED' });
    expect(refused.headers.get('retry-after')).toBe('10');
    expect((await post({ visitorId: 'v2' })).status).toBe(200);
    api.clock.time += 10_001;
    expect((await post()).status).toBe(200);
    expect((await post()).status).toBe(429);
  });

  test('a secret in a message is refused, and never stored', async () => {
    const { status, body: answer } = await post({
      message: `why does sk-proj-${'a1B2'.repeat(10)} not work?`,
    });
    expect([status, answer.error.code]).toEqual([400, 'CONTENT_FILTERED']);
    expect((await list()).meta.total).toBe(0);
  });

  describe('with a model', () => {
    const searchThenAnswer = (index: number): StubAnswer =>
      index % 2 === 0
        ? {
            toolCalls: [
              { name: 'search_docs', arguments: '{"query":"deploy release"}' },
              { name: 'get_page', arguments: '{"path":"guides/deploy"}' },
              { name: 'list_pages', arguments: '{}' },
              { name: 'get_page', arguments: '{"path":"secret/plan"}' },
            ],
            usage: { prompt_tokens: 100, completion_tokens: 40 },
          }
        : {
            text: 'Run `acme deploy`, see [Deploy](guides/deploy). 部署完成 😀',
            chunkBytes: 3,
            usage: { prompt_tokens: 300, completion_tokens: 20 },
          };

    test('runs tools in parallel, streams, cites what it linked, and counts every token', async () => {
      await start({ script: searchThenAnswer });
      const events = await ask();
      expect(events.filter((event) => event.type === 'tool_call')).toHaveLength(4);
      expect(
        events.flatMap((event) =>
          event.type === 'tool_result' ? [{ ...event, type: 0, callId: 0 }] : [],
        ),
      ).toEqual([
        { type: 0, callId: 0, tool: 'search_docs', results: 2 },
        { type: 0, callId: 0, tool: 'get_page', title: 'Deploy' },
        { type: 0, callId: 0, tool: 'list_pages', pages: 2 },
        { type: 0, callId: 0, tool: 'get_page', error: 'NOT_FOUND' },
      ]);
      expect(answerOf(events)).toBe(
        'Run `acme deploy`, see [Deploy](/docs/guides/deploy). 部署完成 😀',
      );
      expect(sourcesOf(events).map(({ path }) => path)).toEqual(['guides/deploy']);
      // Arguments are 26, 24, 2 and 22 characters: 7 + 6 + 1 + 6 tokens of the first step's output.
      expect(tokensOf(events)).toBe(100 + (40 - 20) + 300 + 20);
      const sent = stub?.requests[1]?.body.messages ?? [];
      expect(sent.filter(({ role }) => role === 'tool')).toHaveLength(4);
      expect(JSON.stringify(sent)).not.toContain('roadmap');
      const { data } = await list();
      const day = await usage();
      expect(data[0].tokensUsed).toBe(440);
      expect(day.totalTokens).toBe(440);
      expect(
        day.usageByDay.reduce((sum: number, one: { tokens: number }) => sum + one.tokens, 0),
      ).toBe(440);
      const read = await api.call(`GET /assistant/${project}/conversations/${data[0].id}`);
      expect(read.body.data.messages.map((one: { tokensUsed: number }) => one.tokensUsed)).toEqual([
        0, 440,
      ]);
      expect(day.model).toBe('openai/m');
    });

    test('shows the model what was said before, and nothing of other conversations', async () => {
      await start({ script: () => ({ text: 'Answer. ' }) });
      const { conversationId } = startOf(await ask({ message: 'first question' }));
      await ask({ message: 'a stranger asks', visitorId: 'v9' });
      await ask({ message: 'second question', conversationId });
      const messages = stub?.requests.at(-1)?.body.messages ?? [];
      expect(messages.map(({ role, content }) => [role, role === 'system' ? '' : content])).toEqual(
        [
          ['system', ''],
          ['user', 'first question'],
          ['assistant', 'Answer. '],
          ['user', 'second question'],
        ],
      );
    });

    test('a question in the middle of the first answer waits for it, and goes on with it', async () => {
      await start({ script: (index) => ({ text: `Answer ${index}.`, delay: 150 }) });
      let seen = '';
      await overHttp(async (ask) => {
        const first = ask({ message: 'first question' }, (text) => {
          seen = text;
          return false;
        });
        await expect.poll(() => seen).toContain('"start"');
        const conversationId = /"conversationId":"(\w+)"/.exec(seen)?.[1];
        expect((await post({ conversationId, visitorId: 'v2' })).status).toBe(404);
        const events = chatEvents((await post({ conversationId, message: 'second' })).text);
        expect(answerOf(events)).toBe('Answer 1.');
        await first;
      });
      const messages = stub?.requests[1]?.body.messages ?? [];
      expect(messages.slice(1).map(({ content }) => content)).toEqual([
        'first question',
        'Answer 0.',
        'second',
      ]);
      expect((await list()).meta.total).toBe(1);
    });

    test("puts the site's own words below the rules", async () => {
      await start({
        script: () => ({ text: 'Ahoy.' }),
        assistant: { systemPrompt: 'Talk like a pirate.', name: 'Polly' },
      });
      await ask();
      const system = stub?.requests[0]?.body.messages?.[0]?.content ?? '';
      expect(system.indexOf('never instructions')).toBeGreaterThan(0);
      expect(system.indexOf('Talk like a pirate.')).toBeGreaterThan(
        system.indexOf('never instructions'),
      );
      expect(system).toContain('Polly');
    });

    test.each([
      ['enterprise', 'acme/own', 'acme/own', 'acme/own'],
      ['enterprise', 'acme/mapped', 'its-name-there', 'acme/mapped'],
      ['enterprise', undefined, 'm', 'openai/m'],
      ['business', 'acme/own', 'm', 'openai/m'],
      ['free', 'acme/mapped', 'm', 'openai/m'],
    ])(
      'on the plan %s a site that names the model %s is answered by %s',
      async (plan, model, sent, reported) => {
        await start({ plan, script: () => ({ text: 'Yes.' }), assistant: { model } });
        await ask();
        expect(stub?.requests.map(({ body: { model } }) => model)).toEqual([sent]);
        expect((await usage()).model).toBe(reported);
      },
    );

    test('a model that the API named after the deployment answers at once', async () => {
      await start({ script: () => ({ text: 'Yes.' }), assistant: { model: 'acme/own' } });
      const row = opened.store.db.updateTable('projects').where('id', '=', project);
      // What the last deployment was built from says no more than the deployment itself.
      await row
        .set({ config_json: '{"assistant":{"model":"acme/raw"}}', config_pending: 0 })
        .execute();
      await ask();
      await row
        .set({ config_json: '{"assistant":{"model":"acme/new"}}', config_pending: 1 })
        .execute();
      await ask();
      await row.set({ config_json: '{}', config_pending: 1 }).execute();
      await ask();
      expect(stub?.requests.map(({ body: { model } }) => model)).toEqual([
        'acme/own',
        'acme/new',
        'm',
      ]);
    });

    test('runs eight tools at once, and refuses the rest', async () => {
      const call = { name: 'get_page', arguments: '{"path":"guides/deploy"}' };
      await start({
        script: (index) =>
          index === 0 ? { toolCalls: Array(10).fill(call) } : { text: 'Read often.' },
      });
      const results = (await ask()).filter((event) => event.type === 'tool_result');
      expect(results.map((event) => ('error' in event ? event.error : 'fine'))).toEqual([
        ...Array(8).fill('fine'),
        ...Array(2).fill('LIMIT_EXCEEDED'),
      ]);
    });

    test('stops asking for tools after eight steps', async () => {
      await start({
        script: () => ({ text: 'Hm. ', toolCalls: [{ name: 'list_pages', arguments: '{}' }] }),
      });
      const events = await ask();
      expect(stub?.requests).toHaveLength(8);
      expect(stub?.requests[7]?.body.tools).toBeUndefined();
      expect(events.at(-1)?.type).toBe('done');
    });

    test.each([
      [{ toolCalls: [{ name: 'get_page', arguments: '{"path":' }] }, 'VALIDATION_ERROR'],
      [{ toolCalls: [{ name: 'get_page', arguments: '{"path":7}' }] }, 'VALIDATION_ERROR'],
      [{ toolCalls: [{ name: 'rm', arguments: '{}' }] }, 'NOT_FOUND'],
    ])('a bad call (%j) is a result with its code, and the answer goes on', async (first, code) => {
      await start({ script: (index) => (index === 0 ? first : { text: 'Well.' }) });
      const events = await ask();
      expect(events.find((event) => event.type === 'tool_result')).toMatchObject({ error: code });
      expect(answerOf(events)).toBe('Well.');
    });

    test('estimates tokens that the provider does not tell, and says so', async () => {
      await start({ script: () => ({ text: 'Twelve chars', usage: null }) });
      const events = await ask();
      const last = events.at(-1);
      expect(last).toMatchObject({ type: 'done', estimated: true });
      expect((await list()).data[0].tokensUsed).toBe(tokensOf(events));
    });

    test.each([
      [{ status: 500 }, 'AI_UNAVAILABLE'],
      [{ status: 429 }, 'AI_UNAVAILABLE'],
      [{ fault: 'drop', text: 'Some words that are cut off in their middle' }, 'AI_UNAVAILABLE'],
      [{ fault: 'malformed' }, 'AI_UNAVAILABLE'],
      [{ fault: 'refusal' }, 'CONTENT_FILTERED'],
      [{ fault: 'filter', text: 'Oh' }, 'CONTENT_FILTERED'],
    ] as const)('%j ends the stream with an error, or is a status', async (answer, code) => {
      await start({ script: () => answer as StubAnswer });
      const { status, text, body: refused } = await post();
      if (status === 200) {
        const last = chatEvents(text).at(-1);
        expect(last).toMatchObject({ type: 'error', code });
      } else expect(refused.error.code).toBe(code);
    });

    test('an open circuit is a 503 before any byte', async () => {
      await start({ script: () => ({ status: 500 }) });
      const statuses = new Set<number>();
      for (let n = 0; n < 8; n++) statuses.add((await post()).status);
      expect(statuses).toContain(503);
      const { status, body: refused, headers } = await post();
      expect([status, refused.error.code]).toEqual([503, 'AI_UNAVAILABLE']);
      expect(headers.get('retry-after')).not.toBeNull();
    });

    test('the running answer ends when the month runs out, the next one is refused', async () => {
      await start({
        plan: 'free',
        script: () => ({ text: 'Long.', usage: { prompt_tokens: 99_990, completion_tokens: 40 } }),
      });
      expect(tokensOf(await ask())).toBe(100_030);
      const { status, body: refused, headers } = await post();
      expect([status, refused.error.code, refused.error.details[0].code]).toEqual([
        429,
        'LIMIT_EXCEEDED',
        'tokens',
      ]);
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(3600);
      expect(await usage()).toMatchObject({ tokensLimit: 100_000, tokensRemaining: 0 });
    });

    test('an answer that recites the rules is cut', async () => {
      await start({
        script: (index) =>
          index === 0
            ? {
                text: 'My rules: Say only what the pages say. When they do not answer the question, say so in one sentence and name the nearest page.',
              }
            : { text: '' },
      });
      const events = await ask();
      expect(events.at(-1)).toMatchObject({ type: 'error', code: 'CONTENT_FILTERED' });
      expect(answerOf(events)).not.toContain('When they do not answer the question, say so in one');
    });

    test('a quiet stream is kept open by comments', async () => {
      await start({ heartbeat: 20, script: () => ({ text: 'Late.', delay: 150 }) });
      const { text } = await post();
      expect(text.match(/^: ping$/gm)?.length).toBeGreaterThan(2);
      expect(answerOf(chatEvents(text))).toBe('Late.');
    });

    test('a reader who stops keeps what there is, counted; others can not stop it', async () => {
      await start({ script: () => ({ text: 'word '.repeat(80), fault: 'stall' }) });
      const app = createApi(api.services, { version: 't', log: () => {} });
      const response = await app.request(`/api/v1/assistant/${project}/chat`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body()),
      });
      const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
      let text = '';
      while (!text.includes('"text"')) text += (await reader?.read())?.value ?? '';
      const messageId = /"messageId":"(\w+)"/.exec(text)?.[1];
      const stop = (visitorId: string) =>
        api.call(`POST /assistant/${project}/chat/${messageId}/stop`, { visitorId }, { key: null });
      expect((await stop('v2')).status).toBe(404);
      expect((await stop('v1')).body.data).toEqual({ id: messageId, stopped: true });
      for (;;) {
        const next = await reader?.read();
        if (!next || next.done) break;
        text += next.value;
      }
      const events = chatEvents(text);
      expect(events.at(-1)).toMatchObject({ type: 'done', estimated: true });
      expect((await list()).data[0].tokensUsed).toBe(tokensOf(events));
      await modelLeftAlone();
      expect((await stop('v1')).body.data.stopped).toBe(false);
      const again = await api.call(
        `GET /assistant/${project}/chat/${messageId}/stream?visitorId=v1&after=1`,
        undefined,
        { key: null },
      );
      expect(again.text).toBe(text.slice(text.indexOf('\n\n') + 2));
    });

    test.each(['stall', 'hang'] as const)(
      'a reader who goes away stops a model that would %s for ever, and is counted',
      async (fault) => {
        await start({ script: () => ({ text: 'word '.repeat(80), fault }) });
        await overHttp(async (ask) => {
          await ask({}, (seen) => seen.includes(fault === 'stall' ? '"text"' : '"start"'));
          await modelLeftAlone();
        });
        await api.services.assistant?.settled();
        const { data } = await list();
        expect(data).toHaveLength(1);
        expect(data[0].tokensUsed).toBeGreaterThan(0);
        expect((await usage()).totalTokens).toBe(data[0].tokensUsed);
      },
    );

    test('a thousand readers who go away at any moment leave no open call and no uncounted turn', async () => {
      // That a disk is waited for is proven elsewhere; a thousand times it takes a minute.
      const isFile = opened.store.kind === 'sqlite';
      const readers = isFile ? 1200 : 240;
      if (isFile) await sql`pragma synchronous = off`.execute(opened.store.db);
      const asked: string[] = [];
      await start({
        firstToken: 60_000,
        script: (index) => {
          const messages = stub?.requests[index]?.body.messages ?? [];
          asked.push(messages.findLast(({ role }) => role === 'user')?.content ?? '');
          const isTool = index % 3 === 0;
          return {
            ...(isTool
              ? { toolCalls: [{ name: 'search_docs', arguments: '{"query":"deploy"}' }] }
              : { text: 'word '.repeat(10) }),
            delay: index % 11,
            pause: 3,
            // Most answers end only because somebody ends them.
            ...(isTool || index % 5 === 0 ? {} : { fault: 'stall' as const }),
          };
        },
      });
      let seed = 7;
      const random = () => {
        seed = (seed * 1103515245 + 12345) % 2147483648;
        return seed / 2147483648;
      };
      await overHttp(async (ask) => {
        for (let at = 0; at < readers; at += 20) {
          const group = Array.from({ length: 20 }, (_, n) => at + n);
          await Promise.all(
            group.map((n) =>
              ask({ visitorId: `v${n}`, message: `Question ${n}` }, () => false, {
                after: random() * 60,
                // Some go before they have seen anything.
                since: n % 7 === 0 ? 'question' : 'answer',
              }),
            ),
          );
        }
        await modelLeftAlone();
      });
      await api.services.assistant?.settled();
      if (isFile) await sql`pragma synchronous = full`.execute(opened.store.db);
      const rows = await opened.store.db
        .selectFrom('conversations')
        .innerJoin('messages', 'messages.conversation_id', 'conversations.id')
        .select(['first_message', 'tokens_used', 'tokens', 'messages.status'])
        .where('project_id', '=', project)
        .where('role', '=', 'assistant')
        .execute();
      // Whoever left before the request was read has asked nothing; all others are there.
      expect(rows.length).toBeGreaterThan(readers * 0.84);
      const counted = new Set(
        rows.filter(({ tokens }) => tokens > 0).map((row) => row.first_message),
      );
      expect([...new Set(asked)].filter((question) => !counted.has(question))).toEqual([]);
      expect(rows.filter((row) => row.tokens === 0 || row.tokens !== row.tokens_used)).toEqual([]);
      const sum = rows.reduce((all, row) => all + row.tokens, 0);
      const { totalTokens, totalConversations } = await usage();
      expect([totalTokens, totalConversations]).toEqual([sum, rows.length]);
      const month = periodAt(api.clock.time);
      expect(await usedIn(opened.store.db, api.orgId, 'tokens', month)).toBe(sum);
      expect(rows.some((row) => row.status === 'stopped')).toBe(true);
    }, 120_000);
  });

  describe('conversations', () => {
    test('are listed as the contract says, by both sort fields', async () => {
      const first = startOf(await ask({ message: `${'é'.repeat(199)}😀 and more` }));
      api.clock.time += 1000;
      await ask({ conversationId: first.conversationId });
      api.clock.time += 1000;
      await ask({ visitorId: 'v2' });
      const { data, meta } = await list();
      expect(meta).toEqual({ total: 2, page: 1, perPage: 20, totalPages: 1 });
      expect(data.map((row: { visitorId: string }) => row.visitorId)).toEqual(['v2', 'v1']);
      expect(data[1].firstMessage).toBe(`${'é'.repeat(199)}😀`);
      const byCount = await list('?sortBy=messageCount&order=asc&perPage=1');
      expect(byCount.data[0].visitorId).toBe('v2');
      expect(byCount.meta.totalPages).toBe(2);
      for (const bad of ['sortBy=id', 'order=up', 'perPage=101', 'page=0']) {
        expect((await api.call(`GET /assistant/${project}/conversations?${bad}`)).status).toBe(400);
      }
    });

    test('are read with assistant:read or projects:write, by id or slug, within the organization', async () => {
      const slug = `asst-${project.slice(-8).toLowerCase()}`;
      await opened.store.db
        .updateTable('projects')
        .set({ slug })
        .where('id', '=', project)
        .execute();
      const status = async (key: string | null, id = project) =>
        (await api.call(`GET /assistant/${id}/conversations`, undefined, { key })).status;
      expect(await status(null)).toBe(401);
      expect(await status(await api.keyFor({ scopes: ['assistant:read'] }))).toBe(200);
      expect(await status(await api.keyFor({ scopes: ['projects:write'] }))).toBe(200);
      expect(await status(await api.keyFor({ scopes: ['projects:read'] }))).toBe(403);
      expect(await status(api.key, slug)).toBe(200);
      const stranger = await testApi(opened.store);
      expect(await status(stranger.key)).toBe(404);
      expect(await status(stranger.key, slug)).toBe(404);
    });

    test('are rated by their own visitor; the last rating counts', async () => {
      const { conversationId } = startOf(await ask());
      const rate = (satisfied: unknown, visitorId = 'v1') =>
        api.call(
          `POST /assistant/${project}/conversations/${conversationId}/rating`,
          { satisfied, visitorId },
          { key: null },
        );
      expect((await rate(true, 'v2')).status).toBe(404);
      expect((await rate('yes')).status).toBe(400);
      expect((await rate(true)).body.data).toEqual({ id: conversationId, satisfied: true });
      expect((await usage()).satisfactionRate).toBe(1);
      await rate(false);
      expect((await list()).data[0].satisfied).toBe(false);
      expect((await usage()).satisfactionRate).toBe(0);
    });

    test('are deleted with their messages, not with what they cost', async () => {
      await start({
        script: () => ({ text: 'Yes.', usage: { prompt_tokens: 5, completion_tokens: 2 } }),
      });
      const { conversationId } = startOf(await ask());
      const path = `/assistant/${project}/conversations/${conversationId}`;
      expect((await api.call(`DELETE ${path}`)).body.data.deleted).toBe(true);
      expect((await api.call(`GET ${path}`)).status).toBe(404);
      expect((await api.call(`DELETE ${path}`)).status).toBe(404);
      expect((await usage()).totalTokens).toBe(7);
    });

    test('close in the middle of their first answer, which ends and is stored', async () => {
      await start({ script: () => ({ text: 'word '.repeat(80), fault: 'stall' }) });
      let seen = '';
      await overHttp(async (ask) => {
        const asked = ask({}, (text) => {
          seen = text;
          return false;
        });
        await expect.poll(() => seen).toContain('"text"');
        const id = /"conversationId":"(\w+)"/.exec(seen)?.[1];
        const close = (visitorId: string) =>
          api.call(
            `POST /assistant/${project}/conversations/${id}/close`,
            { visitorId },
            { key: null },
          );
        expect((await close('v2')).status).toBe(404);
        expect(stub?.open()).toBe(1);
        expect((await close('v1')).body.data).toEqual({ id, closed: true });
        await asked;
      });
      expect(chatEvents(seen).at(-1)?.type).toBe('done');
      expect((await list()).data[0].messageCount).toBe(2);
      await modelLeftAlone();
    });

    test('that are deleted while an answer is written stay deleted, and the answer is counted', async () => {
      await start({
        script: () => ({
          text: 'Yes.',
          delay: 100,
          usage: { prompt_tokens: 5, completion_tokens: 2 },
        }),
      });
      const { conversationId } = startOf(await ask());
      const path = `/assistant/${project}/conversations/${conversationId}`;
      const running = ask({ conversationId });
      await expect.poll(() => stub?.requests.length).toBe(2);
      expect((await api.call(`DELETE ${path}`)).status).toBe(200);
      expect(tokensOf(await running)).toBe(7);
      expect((await api.call(`GET ${path}`)).status).toBe(404);
      expect(await usage()).toMatchObject({
        totalConversations: 1,
        totalMessages: 4,
        totalTokens: 14,
      });
    });

    test('are forgotten after the days that the operator says', async () => {
      await start({ retention: 30 });
      await ask();
      api.clock.time += 29 * 86_400_000;
      await api.services.assistant?.forgetOld();
      expect((await list()).meta.total).toBe(1);
      api.clock.time += 2 * 86_400_000;
      await api.services.assistant?.forgetOld();
      expect((await list()).meta.total).toBe(0);
    });

    test('close after half an hour without a message, once, and again after another one', async () => {
      const { conversationId } = startOf(await ask());
      const events = async () =>
        (
          await opened.store.db
            .selectFrom('events')
            .selectAll()
            .where('project_id', '=', project)
            .orderBy('seq')
            .execute()
        ).map(({ type, data }) => ({ type, data: JSON.parse(data) }));
      const { assistant } = api.services;
      api.clock.time += 29 * 60_000;
      await assistant?.closeIdle();
      expect(await events()).toEqual([]);
      api.clock.time += 2 * 60_000;
      await assistant?.closeIdle();
      await assistant?.closeIdle();
      expect(await events()).toEqual([
        {
          type: 'assistant.conversation.completed',
          data: { conversationId, messageCount: 2, tokensUsed: 0, satisfied: null },
        },
      ]);
      expect(woken).toBeGreaterThan(0);
      await ask({ conversationId });
      const closed = await api.call(
        `POST /assistant/${project}/conversations/${conversationId}/close`,
        { visitorId: 'v1' },
        { key: null },
      );
      expect(closed.status).toBe(200);
      expect((await events()).at(-1)?.data.messageCount).toBe(4);
      expect(await events()).toHaveLength(2);
    });
  });

  describe('usage', () => {
    test.each([
      ['7d', 7],
      ['30d', 30],
      ['90d', 90],
      ['billing', 15],
    ])('of %s has every day, zero-filled, and sums that equal the totals', async (period, days) => {
      await ask();
      api.clock.time -= 3 * 86_400_000;
      await ask({ visitorId: 'v2' });
      api.clock.time += 3 * 86_400_000;
      const data = await usage(`?period=${period}`);
      expect(data.period).toBe(period);
      expect(data.usageByDay).toHaveLength(days);
      expect(data.usageByDay.at(-1)).toMatchObject({
        date: '2026-03-15',
        conversations: 1,
        messages: 2,
      });
      for (const [total, field] of [
        ['totalConversations', 'conversations'],
        ['totalMessages', 'messages'],
        ['totalTokens', 'tokens'],
      ] as const) {
        const sum = data.usageByDay.reduce(
          (all: number, day: Record<string, number>) => all + (day[field] ?? 0),
          0,
        );
        expect(data[total]).toBe(sum);
      }
      expect(data.totalConversations).toBe(2);
      expect([data.tokensLimit, data.tokensRemaining]).toEqual([null, null]);
      expect(data.model).toBe('docent/extractive');
    });

    test('of another period is refused', async () => {
      expect((await api.call(`GET /assistant/${project}/usage?period=1y`)).status).toBe(400);
    });
  });
});
