import { once } from 'node:events';
import {
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { Agent, get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readCurrent } from '../pipeline/output/read.ts';
import { generateSite, seeded } from './generate.ts';
import { docent, memoryOf, readUrl } from './server.ts';

/**
 * Prints what searching takes a server: with many sites of 250 pages, all of which are asked, and with one
 * large site.
 */
export async function benchSearchServer(sites = 1000, pages = 25_000): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'docent-bench-server-'));
  try {
    const small = await built(join(folder, 'small'), 250);
    const all = join(folder, 'all');
    for (let i = 0; i < sites; i++) copySite(small, join(all, `site${i}`), i);
    await measure(`${sites} sites of 250 pages`, all, sites);
    rmSync(all, { recursive: true, force: true });
    const large = await built(join(folder, 'large'), pages);
    await measure(`one site of ${pages} pages`, large, 1);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function built(folder: string, pages: number): Promise<string> {
  const out = join(folder, 'out');
  generateSite(join(folder, 'site'), pages);
  const [code] = await once(docent(['build', join(folder, 'site'), '--out', out]), 'close');
  if (code !== 0) throw new Error('The site could not be built.');
  return out;
}

/** A site of its own for the server; what is not its identity is shared on the disk. */
function copySite(from: string, to: string, number: number): void {
  const current = readCurrent(from) ?? '';
  const id = `dpl_${String(number).padStart(26, '0')}`;
  const [before, after] = [
    join(from, 'deployments', current),
    join(to, 'deployments', id),
  ] as const;
  mkdirSync(after, { recursive: true });
  for (const name of readdirSync(before)) {
    if (/\.jsonl?$/.test(name)) linkSync(join(before, name), join(after, name));
  }
  for (const name of ['deployment.json', 'events.jsonl']) rmSync(join(after, name));
  const deployment: object = JSON.parse(readFileSync(join(before, 'deployment.json'), 'utf8'));
  writeFileSync(join(after, 'deployment.json'), JSON.stringify({ ...deployment, id }));
  writeFileSync(join(after, 'events.jsonl'), '');
  symlinkSync(join(before, 'contents'), join(after, 'contents'));
  mkdirSync(join(to, 'search'));
  const state = readFileSync(join(from, 'search/state.json'), 'utf8').replaceAll(current, id);
  writeFileSync(join(to, 'search/state.json'), state);
  writeFileSync(join(to, 'current'), `${id}\n`);
}

async function measure(name: string, out: string, sites: number): Promise<void> {
  const server = docent(['serve', '--out', out, '--port', '0']);
  try {
    const url = new URL(await readUrl(server));
    const agent = new Agent({ keepAlive: true });
    const ask = (path: string, site: number) =>
      answerOf({ agent, port: url.port, path, host: `site${site}.localhost` });
    const addresses: string[] = [];
    for (let site = 0; site < sites; site++) addresses.push(await addressOf(ask, site));
    const idle = memoryOf(server.pid);
    const random = seeded(11);
    const word = () => words[Math.floor(random() * words.length)] ?? '';
    const times: number[] = [];
    const first: number[] = [];
    const rounds = Math.max(2000, 2 * sites);
    for (let round = 0; round < rounds; round++) {
      // Each site once, then any of them.
      const site = round < sites ? round : Math.floor(random() * sites);
      const query = Array.from({ length: 1 + Math.floor(random() * 6) }, word).join(' ');
      const started = performance.now();
      await ask(`${addresses[site]}?q=${encodeURIComponent(query)}`, site);
      (round < sites ? first : times).push(performance.now() - started);
    }
    console.log(
      `search, ${name}: first question p50 ${at(first, 0.5)} ms, worst ${at(first, 1)} ms; then p50 ${at(times, 0.5)} ms, p99 ${at(times, 0.99)} ms; memory ${idle} before, ${memoryOf(server.pid)} after ${rounds} questions (bars: first 100 ms, p99 30 ms, 300 MB)`,
    );
    agent.destroy();
  } finally {
    server.kill();
    await once(server, 'close');
  }
}

/** Words of generated pages, some synonyms, and some words that are on none of them. */
const words =
  'request response token remove delete webhook limit list create pagination retry configure chapter schema cursor invoice timeout region zeppelin stream'.split(
    ' ',
  );

function at(times: readonly number[], share: number): string {
  const sorted = times.toSorted((a, b) => a - b);
  return (sorted[Math.floor((sorted.length - 1) * share)] ?? 0).toFixed(1);
}

/** The note names the search once the site is taken in. */
async function addressOf(
  ask: (path: string, site: number) => Promise<string>,
  site: number,
): Promise<string> {
  for (let tries = 0; tries < 1200; tries++) {
    try {
      const { api } = JSON.parse(await ask('/_docent/search/index.json', site));
      if (typeof api === 'string') return api;
    } catch {
      // Not yet.
    }
    await sleep(100);
  }
  throw new Error(`site${site} is not served.`);
}

function answerOf(request: {
  readonly agent: Agent;
  readonly port: string;
  readonly path: string;
  readonly host: string;
}): Promise<string> {
  const { host, ...where } = request;
  return new Promise((resolve, reject) => {
    get({ hostname: '127.0.0.1', ...where, headers: { host } }, async (response) => {
      let text = '';
      for await (const part of response.setEncoding('utf8')) text += part;
      if (response.statusCode === 200) resolve(text);
      else reject(new Error(`${where.path} answered ${response.statusCode}`));
    }).on('error', reject);
  });
}
