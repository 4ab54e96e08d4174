import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { serveDev } from './dev.ts';

/** Bytes of the `docs.json`. */
const size = 200_000;
/** Milliseconds from a key to the painted error, at the median. */
const bar = 50;
const rounds = 25;
/** Milliseconds between two keys: those of someone who types, and looks at what it does. */
const pause = 250;

/** A key that makes a mistake, and the one that corrects it. */
interface Mistake {
  readonly name: string;
  readonly keys: readonly [string, string];
  /** The text that the caret is put behind, or the field of a form. */
  readonly at: string | { readonly section: string; readonly label: string; readonly path: string };
}

const mistakes: readonly Mistake[] = [
  { name: 'a color that is none', keys: ['X', 'Backspace'], at: '"primary": "#0F766E' },
  { name: 'a field that nobody knows', keys: ['X', 'Backspace'], at: '"destination' },
  { name: 'no JSON any more', keys: [',', 'Backspace'], at: '"redirects": [' },
  {
    name: 'a * in the form of redirects',
    keys: ['*', 'Backspace'],
    at: { section: 'redirects', label: 'To, redirect 1', path: 'redirects[0].destination' },
  },
  {
    name: 'a page twice in the form of the navigation',
    keys: ['Backspace', '0'],
    at: {
      section: 'navigation',
      label: 'Name of navigation.tabs[0].groups[0].pages[10]',
      path: 'navigation.tabs[0].groups[0].pages[10]',
    },
  },
];

/**
 * From a key to the error that it makes, painted in the list and at its line or field, in the studio with a `docs.json`
 * of 200 kB; next to it, the same page with a check that does nothing but answer.
 */
export async function benchEditor(): Promise<void> {
  const executablePath = process.env.DOCENT_CHROMIUM ?? '/usr/bin/chromium';
  if (!existsSync(executablePath)) {
    console.log(`Skipped editor: there is no Chromium at ${executablePath}.`);
    return;
  }
  const { chromium } = await import('playwright-core');
  const dir = mkdtempSync(join(tmpdir(), 'docent-bench-editor-'));
  const text = largeConfig();
  writeFileSync(join(dir, 'docs.json'), text);
  writeFileSync(join(dir, 'index.mdx'), '---\ntitle: Start\n---\n\nHello.\n');
  const server = await serveDev(dir);
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  try {
    const url = `${server.url}/_docent/studio/p/site/settings`;
    for (const mistake of mistakes) {
      const idle = await measure(await browser.newPage(), url, { mistake, isIdle: true });
      const own = await measure(await browser.newPage(), url, { mistake, isIdle: false });
      console.log(
        `editor, ${Math.round(text.length / 1000)} kB, key → ${mistake.name}: ${own.median.toFixed(0)} ms at the median (bar ${bar} ms), ${own.late.toFixed(0)} ms at the 90th percentile${own.median > bar ? '  OVER' : ''}; floor: ${idle.median.toFixed(0)} ms with a check that does nothing`,
      );
    }
  } finally {
    await browser.close();
    await server.close();
    for (const folder of [dir, `${dir}-out`]) rmSync(folder, { recursive: true, force: true });
  }
}

/** A worker that calls every change of the first text a mistake. */
const idleWorker = (path: string) => `let first;
self.addEventListener('message', ({ data: { id, text } }) => {
  first ??= text;
  let at = 0;
  while (at < text.length && text[at] === first[at]) at++;
  const finding = { severity: 'error', code: 'floor', reason: 'Changed', note: '', line: 1, column: 1, path: '${path}' };
  self.postMessage({ id, findings: text === first ? [] : [{ ...finding, from: at, to: at + 1 }] });
});`;

async function measure(
  page: Page,
  url: string,
  { mistake: { keys, at }, isIdle }: { readonly mistake: Mistake; readonly isIdle: boolean },
): Promise<{ readonly median: number; readonly late: number }> {
  const isText = typeof at === 'string';
  if (isIdle) {
    const body = idleWorker(isText ? '' : at.path);
    await page.route(/check-worker/, (route) =>
      route.fulfill({ contentType: 'text/javascript', body }),
    );
  }
  await page.goto(isText ? `${url}/text` : `${url}?section=${at.section}`);
  await page.getByText(/No problems/).waitFor();
  if (isText) {
    await page.locator('.cm-content').click();
    await page.keyboard.press('Control+f');
    await page.locator('.cm-search input[name="search"]').fill(at);
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await page.keyboard.press('ArrowRight');
  } else {
    await page.getByLabel(at.label, { exact: true }).focus();
    await page.keyboard.press('End');
  }
  const times: number[] = [];
  // The first ones are those of a page that has just been opened.
  for (let round = -3; round < rounds; round++) {
    const time = await press(page, keys[0], true);
    if (round >= 0) times.push(time);
    await press(page, keys[1], false);
  }
  await page.close();
  times.sort((a, b) => a - b);
  return { median: times[rounds >> 1] ?? 0, late: times[Math.floor(rounds * 0.9)] ?? 0 };
}

/** Milliseconds from a key to the end of the frame that has a mistake, or none, both in the list and at its place. */
async function press(page: Page, key: string, isWrong: boolean): Promise<number> {
  const painted = await page.evaluateHandle(watch, isWrong);
  await page.keyboard.press(key);
  const time = await painted.evaluate(({ time }) => time);
  await page.waitForTimeout(pause);
  return time;
}

/** In the browser, before the key. */
function watch(isWrong: boolean): { readonly time: Promise<number> } {
  const { promise, resolve } = Promise.withResolvers<number>();
  const text = document.querySelector('.editor')?.shadowRoot;
  let pressed: number | undefined;
  const look = () => {
    const inList = document.querySelector('.finding') !== null;
    const inPlace =
      (text ?? document).querySelector('.cm-lint-marker-error, .field-error') !== null;
    if (pressed === undefined || inList !== isWrong || inPlace !== isWrong) return;
    const start = pressed;
    for (const observer of observers) observer.disconnect();
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => resolve(performance.now() - start);
      port2.postMessage('');
    });
  };
  const observers = [document.body, text].flatMap((root) => {
    if (!root) return [];
    const observer = new MutationObserver(look);
    observer.observe(root, { childList: true, subtree: true });
    return [observer];
  });
  const take = ({ timeStamp }: Event) => {
    pressed = timeStamp;
  };
  addEventListener('keydown', take, { once: true, capture: true });
  return { time: promise };
}

/** A `docs.json` with navigation and redirects, half of each. */
function largeConfig(): string {
  const tabs: object[] = [];
  const redirects: object[] = [];
  const write = () =>
    JSON.stringify(
      {
        name: 'Benchmark',
        colors: { primary: '#0F766E' },
        navigation: { tabs },
        redirects,
      },
      null,
      2,
    );
  while (write().length < size) {
    const at = tabs.length;
    const groups = Array.from({ length: 4 }, (_, group) => ({
      group: `Chapter ${group + 1}`,
      icon: 'book',
      pages: Array.from({ length: 20 }, (_, page) => `part-${at}/chapter-${group}/page-${page}`),
    }));
    tabs.push({ tab: `Part ${at + 1}`, groups });
    for (let page = 0; page < 40; page++) {
      redirects.push({
        source: `/old-${at}/${page}`,
        destination: `/part-${at}/chapter-1/page-${page % 20}`,
      });
    }
  }
  return write();
}
