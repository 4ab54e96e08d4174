import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, lstatSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { generateSite, seeded } from './generate.ts';
import { docent, memoryOf, newKey, projectOf, readUrl } from './server.ts';

const amounts = { pages: 3000, searches: 3000, questions: 300 } as const;

/**
 * What a machine needs for sites of these sizes: the build, the disk, the server's memory, and the processor time of
 * what readers ask for. That does not depend on what else the machine does; times of answers would.
 */
export async function benchSizing(sizes: readonly number[] = [1000, 5000]): Promise<void> {
  for (const size of sizes) {
    const folder = mkdtempSync(join(tmpdir(), 'docent-bench-sizing-'));
    try {
      await measureSite(folder, size);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
}

async function measureSite(folder: string, pages: number): Promise<void> {
  const out = join(folder, 'out');
  generateSite(join(folder, 'site'), pages);
  const say = (what: string, result: string) => console.log(`${pages} pages, ${what}: ${result}`);
  say('build', await measureBuild(folder, out));
  say('disk', `${megabytes(out)} MB with one deployment, its sources and the cache of builds`);
  appendFileSync(join(folder, 'site/chapter-0/page-0.mdx'), '\nOne more sentence.\n');
  say('build after one edit', await measureBuild(folder, out));
  say('disk', `${megabytes(out)} MB with two deployments`);
  const key = await newKey(out);
  const server = docent(['serve', '--out', out, '--port', '0'], { DOCENT_CHAT_RATE: '1000000' });
  try {
    const url = new URL(await readUrl(server));
    while (!(await fetch(`${url.origin}/ready`)).ok) await sleep(20);
    await sleep(2000);
    say('memory at the start', memoryOf(server.pid));
    const project = await projectOf(url.origin, key);
    await measureReaders(server, { url, project, pages, say });
  } finally {
    server.kill();
    await once(server, 'close');
  }
}

async function measureBuild(folder: string, out: string): Promise<string> {
  const build = docent(['build', join(folder, 'site'), '--out', out]);
  let used = { cpu: 0, memory: 0 };
  const watch = setInterval(() => {
    used = usageOf(build, used);
  }, 20);
  const [code] = await once(build, 'close');
  clearInterval(watch);
  if (code !== 0) throw new Error('The site could not be built.');
  return `${used.cpu.toFixed(1)} s of processor time, ${used.memory.toFixed(0)} MB at most`;
}

interface Readers {
  readonly url: URL;
  readonly project: string;
  readonly pages: number;
  readonly say: (what: string, result: string) => void;
}

async function measureReaders(
  server: ChildProcess,
  { url, project, pages, say }: Readers,
): Promise<void> {
  const random = seeded(7);
  const one = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const agent = new Agent({ keepAlive: true, maxSockets: 8 });
  const groups = Math.max(2, Math.round(pages / 25));
  const ask = (path: string, body?: object) => answer({ agent, url, path, body });
  const page = () => {
    const index = Math.floor(random() * pages);
    return ask(`/chapter-${index % groups}/page-${index}`);
  };
  const query = (most: number) =>
    Array.from({ length: 1 + Math.floor(random() * most) }, () => one(words)).join(' ');
  const search = () => ask(`/api/v1/search/${project}?q=${encodeURIComponent(query(4))}`);
  let visitor = 0;
  const question = () =>
    ask(`/api/v1/assistant/${project}/chat`, {
      ...{ message: `How do I ${query(5)}?`, visitorId: `visitor-${visitor++}` },
    });
  for (const [name, count, work] of [
    ['pages', amounts.pages, page],
    ['searches', amounts.searches, search],
    ['questions, quoted', amounts.questions, question],
  ] as const) {
    // The first ones load what all others use.
    for (let i = 0; i < 20; i++) await work();
    const before = usageOf(server).cpu;
    for (let done = 0; done < count; done += 8) await Promise.all(Array.from({ length: 8 }, work));
    const each = (usageOf(server).cpu - before) / count;
    say(
      name,
      `${(each * 1000).toFixed(2)} ms of processor time, ${(1 / each).toFixed(0)} a second on a core; memory then ${memoryOf(server.pid)}`,
    );
  }
  agent.destroy();
}

/** Words of generated pages. */
const words =
  'request response token remove webhook limit list create retry configure schema cursor timeout region stream'.split(
    ' ',
  );

/** Seconds of the processor and megabytes at most of a process so far; its last values once it is gone. */
function usageOf(
  { pid }: ChildProcess,
  last = { cpu: 0, memory: 0 },
): { cpu: number; memory: number } {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    const [, peak] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    // A process that has ended and was not waited for has no memory.
    if (peak === undefined) return last;
    // Linux counts in hundredths of a second.
    return { cpu: (Number(fields[11]) + Number(fields[12])) / 100, memory: Number(peak) / 1000 };
  } catch {
    return last;
  }
}

/** What a folder takes on the disk; what several names lead to counts once. */
function megabytes(folder: string): number {
  const seen = new Set<number>();
  let blocks = 0;
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const found = lstatSync(join(entry.parentPath, entry.name));
    if (!seen.has(found.ino)) blocks += found.blocks;
    seen.add(found.ino);
  }
  return Math.round((blocks * 512) / 1e6);
}

function answer(asked: {
  readonly agent: Agent;
  readonly url: URL;
  readonly path: string;
  readonly body: object | undefined;
}): Promise<void> {
  const { agent, url, path, body } = asked;
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        ...{ agent, host: url.hostname, port: url.port, path, method: body ? 'POST' : 'GET' },
        headers: { 'accept-encoding': 'gzip', 'content-type': 'application/json' },
      },
      (response) => {
        response.resume().once('end', () => {
          if (response.statusCode === 200) resolve();
          else reject(new Error(`${path} answered ${response.statusCode}`));
        });
      },
    );
    sent.once('error', reject).end(body && JSON.stringify(body));
  });
}
