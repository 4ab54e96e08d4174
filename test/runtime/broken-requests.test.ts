import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listen, type RunningServer } from '../../runtime/listen.ts';
import { initialLimits } from '../../runtime/settings/limits.ts';

let server: RunningServer;
beforeAll(async () => {
  server = await listen(
    {
      site: { current: () => undefined },
      // Its answer begins after the request, and ends later.
      api: { fetch: async (request: Request) => new Response(await request.text()) },
      ...{ version: 'test', log: () => {} },
    },
    {
      ...{ host: '127.0.0.1', port: 0 },
      limits: { ...initialLimits, headerTimeout: 700, bodyTimeout: 1500 },
    },
  );
});
afterAll(() => server.close());

/** Sends a text as it is; everything that comes back until the other side closes. */
function send(text: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
    let received = '';
    socket.on('connect', () => socket.write(text));
    socket.on('data', (part) => {
      received += part;
    });
    // What is not read any more resets the connection after the answer.
    socket.on('error', () => {});
    socket.on('close', () => resolve(received));
  });
}

const long = 'x'.repeat(17_000);

test.each([
  ['a header that is too long', `GET / HTTP/1.1\r\nHost: a\r\nX: ${long}\r\n\r\n`, 431],
  ['headers of the API that are too long', `GET /api/v1/projects HTTP/1.1\r\nA: ${long}`, 431],
  ['an address that is too long', `GET /${long} HTTP/1.1\r\nHost: a\r\n\r\n`, 431],
  ['what is not HTTP', 'HELLO\r\n\r\n', 400],
  ['a header without a name', 'GET / HTTP/1.1\r\nHost: a\r\n: b\r\n\r\n', 400],
  [
    'two lengths of a body',
    'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab',
    400,
  ],
  ['a head that does not end', 'GET / HTTP/1.1\r\nHost: a', 408],
  [
    'a body that does not end',
    'POST /api/v1/x HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n{',
    408,
  ],
])('%s is answered in the envelope of errors', async (_what, text, status) => {
  const [head = '', body = ''] = (await send(text)).split('\r\n\r\n');
  expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  const { error } = JSON.parse(body);
  expect(error.status).toBe(status);
  expect(error.code).toBe(
    { 400: 'VALIDATION_ERROR', 408: 'REQUEST_TIMEOUT', 431: 'HEADERS_TOO_LARGE' }[status],
  );
  expect(error.requestId).toMatch(/^req_/);
  expect(head.toLowerCase()).toContain(`x-request-id: ${error.requestId.toLowerCase()}`);
  expect(head.toLowerCase()).toContain(`content-length: ${Buffer.byteLength(body)}`);
  expect(head.toLowerCase()).toContain('connection: close');
});

test('a request before a broken one gets its own answer', async () => {
  const first = 'GET /health HTTP/1.1\r\nHost: a\r\n\r\n';
  const received = await send(`${first}HELLO\r\n\r\n`);
  // Its answer, or nothing: never the error of what came after it.
  expect(received).toMatch(/^(HTTP\/1\.1 503 |$)/);
});
