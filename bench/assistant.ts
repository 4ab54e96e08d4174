import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createAdaptorServer } from '@hono/node-server';
import { openModel } from '../pipeline/net/open-model.ts';
import type { ApiServices } from '../runtime/api/services.ts';
import { createApi } from '../runtime/api.ts';
import { openAssistant } from '../runtime/assistant/service.ts';
import type { AssistantSite } from '../runtime/assistant/site/site.ts';
import { unlimited } from '../runtime/http/rate-limit.ts';
import { createIds } from '../runtime/store/ids.ts';
import { migrate } from '../runtime/store/migrate.ts';
import { openStore } from '../runtime/store/open.ts';
import { insertOrg } from '../runtime/store/orgs.ts';
import { createProject } from '../runtime/store/project-changes.ts';
import { readAssistant } from '../schema/config/assistant.ts';
import type { Config } from '../schema/config/config.ts';
import type { ReaderTimes, Round } from './assistant-clients.ts';
import type { ModelTimes } from './assistant-model.ts';

/** What the architecture asks for, in milliseconds. */
const bars = { start: 30, text: 150, abort: 250 } as const;
const atOnce = 200;
/** Milliseconds between two looks at the event loop. */
const resolution = 5;

/**
 * Prints how soon `start` and the first text come, what streams cost, and how soon the model is stopped.
 * This process is the server; readers and model have processes of their own.
 */
export async function benchAssistant(): Promise<void> {
  const temp = mkdtempSync(join(tmpdir(), 'docent-bench-assistant-'));
  const upstream = fork(join(import.meta.dirname, 'assistant-model.js'));
  const readers = fork(join(import.meta.dirname, 'assistant-clients.js'));
  // Without them there is nothing to wait for.
  const failed = (code: number | null) => process.exit(code || 1);
  for (const child of [upstream, readers]) child.once('exit', failed);
  try {
    const [baseUrl] = (await once(upstream, 'message')) as [string];
    const server = await startServer(join(temp, 'docent.db'), baseUrl);
    let from = 0;
    const round = async (
      count: number,
      how: Partial<Round> = {},
      meanwhile?: () => Promise<unknown>,
    ) => {
      const { port, path } = server;
      readers.send({ port, path, from, count, leaves: true, ...how });
      from += count;
      const [[times]] = await Promise.all([
        once(readers, 'message') as Promise<[ReaderTimes[]]>,
        meanwhile?.(),
      ]);
      upstream.send('report');
      const [model] = (await once(upstream, 'message')) as [Record<string, ModelTimes>];
      return times.map((reader) => {
        const { asked, begun, left } = model[reader.question] as ModelTimes;
        return {
          start: reader.start - reader.asked,
          text: reader.text - reader.asked - (begun - asked),
          abort: left - reader.end,
        };
      });
    };

    await round(20);
    const alone = await round(100);
    print('one reader, `start`', alone, 'start');
    print("one reader, first text above the model's own time", alone, 'text');
    print('model stopped after a reader left', alone, 'abort');

    // One every 8 ms: when the last one comes, none has been answered to its end.
    const crowd = { apart: 8, leaves: false };
    const full = 8 * atOnce;
    const rss = process.memoryUsage().rss;
    let most = 0;
    await round(atOnce, crowd, async () => {
      await sleep(full);
      most = process.memoryUsage().rss;
    });
    const delay = monitorEventLoopDelay({ resolution });
    delay.enable();
    const many = await round(atOnce, crowd);
    delay.disable();
    print(`${atOnce} readers, \`start\``, many, 'start');
    print(`${atOnce} readers, first text above the model's own time`, many, 'text');
    const late = (share: number) =>
      Math.max(0, delay.percentile(share) / 1e6 - resolution).toFixed(1);
    console.log(
      `assistant, ${atOnce} readers: event loop late by p50 ${late(50)} ms, p99 ${late(99)} ms, at most ${late(100)} ms`,
    );
    const before = liveMemory();
    let during = 0;
    await round(atOnce, crowd, async () => {
      await sleep(full);
      during = liveMemory();
    });
    console.log(
      `assistant, ${atOnce} readers: ${((during - before) / atOnce / 1024).toFixed(0)} KB in use for each, process +${((most - rss) / 1e6).toFixed(0)} MB when they first came`,
    );
    const busy = process.cpuUsage();
    const burst = await round(atOnce, { apart: 0 });
    const { user, system } = process.cpuUsage(busy);
    console.log(
      `assistant, ${atOnce} readers in one moment: ${((user + system) / 1000 / atOnce).toFixed(1)} ms of CPU for each, from question to stored answer`,
    );
    print(`${atOnce} readers in one moment, \`start\``, burst, 'start', 'no bar');
    print(`model stopped after ${atOnce} readers left together`, burst, 'abort');
    await server.close();
  } finally {
    for (const child of [upstream, readers]) child.off('exit', failed);
    await Promise.all([upstream, readers].map(end));
    rmSync(temp, { recursive: true, force: true });
  }
}

/** The service API with an assistant over an empty site, at a free port. */
async function startServer(database: string, baseUrl: string) {
  const store = openStore(database);
  const newId = createIds();
  const now = Date.now;
  await migrate(store);
  const org = { id: newId('org'), slug: 'bench', name: 'Bench', plan: 'enterprise' };
  await insertOrg(store.db, { ...org, billing_anchor_day: null, created_at: now() });
  const project = await createProject(store, {
    ...{ id: newId('prj'), org_id: org.id, name: 'Bench', slug: 'bench', subdomain: undefined },
    ...{ custom_domain: null, repo_provider: null, repo_owner: null, repo_name: null },
    ...{ repo_branch: 'main', repo_path: '/', created_at: now() },
  });
  const free = async () => ({});
  const readerLimits = { visitor: free, address: free };
  const assistant = openAssistant({
    ...{ store, now, newId, wake: () => {}, log: console.error },
    siteOf: () => site,
    model: openModel({ baseUrl, apiKey: 'bench', model: 'bench' }),
    limits: readerLimits,
  });
  const services = { store, now, newId, assistant, readerLimits };
  const api = createApi(services as unknown as ApiServices, {
    version: '0',
    log: () => {},
    limits: unlimited,
  });
  const server = createAdaptorServer({ fetch: api.fetch });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    port: (server.address() as AddressInfo).port,
    path: `/api/v1/assistant/${project.id}/chat`,
    close: async () => {
      await assistant.close();
      await new Promise((done) => server.close(done));
      await store.close();
    },
  };
}

const site: AssistantSite = {
  ...{ deploymentId: 'dpl_1', basePath: '', language: 'en', languages: ['en'] },
  config: {
    ...{ name: 'Bench', navigation: [], seo: { metatags: {} }, auth: { enabled: false } },
    assistant: readAssistant(),
  } as unknown as Config,
  page: () => undefined,
  record: () => undefined,
  pages: async function* () {},
  markdown: async () => '',
  hasImage: () => false,
  search: {
    threshold: 0.5,
    search: async () => [],
    find: async () => ({ pages: [], words: [], language: 'en' }),
  },
};

/** Bytes in use after garbage collection. */
function liveMemory(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

type Times = Readonly<Record<keyof typeof bars, number>>;

function print(
  what: string,
  times: readonly Times[],
  kind: keyof typeof bars,
  bar = `bar ${bars[kind]} ms`,
): void {
  const sorted = times.map((time) => time[kind]).sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.ceil(sorted.length * share) - 1]?.toFixed(1);
  console.log(
    `assistant, ${what}: p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, worst ${at(1)} ms (${bar})`,
  );
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  child.kill();
  await once(child, 'close');
}
