import { rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { getRequestListener } from '@hono/node-server';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { dev } from '../../commands/dev.ts';
import { type Keys, type ListenFlags, listen } from '../../commands/listen.ts';
import { verify } from '../../packages/webhooks/verify.ts';
import { createApi } from '../../runtime/api.ts';
import { unlimited } from '../../runtime/http/rate-limit.ts';
import { emit } from '../../runtime/webhooks/outbox.ts';
import { scriptedServer } from '../packages/scripted-server.ts';
import { type TestApi, testApi } from '../runtime/routes/test-api.ts';
import { openSqliteTest, type TestStore } from '../runtime/store/each-store.ts';
import { newId } from '../runtime/store/world.ts';
import { makeTempDir, writeFiles } from '../support/temp.ts';

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
let opened: TestStore;
let api: TestApi;
let projectId: string;
let port = 0;
let server: ReturnType<typeof createServer>;
let receiver: Awaited<ReturnType<typeof scriptedServer>>;

/** Opens the API, the second time at the same port. */
async function open(): Promise<void> {
  const app = createApi(api.services, { version: 't', log: () => {}, limits: unlimited });
  server = createServer(getRequestListener((request) => app.fetch(request)));
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done));
  port = (server.address() as AddressInfo).port;
}
const close = () => {
  server.closeAllConnections();
  return new Promise((done) => server.close(done));
};
beforeEach(async () => {
  opened = await openSqliteTest();
  api = await testApi(opened.store);
  projectId = await api.site(['a']);
  port = 0;
  await open();
  receiver = await scriptedServer({ status: 204 });
});
afterEach(async () => {
  await close();
  await receiver.close();
  await opened.drop();
});

const happen = (pagePath: string) =>
  opened.store.transaction((trx) =>
    emit(trx, {
      ...{ orgId: api.orgId, projectId, newId, now: api.clock.time },
      events: [
        {
          ...{ id: newId('evt'), type: 'page.created', timestamp: api.clock.time },
          data: { pagePath, pageTitle: 'A', deploymentId: 'dpl_1' },
        },
      ],
    } as Parameters<typeof emit>[1]),
  );
const arrived = () =>
  receiver.seen.map(({ body, headers }) => {
    const { event, deliveryId } = verify(body, headers, secret);
    return { deliveryId, page: event.type === 'page.created' ? event.data.pagePath : event.type };
  });
const pages = () => arrived().map(({ page }) => page);

function start(flags: Partial<ListenFlags> = {}) {
  const out: string[] = [];
  const err: string[] = [];
  const to = {
    out: (text: string) => out.push(text),
    err: (text: string) => err.push(text),
    interactive: false,
  };
  const stop = new AbortController();
  const keys: Keys = new PassThrough();
  const ended = listen(
    {
      ...{ to: `http://127.0.0.1:${port}`, key: api.key, forward: receiver.baseUrl },
      ...{ secret, interval: 0.1, ...flags },
    },
    { to, stop: stop.signal },
    keys,
  );
  const ready = () => expect.poll(() => err.join('\n')).toContain('are sent to');
  return { out, err, keys, ended, ready, stop: () => stop.abort() };
}

test('events are sent as they happen, signed, and again when a key is pressed', async () => {
  await happen('before');
  const listening = start({ json: true });
  await listening.ready();
  await happen('one');
  await happen('two');
  await expect.poll(pages).toEqual(['one', 'two']);
  (listening.keys as PassThrough).write('r');
  await expect.poll(pages).toEqual(['one', 'two', 'two']);
  const [, second, third] = arrived();
  expect(third?.deliveryId).toBe(second?.deliveryId);
  await expect.poll(() => listening.out.length).toBe(3);
  expect(JSON.parse(listening.out[0] ?? '')).toMatchObject({ event: 'page.created', status: 204 });
  listening.stop();
  expect(await listening.ended).toBe(0);
});

test('no event is lost or sent twice when the server goes away for a while', async () => {
  const listening = start();
  await listening.ready();
  await happen('one');
  await expect.poll(pages).toEqual(['one']);
  await close();
  await expect.poll(() => listening.err.join('\n'), { timeout: 20_000 }).toContain('Trying again');
  await happen('two');
  await open();
  await expect.poll(pages, { timeout: 20_000 }).toEqual(['one', 'two']);
  await happen('three');
  await expect.poll(pages).toEqual(['one', 'two', 'three']);
  listening.stop();
  expect(await listening.ended).toBe(0);
});

test('a receiver that is absent is reported for each event, and a wrong start in one sentence', async () => {
  const listening = start({ forward: 'http://127.0.0.1:9/hook' });
  await listening.ready();
  await happen('one');
  await expect.poll(() => listening.out.join('\n')).toMatch(/page\.created .* evt_\w+$/);
  expect(listening.out[0]).not.toContain('204');
  listening.stop();
  await listening.ended;
  await expect(start({ key: 'docent_live_wrong' }).ended).rejects.toThrow(
    /does not accept the key/,
  );
  await expect(start({ project: 'none' }).ended).rejects.toThrow(/no project "none"/);
});

test('saved pages of docent dev arrive as events, without a key', async () => {
  const dir = writeFiles(makeTempDir(), {
    'docs.json': {
      name: 'Site',
      theme: 'mint',
      colors: { primary: '#16a34a' },
      navigation: { pages: ['index'] },
    },
    'index.mdx': '---\ntitle: Home\n---\n\nText.\n',
    'old.mdx': '---\ntitle: Old\n---\n\nText.\n',
  });
  const out: string[] = [];
  const stop = new AbortController();
  const to = { out: (text: string) => out.push(text), err: () => {}, interactive: false };
  const ended = dev(
    dir,
    { out: join(dir, '.docent'), port: 0, host: '127.0.0.1', editor: 'none' },
    { to, version: '0', program: '', stop: stop.signal },
  );
  const printed = () => out.join('\n');
  try {
    await expect.poll(printed, { timeout: 30_000 }).toContain('Built 2 pages');
    const [address = ''] = /http:\S+/.exec(printed()) ?? [];
    const listening = start({ to: address, key: '' });
    await listening.ready();
    writeFiles(dir, { 'index.mdx': '---\ntitle: Home\n---\n\nOther text.\n' });
    const told = () => receiver.seen.map(({ body }) => JSON.parse(body).type);
    await expect.poll(told, { timeout: 30_000 }).toEqual(['deployment.completed', 'page.updated']);
    const [, update = expect.fail()] = receiver.seen;
    const { event } = verify(update.body, update.headers, secret);
    expect(event).toMatchObject({ data: { pagePath: 'index', pageTitle: 'Home' } });
    expect(JSON.stringify(event)).toContain('-Text.\\n+Other text.');
    rmSync(join(dir, 'old.mdx'));
    writeFiles(dir, { 'new.mdx': '---\ntitle: New\n---\n\nText.\n' });
    await expect.poll(() => told().slice(2), { timeout: 30_000 }).toContain('page.created');
    await expect.poll(() => told().slice(2), { timeout: 30_000 }).toContain('page.deleted');
    listening.stop();
    expect(await listening.ended).toBe(0);
  } finally {
    stop.abort();
    await ended;
    rmSync(dir, { recursive: true, force: true });
  }
}, 60_000);

test('a server that asks for a key says where to get one', async () => {
  await expect(start({ key: '' }).ended).rejects.toThrow(/There is no key. Set DOCENT_KEY/);
});
