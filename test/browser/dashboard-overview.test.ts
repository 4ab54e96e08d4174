import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasBrowser } from '../support/browser.ts';
import { type Dashboard, expectAccessible, openDashboard } from './dashboard-member.ts';
import { type DashboardSite, few } from './dashboard-site.ts';

/** Folders come in parts of 200 pages, and of conversations there are more than gaps are looked for in. */
const amounts = { ...few, pages: 250, conversations: 5_000 };

describe.runIf(hasBrowser())('what the dashboard shows of a site', () => {
  let dashboard: Dashboard;
  let site: DashboardSite;
  let page: Page;

  beforeAll(async () => {
    dashboard = await openDashboard({ amounts });
    ({ site, page } = dashboard);
  }, 120_000);
  afterAll(() => dashboard?.close());

  const open = (path: string) => dashboard.open(path);
  const section = (name: string) => `/p/${site.slug}/${name}`;
  const heading = (name: string | RegExp) => page.getByRole('heading', { level: 1, name });
  const isAccessible = () => expectAccessible(page);

  test('shows on one screen how the site is', async () => {
    await open('');
    await heading('Overview').waitFor();
    await page.getByText(`${amounts.conversations.toLocaleString('en')} conversations`).waitFor();
    await page.getByText('air-gapped install').waitFor();
    await page.getByText('1 receiver, all answering').waitFor();
  });

  test('has each tile of the overview lead to its list, and fills its lines on every screen', async () => {
    const tile = (title: string) => page.locator('.tile', { hasText: title });
    expect(await page.locator('.tile').count()).toBe(7);
    expect(await page.locator('.tile h2 > a').count()).toBe(7);
    await tile('Searches in 30 days').getByText('4 searches').waitFor();
    await tile('Searches in 30 days').getByText('0% of 4').first().waitFor();
    await tile('Searches in 30 days').getByText('1 time, nothing found').first().waitFor();
    await tile('Questions in 30 days')
      .getByText(/^7\d% of 5,000$/)
      .waitFor();
    await tile('Questions in 30 days').getByText('days in UTC', { exact: true }).waitFor();
    for (const width of [1280, 1440, 2560, 390]) {
      await page.setViewportSize({ width, height: 900 });
      const beyond = await page.locator('.tiles').evaluate((tiles) => {
        const end = tiles.getBoundingClientRect().right;
        const boxes = [...tiles.children].map((one) => one.getBoundingClientRect());
        const lines = Map.groupBy(boxes, ({ top }) => Math.round(top));
        return [...lines.values()].map((line) => Math.round(end - (line.at(-1)?.right ?? 0)));
      });
      expect(new Set(beyond), `${width} px`).toEqual(new Set([0]));
    }
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  test('finds the live deployment wherever it is in the list, and says when there is nothing', async () => {
    await page.route('**/deployments?*', (route) => route.abort());
    await page.route('**/overview', async (route) => {
      const answer = await route.fetch();
      const { data } = await answer.json();
      const none = { searches: { asked: 0, clicked: 0, empty: 0 } };
      await route.fulfill({ response: answer, json: { data: { ...data, ...none } } });
    });
    await open('');
    const live = page.locator('.tile', { hasText: 'Live deployment' });
    await live.getByText(`${amounts.pages} pages`).waitFor();
    await live.getByText(/^(Rebuilt for translations|Built · outside of Git)$/).waitFor();
    await page.getByText('No search was counted in 30 days.').waitFor();
    await page.unrouteAll({ behavior: 'wait' });
    await open('');
  });

  test('says the same of the problems of the last build wherever it says it', async () => {
    // A broken link is a note: nothing is red, and nothing is as if there were none.
    const note = '.badge.info:text-is("1 note")';
    await page.locator('.tile', { hasText: 'Live deployment' }).locator(note).click();
    const panel = page.getByRole('dialog', { name: 'Deployment', exact: true });
    await panel.locator(note).waitFor();
    await panel.getByText('Broken link "/guide/frist"').waitFor();
    await isAccessible();
    await page.keyboard.press('Escape');
    const rows = page.getByRole('table', { name: 'Deployments' }).getByRole('row');
    await rows.nth(1).locator(note).waitFor();
    await open(`${section('pages')}?state=problems&open=install`);
    const source = page.getByRole('dialog', { name: 'About install' });
    await source.locator(note).waitFor();
    await source.locator('.at-line > .is-note').waitFor();
    expect(await page.locator('.badge.bad', { hasText: /note|problem/ }).count()).toBe(0);
    await page.keyboard.press('Escape');
  });

  test('has the pages in their folders, by keyboard and at an address', async () => {
    await open(section('pages'));
    const tree = page.getByRole('treegrid', { name: 'Pages' });
    const row = (name: string | RegExp) => tree.getByRole('row', { name });
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('data-row'));
    await row(/^guide 2 pages/).waitFor();
    expect(await row(/^more 246 pages/).getAttribute('aria-expanded')).toBe('false');
    expect(await row(/guide\/first/).count()).toBe(0);
    await row(/^guide/).focus();
    await page.keyboard.press('ArrowRight');
    await row(/About guide\/first/).waitFor();
    await expect.poll(() => page.url()).toMatch(/pages\?folders=guide$/);
    for (const [key, at] of [
      ...([
        ['ArrowRight', 'guide/first'],
        ['ArrowDown', 'guide/second'],
      ] as const),
      ...([
        ['ArrowDown', 'more/'],
        ['ArrowUp', 'guide/second'],
      ] as const),
      ...([
        ['ArrowLeft', 'guide/'],
        ['End', 'install'],
        ['Home', 'guide/'],
      ] as const),
      ...([
        ['j', 'guide/first'],
        ['k', 'guide/'],
        ['ArrowRight', 'guide/first'],
      ] as const),
    ]) {
      await page.keyboard.press(key);
      expect(await focused(), key).toBe(at);
    }
    await isAccessible();
    // A page opens above the tree, and going back finds the same folders open.
    await page.keyboard.press('Enter');
    const panel = page.getByRole('dialog', { name: 'About guide/first' });
    await panel.waitFor();
    await page.keyboard.press('j');
    await page.getByRole('dialog', { name: 'About guide/second' }).waitFor();
    await page.goBack();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await row(/About guide\/second/).waitFor();
    await row(/^guide/).focus();
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => page.url()).toMatch(/pages$/);
    expect(await row(/About guide/).count()).toBe(0);

    // A long folder comes in parts.
    await open(`${section('pages')}?folders=more`);
    const further = row(/^Show more pages 200 of 246/);
    await further.waitFor();
    expect(await tree.locator('[data-row^="more/page-"]').count()).toBe(200);
    await further.focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => tree.locator('[data-row^="more/page-"]').count()).toBe(246);
    expect(await focused()).toMatch(/^more\/page-/);
    expect(await further.count()).toBe(0);

    // What is looked for is listed from all folders; the choice of a list is part of the address.
    const views = page.getByRole('navigation', { name: 'Views of the pages' });
    await views.getByRole('link', { name: 'List' }).click();
    await page.getByRole('table', { name: 'Pages' }).waitFor();
    expect(page.url()).toMatch(/view=list$/);
    await views.getByRole('link', { name: 'Tree' }).click();
    await row(/About more\/page-1 /).waitFor();
    await page.getByLabel('State').selectOption('problems');
    await page.getByRole('table', { name: 'Pages' }).waitFor();
    await views.getByRole('link', { name: 'Tree' }).click();
    await tree.waitFor();
    expect(await page.getByLabel('State').inputValue()).toBe('');
  });

  test('shows a deployment while it is made, and one that failed with what to do', async () => {
    const at = new Date().toISOString();
    const run = {
      ...{ id: 'run_2', cause: 'translations', state: 'running', stage: 'Rendering', done: 120 },
      ...{ total: 250, messages: [{ at, text: 'Reading' }], error: null },
      ...{ startedAt: at, updatedAt: at },
    };
    const error = 'The process of the build was ended by SIGKILL.';
    const failed = { ...run, id: 'run_1', cause: 'upload', state: 'failed', error };
    let runs: object[] = [run, failed];
    const meta = () => ({ total: runs.length, page: 1, perPage: 20, totalPages: 1 });
    await page.route('**/deployment-runs', (route) =>
      route.fulfill({ json: { data: runs, meta: meta() } }),
    );
    await open(section('deployments'));
    const list = page.getByRole('list', { name: 'In progress, or failed' });
    await list.getByText('Rendering: 120 of 250').waitFor();
    await list.getByText(`${error} Readers keep the deployment that is live.`).waitFor();
    await isAccessible();
    runs = [{ ...run, stage: 'Writing', done: 0, total: null }];
    await list.getByText('Writing', { exact: true }).waitFor();
    // The list of deployments is read again when one has ended.
    const again = page.waitForRequest(/\/deployments\?perPage/);
    runs = [];
    await list.waitFor({ state: 'detached' });
    await again;
    await page.unroute('**/deployment-runs');
  });

  test('lists previews, and deletes one', async () => {
    await site.addPreview('pr-7');
    await open(section('deployments'));
    const previews = page.getByRole('table', { name: 'Previews' });
    await previews.getByText('not deployed yet').waitFor();
    await isAccessible();
    await previews.getByRole('button', { name: 'Delete pr-7' }).click();
    const sure = page.getByRole('dialog', { name: 'Delete the preview pr-7?' });
    await sure.getByRole('button', { name: 'Delete' }).press('Enter');
    await previews.waitFor({ state: 'detached' });
  });

  test('shows a conversation as the reader wrote it, and what the answer cites', async () => {
    await page.keyboard.press('g');
    await page.keyboard.press('a');
    await page.getByLabel('Rating').waitFor();
    await page.getByText('<img src=x onerror=alert(1)>', { exact: true }).click();
    const panel = page.getByRole('dialog', { name: 'Conversation' });
    await panel.getByRole('link', { name: 'About install' }).waitFor();
    expect(await panel.locator('img').count()).toBe(0);
    await panel.getByRole('button', { name: 'Make this a test' }).click();
    const form = page.getByRole('dialog', { name: 'Make this a test' });
    await form
      .getByText('{"question":"<img src=x onerror=alert(1)>","pages":["install"]}')
      .waitFor();
    await isAccessible();
    await form.getByLabel('That no page answers it').check();
    await form.getByText('"answered":false}').waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'Gaps' }).click();
    await page.getByText('Can I use PostgreSQL?').click();
    const gap = page.getByRole('dialog', { name: 'Gap' });
    await gap.getByText('Asked last').waitFor();
    await gap.getByRole('button', { name: 'Make this a test' }).click();
    await form.getByText('{"question":"Can I use PostgreSQL?"}').waitFor();
    await page.keyboard.press('Escape');
    await gap.getByRole('link', { name: 'Can I use PostgreSQL? (7)' }).click();
    await panel.getByText('Cites no page').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'Searches' }).click();
    await page.getByText('air-gapped install').waitFor();
  });

  test('shows what readers read, by number, range and page, at an address of its own', async () => {
    await page.keyboard.press('g');
    await page.keyboard.press('y');
    await heading('Analytics').waitFor();
    await page.getByText('news.example', { exact: true }).waitFor();
    await page.getByLabel('Days').selectOption('7');
    await page.getByRole('link', { name: /^Visitors/ }).click();
    await page.getByRole('table', { name: 'visitors by day' }).waitFor({ state: 'attached' });
    await page.getByRole('link', { name: 'About install' }).click();
    await page.getByRole('button', { name: 'Only install. Show all pages' }).waitFor();
    await page.getByRole('link', { name: /^Searches that led here/ }).waitFor();
    await page.getByRole('link', { name: /^Conversations that cite it/ }).waitFor();
    await page.getByText('/guide/frist').waitFor();
    expect(await page.getByText('/old-name').count()).toBe(0);
    expect(page.url()).toMatch(/analytics\?days=7&show=visitors&page=install$/);
    // What is not counted by language is not shown as nothing.
    await page.getByLabel('Language').selectOption('fr');
    await page.getByText('ratings of a page are not counted by language').waitFor();
    expect(await page.getByRole('link', { name: /^Searches/ }).count()).toBe(0);
    await page.getByLabel('Language').selectOption('');
  });

  test('says that views are not counted any more, next to those from before', async () => {
    const path = `**/projects/${site.projectId}/analytics?*`;
    await page.route(path, async (route) => {
      const answer = await (await route.fetch()).json();
      await route.fulfill({ json: { data: { ...answer.data, counted: false } } });
    });
    await open(`/p/${site.slug}/analytics`);
    await page.getByText('This server counts no views. Those shown are from before').waitFor();
    await page.getByRole('link', { name: /^Views/ }).waitFor();
    await page.unrouteAll({ behavior: 'wait' });
    await open(`/p/${site.slug}/analytics`);
    await heading('Analytics').waitFor();
  });

  test('says which pages to improve, and shows one with its source and what is wrong in it', async () => {
    await page.getByRole('link', { name: 'To improve' }).click();
    const why = page.getByText(/Its links led 90 times to an address without a page/);
    await why.waitFor();
    await page.setViewportSize({ width: 390, height: 800 });
    // Every reason is seen whole.
    expect(await why.evaluate((cell) => cell.scrollWidth <= cell.clientWidth)).toBe(true);
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.getByRole('link', { name: 'About install' }).click();
    await heading('Pages').waitFor();
    const panel = page.getByRole('dialog', { name: 'About install' });
    await panel.getByRole('heading', { name: 'To improve' }).waitFor();
    await panel.getByText('Its links led 90 times to an address without a page.').waitFor();
    await panel.getByText('See [the guide](/guide/frist).').waitFor();
    await panel.getByText('Broken link "/guide/frist"').first().waitFor();
    await panel.getByText('followed 90 times').waitFor();
    await panel.getByText(/^\d+ bytes$/).waitFor();
    await panel.getByText('days in UTC', { exact: true }).waitFor();
    await panel.getByRole('button', { name: 'Line 7' }).first().press('Enter');
    await expect
      .poll(() => panel.locator('.cm-activeLine').textContent())
      .toContain('/guide/frist');
    await panel.locator('.cm-lint-marker').waitFor();
    await panel.locator('.cm-lintRange').filter({ hasText: 'the guide' }).first().waitFor();
    const address = page.url();
    await page.keyboard.press('Control+f');
    await panel.getByPlaceholder('Find').waitFor();
    // What is typed there are no shortcuts.
    await page.keyboard.type('jk install');
    await page.keyboard.press('Control+a');
    await page.keyboard.type('Text of');
    await panel.locator('.cm-searchMatch').first().waitFor();
    expect(page.url()).toBe(address);
    await page.keyboard.press('Escape');
    await panel.getByPlaceholder('Find').waitFor({ state: 'detached' });
    expect(await panel.getByRole('link', { name: 'German' }).getAttribute('href')).toMatch(
      /\/translations\/edit\?language=de&page=install$/,
    );
    await isAccessible();
    await page.keyboard.press('Escape');
    await page.getByLabel('Order').selectOption('views-desc');
    const rows = page.getByRole('table', { name: 'Pages' }).getByRole('row');
    await expect.poll(() => rows.nth(1).textContent()).toContain('Welcome');
    await page.getByLabel('State').selectOption('problems');
    await expect.poll(() => rows.count()).toBe(2);
    await isAccessible();
    await page.getByLabel('Title or path').fill('nothing like it');
    await page.keyboard.press('Enter');
    await page.getByText('No page matches').waitFor();
  });

  test('breaks no rule of its own policy', () => {
    expect(dashboard.refusals).toEqual([]);
  });
});
