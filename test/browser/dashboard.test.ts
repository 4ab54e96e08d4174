import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { orgSections, projectSections } from '../../runtime/dashboard/client/sections.ts';
import { localMinute } from '../../runtime/dashboard/client/words.ts';
import { openPostgresTest, type TestStore } from '../runtime/store/each-store.ts';
import { hasBrowser, launchBrowser } from '../support/browser.ts';
import { expectAccessible, keyboardOf, openMember } from './dashboard-member.ts';
import { checkPlace, openPlace, places, settled } from './dashboard-places.ts';
import { amounts, type DashboardSite, openDashboardSite, password } from './dashboard-site.ts';

/** Where the rows are: a file next to the site, and PostgreSQL, which CI has. */
const databases = ['SQLite', ...(process.env.TEST_DATABASE_URL ? ['PostgreSQL'] : [])] as const;

describe.runIf(hasBrowser()).each(databases)('the dashboard, %s', (kind) => {
  let opened: TestStore | undefined;
  let browser: Browser;
  let site: DashboardSite;
  let context: BrowserContext;
  let page: Page;
  const refusals: string[] = [];

  beforeAll(async () => {
    if (kind === 'PostgreSQL') opened = await openPostgresTest({ migrate: false });
    [site, browser] = await Promise.all([
      openDashboardSite(opened && { database: opened.address }),
      launchBrowser(),
    ]);
    await site.addJob('more/page-2', 'The answer had another tag.');
    context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
    page = await context.newPage();
    page.setDefaultTimeout(20_000);
    page.on('console', (message) => {
      if (/Content Security Policy|Trusted/.test(message.text())) refusals.push(message.text());
    });
    page.on('pageerror', (error) => refusals.push(error.message));
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    await site?.close();
    await opened?.drop();
  });

  const open = (path: string) => page.goto(`${site.url}/dashboard${path}`);
  const section = (name: string) => `/p/${site.slug}/${name}`;
  const heading = (name: string | RegExp) => page.getByRole('heading', { level: 1, name });
  const signIn = async (who = 'ada@example.com', on = page) => {
    await on.getByLabel('Email').fill(who);
    await on.getByLabel('Password').fill(password);
    await on.keyboard.press('Enter');
  };
  /** All of the text in the editor: only the lines in view are in the page. */
  const editorText = () =>
    page.locator('.cm-content').evaluate((node) => {
      const { cmTile } = node as { cmTile?: { view: { state: { doc: { toString(): string } } } } };
      return cmTile?.view.state.doc.toString() ?? '';
    });
  const isAccessible = () => expectAccessible(page);
  /** The first page, as after opening the dashboard: nothing has the focus. */
  const freshPage = async (path = section('overview')) => {
    await open(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    return keyboardOf(page);
  };

  test('asks who has no session to sign in, and says when that fails', async () => {
    await open(section('webhooks'));
    await heading('Sign in').waitFor();
    await isAccessible();
    await page.getByLabel('Email').fill('ada@example.com');
    await page.getByLabel('Password').fill('wrong password');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').waitFor();
    await signIn();
    // Where the address said, not at the beginning.
    await heading('Webhooks').waitFor();
  });

  test('leads to the identity provider and back to the address, or says what went wrong', async () => {
    const other = await browser.newContext();
    const guest = await other.newPage();
    guest.setDefaultTimeout(20_000);
    guest.on('pageerror', (error) => refusals.push(error.message));
    await guest.goto(`${site.url}/dashboard${section('webhooks')}?state=failing`);
    const next = guest.getByRole('link', { name: 'Continue with Acme SSO' });
    site.provider.behaviour.claims = { sub: 'x', email: 'x@example.com' };
    await next.click();
    const told = 'Your email address at Acme SSO is not that of a member.';
    await guest.getByRole('alert').filter({ hasText: told }).waitFor();
    // Not again with the next load, nor on the way back.
    const address = `${site.url}/dashboard${section('webhooks')}?state=failing`;
    expect(guest.url()).toBe(address);
    site.provider.behaviour.claims = { sub: 'vera', email: 'vera@example.com' };
    await next.click();
    await guest.getByText('Vera Rubin').first().waitFor();
    expect(guest.url()).toBe(address);
    site.provider.reset();
    await other.close();
  });

  test('makes the holder of an invitation a member', async () => {
    const link = await site.invite('grace@example.com', 'editor');
    const other = await browser.newContext();
    const guest = await other.newPage();
    await guest.goto(link);
    await guest.getByRole('heading', { name: 'Join Default' }).waitFor();
    await guest.getByLabel('Name').fill('Grace Hopper');
    await guest.getByLabel('Password').fill(password);
    await guest.keyboard.press('Enter');
    await guest.getByRole('heading', { name: 'Overview' }).waitFor();
    expect(guest.url()).toBe(`${site.url}/dashboard${section('overview')}`);
    await other.close();
    const late = await browser.newContext();
    const stranger = await late.newPage();
    await stranger.goto(link);
    await stranger
      .getByText(
        'This invitation was used already or has expired. Ask an owner of the organization for a new one.',
        { exact: true },
      )
      .waitFor();
    await late.close();
  });

  // A section looks the same whichever database has its rows.
  test.each(kind === databases[0] ? Object.keys(places) : [])(
    'is accessible and fits a phone: %s',
    (place) => checkPlace(page, site, place),
  );

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
    await page.unroute('**/overview');
    await page.unroute('**/deployments?*');
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

  test('adds a webhook and shows its secret once, by keyboard alone', async () => {
    const { press, type } = await freshPage();
    await press('g', 'w');
    await heading('Webhooks').waitFor();
    // A section knows its keys once it asks for its list, just after its heading is drawn.
    await page.getByRole('link', { name: /Search index/ }).waitFor();
    await press('c');
    await page.getByLabel('Address').waitFor();
    await type(`${site.receiver}2`);
    await press('Tab');
    await type('Cache');
    await press('Tab', 'Space', 'Enter');
    const secret = page.getByRole('dialog', { name: 'Signing secret' });
    await secret
      .getByText(/^whsec_/)
      .first()
      .waitFor();
    await isAccessible();
    await press('Escape');
    await heading('Cache').waitFor();
    expect(await page.getByText(/^whsec_\w{20}/).count()).toBe(0);
    await press('t');
    await page.getByText('The test arrived').waitFor();
  });

  test('finds out that a receiver accepts what anyone may have made up', async () => {
    await page.getByRole('button', { name: 'Check receiver' }).click();
    const check = page.getByRole('dialog', { name: 'Check the receiver' });
    await check.getByText('It answers 200, so anyone can send it made-up events.').waitFor();
    await check.getByText('It answers 200, so a recorded event').waitFor();
    expect(await check.getByText('Right', { exact: true }).count()).toBe(1);
    await page.keyboard.press('Escape');
    await check.waitFor({ state: 'detached' });
  });

  test('shows the attempts of a failed delivery and sends it again', async () => {
    await open(section('webhooks'));
    await page.getByRole('link', { name: /Search index/ }).click();
    await page.getByLabel('State').selectOption('failed');
    await page.getByText(/^14,\d\d\d deliveries$/).waitFor();
    // Keys are the choice's own as long as it has the focus.
    await page.getByLabel('State').blur();
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    const panel = page.getByRole('dialog');
    await panel.getByText('overloaded').waitFor();
    expect(page.url()).toMatch(/status=failed&open=dlv_/);
    await page.keyboard.press('r');
    await page.getByText('It is sent again.').waitFor();
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'detached' });
  });

  test('sends again what did not arrive between two times', async () => {
    await page.getByRole('button', { name: 'Replay…' }).click();
    const form = page.getByRole('dialog', { name: 'Replay deliveries' });
    await form.getByLabel('From').fill('2001-01-01T00:00');
    await form.getByText(/^14,\d{3} deliveries did not arrive: 14,\d{3} failed\.$/).waitFor();
    await form.getByLabel('To').fill('2001-01-02T00:00');
    await form.getByText('Everything of this time has arrived.').waitFor();
    // One of seven has failed, and there is one each minute.
    const start = Date.now() - 5_400_000;
    await form.getByLabel('From').fill(localMinute(start));
    await form.getByLabel('To').fill(localMinute(start + 7 * 60_000));
    await form.getByText('1 delivery did not arrive: 1 failed.').waitFor();
    await form.getByRole('button', { name: 'Send again' }).click();
    await page.getByText('1 delivery will be sent again.').waitFor();
    await form.waitFor({ state: 'detached' });
  });

  test('holds as many rows as there are, and draws those in view', async () => {
    await page.getByLabel('State').selectOption('');
    const list = page.getByRole('region', { name: 'Deliveries' });
    await expect
      .poll(() => list.textContent(), { timeout: 60_000 })
      .toMatch(/(?<![\d,])100,\d{3} deliveries/);
    const drawn = () => page.getByRole('row').count();
    for (let at = 0; at < 6; at++) {
      await page.mouse.wheel(0, 20_000);
      expect(await drawn()).toBeLessThan(80);
    }
    // What is asked for on a busy machine may arrive after the wheel has stopped.
    const further = async () => {
      await page.mouse.wheel(0, 20_000);
      return page.evaluate(() => document.body.scrollHeight);
    };
    await expect.poll(further, { timeout: 20_000 }).toBeGreaterThan(12_000);
    // As far as the list goes.
    await page.keyboard.press('End');
    await expect.poll(drawn).toBeLessThan(80);
  }, 120_000);

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

  test('makes an earlier deployment live again, by keyboard alone', async () => {
    const { press, reach } = await freshPage();
    await press('g', 'd');
    const rows = page.getByRole('table', { name: 'Deployments' }).getByRole('row');
    await rows.nth(2).waitFor();
    await press('j', 'End', 'Enter');
    const panel = page.getByRole('dialog', { name: 'Deployment', exact: true });
    await panel.getByText('About install').waitFor();
    await reach(panel.getByRole('button', { name: 'Make it live' }));
    await press('Enter');
    const sure = page.getByRole('dialog', { name: 'Make this deployment live?' });
    await reach(sure.getByRole('button', { name: 'Make it live' }));
    await press('Enter');
    await page.getByText('It is live.').waitFor();
    await panel.getByText('Live again', { exact: true }).waitFor();
    await panel.getByText('Made live again').waitFor();
    await page.keyboard.press('Escape');
    expect(await (await fetch(site.url)).text()).toContain('First words');
  });

  test('opens what a deployment changed in a page, at an address of its own', async () => {
    await open(section('deployments'));
    const rows = page.getByRole('table', { name: 'Deployments' }).getByRole('row');
    await rows.filter({ hasText: '1 added, 249 changed' }).getByRole('link').click();
    const panel = page.getByRole('dialog', { name: 'Deployment', exact: true });
    await panel.getByRole('button', { name: 'About install' }).press('Enter');
    const lines = panel.getByRole('region', { name: 'Changes of install.mdx' });
    await lines
      .locator('.removed', { hasText: 'Removed: Text of install. First words.' })
      .waitFor();
    await lines.locator('.added', { hasText: 'Added: Text of install. Second words.' }).waitFor();
    await panel.getByText('1 line added, 1 line removed').waitFor();
    await isAccessible();
    await page.reload();
    await lines.waitFor();
    await panel.getByRole('button', { name: 'About install' }).press('Enter');
    await lines.waitFor({ state: 'detached' });
    await page.keyboard.press('Escape');
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

  test('marks feedback as done, and takes it back, by keyboard alone', async () => {
    const { press, reach } = await freshPage();
    await press('g', 'f');
    await page.getByText(`${amounts.feedback} entries`).waitFor();
    await press('j', 'Enter');
    const panel = page.getByRole('dialog', { name: 'Feedback' });
    await panel.getByRole('button', { name: 'Done' }).waitFor();
    // To the page and the deployment in the dashboard: the API does not say where the site is served.
    expect(await panel.getByRole('link').count()).toBe(2);
    await press('d');
    await panel.getByRole('button', { name: 'Open again' }).waitFor();
    await isAccessible();
    await press('d');
    await panel.getByRole('button', { name: 'Done' }).waitFor();
    await reach(panel.getByRole('button', { name: 'Show its source' }));
    await press('Enter');
    await panel.getByText('Text of index. First words.').waitFor();
    await isAccessible();
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'detached' });
  });

  test('says of a deployment that is gone, or not known, where to look at the page', async () => {
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    const panel = page.getByRole('dialog', { name: 'Feedback' });
    await panel.getByRole('button', { name: 'Show its source' }).click();
    await panel.getByText(/not found.*Look at the file in the repository as of/i).waitFor();
    await page.keyboard.press('j');
    await panel.getByText('Which deployment was live then is not known.').waitFor();
    await page.keyboard.press('Escape');
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
    await page.unroute(path);
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

  test('creates a key, invites a member, and has both in the audit log', async () => {
    await page.keyboard.press('g');
    await page.keyboard.press('k');
    await heading('API keys').waitFor();
    await page.keyboard.press('c');
    await page.getByLabel('Name').fill('Nightly');
    await page.getByLabel('deployments:write').check();
    await page.keyboard.press('Enter');
    await page
      .getByRole('dialog', { name: 'The new key' })
      .getByText(/_live_/)
      .waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Revoke Nightly' }).click();
    await page.getByRole('button', { name: 'Revoke key' }).click();
    await page.getByText('Key revoked.').waitFor();
    await open('/org/members?new=1');
    await page.getByLabel('Email').fill('new@example.com');
    await page.getByLabel('translator').check();
    await page.getByRole('textbox', { name: /^Languages/ }).fill('fr, de');
    await page.keyboard.press('Enter');
    const link = page.getByRole('dialog', { name: 'Send this link' });
    await link.getByText('/dashboard/welcome#').waitFor();
    await page.keyboard.press('Escape');
    await page.getByText('new@example.com as translator for fr, de').waitFor();
    await isAccessible();
    await open('/org/audit');
    await page.getByRole('cell', { name: 'revoke key' }).waitFor();
  });

  test('says why a translation does not start, and adds and edits a term', async () => {
    await page.keyboard.press('Escape');
    await open(section('translations'));
    await page.getByRole('button', { name: 'Translate into French' }).click();
    await page
      .getByText(
        'This server has no language model. Set OPENAI_BASE_URL, OPENAI_API_KEY and DOCENT_TRANSLATE_MODEL.',
        { exact: true },
      )
      .waitFor();
    // Neither a time that it would take, nor a button that can only fail.
    expect(await page.getByText('Takes about').count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Start translation' }).count()).toBe(0);
    await isAccessible();
    await page.keyboard.press('Escape');
    await open(section('translations/pages'));
    await page.getByRole('table', { name: 'Translated pages' }).waitFor();
    expect(await page.getByLabel('Language').inputValue()).not.toBe('');
    await open(section('translations/glossary?new=1'));
    await page.getByRole('textbox', { name: /^Term/ }).fill('worklist');
    await page.getByLabel('German').fill('Arbeitsliste');
    await page.keyboard.press('Enter');
    await page.getByText('de: Arbeitsliste').waitFor();
    await page.getByRole('link', { name: 'worklist' }).click();
    await page.getByLabel('German').fill('Aufgabenliste');
    await page.keyboard.press('Enter');
    await page.getByText('de: Aufgabenliste').waitFor();
  });

  test('translates a page by hand, by keyboard alone, and says what may not be written', async () => {
    const { press, type } = await freshPage(section('translations/pages?language=de'));
    const install = page.getByRole('row', { name: 'About install install' });
    await install.waitFor();
    const hasFocus = () => install.evaluate((row) => row.contains(document.activeElement));
    for (let at = 0; at < 5 && !(await hasFocus()); at++) await press('j');
    await press('Enter');
    await page.getByRole('heading', { name: 'About install' }).waitFor();
    const rows = page.getByRole('list', { name: 'Segments' }).getByRole('listitem');
    await rows.nth(1).waitFor();
    await press('j');
    await press('Enter');
    await type('Text <b>fett</b>');
    await press('Control+Enter');
    await rows.nth(1).getByRole('alert').getByText('adds an HTML tag').waitFor();
    await isAccessible();
    await press('Control+a');
    await type('Der Text davon.');
    await press('Control+Enter');
    await rows.nth(1).getByText('Der Text davon.').waitFor();
    await page.getByText('Owned by a person').waitFor();
    // It goes on to the next one.
    await expect.poll(() => page.url()).toMatch(/segment=2$/);
    await isAccessible();
    // Escape leaves what was there.
    await press('Enter');
    await type(' Mehr.');
    await press('Escape');
    await page.getByRole('textbox').waitFor({ state: 'detached' });
    expect(await rows.nth(1).textContent()).toContain('Der Text davon.');
  });

  test('checks settings while they are typed, and saves them when they are right', async () => {
    await open(section('settings/text'));
    const editor = page.getByRole('textbox', { name: 'docs.json' });
    await page.getByText('No problems.').waitFor();
    await editor.press('Control+Home');
    await page.keyboard.type('{"theme": "mnt", ');
    await page.keyboard.press('Delete');
    await page.getByRole('button', { name: /^Error Unexpected theme "mnt"/ }).click();
    expect(await page.getByRole('button', { name: 'Save', exact: true }).isDisabled()).toBe(true);
    // The list of problems is in sight of whoever types.
    const { height = 0 } = page.viewportSize() ?? {};
    const problems = await page.getByRole('region', { name: 'Problems' }).boundingBox();
    expect(problems && problems.y + problems.height).toBeLessThanOrEqual(height);
    await isAccessible();
    // Its place is selected.
    await page.keyboard.type('"maple"');
    await page.getByText('No problems.').waitFor();
    await page.keyboard.press('Control+s');
    await page.getByText('Saved.', { exact: true }).waitFor();
    const { configJson } = await site.call('GET', `/projects/${site.projectId}`);
    expect(configJson).toMatch(/^{"theme": "maple", \n {2}"name": "Acme Docs",\n/);
  });

  test('shows the site with settings that are not saved, and leaves it as it is', async () => {
    await page.setViewportSize({ width: 1440, height: 900 });
    const { configJson: before } = await site.call('GET', `/projects/${site.projectId}`);
    await open(section('settings'));
    const frame = page.frameLocator('iframe');
    await frame.getByRole('heading', { level: 1 }).waitFor();
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Not saved');
    await frame.getByText('Not saved').first().waitFor();
    await isAccessible();
    const { configJson } = await site.call('GET', `/projects/${site.projectId}`);
    expect(configJson).toBe(before);
    expect(await (await fetch(site.url)).text()).not.toContain('Not saved');
    await page.getByRole('textbox', { name: 'Name', exact: true }).press('Control+z');
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  test('checks settings with the key, and shows the answer at once', async () => {
    await page.addInitScript(() => {
      const frames = { key: 0, asked: 0, answered: 0, shown: 0, now: 0 };
      Object.assign(window, { frames });
      const count = () => {
        frames.now++;
        requestAnimationFrame(count);
      };
      count();
      addEventListener('keydown', () => Object.assign(frames, { key: frames.now }), true);
      const { postMessage } = Worker.prototype;
      Worker.prototype.postMessage = function (message: unknown) {
        frames.asked = frames.now;
        const note = () => Object.assign(frames, { answered: frames.now });
        this.addEventListener('message', note, { once: true });
        postMessage.call(this, message);
      };
      const look = () => {
        const text = document.querySelector('.editor')?.shadowRoot;
        if (text) observer.observe(text, { childList: true, subtree: true });
        if (text?.querySelector('.cm-lint-marker-error') && document.querySelector('.finding'))
          frames.shown ||= frames.now;
      };
      const observer = new MutationObserver(look);
      observer.observe(document, { childList: true, subtree: true });
    });
    await open(section('settings/text'));
    await page.getByText('No problems.').waitFor();
    await page.getByRole('textbox', { name: 'docs.json' }).press('Control+Home');
    await page.keyboard.press(',');
    await page.getByText('1 error').waitFor();
    const { key, asked, answered, shown } = await page.evaluate(
      () => (window as unknown as { frames: Record<string, number> }).frames,
    );
    expect({ asked, shown }).toEqual({ asked: key, shown: answered });
    await page.keyboard.press('Backspace');
    await page.getByText('No problems.').waitFor();
  });

  test('changes settings by forms, with errors at their fields', async () => {
    await page.getByRole('link', { name: 'Forms' }).click();
    await page.getByRole('radio', { name: 'palm' }).check();
    await page.getByLabel('Find a setting').fill('brand');
    await page.getByRole('button', { name: 'Colors' }).click();
    const color = page.getByRole('textbox', { name: 'Primary', exact: true });
    await color.fill('#16a3');
    await page.getByText('expected a 6-digit hex colour').first().waitFor();
    expect(await color.getAttribute('aria-invalid')).toBe('true');
    expect(await page.getByRole('button', { name: 'Save', exact: true }).isDisabled()).toBe(true);
    await isAccessible();
    await color.fill('#b45309');
    await page.getByText('5.0 : 1 on light').waitFor();
    await page.getByLabel('Find a setting').fill('');
    await page.getByRole('button', { name: 'Redirects' }).click();
    await page.getByRole('button', { name: 'Add redirect' }).click();
    await page.getByLabel('From, redirect 1').fill('/start');
    await page.getByLabel('To, redirect 1').fill('/start');
    await page.getByRole('cell', { name: /^Redirect loop/ }).waitFor();
    await page.getByLabel('To, redirect 1').fill('/install');
    await page.getByText('No problems.').waitFor();
    await page.keyboard.press('Control+s');
    const written = async () => (await site.call('GET', `/projects/${site.projectId}`)).configJson;
    await expect.poll(written).toContain('"primary": "#b45309"');
    const text = await written();
    expect(JSON.parse(text)).toMatchObject({
      ...{ theme: 'palm', redirects: [{ source: '/start', destination: '/install' }] },
    });
    // Only values have changed: what is around them is as it was typed.
    expect(text).toMatch(/^{"theme": "palm", \n {2}"name": "Acme Docs",\n/);
  });

  // The rules of accessibility are checked in a tree of 250 rows.
  const ofTree = { timeout: 90_000 };
  test('changes the tree of the navigation with keys', ofTree, async () => {
    await page.getByRole('button', { name: 'Navigation' }).press('Enter');
    // An earlier deployment may be live, with a page less.
    const { configJson } = await site.call('GET', `/projects/${site.projectId}`);
    const [group] = JSON.parse(configJson).navigation.groups;
    const handle = (name: string) =>
      page.getByRole('button', { name: `Move ${name}`, exact: true });
    await handle('index').focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => handle('index').evaluate((one) => one.matches(':focus'))).toBe(true);
    await page.getByLabel('Add to the navigation').selectOption('Group');
    await page.getByRole('textbox', { name: 'Name of navigation.groups[1]' }).fill('More');
    await page.getByText('Group "More" has no pages').first().waitFor();
    await page.getByLabel('Add to More').selectOption('Page');
    await page
      .getByRole('textbox', { name: 'Name of navigation.groups[1].pages[0]' })
      .fill('install');
    await page.getByRole('button', { name: 'Details of More' }).press('Enter');
    const panel = page.getByRole('dialog', { name: 'Group “More”' });
    await panel.getByRole('textbox', { name: 'Icon', exact: true }).fill('rocket');
    await isAccessible();
    await page.keyboard.press('Escape');
    // The second one: into the group above, and at its end.
    await page.getByRole('button', { name: 'Remove install' }).first().press('Enter');
    await page.getByRole('link', { name: 'Text', exact: true }).click();
    await expect.poll(editorText).toContain('"rocket"');
    expect(JSON.parse(await editorText())).toMatchObject({
      navigation: {
        groups: [
          { group: 'Pages', pages: ['guide/first', 'index', ...group.pages.slice(3)] },
          { group: 'More', pages: ['install'], icon: 'rocket' },
        ],
      },
    });
    await page.keyboard.press('Control+s');
    const written = async () => (await site.call('GET', `/projects/${site.projectId}`)).configJson;
    await expect.poll(written).toContain('"icon": "rocket"');
  });

  test('shows both versions of settings that were saved elsewhere meanwhile', async () => {
    const at = `/projects/${site.projectId}`;
    const { configJson } = await site.call('GET', at);
    const others = configJson.replace('"palm"', '"nova"');
    await open(section('settings/text'));
    await page.getByRole('textbox', { name: 'docs.json' }).press('Control+End');
    await page.keyboard.press('Enter');
    await site.call('PATCH', at, { configJson: others });
    await page.keyboard.press('Control+s');
    const panel = page.getByRole('dialog', { name: 'The settings were changed elsewhere' });
    await panel.getByText('"nova"').waitFor();
    await isAccessible();
    await panel.getByRole('button', { name: 'Take the saved version' }).click();
    await expect.poll(editorText).toContain('"nova"');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(editorText).toContain('"palm"');
    // Mine is now made from theirs.
    await page.keyboard.press('Control+s');
    const saved = expect.poll(async () => (await site.call('GET', at)).configJson);
    await saved.toBe(`${configJson}\n`);
    // Only the name of the project is another: nothing to choose from.
    await page.getByRole('textbox', { name: 'docs.json' }).press('Backspace');
    await site.call('PATCH', at, { name: 'Acme Docs' });
    await page.keyboard.press('Control+s');
    await expect.poll(async () => (await site.call('GET', at)).configJson).toBe(configJson);
  });

  test('commits settings to the repository of the site, next to what is there', async () => {
    const at = `/projects/${site.projectId}`;
    const { configJson } = await site.call('GET', at);
    const text = page.getByRole('textbox', { name: 'docs.json' });
    const begin = page.getByRole('button', { name: 'Commit…' });
    await open(section('settings/text'));
    await text.waitFor();
    expect(await begin.count()).toBe(0);
    const repository = { repoOwner: 'o', repoName: 'r', repoPath: '/docs' };
    await site.call('PATCH', at, { repoProvider: 'github', ...repository });
    site.github.push('main', { 'docs/docs.json': configJson, 'README.md': 'Read\n' });

    // As of a server without a token.
    const lacking = { code: 'REPO_PERMISSION', message: 'There is no token. Set GITHUB_TOKEN.' };
    await page.route('**/overview', async (route) => {
      const answer = await route.fetch();
      const { data } = await answer.json();
      expect(data.commitObstacle).toBe(null);
      await route.fulfill({
        response: answer,
        json: { data: { ...data, commitObstacle: lacking } },
      });
    });
    await open(section('settings/text'));
    await page
      .getByText("You can't commit it here: There is no token. Set GITHUB_TOKEN.")
      .waitFor();
    expect(await begin.count()).toBe(0);
    await page.unroute('**/overview');

    await open(section('settings/text'));
    await begin.click();
    const dialog = page.getByRole('dialog', { name: 'Commit to GitHub' });
    await dialog.getByText('there is nothing to commit').waitFor();
    await page.keyboard.press('Escape');
    await text.press('Control+End');
    await page.keyboard.press('Enter');
    await begin.click();
    await dialog.getByLabel('Message').fill('End with a line');
    const theirs = configJson.replace(/"name": ?"[^"]*"/, '"name": "Theirs"');
    site.github.push('main', { 'docs/docs.json': theirs });
    const commit = dialog.getByRole('button', { name: 'Commit', exact: true });
    await commit.click();
    await dialog.getByText('Someone has changed the file meanwhile.').waitFor();
    await dialog.getByText('"Theirs"').waitFor();
    await isAccessible();
    await dialog.getByLabel('Where').selectOption('new');
    await dialog.getByLabel('Branch', { exact: true }).fill('docent/ending');
    expect(await dialog.getByLabel('Message').inputValue()).toBe('End with a line');
    await commit.click();
    const done = page.getByRole('dialog', { name: 'Committed' });
    const next = await done.getByRole('link', { name: 'Open a pull request' }).getAttribute('href');
    expect(next).toContain('/o/r/compare/main...docent/ending');
    expect(site.github.file('docent/ending', 'docs/docs.json')).toBe(`${configJson}\n`);
    expect(site.github.file('main', 'docs/docs.json')).toBe(theirs);
    expect(site.github.log('docent/ending')[0]).toContain('End with a line');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Undo' }).click();
    await site.call('PATCH', at, { repoProvider: null, repoOwner: null, repoName: null });
  });

  test('changes a setting and takes it back, by keyboard alone', async () => {
    const { press, type, reach } = await freshPage();
    const written = async () => (await site.call('GET', `/projects/${site.projectId}`)).configJson;
    const before = await written();
    await press('g', 's');
    await heading('Settings').waitFor();
    const description = page.getByRole('textbox', { name: 'Description', exact: true });
    await reach(description);
    await type('All about Acme');
    await page.getByText('No problems.').waitFor();
    await press('Control+s');
    await expect.poll(written).toContain('"description": "All about Acme"');
    await reach(page.getByRole('button', { name: 'Undo' }), 'Shift+Tab');
    await expect
      .poll(async () => {
        await press('Enter');
        return description.inputValue();
      })
      .toBe('');
    await press('Control+s');
    await expect.poll(written).toBe(before);
  });

  test('gives the lists of a tablet the room of the menu', async () => {
    await page.setViewportSize({ width: 768, height: 1024 });
    await open(section('translations/pages'));
    await page.getByRole('cell', { name: 'About install install' }).waitFor();
    const cell = await page.getByRole('cell', { name: 'About install install' }).boundingBox();
    expect(cell?.width).toBeGreaterThan(150);
  });

  test('has everything in the menu of a phone, and lists in lines', async () => {
    await page.setViewportSize({ width: 320, height: 640 });
    await open(section('pages?view=list'));
    // Without columns a row has what there is to say, and filters share their lines evenly.
    await page.getByText('1,834 views').waitFor();
    expect(await page.locator('.rows .dash').count()).toBeGreaterThan(0);
    expect(await page.locator('.rows .dash:visible').count()).toBe(0);
    const boxes = await page
      .locator('.filters > .choice')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect()));
    const ends = new Set(boxes.map(({ right }) => Math.round(right)));
    expect(ends.size).toBeLessThanOrEqual(2);
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('link', { name: 'Overview' }).click();
    await heading('Overview').waitFor();
    await isAccessible();
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  test('goes anywhere with Ctrl K, and says what keys do', async () => {
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Go to' }).waitFor();
    await page.keyboard.type('over');
    await page.keyboard.press('Enter');
    await heading('Overview').waitFor();
    const goTo = async (words: string, choose: string | RegExp) => {
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox', { name: 'Go to' }).fill(words);
      // The first one is chosen with Enter.
      const places = page.getByRole('listbox', { name: 'Places' });
      const first = places.getByRole('option').first();
      await expect.poll(() => first.textContent()).toMatch(choose);
      await page.keyboard.press('Enter');
      await page.getByRole('dialog', { name: 'Go to' }).waitFor({ state: 'detached' });
    };
    const addressed = () => expect.poll(() => page.url());
    await goTo('glos', /Glossary/);
    await addressed().toContain(section('translations/glossary'));
    await goTo('redirects', /Redirects/);
    await addressed().toContain(section('settings?section=redirects'));
    await goTo('guide/first', /guide\/first/);
    await addressed().toContain(`${section('pages')}?open=guide%2Ffirst`);
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await goTo('cnv_01JD3Z1ZQ8XK2T5W6Y7V8R9S0A', /Conversation/);
    await addressed().toContain('open=cnv_01JD3Z1ZQ8XK2T5W6Y7V8R9S0A');
    await page.goto(`${site.url}/dashboard${section('overview')}`);
    await heading('Overview').waitFor();
    await goTo('dark', /Appearance: Dark/);
    expect(await page.getAttribute('html', 'data-mode')).toBe('dark');
    await goTo('appearance: sy', /System/);
    expect(await page.getAttribute('html', 'data-mode')).toBeNull();
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    await page.keyboard.press('Escape');
  });

  test('has the field for what is typed after Ctrl K before the next frame', async () => {
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    const focused = await page.evaluate(async () => {
      const pressed = { key: 'k', ctrlKey: true, bubbles: true, cancelable: true };
      document.dispatchEvent(new KeyboardEvent('keydown', pressed));
      for (let step = 0; step < 10; step++) await Promise.resolve();
      return document.activeElement?.getAttribute('role');
    });
    expect(focused).toBe('combobox');
    await page.keyboard.press('Escape');
  });

  test('shows a viewer nothing that the role may not do', async () => {
    const viewer = await openMember(browser, site, { email: 'vera@example.com' });
    const refused: string[] = [];
    viewer.on('response', (response) => {
      if (response.status() >= 400) refused.push(`${response.status()} ${response.url()}`);
    });
    await openPlace(viewer, site, 'p/overview');
    const links = viewer.getByRole('navigation', { name: 'Sections' }).getByRole('link');
    expect((await links.allTextContents()).map((text) => text.trim())).toEqual([
      ...['Overview', 'Analytics', 'Pages', 'Deployments', 'Assistant', 'Feedback'],
      ...['Translations', 'Settings', 'Usage'],
    ]);
    /** What changes something wherever a member may do so. */
    const changes = viewer.getByRole('button', {
      name: /^(Accept|Add|Cancel the|Change|Create|Delete|Done|Edit|Import|Invite|Make it live|Open again|Remove|Replay|Revoke|Rotate|Save|Send|Translate)\b/,
    });
    for (const place of Object.keys(places)) {
      const isOwn = !/^(p.webhooks|org.(?!usage))/.test(place);
      await openPlace(viewer, site, place);
      const nothing = await viewer.getByText('There is nothing at this address').count();
      expect(nothing, place).toBe(isOwn ? 0 : 1);
      const rows = viewer.locator('.rows .row.link');
      if (isOwn && places[place]?.some(([name]) => name === 'its first row')) {
        await rows.first().click({ position: { x: 4, y: 4 } });
        await viewer.getByRole('dialog').waitFor();
        await settled(viewer);
      }
      expect(await changes.allTextContents(), place).toEqual([]);
    }
    await openPlace(viewer, site, 'p/settings/text');
    await viewer.getByText('Your role reads the settings.').waitFor();
    const text = viewer.getByRole('textbox', { name: 'docs.json' });
    await text.press('x');
    expect(await text.getAttribute('aria-readonly')).toBe('true');
    await viewer.getByText('No problems.').waitFor();
    // Only who may change settings sees the site with a change.
    expect(await viewer.locator('iframe').count()).toBe(0);
    expect(refused).toEqual([]);
    await viewer.context().close();
  }, 120_000);

  test('says that the connection is lost, and goes on when it is back', async () => {
    await context.setOffline(true);
    await open(section('overview')).catch(() => undefined);
    await context.setOffline(false);
    // Without a connection, a section is shown if its module is there.
    await open(section('webhooks'));
    await page.getByRole('link', { name: /Search index/ }).waitFor();
    await page.keyboard.press('g');
    await page.keyboard.press('o');
    await heading('Overview').waitFor();
    await context.setOffline(true);
    await page.keyboard.press('g');
    await page.keyboard.press('w');
    await heading('Webhooks').waitFor();
    await page.getByText('No connection to the server').waitFor();
    await context.setOffline(false);
    await page.getByText('No connection to the server').waitFor({ state: 'detached' });
    await page.getByRole('link', { name: /Search index/ }).waitFor();
  });

  test('keeps every section in sight without a connection, and reads them again', async () => {
    const all = [...projectSections, ...orgSections];
    const visit = async ({ key, title }: (typeof all)[number]) => {
      await page.keyboard.press('g');
      await page.keyboard.press(key);
      await heading(title).waitFor();
      await settled(page);
    };
    await open(section('overview'));
    await heading('Overview').waitFor();
    for (const one of all) await visit(one);
    const banner = page.getByText('No connection to the server');
    await context.setOffline(true);
    await banner.waitFor();
    for (const one of all) {
      await visit(one);
      // What was read before is there.
      expect(await page.locator('main .empty').count(), one.name).toBe(0);
    }
    expect(await banner.count()).toBe(1);
    await context.setOffline(false);
    await banner.waitFor({ state: 'detached' });
    for (const one of all) {
      await visit(one);
      await page.locator('main .trouble').first().waitFor({ state: 'detached' });
    }
  });

  test('asks for the password again when the session has ended, and loses nothing', async () => {
    await openPlace(page, site, 'p/webhooks');
    await page.keyboard.press('c');
    await page.getByLabel('Address').waitFor();
    await page.getByRole('button', { name: 'All events' }).click();
    await page.getByLabel('Address').fill('https://example.com/typed');
    await site.endSessions();
    await page.getByLabel('Address').press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
    await dialog.getByLabel('Password').waitFor();
    await isAccessible();
    await dialog.getByLabel('Password').fill(password);
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    expect(await page.getByLabel('Address').inputValue()).toBe('https://example.com/typed');
    await page.keyboard.press('Escape');
  });

  test('keeps translations and settings that were typed when the session ended', async () => {
    const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
    const again = async () => {
      await dialog.getByLabel('Password').fill(password);
      await page.keyboard.press('Enter');
      await dialog.waitFor({ state: 'detached' });
    };
    await openPlace(page, site, 'p/translations/edit?language=fr&page=install');
    await page.getByRole('list', { name: 'Segments' }).waitFor();
    await page.keyboard.press('Enter');
    await page.keyboard.type('Le second');
    await site.endSessions();
    await page.keyboard.press('Control+Enter');
    await again();
    expect(await page.getByRole('textbox').inputValue()).toBe('Le second');
    await page.keyboard.press('Control+Enter');
    await page.getByText('Owned by a person').waitFor();
    await openPlace(page, site, 'p/settings/text');
    await page.getByRole('textbox', { name: 'docs.json' }).press('Control+End');
    await page.keyboard.press('Enter');
    const typed = await editorText();
    await site.endSessions();
    await page.keyboard.press('Control+s');
    await again();
    expect(await editorText()).toBe(typed);
    await page.keyboard.press('Control+s');
    await page.getByText('Saved.', { exact: true }).waitFor();
  });

  test('breaks no rule of its own policy', () => {
    expect(refusals).toEqual([]);
  });
});
