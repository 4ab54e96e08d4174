import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { verify } from '../../../packages/webhooks/verify.ts';
import type { RunningServer } from '../../../runtime/listen.ts';
import { serve } from '../../../runtime/main.ts';
import { buildSite } from '../../support/build.ts';
import { docent } from '../../support/command.ts';
import { minimalConfig, tempDir, writeFiles } from '../../support/temp.ts';
import {
  eachStore,
  openPostgresTest,
  openSqliteTest,
  type TestStore,
} from '../store/each-store.ts';

const policy = { allow: ['127.0.0.0/8', '::1/128'], plainHosts: ['localhost'], ports: [] };
const page = (text: string) => `---\ntitle: Home\n---\n\n${text}\n`;
const patient = { timeout: 60_000, interval: 50 };

/** A receiver that keeps what it was sent. */
async function startReceiver() {
  const received: { readonly body: string; readonly headers: IncomingHttpHeaders }[] = [];
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    received.push({ body: Buffer.concat(parts).toString(), headers: request.headers });
    response.writeHead(204).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { received, port, close: () => server.close() };
}

/** The other kind of database, where there are both. */
const other = (address: string) =>
  process.env.TEST_DATABASE_URL && !address.startsWith('postgres')
    ? openPostgresTest
    : openSqliteTest;

eachStore('a backup of a running server', (open) => {
  let opened: TestStore[];
  let servers: RunningServer[];
  let receiver: Awaited<ReturnType<typeof startReceiver>>;
  let dir: string;
  beforeEach(async () => {
    opened = [];
    servers = [];
    receiver = await startReceiver();
    dir = writeFiles(tempDir(), {
      'docs.json': minimalConfig(['index']),
      'index.mdx': page('Before.'),
    });
    for (const name of ['DATABASE_URL', 'DOCENT_SECRET_KEY']) vi.stubEnv(name, undefined);
  });
  afterEach(async () => {
    vi.unstubAllEnvs();
    for (const server of servers) await server.close();
    for (const one of opened) await one.drop();
    receiver.close();
  });

  /** The address of a new, empty database; an SQLite file does not exist yet. */
  async function empty(opening = open): Promise<string> {
    if (opening === openSqliteTest) return join(tempDir(), 'data.db');
    const one = await opening({ migrate: false });
    opened.push(one);
    return one.store.address;
  }

  async function start(out: string, database: string) {
    const log: string[] = [];
    const server = await serve({
      ...{ out, database, policy, port: 0, host: '127.0.0.1', version: 'test' },
      log: (line) => log.push(line),
    });
    servers.push(server);
    return { server, log, key: log.find((line) => line.startsWith('docent_live_')) ?? '' };
  }

  async function call(server: RunningServer, key: string, path: string, body?: unknown) {
    const response = await fetch(`${server.url}/api/v1/${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    expect([response.status, path]).toEqual([expect.any(Number), path]);
    return (await response.json()).data;
  }

  /** A server with a project and a webhook whose first delivery has arrived. */
  async function world() {
    const out = tempDir();
    const database = await empty();
    await buildSite(dir, out);
    const { server, key } = await start(out, database);
    const project = await vi.waitFor(async () => {
      const [first] = await call(server, key, 'projects');
      expect(first).toBeDefined();
      return first.id as string;
    }, patient);
    const url = `http://localhost:${receiver.port}/hook`;
    const hook = await call(server, key, `projects/${project}/webhooks`, {
      ...{ url, events: ['page.updated', 'deployment.completed'] },
    });
    return { out, database, server, key, project, hook };
  }

  /** Builds a changed site and waits until a delivery reports it. */
  async function publish(out: string, text: string) {
    const before = receiver.received.length;
    writeFiles(dir, { 'index.mdx': page(text) });
    await buildSite(dir, out);
    await vi.waitFor(() => expect(receiver.received.length).toBeGreaterThan(before), patient);
    return receiver.received.slice(before);
  }

  async function restoreAndDeliver(
    from: Awaited<ReturnType<typeof world>>,
    backup: string,
    database: string,
  ) {
    const out = join(tempDir(), 'restored');
    const restored = await docent('restore', backup, '--out', out, '--database', database);
    expect([restored.code, restored.err]).toEqual([0, expect.any(String)]);
    expect(restored.out).toMatch(/^Restored \d+ rows of \d+ tables and \d+ output files/);
    expect(readdirSync(out).filter((name) => /restore/.test(name))).toEqual([]);
    const again = await start(out, database);
    // No new key is printed: the previous one is valid.
    expect(again.key).toBe('');
    const html = await (await fetch(again.server.url)).text();
    expect(html).toContain('Before.');
    const sent = await publish(out, 'After the restore.');
    for (const { body, headers } of sent) {
      expect(verify(body, headers, from.hook.secret).event).toMatchObject({
        projectId: from.project,
      });
    }
    const [hook] = await call(again.server, from.key, `projects/${from.project}/webhooks`);
    expect(hook).toMatchObject({ id: from.hook.id, active: true, disabledReason: null });
    return { out, server: again.server };
  }

  test('is restored into an empty folder, where a delivery arrives with a valid signature', async () => {
    const from = await world();
    const backup = join(tempDir(), 'backup');
    const flags = ['--out', from.out, '--database', from.database];
    const made = await docent('backup', backup, ...flags, '--outputs');
    expect([made.code, made.out]).toEqual([
      0,
      expect.stringContaining('The backup contains the key'),
    ]);
    expect(readdirSync(backup).sort()).toEqual([
      'SHA256SUMS',
      'docent.db',
      'instance.key',
      'manifest.json',
      'outputs',
    ]);
    expect(statSync(backup).mode & 0o777).toBe(0o700);
    for (const name of ['docent.db', 'instance.key', 'manifest.json', 'SHA256SUMS']) {
      expect(statSync(join(backup, name)).mode & 0o777).toBe(0o600);
    }
    expect(JSON.parse(readFileSync(join(backup, 'manifest.json'), 'utf8'))).toMatchObject({
      rows: { projects: 1, webhooks: 1, orgs: 1, keys: 1 },
      key: 'included',
    });
    await from.server.close();
    servers.pop();
    await restoreAndDeliver(from, backup, await empty());
  });

  test('is restored into the other kind of database', async () => {
    const from = await world();
    const backup = join(tempDir(), 'backup');
    await docent('backup', backup, '--out', from.out, '--database', from.database, '--outputs');
    await restoreAndDeliver(from, backup, await empty(other(from.database)));
  });

  test('without the key says so, and the restored server names what is missing', async () => {
    const from = await world();
    const backup = join(tempDir(), 'backup');
    const flags = ['--out', from.out, '--database', from.database];
    const made = await docent('backup', backup, ...flags, '--without-key', '--outputs');
    expect(made.out).toContain(`Store ${join(from.out, 'instance.key')}`);
    expect(existsSync(join(backup, 'instance.key'))).toBe(false);
    const out = tempDir();
    const database = await empty();
    const target = ['--out', out, '--database', database];
    const restored = await docent('restore', backup, ...target, '--json');
    expect(JSON.parse(restored.out)).toMatchObject({
      keyAdvice: expect.stringContaining(join(out, 'instance.key')),
      manifest: { key: 'excluded' },
    });
    await expect(start(out, database)).rejects.toThrow('The key of this database is missing');
  });

  test('a restore refuses existing data, and replaces it with --replace', async () => {
    const from = await world();
    const backup = join(tempDir(), 'backup');
    await docent('backup', backup, '--out', from.out, '--database', from.database, '--outputs');
    const into = ['restore', backup, '--out', from.out, '--database', from.database];
    expect((await docent(...into)).err).toContain('There is existing data: ');
    expect((await docent(...into, '--replace')).err).toMatch(/A server .*is using the database/);
    await publish(from.out, 'Later.');
    await from.server.close();
    servers.pop();
    const replaced = await docent(...into, '--replace');
    expect([replaced.code, replaced.err]).toEqual([0, expect.any(String)]);
    expect(replaced.out).toContain('The previous data is in ');
    const { server } = await start(from.out, from.database);
    expect(await (await fetch(server.url)).text()).toContain('Before.');
    const sent = await publish(from.out, 'Once more.');
    for (const { body, headers } of sent) verify(body, headers, from.hook.secret);
  });

  test('a move refuses while the server runs, and goes to the other kind of database with its key', async () => {
    const from = await world();
    const target = await empty(other(from.database));
    const move = ['db', 'move', '--out', from.out, '--database', from.database, '--to', target];
    expect((await docent(...move)).err).toMatch(/A server .*is using the database/);
    await from.server.close();
    servers.pop();
    const moved = await docent(...move);
    expect([moved.code, moved.err]).toEqual([0, expect.any(String)]);
    expect(moved.out).toContain(`The key is still in ${join(from.out, 'instance.key')}`);
    await start(from.out, target);
    const sent = await publish(from.out, 'Moved.');
    for (const { body, headers } of sent) verify(body, headers, from.hook.secret);
    expect((await docent(...move)).err).toMatch(/not empty|already exists|is using the database/);
  });
});
