import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type BareChromium, launchBareChromium } from '../test/support/bare-chromium.ts';
import { generateSite } from './generate.ts';
import { build } from './page.ts';

/** Milliseconds that every answer takes to reach the browser. */
const latency = 100;
/** Milliseconds between reaching a link and pressing it: a reader in a hurry, and one who is not. */
const dwells = [150, 300] as const;
/** Milliseconds that a button stays pressed. */
const press = 80;
const clicks = 12;
/** What a click may take where pages are prepared ahead, in milliseconds. */
const bar = 60;

/** Pages that load after the click, that are prepared before it, and prepared ones with a single link. */
type Kind = 'loaded' | 'prepared' | 'empty';

const names: Readonly<Record<Kind, string>> = {
  loaded: 'loaded after the click',
  prepared: 'prepared before it',
  empty: 'an empty page, prepared',
};

/** A click: when its page was seen, and whether the browser had made it before. */
interface Followed {
  readonly time: number;
  readonly prepared: boolean;
}

/** Prints the time from a click to the first paint of the next page, with and without preparing pages ahead. */
export async function benchNavigation(): Promise<void> {
  const temp = mkdtempSync(join(tmpdir(), 'docent-bench-navigation-'));
  try {
    const dir = join(temp, 'site');
    generateSite(dir, 100);
    const site = await build(dir, join(temp, 'out'));
    for (const kind of ['loaded', 'prepared', 'empty'] as const) {
      const { server, url } = await serveSlowly(site, kind);
      try {
        for (const dwell of dwells)
          report(`${names[kind]}, ${dwell} ms on the link`, await measure(url, dwell));
      } finally {
        server.closeAllConnections();
        server.close();
      }
    }
    console.log(
      `click to paint: at most ${bar} ms at the median where pages are prepared ahead; what an empty page takes is the browser's own`,
    );
  } finally {
    rmSync(temp, { recursive: true, force: true });
  }
}

/** Follows "next page" again and again, with scripts and styles in the cache of the browser. */
async function measure(url: string, dwell: number): Promise<readonly Followed[]> {
  const browser = await launchBareChromium();
  try {
    await browser.open(`${url}chapter-0/page-0`);
    const followed: Followed[] = [];
    for (let i = 0; i <= clicks; i++) {
      const one = await follow(browser, dwell);
      // The first page fills the cache.
      if (i > 0) followed.push(one);
    }
    return followed.sort((a, b) => a.time - b.time);
  } finally {
    await browser.close();
  }
}

const nextPage = `(async () => {
  if (document.readyState !== 'complete') await new Promise((loaded) => addEventListener('load', loaded));
  const link = [...document.querySelectorAll('a[rel="next"]')].pop();
  link.scrollIntoView();
  addEventListener('click', (event) => {
    sessionStorage.setItem('bench-click', String(performance.timeOrigin + event.timeStamp));
  }, true);
  const { x, y } = link.getBoundingClientRect();
  return { x, y, from: location.href };
})()`;

const paint = `new Promise((resolve) => {
  new PerformanceObserver((list) => {
    const [first] = list.getEntriesByName('first-contentful-paint');
    if (!first) return;
    const time = performance.timeOrigin + first.startTime - Number(sessionStorage.getItem('bench-click'));
    resolve({ time, prepared: performance.getEntriesByType('navigation')[0].activationStart > 0 });
  }).observe({ type: 'paint', buffered: true });
})`;

async function follow(browser: BareChromium, dwell: number): Promise<Followed> {
  const { x, y, from } = await browser.ask<{ x: number; y: number; from: string }>(nextPage);
  await browser.mouse('Moved', x + 20, y + 20);
  await delay(dwell);
  await browser.mouse('Pressed', x + 20, y + 20);
  await delay(press);
  await browser.mouse('Released', x + 20, y + 20);
  for (let i = 0; i < 100; i++) {
    const address = await browser.ask('location.href').catch(() => from);
    if (address !== from) return browser.ask<Followed>(paint);
    await delay(20);
  }
  throw new Error(`A click on ${from} opened nothing`);
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
};

/** A static host at a distance: documents are asked for each time, files with a hash in their name once. */
async function serveSlowly(site: string, kind: Kind): Promise<{ server: Server; url: string }> {
  const server = createServer((request, response) => {
    setTimeout(() => answer(request.url ?? '/', response), latency);
  });
  const answer = (address: string, response: ServerResponse): void => {
    const { pathname } = new URL(address, 'http://localhost');
    const path = join(site, decodeURIComponent(pathname));
    try {
      const [file, type] =
        extname(path) === '' ? [join(path, 'index.html'), '.html'] : [path, extname(path)];
      const content = readFileSync(file);
      response.setHeader('content-type', types[type] ?? 'application/octet-stream');
      const isNamedByContent = pathname.startsWith('/_docent/') && /-\w{8}\./.test(pathname);
      response.setHeader('cache-control', isNamedByContent ? 'max-age=31536000' : 'no-cache');
      response.end(change[kind](content, type));
    } catch {
      response.writeHead(404).end();
    }
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const bound = server.address();
  if (bound === null || typeof bound === 'string') throw new Error('The server has no port');
  return { server, url: `http://127.0.0.1:${bound.port}/` };
}

const change: Readonly<Record<Kind, (content: Buffer, type: string) => Buffer | string>> = {
  prepared: (content) => content,
  /** Without what prepares pages ahead and what fades from one to the next. */
  loaded(content, type) {
    if (type === '.html') return String(content).replace(rules, '');
    if (type === '.css') return String(content).replace(/@view-transition\{[^}]*\}/, '');
    return content;
  },
  empty(content, type) {
    if (type !== '.html') return content;
    const link = /<a[^>]* rel="next"[^>]*>/.exec(String(content))?.[0] ?? '';
    const ahead = { where: { selector_matches: 'a' }, eagerness: 'eager' };
    return `<!doctype html><meta charset="utf-8"><title>Empty</title>
      <style>a { display: block; padding: 40px }</style>
      <script type="speculationrules">${JSON.stringify({ prerender: [ahead] })}</script>
      ${link}Next</a>`;
  },
};

const rules = /<script type="speculationrules">.*?<\/script>/;

function report(name: string, followed: readonly Followed[]): void {
  const at = (share: number) =>
    (followed[Math.floor(followed.length * share)]?.time ?? 0).toFixed(0);
  const prepared = followed.filter((one) => one.prepared).length;
  console.log(
    `click to paint, ${latency} ms away, ${name}: median ${at(0.5)} ms, 90 % ${at(0.9)} ms, ${prepared} of ${followed.length} prepared`,
  );
}
