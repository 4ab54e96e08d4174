import { existsSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { acceptInvitation, invite } from '../runtime/members/invitations.ts';
import { createIds } from '../runtime/store/ids.ts';
import type { Store } from '../runtime/store/open.ts';
import { listOrgs } from '../runtime/store/orgs.ts';

/** Milliseconds from opening the dashboard to all of its first page. */
const firstBar = 1_000;
/** Milliseconds from a click to the rows of a list. */
const listBar = 200;
const rounds = 7;
const owner = { email: 'ada@example.com', password: 'a password of some length' } as const;

/**
 * What a member sees in Chromium: the overview in a browser that knows nothing of it yet, then each list after a click
 * on its section.
 */
export async function benchView(
  { url, store }: { readonly url: string; readonly store: Store },
  print: (line: string) => void,
): Promise<void> {
  const executablePath = process.env.DOCENT_CHROMIUM ?? '/usr/bin/chromium';
  if (!existsSync(executablePath)) {
    print(`Skipped the views: there is no Chromium at ${executablePath}.`);
    return;
  }
  const cookie = await signIn(url, store);
  const { chromium } = await import('playwright-core');
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  try {
    const first = await repeat(() => firstView(browser, url, cookie));
    printTimes(print, 'first view, the overview', first, firstBar);
    const page = await openPage(browser, url, cookie);
    for (const [name, ready] of Object.entries(lists)) {
      const times = await repeat(() => openList(page, name, ready));
      printTimes(print, `from a click to its rows: ${name}`, times, listBar);
    }
  } finally {
    await browser.close();
  }
}

/** Lists by the name of their section, and what they show when they are there. */
const lists = {
  Pages: '[role=row] >> nth=10',
  Assistant: '[role=row] >> nth=10',
  Feedback: '[role=row] >> nth=10',
  Deployments: '[role=row] >> nth=1',
  'Audit log': '[role=row] >> nth=1',
} as const;

async function signIn(url: string, store: Store): Promise<string> {
  const tools = { store, newId: createIds(), now: () => Date.now() };
  const [{ id } = { id: '' }] = await listOrgs(store.db);
  const { email, password } = owner;
  const { token } = await invite(tools, id, { email, role: 'owner', languages: null });
  await acceptInvitation(tools, token, { name: 'Ada Lovelace', password });
  const session = await fetch(`${url}/api/v1/sessions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify({ email, password }),
  });
  return (session.headers.get('set-cookie') ?? '').replace(/;.*$/s, '');
}

async function openPage(browser: Browser, url: string, cookie: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const [name = '', value = ''] = cookie.split(/=(.*)/s);
  await context.addCookies([{ name, value, url }]);
  const page = await context.newPage();
  await page.goto(`${url}/dashboard`);
  await page.waitForSelector('.tile');
  return page;
}

/** From the navigation to the last tile, by the clock of the page. */
async function firstView(browser: Browser, url: string, cookie: string): Promise<number> {
  const page = await openPage(browser, url, cookie);
  const time = await page.evaluate(whenPainted, '.tile:not(:has(.waiting))');
  await page.context().close();
  return time;
}

async function openList(page: Page, name: string, ready: string): Promise<number> {
  await page.getByRole('link', { name: 'Overview', exact: true }).click();
  await page.waitForSelector('.tile');
  await page.waitForLoadState('networkidle');
  const link = page.getByRole('link', { name, exact: true });
  const started = await link.evaluate((it: HTMLElement) => {
    it.click();
    return performance.now();
  });
  await page.waitForSelector(ready);
  return (await page.evaluate(() => performance.now())) - started;
}

/** Milliseconds since the navigation, once nothing is waited for and the page is painted. */
async function whenPainted(selector: string): Promise<number> {
  const frame = () => new Promise(requestAnimationFrame);
  while (!document.querySelector(selector) || document.querySelector('.waiting')) await frame();
  await frame();
  return performance.now();
}

async function repeat(measure: () => Promise<number>): Promise<readonly number[]> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) times.push(await measure());
  return times.sort((a, b) => a - b);
}

function printTimes(
  print: (line: string) => void,
  name: string,
  times: readonly number[],
  bar: number,
): void {
  const [median = 0, worst = 0] = [times[times.length >> 1], times.at(-1)];
  print(
    `${name}: ${median.toFixed(0)} ms, slowest ${worst.toFixed(0)} ms (bar ${bar} ms)${worst > bar ? '  OVER' : ''}`,
  );
}
