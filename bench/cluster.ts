import type { ChildProcess } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sendDeployment } from '../commands/send-deployment.ts';
import { createClient } from '../packages/client/client.ts';
import { buildSite } from '../pipeline/build.ts';
import { listDeployments, readManifest } from '../pipeline/output/read.ts';
import { createIds } from '../runtime/store/ids.ts';
import { openObjectStorage } from '../test/support/object-storage.ts';
import { minimalConfig, writeFiles } from '../test/support/temp.ts';
import { docent, readUrl } from './server.ts';

const seconds = Number(process.env.CLUSTER_SECONDS ?? 300);
const deployments = 10;
const pages = Array.from({ length: 20 }, (_, at) => `page-${at}`);

/** Servers and workers with storage in common, under load, while processes are killed and the storage is cut. */
export async function benchCluster(): Promise<void> {
  const address = process.env.TEST_DATABASE_URL;
  if (!address) throw new Error('Set TEST_DATABASE_URL to a PostgreSQL database.');
  const folder = mkdtempSync(join(tmpdir(), 'docent-bench-'));
  const storage = await openObjectStorage({ secret: 'a secret of the storage' });
  const cluster = await openCluster(address, folder, storage);
  const { servers, start, kill } = cluster;
  try {
    await start('server-0');
    await Promise.all(['server-1', 'server-2', 'worker-0', 'worker-1'].map((name) => start(name)));
    const balancer = await openBalancer(() => servers());
    const client = createClient({ baseUrl: balancer.url, key: cluster.key(), retryDelay: 50 });
    const project = (await client.createProject({ name: 'Cluster', slug: 'cluster' })).id;
    const right = new Set<string>();
    const deploy = async (number: number) => {
      const id = await build(folder, number);
      const sent = await sendDeployment({ client, project, out: join(folder, 'build'), id });
      return sent.deployment.id;
    };
    await deploy(0);
    await client.addLanguage(project, { code: 'fr', autoTranslate: true });
    const load = startLoad(balancer.url);
    const learning = setInterval(() => learn(folder, project, right), 500);
    const began = performance.now();
    const until = (share: number) =>
      sleep(Math.max(0, began + share * seconds * 1000 - performance.now()));
    const spread: number[] = [];
    const trouble = (async () => {
      await until(0.25);
      await kill('server-1');
      await start('server-1', true);
      await until(0.45);
      storage.cut();
      await sleep(20_000);
      storage.cut(false);
      await until(0.7);
      await Promise.all([kill('server-2'), kill('worker-0')]);
      await Promise.all([start('server-2', true), start('worker-0', true)]);
    })();
    let failed = 0;
    for (let number = 1; number <= deployments; number++) {
      await until((number - 0.9) / deployments);
      for (;;) {
        try {
          await deploy(number);
          break;
        } catch {
          failed++;
          await sleep(1000);
        }
      }
      const live = performance.now();
      await shownOn(servers, `Deployment ${number} `);
      spread.push(Math.round(performance.now() - live));
    }
    await until(1);
    await trouble;
    const { seen, answers, refused, broken, others } = await load.stop();
    clearInterval(learning);
    learn(folder, project, right);
    const wrong = others + [...seen].filter((one) => !right.has(one)).length;
    let completed = 0;
    for await (const { type } of client.listEvents(project, { perPage: 100 })) {
      if (type === 'deployment.completed') completed++;
    }
    const jobs = new Map<string, number>();
    for await (const { status } of client.listJobs(project, { perPage: 100 })) {
      jobs.set(status, (jobs.get(status) ?? 0) + 1);
    }
    console.log(
      [
        `cluster: 3 servers, 2 workers, ${seconds} s, ${answers} answers, ${wrong} wrong`,
        `  503 without the storage: ${refused}; broken connections: ${broken} of killed processes`,
        `  ${deployments + 1} deployments sent, ${failed} tries refused; ${completed} completed with builds of workers`,
        `  live on the others after ${spread.sort((a, b) => a - b).join(', ')} ms`,
        `  jobs: ${[...jobs].map(([status, count]) => `${count} ${status}`).join(', ')}`,
      ].join('\n'),
    );
    await balancer.close();
  } finally {
    await cluster.close();
    await storage.close();
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
  }
}

type Storage = Awaited<ReturnType<typeof openObjectStorage>>;

/** Processes by name, each with a disk of its own, on a schema of its own. */
async function openCluster(address: string, folder: string, storage: Storage) {
  const { default: pg } = await import('pg');
  const schema = `bench_${randomBytes(6).toString('hex')}`;
  const administer = async (statement: string) => {
    const client = new pg.Client({ connectionString: address });
    await client.connect();
    await client.query(statement).finally(() => client.end());
  };
  await administer(`create schema ${schema}`);
  const url = new URL(address);
  url.searchParams.set('options', `-c search_path=${schema}`);
  const environment = {
    ...storage.environment,
    DATABASE_URL: url.href,
    DOCENT_SECRET_KEY: 'k'.repeat(32),
    DOCENT_STORAGE: 's3://docs/all',
    DOCENT_S3_ENDPOINT: storage.address,
    DOCENT_TRANSLATE_MODEL: 'pseudo',
    DOCENT_KEY_RATE: '100000',
  };
  const running = new Map<string, { readonly process: ChildProcess; readonly url: string }>();
  let key = '';
  return {
    key: () => key,
    servers: () => [...running].flatMap(([, { url: one }]) => (one === '' ? [] : [one])),
    start: async (name: string, isEmpty = false) => {
      const out = join(folder, name);
      if (isEmpty) rmSync(out, { recursive: true, force: true, maxRetries: 10 });
      const isServer = name.startsWith('server');
      const flags = isServer ? ['serve', '--port', '0'] : ['worker'];
      const process = docent([...flags, '--out', out], environment);
      running.set(name, { process, url: isServer ? await readUrl(process) : '' });
      if (key === '') {
        const command = docent(['keys', 'create', '--out', out], environment);
        let text = '';
        for await (const part of command.stdout ?? []) text += String(part);
        key = /\bdocent_live_\w+/.exec(text)?.[0] ?? '';
      }
    },
    kill: async (name: string) => {
      const known = running.get(name);
      running.delete(name);
      known?.process.kill('SIGKILL');
      if (known) await once(known.process, 'exit');
    },
    close: async () => {
      for (const { process } of running.values()) process.kill('SIGTERM');
      await Promise.all([...running.values()].map(({ process }) => once(process, 'exit')));
      await administer(
        `drop schema ${schema} cascade; drop schema if exists ${schema}_tasks cascade`,
      );
    },
  };
}

/** Sends each request to the next server; one that takes no connection is passed over. */
async function openBalancer(servers: () => readonly string[]) {
  let turn = 0;
  const server = createServer((request, response) => {
    const pass = (left: number): void => {
      const all = servers();
      const to = all[turn++ % all.length];
      if (!to || left === 0) return void response.writeHead(502).end();
      const { method, headers } = request;
      const forward = send(`${to}${request.url}`, { method, headers }, (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
        answer.on('error', () => response.destroy());
      });
      forward.on('error', (error: NodeJS.ErrnoException) => {
        if (error.code === 'ECONNREFUSED') pass(left - 1);
        else response.destroy();
      });
      request.pipe(forward);
    };
    pass(3);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Builds a deployment whose pages all say its number. */
async function build(folder: string, number: number): Promise<string> {
  const text = (page: string) =>
    `---\ntitle: ${page}\n---\n\nDeployment ${number} has this page.\n`;
  writeFiles(join(folder, 'site'), {
    'docs.json': minimalConfig(pages, { name: 'Cluster' }),
    ...Object.fromEntries(pages.map((page) => [`${page}.mdx`, text(page)])),
  });
  const newId = createIds();
  const { deployment } = await buildSite({
    ...{ dir: join(folder, 'site'), out: join(folder, 'build'), project: 'cluster', keep: 5 },
    ...{ version: 'bench', now: Date.now },
    newId: (prefix) => newId(prefix as Parameters<typeof newId>[0]),
  });
  if (!deployment) throw new Error('The site could not be built.');
  return deployment.id;
}

async function shownOn(servers: () => readonly string[], text: string): Promise<void> {
  for (;;) {
    const shown = await Promise.all(
      servers().map(async (url) => {
        try {
          return (await (await fetch(`${url}/page-0`)).text()).includes(text);
        } catch {
          return false;
        }
      }),
    );
    if (shown.every(Boolean)) return;
    await sleep(20);
  }
}

/** Notes the pages of all deployments that any process has on its disk, those built by workers as well. */
function learn(folder: string, project: string, right: Set<string>): void {
  for (const name of readdirSync(folder)) {
    const out = join(folder, name, project);
    for (const { id } of listDeployments(out)) {
      const manifest = readManifest(out, id);
      for (const page of pages) right.add(`${page} ${manifest?.files[`/${page}`]?.hash}`);
    }
  }
}

/** Reads pages, four at a time; an answer is right if it is that page of one of the deployments. */
function startLoad(url: string) {
  const seen = new Set<string>();
  const counts = { answers: 0, refused: 0, broken: 0, others: 0 };
  let isOver = false;
  const lane = async (first: number) => {
    for (let at = first; !isOver; at++) {
      const page = pages[at % pages.length] ?? '';
      try {
        const answer = await fetch(`${url}/${page}`, {
          headers: { 'accept-encoding': 'identity' },
        });
        const body = Buffer.from(await answer.arrayBuffer());
        const hash = createHash('sha256').update(body).digest('hex');
        if (answer.status === 503) counts.refused++;
        else if (answer.status === 200) {
          counts.answers++;
          seen.add(`${page} ${hash}`);
        } else counts.others++;
      } catch {
        counts.broken++;
      }
      await sleep(5);
    }
  };
  const lanes = [0, 5, 10, 15].map(lane);
  return {
    stop: async () => {
      isOver = true;
      await Promise.all(lanes);
      return { ...counts, seen };
    },
  };
}
