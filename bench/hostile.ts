import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { Agent, type Dispatcher, request } from 'undici';
import { generateSite } from './generate.ts';
import { docent, memoryOf, newKey, projectOf, readUrl } from './server.ts';

const seconds = 10;
const bodies = 50;
const slow = 1000;
const chats = 300;
const writers = 16;
/** Milliseconds that `/health` may take under load, 99 times of 100. */
const bar = 50;

/** Everything comes from one address here: its limits would refuse most of it before it costs anything. */
const environment = {
  DOCENT_CHAT_RATE: '1000000',
  DOCENT_FEEDBACK_RATE: '1000000',
  DOCENT_KEY_RATE: '1000000',
};

interface Asked {
  readonly url: string;
  /** Path of the page. */
  readonly page: string;
  readonly duration: number;
}

/** What is attacked. */
interface Target {
  readonly url: string;
  readonly key: string;
  readonly project: string;
  readonly page: string;
}

interface Times {
  readonly health: readonly number[];
  readonly page: readonly number[];
  readonly failed: number;
}

/**
 * How soon `/health` and a page respond during 50 large bodies, 1,000 slow connections, 300 chats
 * and 16 writers at once; compared with an idle server.
 */
export async function benchHostile(print: (line: string) => void = console.log): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'docent-bench-'));
  const out = join(folder, 'out');
  try {
    generateSite(join(folder, 'site'), 100);
    const [code] = await once(docent(['build', join(folder, 'site'), '--out', out]), 'close');
    if (code !== 0) throw new Error('The site could not be built.');
    const seen = join(folder, 'loop.json');
    const monitor = new URL('./loop-delay.js', import.meta.url).href;
    const server = docent(['serve', '--out', out, '--port', '0'], {
      ...environment,
      LOOP_DELAY_FILE: seen,
      NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --import ${monitor}`,
    });
    try {
      const url = await readUrl(server);
      while (!(await fetch(`${url}/ready`)).ok) await sleep(20);
      const key = await newKey(out);
      const project = await projectOf(url, key);
      const page = new URL((await fetch(url)).url).pathname;
      await probe({ url, page, duration: 2 });
      await loopOf(server, seen);
      const floor = await probe({ url, page, duration: seconds });
      const quiet = await loopOf(server, seen);
      const before = memoryOf(server.pid);
      const load = attack({ url, key, project, page });
      const loaded = await probe({ url, page, duration: seconds });
      const busy = await loopOf(server, seen);
      const during = memoryOf(server.pid);
      const counts = await load.end();
      for (const name of ['health', 'page'] as const) {
        print(`${name.padEnd(7)} without load  ${line(floor[name])}`);
        print(`${name.padEnd(7)} under load    ${line(loaded[name])}`);
      }
      print(`event loop      without load  ${quiet}`);
      print(`event loop      under load    ${busy}`);
      print(`/health under load: at most ${bar} ms wanted, p99 above`);
      print(`failed answers: ${floor.failed} without load, ${loaded.failed} under load`);
      for (const [kind, count] of [...counts].sort()) print(`${kind.padEnd(28)} ${count}`);
      print(`memory ${before} without load, ${during} under load`);
    } finally {
      server.kill();
      await once(server, 'close');
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Asks the monitor in the server (`loop-delay.ts`) what it has seen since it was asked before. */
async function loopOf(server: ChildProcess, file: string): Promise<string> {
  server.kill('SIGUSR2');
  while (!existsSync(file)) await sleep(20);
  await sleep(20);
  const { longest, p99, stretch } = JSON.parse(readFileSync(file, 'utf8'));
  rmSync(file);
  return `held up ${longest.toFixed(0)} ms at the longest, p99 ${p99.toFixed(0)} ms; at most ${stretch.toFixed(0)} ms of processor time in one stretch`;
}

function line(times: readonly number[]): string {
  const sorted = times.toSorted((a, b) => a - b);
  const part = (share: number) =>
    (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(1);
  return `${String(sorted.length).padStart(5)} answers  p50 ${part(0.5)} ms  p99 ${part(0.99)} ms  longest ${part(1)} ms`;
}

/** Asks for `/health` and a page in turn, in a thread that nothing else holds up. */
function probe(asked: Asked): Promise<Times> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(fileURLToPath(import.meta.url), { workerData: asked });
    worker.once('message', resolve);
    worker.once('error', reject);
  });
}

async function ask({ url, page, duration }: Asked): Promise<Times> {
  const times = { health: [] as number[], page: [] as number[] };
  let failed = 0;
  const agent = new Agent();
  const end = performance.now() + duration * 1000;
  while (performance.now() < end) {
    for (const [list, path] of [
      [times.health, '/health'],
      [times.page, page],
    ] as const) {
      const began = performance.now();
      const { statusCode, body } = await request(url + path, { dispatcher: agent });
      await body.dump();
      list.push(performance.now() - began);
      if (statusCode !== 200) failed++;
      await sleep(5);
    }
  }
  await agent.close();
  return { ...times, failed };
}

/**
 * Sends everything at once until it is stopped; returns how often each kind of request got which
 * response.
 */
function attack({ url, key, project, page }: Target) {
  const counts = new Map<string, number>();
  const count = (kind: string) => counts.set(kind, (counts.get(kind) ?? 0) + 1);
  const agent = new Agent({ connections: 400, headersTimeout: 0, bodyTimeout: 0 });
  const sockets = new Set<Socket>();
  let going = true;

  const post = async (kind: string, path: string, body: string) => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    try {
      const options: Omit<Dispatcher.RequestOptions, 'path' | 'origin'> = {
        method: 'POST',
        headers,
        body,
      };
      const answer = await request(url + path, { ...options, dispatcher: agent });
      await answer.body.dump({ limit: 10_000_000 });
      count(`${kind} ${answer.statusCode}`);
    } catch (error) {
      if (going) count(`${kind} ${(error as NodeJS.ErrnoException).code ?? 'error'}`);
    }
  };
  const unknown = Array.from({ length: 16_000 }, (_, index) => [`k${index}`, 1]);
  const large = JSON.stringify(Object.fromEntries(unknown));
  const sendBody = async (index: number) => {
    const path = index % 2 ? `/api/v1/feedback/${project}` : `/api/v1/assistant/${project}/chat`;
    while (going) {
      await post('large body', path, large);
      await sleep(250);
    }
  };
  const sendSlowly = async (index: number) => {
    while (going) {
      const socket = connect(Number(new URL(url).port), '127.0.0.1');
      sockets.add(socket);
      const head = `POST /api/v1/feedback/${project} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n`;
      socket.write(index % 2 ? head : `${head}\r\n{`);
      socket.once('data', (text) => count(`slow connection ${String(text).split(' ')[1]}`));
      socket.on('error', () => {});
      await once(socket, 'close');
      sockets.delete(socket);
    }
  };
  const chat = async (index: number) => {
    const path = `/api/v1/assistant/${project}/chat`;
    for (let turn = 0; going; turn++) {
      const visitorId = `v${index}-${turn}`;
      await post('chat', path, JSON.stringify({ message: 'How do I begin?', visitorId }));
      await sleep(1000);
    }
  };
  const write = async (index: number) => {
    for (let turn = 0; going; turn++) {
      const term = `term ${index} ${turn}`;
      await post('write', `/api/v1/projects/${project}/glossary`, JSON.stringify({ term }));
      const feedback = {
        pagePath: page.slice(1),
        rating: 'positive',
        visitorId: `w${index}-${turn}`,
      };
      await post('write', `/api/v1/feedback/${project}`, JSON.stringify(feedback));
    }
  };
  const times = <T>(number: number, work: (index: number) => T) =>
    Array.from({ length: number }, (_, index) => work(index));
  const all = [
    ...times(bodies, sendBody),
    ...times(slow, sendSlowly),
    ...times(chats, chat),
    ...times(writers, write),
  ];
  return {
    end: async () => {
      going = false;
      for (const socket of sockets) socket.destroy();
      await Promise.all(all);
      await agent.close();
      return counts;
    },
  };
}

if (!isMainThread && workerData) parentPort?.postMessage(await ask(workerData));
else if (process.argv[1] === fileURLToPath(import.meta.url)) await benchHostile();
