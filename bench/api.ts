import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { createAdaptorServer } from '@hono/node-server';
import { Hono } from 'hono';
import type { ApiServices } from '../runtime/api/services.ts';
import { createApi } from '../runtime/api.ts';
import { unlimited } from '../runtime/http/rate-limit.ts';
import { bootstrap } from '../runtime/secrets/api-keys.ts';
import { takeIn } from '../runtime/store/deployments.ts';
import { createIds } from '../runtime/store/ids.ts';
import { addLanguage } from '../runtime/store/languages.ts';
import { migrate } from '../runtime/store/migrate.ts';
import { openStore } from '../runtime/store/open.ts';
import { createProject } from '../runtime/store/project-changes.ts';
import { createQueue } from '../runtime/tasks/create-queue.ts';

const connections = 50;
const seconds = 4;

interface Target {
  readonly name: string;
  readonly url: string;
  readonly key: string;
  /** Bodies are numbered, so that each creates something of its own. */
  readonly post: boolean;
}

interface Measured {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  readonly failed: number;
  /** Microseconds of the server's own thread for each request: what noise on the machine can't change. */
  readonly cpu: number;
}

/**
 * Requests per second of the API compared with a bare Hono route, on SQLite, with 50 connections.
 */
export async function benchApi(print: (line: string) => void = console.log): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'docent-bench-'));
  const store = openStore(process.env.DATABASE_URL ?? join(folder, 'docent.db'));
  const newId = createIds();
  const now = Date.now;
  await migrate(store);
  const first = await bootstrap({ store, now, newId });
  if (!first) throw new Error('The benchmark needs an empty database.');
  const project = await createProject(store, {
    id: newId('prj'),
    org_id: first.orgId,
    name: 'Bench',
    slug: 'bench',
    subdomain: undefined,
    custom_domain: null,
    repo_provider: null,
    repo_owner: null,
    repo_name: null,
    repo_branch: 'main',
    repo_path: '/',
    created_at: now(),
  });
  await takeIn(store, {
    projectId: project.id,
    deploymentId: newId('dpl'),
    sourceLanguage: 'en',
    configJson: '{"name":"Bench"}',
    configHash: '',
    settings: null,
    languages: [],
    owned: [],
    hashOf: String,
    translated: [],
    now: now(),
    auditId: newId('aud'),
    ...{ branch: '', commitSha: '', duration: 0 },
    problems: { errors: 0, warnings: 0, notes: 0 },
    ...{ cause: 'build', rebuildOf: null },
    pages: Array.from({ length: 10_000 }, (_, n) => ({
      path: `guides/page-${n}`,
      title: `Page ${n}`,
      sourceHash: String(n),
      words: 300,
      updatedAt: now(),
    })),
  });
  const owner = { orgId: first.orgId, projectId: project.id };
  await addLanguage(store, owner, { code: 'fr', autoTranslate: false, now: now() });

  const services = {
    store,
    now,
    newId,
    queue: createQueue(store, { now, newId, log: () => {} }),
    checkConfig: () => [],
  } as unknown as ApiServices;
  const api = createApi(services, {
    version: 'bench',
    log: () => {},
    limits: unlimited,
  });
  const bare = new Hono().get('/bare', (c) => c.json({ data: { id: 'x', name: 'Bench' } }));
  const app = new Hono().route('/', bare).all('/api/v1/*', (c) => api.fetch(c.req.raw));
  const server = createAdaptorServer({ fetch: app.fetch });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const at = `${base}/api/v1/projects/${project.id}`;
  const target = (name: string, url: string, post = false): Target => ({
    name,
    url,
    key: first.secret,
    post,
  });
  try {
    const bareRun = await measure(target('bare route', `${base}/bare`));
    print(line('bare route', bareRun, bareRun));
    for (const one of [
      target('Get Project', at),
      target('List Translations', `${at}/translations?language=fr`),
      target('Create Glossary Term', `${at}/glossary`, true),
    ]) {
      print(line(one.name, await measure(one), bareRun));
    }
    print(`memory ${Math.round(process.memoryUsage().rss / 1e6)} MB`);
  } finally {
    server.close();
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

function line(name: string, run: Measured, bare: Measured): string {
  const share = Math.round((bare.cpu / run.cpu) * 100);
  return `${name.padEnd(22)} ${String(Math.round(run.perSecond)).padStart(7)} requests/s  ${run.cpu.toFixed(0).padStart(5)} µs  ${String(share).padStart(3)} % of bare  p50 ${run.p50.toFixed(1)} ms  p99 ${run.p99.toFixed(1)} ms${run.failed ? `  ${run.failed} FAILED` : ''}`;
}

/** The clients run in a thread of their own: they must not slow the server. */
function measure(target: Target): Promise<Measured> {
  return new Promise((resolve, reject) => {
    const before = process.threadCpuUsage();
    const worker = new Worker(fileURLToPath(import.meta.url), { workerData: target });
    worker.once('message', (run: Measured & { readonly count: number }) => {
      const { user, system } = process.threadCpuUsage(before);
      resolve({ ...run, cpu: (user + system) / run.count });
    });
    worker.once('error', reject);
  });
}

async function load(target: Target): Promise<Omit<Measured, 'cpu'> & { readonly count: number }> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const times: number[] = [];
  let failed = 0;
  let number = 0;
  const start = performance.now();
  const end = start + seconds * 1000;
  const client = async () => {
    while (performance.now() < end) {
      const began = performance.now();
      const status = await send(target, agent, number++);
      times.push(performance.now() - began);
      if (status >= 300) failed++;
    }
  };
  await Promise.all(Array.from({ length: connections }, client));
  agent.destroy();
  times.sort((a, b) => a - b);
  const part = (share: number) => times[Math.floor(times.length * share)] ?? 0;
  return {
    perSecond: times.length / ((performance.now() - start) / 1000),
    p50: part(0.5),
    p99: part(0.99),
    failed,
    count: times.length,
  };
}

function send(target: Target, agent: Agent, number: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = {
      authorization: `Bearer ${target.key}`,
      ...(target.post ? { 'content-type': 'application/json' } : {}),
    };
    const sent = request(
      target.url,
      { agent, headers, method: target.post ? 'POST' : 'GET' },
      (response) => {
        response.resume();
        response.once('end', () => resolve(response.statusCode ?? 0));
      },
    );
    sent.once('error', reject);
    sent.end(target.post ? JSON.stringify({ term: `term ${number}` }) : undefined);
  });
}

if (!isMainThread && workerData) parentPort?.postMessage(await load(workerData as Target));
else if (process.argv[1] === fileURLToPath(import.meta.url)) await benchApi();
