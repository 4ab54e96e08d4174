import { spawn } from 'node:child_process';
import { appendFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { generateSite } from './generate.ts';

/** Milliseconds from the command to the first page, by pages of the site. */
const firstPageBars: Readonly<Record<number, number>> = { 1000: 1200, 25000: 2500 };
/** Milliseconds from saving a page until a browser shows it. */
const seenBar = 60;
const rounds = 15;

interface Served {
  readonly url: string;
  /** Milliseconds of CPU time of the process and its threads. */
  readonly cpu: () => Promise<number>;
  readonly close: () => Promise<void>;
}

/** `docent dev`: the first page of a cold start, and a page that is saved. `sizes` count pages. */
export async function benchDev(temp: string, sizes: readonly number[]): Promise<void> {
  for (const pages of sizes) {
    const dir = join(temp, `dev-${pages}`);
    generateSite(dir, pages);
    const startedAt = performance.now();
    const site = await serveDev(dir);
    try {
      await benchSite(pages, dir, { site, startedAt });
    } finally {
      await site.close();
    }
  }
}

async function benchSite(
  pages: number,
  dir: string,
  { site, startedAt }: { readonly site: Served; readonly startedAt: number },
): Promise<void> {
  const path = '/chapter-0/page-0';
  await (await fetch(site.url + path)).text();
  const took = performance.now() - startedAt;
  say(pages, 'command → first page', took, firstPageBars[pages], await site.cpu());
  if (pages > 5000) return;
  // Waits until all pages are rendered.
  await (await fetch(`${site.url}/llms.txt`)).text();
  const asked = { site, address: site.url + path };
  await benchServed(pages, join(dir, `${path}.mdx`), asked);
  await benchSeen(pages, join(dir, `${path}.mdx`), asked);
}

interface Asked {
  readonly site: Served;
  readonly address: string;
}

/** Saves a page and asks for it until the new text is there. */
async function benchServed(pages: number, file: string, { site, address }: Asked): Promise<void> {
  await benchRounds(pages, 'saved → served', { site, file }, async (word) => {
    while (!(await (await fetch(address)).text()).includes(word));
  });
}

/** Saves a page that is open in Chromium. */
async function benchSeen(pages: number, file: string, { site, address }: Asked): Promise<void> {
  const executablePath = process.env.DOCENT_CHROMIUM ?? '/usr/bin/chromium';
  if (!existsSync(executablePath)) {
    console.log(`Skipped saved → seen: there is no Chromium at ${executablePath}.`);
    return;
  }
  const { chromium } = await import('playwright-core');
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  try {
    const page = await browser.newPage();
    await page.goto(address);
    await page.waitForLoadState('networkidle', { timeout: 2000 }).catch(() => {});
    await benchRounds(pages, 'saved → seen', { site, file, bar: seenBar }, (word) =>
      page.evaluate(untilPainted, word),
    );
  } finally {
    await browser.close();
  }
}

/** Resolves in the browser after the frame that shows the text. Asking again and again would measure the pauses. */
function untilPainted(text: string): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (!document.querySelector('main')?.textContent.includes(text)) return;
      observer.disconnect();
      requestAnimationFrame(() => setTimeout(resolve));
    };
    const observer = new MutationObserver(look);
    observer.observe(document.body, { childList: true, subtree: true });
    // It may have come before the question did.
    look();
  });
}

async function benchRounds(
  pages: number,
  name: string,
  given: { readonly site: Served; readonly file: string; readonly bar?: number },
  seen: (word: string) => Promise<void>,
): Promise<void> {
  const { site, file, bar } = given;
  const times: number[] = [];
  const cpu = await site.cpu();
  for (let round = 0; round < rounds; round++) {
    const word = `${name.replaceAll(/\W+/g, '-')}-${round}-done`;
    const waiting = seen(word);
    const startedAt = performance.now();
    appendFileSync(file, `\n\nThis was ${word}.\n`);
    await waiting;
    times.push(performance.now() - startedAt);
    // Until all pages have been checked again.
    await sleep(400);
  }
  times.sort((a, b) => a - b);
  const median = times[Math.floor(rounds / 2)] ?? 0;
  say(pages, name, median, bar, ((await site.cpu()) - cpu) / rounds);
}

function say(pages: number, name: string, ms: number, bar: number | undefined, cpu: number): void {
  const barText = bar === undefined ? '' : `, bar ${bar} ms`;
  console.log(
    `dev, ${pages} pages: ${name} ${ms.toFixed(0)} ms${barText}; CPU ${cpu.toFixed(0)} ms`,
  );
}

/** Runs the command in a process of its own, which says on request how much CPU time it has taken. */
export function serveDev(dir: string): Promise<Served> {
  const cli = pathToFileURL(join(import.meta.dirname, '../cli.js')).href;
  const program = `
    import { enableCompileCache } from 'node:module';
    enableCompileCache();
    process.on('message', () => {
      const { user, system } = process.cpuUsage();
      process.send((user + system) / 1000);
    });
    const { main } = await import(${JSON.stringify(cli)});
    await main(['node', 'docent', 'dev', ...process.argv.slice(1)]);
    process.disconnect();`;
  const child = spawn(
    process.execPath,
    ['--input-type=module', '-e', program, dir, '--port', '0', '--out', `${dir}-out`],
    { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] },
  );
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const cpu = () =>
    new Promise<number>((resolve) => {
      child.once('message', (ms) => resolve(Number(ms)));
      child.send('cpu');
    });
  const close = async () => {
    child.kill('SIGTERM');
    await ended;
  };
  return new Promise((resolve, reject) => {
    child.stdout?.on('data', (text) => {
      const url = /Preview at (\S+)/.exec(String(text))?.[1];
      if (url) resolve({ url, cpu, close });
    });
    void ended.then(() => reject(new Error('docent dev has ended.')));
  });
}
