import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { request } from 'undici';
import { createGuardedAgent } from '../pipeline/net/fetch.ts';
import { createVault } from '../runtime/secrets/vault.ts';
import { createIds } from '../runtime/store/ids.ts';
import { migrate } from '../runtime/store/migrate.ts';
import { openStore } from '../runtime/store/open.ts';
import { insertOrg } from '../runtime/store/orgs.ts';
import { createProject } from '../runtime/store/project-changes.ts';
import { createWebhook } from '../runtime/store/webhooks.ts';
import { Dispatcher } from '../runtime/webhooks/dispatch.ts';
import { emit } from '../runtime/webhooks/outbox.ts';

const policy = { allow: ['127.0.0.0/8', '::1/128'], plainHosts: ['localhost'], ports: [] };
// Compiled, this file lies one folder deeper.
const tls = ['../fixtures/tls', '../../fixtures/tls']
  .map((path) => join(import.meta.dirname, path))
  .find((path) => existsSync(path));
const body = JSON.stringify({ hello: 'x'.repeat(500) });

/**
 * Deliveries per second to local HTTPS receivers, and the time from commit to the receiver, with
 * and without a receiver that never responds; compared with bare requests over the same
 * connections.
 */
export async function benchWebhooks(print: (line: string) => void = console.log): Promise<void> {
  if (!tls) throw new Error('The folder fixtures/tls is missing: this benchmark needs a checkout.');
  const cert = readFileSync(join(tls, 'cert.pem'), 'utf8');
  const arrivals = new Map<string, number>();
  const server = createServer(
    { key: readFileSync(join(tls, 'key.pem')), cert },
    (incoming, outgoing) => {
      if (incoming.url === '/hang') return;
      const key = `${incoming.url} ${incoming.headers['x-docent-delivery']}`;
      if (!arrivals.has(key)) arrivals.set(key, performance.now());
      incoming.resume().on('end', () => outgoing.end());
    },
  );
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const url = `https://localhost:${(server.address() as AddressInfo).port}`;
  const agent = createGuardedAgent(policy, {
    connectTimeout: 3000,
    connections: 64,
    ca: cert,
  });
  print(`floor: ${Math.round(await floor(url, agent))} bare requests/s`);
  for (const hanging of [false, true]) {
    arrivals.clear();
    const result = await run(url, agent, { hanging, arrivals });
    print(
      `${hanging ? 'one of ten receivers hangs' : 'ten receivers'}: ${Math.round(result.rate)} deliveries/s, commit to receiver p50 ${result.p50.toFixed(0)} ms, p99 ${result.p99.toFixed(0)} ms at 20 events/s`,
    );
  }
  await agent.destroy();
  server.closeAllConnections();
  server.close();
}

async function floor(url: string, agent: ReturnType<typeof createGuardedAgent>): Promise<number> {
  const started = performance.now();
  let left = 5000;
  await Promise.all(
    Array.from({ length: 16 }, async () => {
      while (left-- > 0) {
        const { body: answer } = await request(`${url}/floor`, {
          method: 'POST',
          body,
          dispatcher: agent,
        });
        await answer.dump();
      }
    }),
  );
  return 5000 / ((performance.now() - started) / 1000);
}

async function run(
  url: string,
  agent: ReturnType<typeof createGuardedAgent>,
  { hanging, arrivals }: { readonly hanging: boolean; readonly arrivals: Map<string, number> },
) {
  const folder = mkdtempSync(join(tmpdir(), 'docent-bench-hooks-'));
  const store = openStore(join(folder, 'docent.db'));
  await migrate(store);
  const newId = createIds();
  const vault = createVault(Buffer.alloc(32, 1));
  const orgId = newId('org');
  const now = Date.now();
  await insertOrg(store.db, {
    id: orgId,
    slug: 'o',
    name: 'O',
    plan: 'enterprise',
    billing_anchor_day: null,
    created_at: now,
  });
  const project = await createProject(store, {
    id: newId('prj'),
    org_id: orgId,
    name: 'P',
    slug: 'p',
    subdomain: undefined,
    custom_domain: null,
    repo_provider: null,
    repo_owner: null,
    repo_name: null,
    repo_branch: 'main',
    repo_path: '/',
    created_at: now,
  });
  for (let i = 0; i < 10; i++) {
    const target = hanging && i === 9 ? `${url}/hang` : `${url}/${i}`;
    await createWebhook(store, orgId, {
      id: newId('whk'),
      project_id: project.id,
      url: target,
      url_key: target,
      events: '["page.created"]',
      description: '',
      active: 1,
      body_signature: 0,
      legacy_envelope: 0,
      secret: vault.seal('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'),
      secret_hint: '',
      old_secret: null,
      old_secret_until: null,
      failures: 0,
      failing_since: null,
      disabled_reason: null,
      last_status: null,
      last_event: null,
      last_at: null,
      last_duration: null,
      created_at: now,
      updated_at: now,
    });
  }
  const dispatcher = new Dispatcher({
    store,
    vault,
    agent,
    policy,
    service: 'Docent',
    log: () => {},
    newId,
  });
  const happen = async (count: number) => {
    await store.transaction((trx) =>
      emit(trx, {
        orgId,
        projectId: project.id,
        newId,
        now: Date.now(),
        events: Array.from({ length: count }, () => ({
          id: newId('evt'),
          type: 'page.created' as const,
          timestamp: Date.now(),
          data: { pagePath: 'a', pageTitle: 'A', deploymentId: 'd' },
        })),
      }),
    );
    dispatcher.wake();
  };
  const receivers = hanging ? 9 : 10;
  const arrived = async (count: number) => {
    while (arrivals.size < count) await new Promise((done) => setTimeout(done, 2));
  };
  // Sustained: 400 events to every receiver.
  const started = performance.now();
  await happen(400);
  await arrived(400 * receivers);
  const rate = (400 * receivers) / ((performance.now() - started) / 1000);
  // One event after the other: from its commit to each receiver.
  const waits: number[] = [];
  for (let i = 0; i < 100; i++) {
    const before = arrivals.size;
    const at = performance.now();
    await happen(1);
    await arrived(before + receivers);
    for (const time of [...arrivals.values()].slice(before)) waits.push(time - at);
    await new Promise((done) => setTimeout(done, Math.max(0, 50 - (performance.now() - at))));
  }
  waits.sort((a, b) => a - b);
  const quantile = (q: number) =>
    waits[Math.min(waits.length - 1, Math.floor(waits.length * q))] ?? 0;
  void dispatcher.close();
  rmSync(folder, { recursive: true, force: true });
  return { rate, p50: quantile(0.5), p99: quantile(0.99) };
}
