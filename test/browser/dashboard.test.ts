import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { localMinute } from '../../runtime/dashboard/client/words.ts';
import { openPostgresTest, type TestStore } from '../runtime/store/each-store.ts';
import { hasBrowser, launchBrowser } from '../support/browser.ts';
import { expectAccessible, keyboardOf } from './dashboard-member.ts';
import {
  type DashboardSite,
  feedbackEntries,
  few,
  openDashboardSite,
  password,
} from './dashboard-site.ts';

/** Where the rows are: a file next to the site, and PostgreSQL, which CI has. */
const databases = ['SQLite', ...(process.env.TEST_DATABASE_URL ? ['PostgreSQL'] : [])] as const;

describe.runIf(hasBrowser()).each(databases)('lists and forms of the dashboard, %s', (kind) => {
  let opened: TestStore | undefined;
  let browser: Browser;
  let site: DashboardSite;
  let context: BrowserContext;
  let page: Page;
  const refusals: string[] = [];

  beforeAll(async () => {
    if (kind === 'PostgreSQL') opened = await openPostgresTest({ migrate: false });
    [site, browser] = await Promise.all([
      openDashboardSite({
        amounts: { ...few, deliveries: 100_000 },
        ...(opened && { database: opened.address }),
      }),
      launchBrowser(),
    ]);
    context = await browser.newContext({
      ...{ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' },
    });
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
  // A section looks the same whichever database has its rows.
  const isAccessible = async () => {
    if (kind === databases[0]) await expectAccessible(page);
  };
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
    await rows.filter({ hasText: '1 added, 7 changed' }).getByRole('link').click();
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

  test('marks feedback as done, and takes it back, by keyboard alone', async () => {
    const { press, reach } = await freshPage();
    await press('g', 'f');
    await page.getByText(`${feedbackEntries} entries`).waitFor();
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

  test('breaks no rule of its own policy', () => {
    expect(refusals).toEqual([]);
  });
});
