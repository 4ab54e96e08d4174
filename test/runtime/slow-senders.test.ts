import { Agent, get, type IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApi } from '../../runtime/api.ts';
import { unlimited } from '../../runtime/http/rate-limit.ts';
import { listen, type RunningServer } from '../../runtime/listen.ts';
import { initialLimits } from '../../runtime/settings/limits.ts';
import { testApi } from './routes/test-api.ts';
import { openSqliteTest, type TestStore } from './store/each-store.ts';

let opened: TestStore;
let server: RunningServer;
let feedback: string;
const log: unknown[] = [];
beforeAll(async () => {
  opened = await openSqliteTest();
  const world = await testApi(opened.store);
  feedback = `/api/v1/feedback/${await world.site(['a'])}`;
  const api = createApi(world.services, {
    version: 'test',
    limits: unlimited,
    log: (entry) => log.push(entry),
  });
  server = await listen(
    {
      site: { current: () => undefined },
      api,
      version: 'test',
      log: (line) => log.push(line),
    },
    {
      host: '127.0.0.1',
      port: 0,
      limits: { ...initialLimits, headerTimeout: 700, bodyTimeout: 1500 },
    },
  );
});
afterAll(async () => {
  await server.close();
  await opened.drop();
});

/** Sends a text and no more; everything that comes back until the other side closes. */
function sendOnly(text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket: Socket = connect(Number(new URL(server.url).port), '127.0.0.1');
    let received = '';
    socket.on('connect', () => socket.write(text));
    socket.on('data', (part) => {
      received += part;
    });
    socket.on('close', () => resolve(received));
    socket.on('error', reject);
  });
}

const head = () =>
  `POST ${feedback} HTTP/1.1\r\nHost: docs.test\r\nContent-Type: application/json\r\nContent-Length: 100\r\n`;

test('headers that do not come to an end are answered with 408, and the connection is closed', async () => {
  expect(await sendOnly('GET / HTTP/1.1\r\nHost: docs')).toMatch(/^HTTP\/1.1 408 /);
});

test('a body half sent is given up, and is no bug', async () => {
  expect(await sendOnly(`${head()}\r\n{"rating":`)).toMatch(/^(HTTP\/1.1 408 |$)/);
  expect(JSON.stringify(log)).not.toContain('"status":500');
});

test('an idle connection stays open for longer than a load balancer keeps its own', async () => {
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    get(server.url, { agent: new Agent({ keepAlive: true }) }, resolve).on('error', reject);
  });
  answer.resume();
  const [, seconds] = /^timeout=(\d+)$/.exec(String(answer.headers['keep-alive'])) ?? [];
  expect(Number(seconds)).toBeGreaterThan(60);
});

test('a thousand slow connections do not keep others from their answer', async () => {
  const slow = Array.from({ length: 1000 }, (_, index) =>
    sendOnly(index % 2 === 0 ? 'GET / HTTP/1.1\r\n' : `${head()}\r\n{`),
  );
  for (let count = 0; count < 20; count++) {
    expect((await fetch(`${server.url}/health`)).status).toBe(503);
  }
  const ends = await Promise.all(slow);
  expect(ends.filter((end) => end.startsWith('HTTP/1.1 408 ')).length).toBeGreaterThanOrEqual(500);
});
