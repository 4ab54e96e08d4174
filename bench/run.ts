import { execFileSync, spawn } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
} from 'node:fs';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parsePage } from '../pipeline/source/parse.ts';
import { readSource } from '../pipeline/source/read.ts';
import { addAuthorCode, generateSite } from './generate.ts';

/** What one build in a process of its own took. */
interface Measure {
  /** Milliseconds from start to end of the process, modules loaded and all. */
  readonly wall: number;
  /** Milliseconds of the build alone. */
  readonly build: number;
  /** Seconds of all threads. */
  readonly cpu: number;
  /** Megabytes, the highest there was. */
  readonly memory: number;
  readonly pages: number;
  /** Bytes of the output folder. */
  readonly disk: number;
}

const usage = `npm run bench [-- parts]
  100 1000 5000   generated sites of so many pages
  mem0 dify supermemory fastmcp
                  real trees beside the checkout, where they are
  sandbox         300 pages with author code, beside the same pages without
  highlight       ways to colour code, as shares of a cold build
  dev             "docent dev" at 1000 and 5000 pages: the first page, and a saved page served and seen
  dev-25000       the first page of "docent dev" at so many pages
  start           CPU time of commands that do nothing, next to bare Node.js
  idle            start and memory of a server that is left alone
  api             requests a second of the service API, beside a bare route
  webhooks        deliveries a second, and from commit to receiver
  payments        pages of 100,000 transactions
  translate       translation besides the model, and many calls at once
  publish         from the model's last answer to readers, and what the server needs after its builds
  search          the index's share of a cold build, answers at 20,000 rows, a server of 1,000 sites
  navigation      from a click to the paint of the next page, with and without preparing it ahead
  page            what a browser loads for a page, and for the first search
  dashboard       what its sections ask for, with 100,000 deliveries, and what a first visit loads
  editor          from a key in a docs.json of 200 kB to the painted error
  assistant       how soon answers begin and end, and many streams at once
  sizing          what a machine needs for sites of 1,000 and 5,000 pages: table of the handbook
  deploy-1000     "docent deploy" of a generated site of so many pages: all of it, and after one edit
  cluster         3 servers and 2 workers for five minutes, killed and cut off from their storage
  fuzz            30,000 requests drawn from the API description, on each database
  edits           a site edited at random: builds with a cache, and the preview, against new ones
  hostile         answers while large bodies, slow senders, chats and writers come at once
Without parts: 100 1000 dev, and the real trees that are there.`;

/** Parts that print lines of their own. */
const services: Readonly<Record<string, () => Promise<void>>> = {
  highlight: async () => (await import('./highlight.ts')).benchHighlight(),
  start: async () => (await import('./start.ts')).benchStart(),
  idle: async () => (await import('./idle.ts')).benchIdle(),
  api: async () => (await import('./api.ts')).benchApi(),
  webhooks: async () => (await import('./webhooks.ts')).benchWebhooks(),
  payments: async () => (await import('./payments.ts')).benchPayments(),
  translate: async () => (await import('./translate.ts')).benchTranslate(),
  publish: async () => (await import('./publish.ts')).benchPublish(),
  search: async () => {
    await (await import('./search.ts')).benchSearch();
    await (await import('./search-server.ts')).benchSearchServer();
  },
  navigation: async () => (await import('./navigation.ts')).benchNavigation(),
  page: async () => (await import('./page.ts')).benchPage(),
  dashboard: async () => (await import('./dashboard.ts')).benchDashboard(),
  editor: async () => (await import('./editor.ts')).benchEditor(),
  assistant: async () => (await import('./assistant.ts')).benchAssistant(),
  sizing: async () => (await import('./sizing.ts')).benchSizing(),
  cluster: async () => (await import('./cluster.ts')).benchCluster(),
  fuzz: async () => (await import('./fuzz.ts')).benchFuzz(),
  edits: async () => (await import('./edits.ts')).benchEdits(),
  hostile: async () => (await import('./hostile.ts')).benchHostile(),
};

/** Builds without a change and with an edited page, in turns: a single one may take half as much again. */
const turns = 5;

const corpora = resolve(import.meta.dirname, '../../../shared/corpora');
const temp = mkdtempSync(join(tmpdir(), 'docent-bench-'));
try {
  await main(process.argv.slice(2));
} finally {
  rmSync(temp, { recursive: true, force: true });
}

async function main(given: readonly string[]): Promise<void> {
  if (given.includes('--help')) {
    console.log(usage);
    return;
  }
  const real = ['mem0', 'dify', 'supermemory', 'fastmcp'].filter((name) =>
    existsSync(join(corpora, name)),
  );
  const parts = given.length > 0 ? given : ['100', '1000', ...real, 'dev'];
  const load = loadavg()[0] ?? 0;
  console.log(
    `Node ${process.versions.node}, ${availableParallelism()} cores, load ${load.toFixed(1)} at the start`,
  );
  const head = ['site', 'build', 'pages', 'pages/s', 'ms', '% of cold', 'CPU s', 'peak MB'];
  if (parts.some((part) => !Object.hasOwn(services, part)))
    console.log(row([...head, 'disk KB/page']));
  for (const part of parts) {
    if (Object.hasOwn(services, part)) await services[part]?.();
    else if (part === 'dev' || /^dev-\d+$/.test(part)) await benchDevOf(part);
    else if (part === 'sandbox') await benchSandbox();
    else if (/^deploy-\d+$/.test(part)) {
      await (await import('./deploy.ts')).benchDeploy(Number(part.slice(7)));
    } else if (/^\d+$/.test(part)) {
      const dir = join(temp, `site-${part}`);
      generateSite(dir, Number(part));
      await benchSite(`${part} pages`, dir);
    } else if (existsSync(join(corpora, part))) {
      const dir = join(temp, part);
      cpSync(join(corpora, part), dir, { recursive: true });
      await benchSite(part, dir);
    } else console.log(`Skipped ${part}: there is no such site beside the checkout.`);
  }
}

async function benchSite(name: string, dir: string): Promise<void> {
  const floor = await readAndParse(dir);
  show(name, 'floor', { ...floor, memory: 0, disk: 0, build: floor.wall });
  // A folder of its own: ext4 makes files slowly where many have just been removed.
  const out = join(temp, `out-${name.replace(/\W/g, '-')}`);
  const cold = await build(dir, out);
  show(name, 'cold', cold);
  await benchRebuilds(name, { dir, out, cold });
}

async function benchRebuilds(
  name: string,
  { dir, out, cold }: { readonly dir: string; readonly out: string; readonly cold: Measure },
): Promise<void> {
  const pairs: { readonly unchanged: Measure; readonly edited: Measure }[] = [];
  const page = join(dir, firstPage(dir));
  for (let turn = 1; turn <= turns; turn++) {
    const unchanged = await build(dir, out);
    appendFileSync(page, `\n\nOne more sentence, number ${turn}.\n`);
    pairs.push({ unchanged, edited: await build(dir, out) });
  }
  const byRatio = pairs.toSorted((a, b) => ratioOf(a) - ratioOf(b));
  const middle = byRatio[Math.floor(turns / 2)];
  if (!middle) return;
  show(name, 'unchanged', middle.unchanged, cold);
  show(name, 'one page', middle.edited, cold);
  const ratios = byRatio.map((pair) => ratioOf(pair).toFixed(2)).join(', ');
  console.log(`${name}: one page edited takes ${ratios} × the CPU of an unchanged build`);
}

function ratioOf({ unchanged, edited }: { readonly unchanged: Measure; readonly edited: Measure }) {
  return edited.cpu / unchanged.cpu;
}

/** The least that any build has to do: read all files and parse all pages. */
async function readAndParse(dir: string): Promise<Pick<Measure, 'wall' | 'cpu' | 'pages'>> {
  const cpu = process.cpuUsage();
  const start = performance.now();
  const tree = await readSource(dir);
  for (const file of tree.pages.values()) {
    parsePage(file, { format: file.path.endsWith('.md') ? 'md' : 'mdx' });
  }
  const used = process.cpuUsage(cpu);
  return {
    wall: performance.now() - start,
    cpu: (used.user + used.system) / 1e6,
    pages: tree.pages.size,
  };
}

/** Builds in a process of its own, so that memory and module loading count. */
function build(dir: string, out: string): Promise<Measure> {
  const cli = pathToFileURL(join(import.meta.dirname, '../cli.js')).href;
  const program = `
    import { enableCompileCache } from 'node:module';
    // As the command starts: otherwise every build has the compilation of all modules in it.
    enableCompileCache();
    process.setSourceMapsEnabled(true);
    const { main } = await import(${JSON.stringify(cli)});
    await main(['node', 'docent', 'build', ...process.argv.slice(1), '--json']);
    const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
    console.error(JSON.stringify({ cpu: (userCPUTime + systemCPUTime) / 1e6, memory: maxRSS / 1024 }));`;
  const start = performance.now();
  const child = spawn(process.execPath, ['--input-type=module', '-e', program, dir, '--out', out], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  let usage = '';
  child.stdout.on('data', (chunk) => {
    text += chunk;
  });
  child.stderr.on('data', (chunk) => {
    usage += chunk;
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', () => {
      const wall = performance.now() - start;
      try {
        const { deployment, stats } = JSON.parse(text);
        if (!deployment) throw new Error(text.slice(0, 2000));
        const last = JSON.parse(usage.trim().split('\n').at(-1) ?? '{}');
        resolve({
          ...{ ...last, wall, build: stats.duration, pages: stats.pages },
          disk: sizeOf(out),
        });
      } catch (error) {
        reject(new Error(`The build failed: ${usage}`, { cause: error }));
      }
    });
  });
}

/** Bytes of the files in a folder; one that several deployments share counts once. */
function sizeOf(folder: string): number {
  const sizes = new Map<number, number>();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const { ino, size } = statSync(join(entry.parentPath, entry.name));
    sizes.set(ino, size);
  }
  return [...sizes.values()].reduce((sum, size) => sum + size, 0);
}

/** Builds the same pages as text, and with expressions and a component that make the same text. */
async function benchSandbox(): Promise<void> {
  const builds: Measure[] = [];
  for (const kind of ['text', 'code'] as const) {
    const dir = join(temp, `sandbox-${kind}`);
    generateSite(dir, 300);
    addAuthorCode(dir, kind);
    builds.push(await build(dir, join(temp, `out-sandbox-${kind}`)));
    show(kind === 'text' ? 'no code' : 'author code', 'cold', builds.at(-1) as Measure);
  }
  const [text, code] = builds;
  if (!text || !code) return;
  const each = ((code.cpu - text.cpu) * 1000) / code.pages;
  console.log(
    `sandbox: ${(code.cpu / text.cpu).toFixed(2)} × the CPU of the same pages without code, ${each.toFixed(1)} ms a page`,
  );
}

async function benchDevOf(part: string): Promise<void> {
  const { benchDev } = await import('./dev.ts');
  const size = Number(part.slice('dev-'.length));
  await benchDev(temp, part === 'dev' ? [1000, 5000] : [size]);
}

function firstPage(dir: string): string {
  const output = execFileSync('find', [dir, '-name', '*.mdx', '-not', '-path', '*snippets*'], {
    encoding: 'utf8',
    maxBuffer: 1e8,
  });
  const [first = ''] = output.split('\n').sort().filter(Boolean);
  return first.slice(dir.length + 1);
}

function show(site: string, kind: string, measure: Measure, cold?: Measure): void {
  const { pages, wall, build, cpu, memory, disk } = measure;
  console.log(
    row([
      site,
      kind,
      String(pages),
      (pages / (build / 1000)).toFixed(0),
      `${build.toFixed(0)} (${wall.toFixed(0)})`,
      cold ? ((build / cold.build) * 100).toFixed(1) : '',
      cpu.toFixed(2),
      memory ? memory.toFixed(0) : '',
      disk ? (disk / pages / 1000).toFixed(1) : '',
    ]),
  );
}

function row(cells: readonly string[]): string {
  return cells.map((cell, index) => (index < 2 ? cell.padEnd(11) : cell.padStart(12))).join(' ');
}
