import { afterEach, describe, expect, test } from 'vitest';
import {
  type ChatEvent,
  type ClientOptions,
  createClient,
  DocentConnectionError,
  DocentError,
} from '../../packages/client/client.ts';
import { type Scripted, scriptedServer } from './scripted-server.ts';

let server: Awaited<ReturnType<typeof scriptedServer>>;
afterEach(() => server.close());

async function clientFor(script: readonly Scripted[], options: Partial<ClientOptions> = {}) {
  server = await scriptedServer(...script);
  return createClient({ baseUrl: server.baseUrl, key: 'k', retryDelay: 1, ...options });
}

const refused = (status: number, code: string, headers: Record<string, string> = {}): Scripted => ({
  status,
  headers: { 'x-request-id': 'req_1', ...headers },
  body: { error: { code, message: 'No.', status, requestId: 'req_1' } },
});
const cut: Scripted = (response) => response.destroy();
const lines = () => server.seen.map(({ line }) => line);

describe('a call', () => {
  test('is sent as the operation says, and returns its data', async () => {
    const client = await clientFor([{ status: 200, body: { data: { id: 'trm_1' } } }]);
    const term = await client.patchTerm('prj_1', 'trm_1', { description: 'x' });
    expect(term).toEqual({ id: 'trm_1' });
    expect(server.seen[0]).toMatchObject({
      line: 'PATCH /api/v1/projects/prj_1/glossary/trm_1',
      headers: { authorization: 'Bearer k', 'content-type': 'application/json' },
      body: '{"description":"x"}',
    });
  });

  test('gives its response for the headers, which a change can refer to', async () => {
    const client = await clientFor([{ status: 200, headers: { etag: '"1"' } }]);
    const { response } = await client.getProject('prj_1').withResponse();
    await client.updateProject('prj_1', {}, { ifMatch: response.headers.get('etag') ?? '' });
    expect(server.seen[1]?.headers['if-match']).toBe('"1"');
  });

  test('that fails with its response fails once: no rejection is left unhandled', async () => {
    const client = await clientFor([refused(404, 'NOT_FOUND')]);
    const unhandled: unknown[] = [];
    const note = (reason: unknown) => void unhandled.push(reason);
    process.on('unhandledRejection', note);
    try {
      await expect(client.getProject('prj_1').withResponse()).rejects.toBeInstanceOf(DocentError);
      // Node.js reports them after the microtasks of a turn.
      await new Promise((resolve) => setImmediate(resolve));
    } finally {
      process.off('unhandledRejection', note);
    }
    expect(unhandled).toEqual([]);
  });

  test('keeps the slashes of a page, and refuses parts that lead to another path', async () => {
    server = await scriptedServer({ status: 200 });
    const client = createClient({ baseUrl: `${server.baseUrl}/base/` });
    await client.releaseTranslation('prj_1', 'fr', 'guides/a b');
    expect(lines()).toEqual([
      'DELETE /base/api/v1/projects/prj_1/translations/fr/guides/a%20b/ownership',
    ]);
    for (const id of ['', '..', 'a/../b', './', 'a//b']) {
      expect(() => client.getProject(id)).toThrow(/projectId is ".*", which is not part of a path/);
    }
    expect(server.seen).toHaveLength(1);
  });

  test('refuses an address that no request can be sent to', async () => {
    server = await scriptedServer();
    expect(() => createClient({ baseUrl: 'ftp://example.com' })).toThrow(/expected an address/);
    expect(() => createClient({ baseUrl: 'localhost' })).toThrow();
  });
});

describe('a failed call', () => {
  test('throws the error of the API with all that it says', async () => {
    const details = [{ path: 'slug', code: 'missing-field', message: 'slug is missing' }];
    const error = { code: 'VALIDATION_ERROR', message: 'Bad.', requestId: 'req_7', details };
    const client = await clientFor([{ status: 400, body: { error } }]);
    const thrown = await client.createProject({ name: 'a', slug: 'a' }).catch((error) => error);
    expect(thrown).toBeInstanceOf(DocentError);
    expect(thrown).toMatchObject({
      code: 'VALIDATION_ERROR',
      status: 400,
      requestId: 'req_7',
      details,
    });
    expect(server.seen).toHaveLength(1);
  });

  test('says what a proxy answered in place of the server', async () => {
    const client = await clientFor([
      (response) => response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>No</h1>'),
    ]);
    await expect(client.getProject('prj_1')).rejects.toMatchObject({
      ...{ code: 'UNKNOWN', status: 404 },
      message: 'The server responded with status 404 and content of text/html.',
    });
  });

  test('is retried with the same key after a lost connection, and after 502, 503 and 504', async () => {
    const client = await clientFor(
      [
        cut,
        refused(502, 'UPSTREAM_ERROR'),
        refused(503, 'UNAVAILABLE'),
        refused(504, 'X'),
        { status: 201 },
      ],
      { maxRetries: 4 },
    );
    await client.createProject({ name: 'a', slug: 'a' });
    const keys = server.seen.map(({ headers }) => headers['idempotency-key']);
    expect(keys).toHaveLength(5);
    expect(new Set(keys).size).toBe(1);
    expect(keys[0]).toMatch(/^[\w-]{36}$/);
  });

  test('waits for its own earlier attempt, whose response was lost', async () => {
    const conflict = refused(409, 'IDEMPOTENCY_CONFLICT', { 'retry-after': '0' });
    const client = await clientFor([
      cut,
      conflict,
      { status: 201, body: { data: { id: 'prj_1' } } },
    ]);
    expect(await client.createProject({ name: 'a', slug: 'a' })).toEqual({ id: 'prj_1' });
    const other = await clientFor([conflict]);
    await expect(
      other.createProject({ name: 'a', slug: 'a' }, { idempotencyKey: 'mine' }),
    ).rejects.toMatchObject({ code: 'IDEMPOTENCY_CONFLICT' });
    expect(server.seen).toHaveLength(1);
  });

  test('is not repeated if that might do it twice', async () => {
    const send = { method: 'POST', takesKey: false };
    const { send: sent } = await import('../../packages/client/send.ts');
    for (const [answer, requests] of [
      [cut, 1],
      [refused(502, 'UPSTREAM_ERROR'), 1],
      [refused(503, 'UNAVAILABLE'), 3],
      [refused(429, 'LIMIT_EXCEEDED', { 'retry-after': '0' }), 3],
    ] as const) {
      server = await scriptedServer(answer);
      const options = { baseUrl: server.baseUrl, retryDelay: 1 };
      await expect(sent(options, { ...send, path: '/x' })).rejects.toThrow(DocentError);
      expect(server.seen).toHaveLength(requests);
      await server.close();
    }
  });

  test('waits as long as the server asks, but not for minutes, and not for the units of a month', async () => {
    const client = await clientFor([
      refused(429, 'LIMIT_EXCEEDED', { 'retry-after': '1' }),
      refused(503, 'UNAVAILABLE', { 'retry-after': new Date(0).toUTCString() }),
      { status: 200 },
    ]);
    const start = performance.now();
    await client.getProject('prj_1');
    expect(performance.now() - start).toBeGreaterThan(900);
    for (const answer of [
      refused(429, 'LIMIT_EXCEEDED', { 'retry-after': '3600' }),
      refused(429, 'LIMIT_EXCEEDED'),
    ]) {
      const impatient = await clientFor([answer]);
      await expect(impatient.getProject('prj_1')).rejects.toMatchObject({ status: 429 });
      expect(server.seen).toHaveLength(1);
    }
  });

  test('ends with the error of its last attempt', async () => {
    const client = await clientFor([refused(503, 'UNAVAILABLE')]);
    await expect(client.getProject('prj_1')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(server.seen).toHaveLength(3);
    const { baseUrl } = server;
    await server.close();
    const alone = createClient({ baseUrl, maxRetries: 0 });
    const error = await alone.getProject('prj_1').catch((error) => error);
    expect(error).toBeInstanceOf(DocentConnectionError);
    expect(error).toMatchObject({
      ...{ code: 'CONNECTION_FAILED', status: 0 },
      message: expect.stringMatching(/^Can't reach http:\/\/127\.0\.0\.1:\d+: .*ECONNREFUSED/),
    });
  });

  test('ends when time runs out, and at once when its caller aborts it, also between attempts', async () => {
    const client = await clientFor([() => {}], { timeout: 50, maxRetries: 0 });
    await expect(client.getProject('prj_1')).rejects.toMatchObject({ code: 'TIMEOUT' });
    const abort = new AbortController();
    const hanging = client.getProject('prj_1', { signal: abort.signal, timeout: 60_000 });
    abort.abort(new Error('enough'));
    await expect(hanging).rejects.toThrow('enough');

    const waiting = await clientFor([refused(429, 'LIMIT_EXCEEDED', { 'retry-after': '50' })]);
    const later = new AbortController();
    const call = waiting.getProject('prj_1', { signal: later.signal });
    await expect.poll(() => server.seen.length).toBe(1);
    later.abort(new Error('enough'));
    await expect(call).rejects.toThrow('enough');
  });
});

describe('a list', () => {
  const page = (data: readonly unknown[], next?: string): Scripted => ({
    status: 200,
    headers: {
      link: `</api/v1/x>; rel="first"${next ? `, </api/v1/x?perPage=2&cursor=${next}>; rel="next"` : ''}`,
    },
    body: { data, meta: { page: 1, perPage: 2, total: 5, totalPages: 3 } },
  });

  test('is one page when awaited, and all entries in a loop, as its links say', async () => {
    const script = [page([1, 2], 'a_-'), page([3, 4], 'b%3D'), page([5])];
    const client = await clientFor(script);
    const found: unknown[] = [];
    for await (const job of client.listJobs('prj_1', { perPage: 2 })) found.push(job);
    expect(found).toEqual([1, 2, 3, 4, 5]);
    const path = 'GET /api/v1/projects/prj_1/translate?perPage=2';
    expect(lines()).toEqual([path, `${path}&cursor=a_-`, `${path}&cursor=b%3D`]);
    const first = await (await clientFor(script)).listJobs('prj_1');
    expect(first).toMatchObject({ data: [1, 2], meta: { totalPages: 3 } });
    expect(server.seen).toHaveLength(1);
  });

  test('requests no page that is not read, and throws its error in the loop', async () => {
    const client = await clientFor([page([1, 2], 'a'), refused(404, 'NOT_FOUND')]);
    for await (const _ of client.listProjects()) break;
    expect(server.seen).toHaveLength(1);
    const found: unknown[] = [];
    await expect(async () => {
      for await (const project of client.listProjects({ page: 1 })) found.push(project);
    }).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('an answer of the assistant', () => {
  const event = (value: object) => `data: ${JSON.stringify(value)}\n\n`;
  const start = event({ type: 'start', conversationId: 'cnv_1', messageId: 'msg_1' });
  const text = (content: string) => event({ type: 'text', content });
  const done = event({ type: 'done', tokensUsed: 3 });
  const question = { message: 'How?', visitorId: 'v1' };
  const streamed =
    (parts: readonly string[], end: 'close' | 'cut' | 'hang' = 'close'): Scripted =>
    async (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      for (const part of parts) await new Promise((done) => response.write(part, done));
      if (end === 'close') response.end();
      // The client has read what was sent before the connection breaks.
      if (end === 'cut') setTimeout(() => response.destroy(), 20);
    };
  const read = async (events: AsyncIterable<ChatEvent>) => {
    const types: string[] = [];
    for await (const event of events)
      types.push(event.type === 'text' ? event.content : event.type);
    return types;
  };

  test('is read event by event, wherever the network cuts the text', async () => {
    const whole = `: ping\n\n${start}id: 2\r\ndata: {"type":"text",\r\ndata: "content":"é"}\r\n\r\n${done}`;
    const bytes = Buffer.from(whole);
    const client = await clientFor([
      async (response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        for (const byte of bytes)
          await new Promise((done) => response.write(Buffer.of(byte), done));
        response.end();
      },
    ]);
    expect(await read(client.sendMessage('docs', question))).toEqual(['start', 'é', 'done']);
  });

  test('is resumed after what was received when its connection breaks', async () => {
    const client = await clientFor([
      streamed([start, text('a')], 'cut'),
      streamed([text('b')]),
      streamed([text('c'), done]),
    ]);
    const types = await read(client.sendMessage('docs', question));
    expect(types).toEqual(['start', 'a', 'b', 'c', 'done']);
    expect(lines()).toEqual([
      'POST /api/v1/assistant/docs/chat',
      'GET /api/v1/assistant/docs/chat/msg_1/stream?visitorId=v1&after=2',
      'GET /api/v1/assistant/docs/chat/msg_1/stream?visitorId=v1&after=3',
    ]);
  });

  test('is given up when nothing more comes of it', async () => {
    const client = await clientFor([streamed([start]), streamed([])], { timeout: 60_000 });
    await expect(read(client.sendMessage('docs', question))).rejects.toThrow(DocentConnectionError);
    expect(server.seen).toHaveLength(3);
    // Long enough for the answer to begin on a busy machine.
    const silent = await clientFor([streamed([start], 'hang')], { timeout: 1000, maxRetries: 0 });
    await expect(read(silent.sendMessage('docs', question))).rejects.toThrow(/ended before/);
  });

  test('is stopped on the server when its reader leaves the loop, also after it was resumed', async () => {
    let closed = 0;
    const hanging: Scripted = (response) => {
      response.on('close', () => closed++);
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write(start);
    };
    const client = await clientFor([hanging, { status: 200 }]);
    for await (const _ of client.sendMessage('docs', question)) break;
    const stop = 'POST /api/v1/assistant/docs/chat/msg_1/stop';
    expect(lines()).toEqual(['POST /api/v1/assistant/docs/chat', stop]);
    expect(server.seen[1]?.body).toBe('{"visitorId":"v1"}');
    await expect.poll(() => closed).toBe(1);

    const resumed = await clientFor([
      streamed([start], 'cut'),
      streamed([text('a')], 'hang'),
      { status: 200 },
    ]);
    for await (const event of resumed.sendMessage('docs', question)) {
      if (event.type === 'text') break;
    }
    expect(lines()[2]).toBe(stop);
  });

  test('that is refused throws before its first event, and its signal ends it', async () => {
    const client = await clientFor([refused(400, 'CONTENT_FILTERED')]);
    await expect(read(client.sendMessage('docs', question))).rejects.toMatchObject({
      code: 'CONTENT_FILTERED',
    });
    const other = await clientFor([streamed([start], 'hang')]);
    const abort = new AbortController();
    await expect(async () => {
      const events = other.sendMessage('docs', question, { signal: abort.signal });
      for await (const _ of events) abort.abort(new Error('enough'));
    }).rejects.toThrow('enough');
    expect(server.seen).toHaveLength(1);
  });
});
