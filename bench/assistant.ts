import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { createAdaptorServer } from '@hono/node-server';
import { openModel } from '../pipeline/model.ts';
import { createApi } from '../runtime/api.ts';
import type { ApiServices } from '../runtime/api-services.ts';
import { openAssistant } from '../runtime/assistant/service.ts';
import type { AssistantSite } from '../runtime/assistant/site.ts';
import { createIds } from '../runtime/store/ids.ts';
import { migrate } from '../runtime/store/migrate.ts';
import { openStore } from '../runtime/store/open.ts';
import { insertOrg } from '../runtime/store/orgs.ts';
import { createProject } from '../runtime/store/projects.ts';
import { readAssistant } from '../schema/config/assistant.ts';
import type { Config } from '../schema/config/config.ts';

/** Milliseconds the model of this benchmark takes to its first word, and between two words. */
const model = { first: 40, word: 40, words: 60 } as const;
const atOnce = 200;

/** Prints how soon `start` and the first text come, what streams cost, and how soon the model is stopped. */
export async function benchAssistant(): Promise<void> {
  const temp = mkdtempSync(join(tmpdir(), 'docent-bench-assistant-'));
  const upstream = await startModel();
  const store = openStore(join(temp, 'docent.db'));
  const newId = createIds();
  const now = Date.now;
  try {
    await migrate(store);
    const org = { id: newId('org'), slug: 'bench', name: 'Bench', plan: 'enterprise' };
    await insertOrg(store.db, { ...org, billing_anchor_day: null, created_at: now() });
    const project = await createProject(store, {
      ...{ id: newId('prj'), org_id: org.id, name: 'Bench', slug: 'bench', subdomain: undefined },
      ...{ custom_domain: null, repo_provider: null, repo_owner: null, repo_name: null },
      ...{ repo_branch: 'main', repo_path: '/', created_at: now() },
    });
    const free = async () => ({});
    const assistant = openAssistant({
      ...{ store, now, newId, wake: () => {}, log: console.error },
      siteOf: () => site,
      model: openModel({ baseUrl: upstream.url, apiKey: 'bench', model: 'bench' }),
      limits: { visitor: free, address: free },
    });
    const services = {
      store,
      now,
      newId,
      assistant,
      readerLimits: { visitor: free, address: free },
    };
    const api = createApi(services as unknown as ApiServices, { version: '0', log: () => {} });
    const server = createAdaptorServer({ fetch: api.fetch });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const { port } = server.address() as AddressInfo;
    const ask = (leaveAt?: 'start' | 'text') => askOnce(port, project.id, leaveAt);

    for (let n = 0; n < 10; n++) await ask('text');
    const alone = [];
    for (let n = 0; n < 100; n++) alone.push(await ask('text'));
    print(
      'start',
      alone.map(({ start }) => start),
    );
    print(
      `first text beyond the model's ${model.first} ms`,
      alone.map(({ text }) => text - model.first),
    );

    await settle(upstream.open);
    const before = process.memoryUsage();
    const delay = monitorEventLoopDelay({ resolution: 5 });
    delay.enable();
    const streams = Array.from({ length: atOnce }, () => ask());
    await new Promise((done) => setTimeout(done, 1200));
    const during = process.memoryUsage();
    const all = await Promise.all(streams);
    delay.disable();
    const each = (during.rss - before.rss) / atOnce / 1024;
    console.log(
      `assistant, ${atOnce} streams at once: ${each.toFixed(0)} KB each with their clients and model in the same process, event loop p99 ${(delay.percentile(99) / 1e6).toFixed(0)} ms`,
    );
    print(
      `start of ${atOnce} at once`,
      all.map(({ start }) => start),
    );

    const stops = [];
    for (let n = 0; n < 50; n++) {
      await ask('text');
      const left = performance.now();
      await settle(upstream.open);
      stops.push(performance.now() - left);
    }
    print('model stopped after a reader left', stops);
    await assistant.close();
    await new Promise((done) => server.close(done));
  } finally {
    await store.close();
    upstream.close();
    rmSync(temp, { recursive: true, force: true });
  }
}

const site: AssistantSite = {
  ...{ deploymentId: 'dpl_1', basePath: '', language: 'en', languages: ['en'] },
  config: {
    ...{ name: 'Bench', navigation: [], seo: { metatags: {} }, auth: { enabled: false } },
    assistant: readAssistant(),
  } as unknown as Config,
  pages: new Map(),
  markdown: async () => '',
  hasImage: () => false,
  search: { threshold: 0.5, search: async () => [] },
};

/** One question: milliseconds to `start`, to the first text, to the end; it may leave early. */
function askOnce(
  port: number,
  project: string,
  leaveAt?: 'start' | 'text',
): Promise<{ start: number; text: number; end: number }> {
  return new Promise((resolve, reject) => {
    const begun = performance.now();
    const times = { start: 0, text: 0, end: 0 };
    const sent = request(
      {
        ...{ port, host: '127.0.0.1', method: 'POST', path: `/api/v1/assistant/${project}/chat` },
        headers: { 'content-type': 'application/json' },
      },
      (response) => {
        response.on('data', (chunk: Buffer) => {
          const took = performance.now() - begun;
          times.start ||= took;
          if (chunk.includes('"text"')) times.text ||= took;
          if (leaveAt && times[leaveAt] > 0) {
            sent.destroy();
            resolve(times);
          }
        });
        response.on('error', () => {});
        response.on('end', () => resolve({ ...times, end: performance.now() - begun }));
      },
    );
    sent.on('error', (error) => (leaveAt ? undefined : reject(error)));
    sent.end(JSON.stringify({ message: 'How does it work?', visitorId: 'bench' }));
  });
}

/** A server that speaks as a model does, word by word. */
async function startModel() {
  let open = 0;
  const server = createServer((question, response) => {
    open++;
    response.on('close', () => open--);
    question.resume();
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const send = (delta: object, finish: string | null = null) =>
      response.write(
        `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`,
      );
    let word = 0;
    const next = (): void => {
      if (response.destroyed) return;
      if (word++ < model.words) {
        send({ content: `word${word} ` });
        setTimeout(next, model.word);
        return;
      }
      send({}, 'stop');
      response.end('data: [DONE]\n\n');
    };
    setTimeout(next, model.first);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    open: () => open,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function settle(open: () => number): Promise<void> {
  while (open() > 0) await new Promise((done) => setTimeout(done, 1));
}

function print(what: string, times: readonly number[]): void {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor(sorted.length * share)]?.toFixed(1);
  console.log(`assistant, ${what}: p50 ${at(0.5)} ms, p95 ${at(0.95)} ms`);
}
