import { readFileSync } from 'node:fs';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { violations } from '../support/axe.ts';
import { hasBrowser, launchBrowser } from '../support/browser.ts';
import { type DashboardSite, openDashboardSite, password } from './dashboard-site.ts';

describe.runIf(hasBrowser())('what operators look after in the dashboard', () => {
  let browser: Browser;
  let site: DashboardSite;
  let page: Page;
  const refusals: string[] = [];

  beforeAll(async () => {
    [site, browser] = await Promise.all([openDashboardSite(), launchBrowser()]);
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
    page = await context.newPage();
    page.setDefaultTimeout(20_000);
    page.on('pageerror', (error) => refusals.push(error.message));
    await open('');
    await page.getByLabel('Email').fill('ada@example.com');
    await page.getByLabel('Password').fill(password);
    await page.keyboard.press('Enter');
    await heading('Overview').waitFor();
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });

  const open = (path: string) => page.goto(`${site.url}/dashboard${path}`);
  const heading = (name: string | RegExp) => page.getByRole('heading', { level: 1, name });
  const isInView = (found: Locator) =>
    found.evaluate((node) => {
      const { top, bottom } = node.getBoundingClientRect();
      return top >= 0 && bottom <= window.innerHeight;
    });
  /** Nothing that axe finds, in both modes. */
  const isAccessible = async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      expect(await violations(page), colorScheme).toEqual([]);
    }
    await page.emulateMedia({ colorScheme: 'light' });
  };

  test('shows what is used of each limit, and of the month by day', async () => {
    await page.getByRole('link', { name: 'Usage' }).click();
    await heading('Usage').waitFor();
    const limits = page.locator('.limits li');
    await limits.filter({ hasText: 'Languages of a project' }).getByText('2 of 24').waitFor();
    await limits
      .filter({ hasText: 'Glossary terms of a project' })
      .getByText('2, no limit')
      .waitFor();
    await page.getByRole('link', { name: 'Webhook events' }).click();
    await page.getByRole('table', { name: 'webhook events by day' }).waitFor();
    await page.getByLabel('Days').selectOption('7');
    await expect.poll(() => page.locator('.by-day .rows .row').count()).toBe(7);
    expect(new URL(page.url()).search).toBe('?show=webhookEvents&days=7');
    const saved = page.waitForEvent('download');
    await page.getByText('Export').click();
    await page.getByRole('button', { name: 'As CSV' }).click();
    expect((await saved).suggestedFilename()).toBe('usage.csv');
    await isAccessible();
  });

  test('shows what each change was about, by operation and by day', async () => {
    await site.call('POST', '/keys', { name: 'Deploys', scopes: ['deployments:write'] });
    await open('/org/audit');
    const rows = page.getByRole('table', { name: 'Audit log' }).getByRole('row');
    await page.getByLabel('Operation').selectOption('createKey');
    await expect.poll(() => rows.count()).toBe(3);
    await rows.nth(1).getByRole('link').click();
    const panel = page.getByRole('dialog');
    await panel.getByText('Deploys', { exact: true }).waitFor();
    await panel.getByText('["deployments:write"]').waitFor();
    await isAccessible();
    // The address alone opens it, where no list has it.
    const id = new URL(page.url()).searchParams.get('open');
    await open(`/org/audit?to=2020-01-01&open=${id}`);
    await panel.getByText('Deploys', { exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByText('No changes match').waitFor();
    await page.getByRole('button', { name: 'Show all' }).click();
    await rows.nth(5).waitFor();
  });

  test('leads from a wrong citation to its passage in the conversation', async () => {
    await open(`/p/${site.slug}/assistant/reports`);
    await page.getByRole('link', { name: 'Run the installer' }).click();
    const panel = page.getByRole('dialog');
    await panel.getByText('How do I install it?', { exact: true }).waitFor();
    // Drawn, not as it was written.
    expect(await panel.locator('.answer strong').allTextContents()).toEqual(['start', 'Never']);
    await isAccessible();
    await panel.getByRole('button', { name: 'Done' }).click();
    await panel.getByRole('button', { name: 'Open again' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('link', { name: 'Run the installer, then start the server.' }).click();
    await panel.getByRole('button', { name: 'Done' }).waitFor();
    await panel.getByRole('link', { name: 'Show it in its conversation' }).click();
    const passage = page.getByRole('dialog', { name: 'Conversation' }).locator('.passage');
    await passage.getByText('Reported as wrong').waitFor();
    await passage.getByText('start the server by hand').waitFor();
    await isAccessible();
    await page.keyboard.press('Escape');
  });

  test('lists what was not answered, and opens a gap that no list has', async () => {
    await open(`/p/${site.slug}/assistant?unanswered=true`);
    const rows = page.getByRole('table', { name: 'Conversations' }).getByRole('row');
    await rows.nth(1).getByText('Not answered').waitFor();
    await page.getByLabel('Answers').selectOption('false');
    await page.getByText('Not answered', { exact: true }).nth(1).waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Gaps' }).click();
    await page.getByText('Of the last 1,000 conversations').waitFor();
    await page.getByText('Can I use PostgreSQL?').click();
    const gap = page.getByRole('dialog', { name: 'Gap' });
    await gap.getByText('Nearest pages').waitFor();
    const id = new URL(page.url()).searchParams.get('open') ?? '';
    await open(`/p/${site.slug}/assistant/gaps?reason=negative&open=${encodeURIComponent(id)}`);
    await gap.getByText('Nearest pages').waitFor();
    await page.keyboard.press('Escape');
  });

  test('says at the field what a form lacks, and keeps its end in view', async () => {
    await page.setViewportSize({ width: 1280, height: 600 });
    await open(`/p/${site.slug}/webhooks?new=1`);
    await page.getByLabel('Address').fill(`${site.receiver}3`);
    await page.keyboard.press('Enter');
    const missing = page.getByText('Choose at least one event.');
    await missing.waitFor();
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('name')))
      .toBe('event');
    expect(await isInView(missing)).toBe(true);
    expect(await isInView(page.getByRole('button', { name: 'Cancel' }))).toBe(true);
    await isAccessible();
    await page.getByRole('button', { name: 'All events' }).click();
    await missing.waitFor({ state: 'detached' });
    await page.getByLabel('Address').fill(site.receiver);
    await page.keyboard.press('Enter');
    // What the server refuses is in view as well.
    const refused = page.getByRole('dialog').getByRole('alert');
    await refused.waitFor();
    expect(await isInView(refused)).toBe(true);
    await page.keyboard.press('Escape');
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  test('creates no key that may do nothing, and one for a project', async () => {
    await open('/org/keys?new=1');
    const form = page.getByRole('dialog', { name: 'Create key' });
    await form.getByLabel('Name').fill('Reader');
    await form.getByRole('button', { name: 'Create key' }).click();
    await form.getByText('Choose at least one.').waitFor();
    await form.getByLabel('projects:read').check();
    await form.getByRole('combobox', { name: /^Projects/ }).selectOption({ label: 'Acme Docs' });
    await form.getByRole('button', { name: 'Create key' }).click();
    await page.getByRole('dialog', { name: 'The new key' }).waitFor();
    await page.keyboard.press('Escape');
    const row = page.getByRole('row').filter({ hasText: 'Reader' });
    await row.getByText('Acme Docs').waitFor();
  });

  test('changes a role with a way back, and the languages of a translator', async () => {
    await open('/org/members');
    const role = page.getByLabel('Role of Vera Rubin');
    await role.selectOption('translator');
    await page.getByRole('button', { name: /^All.*of Vera Rubin/ }).click();
    await page.getByRole('textbox', { name: 'Languages' }).fill('fr, de');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: /^fr, de.*of Vera Rubin/ }).waitFor();
    await isAccessible();
    await role.selectOption('editor');
    await page.getByText('Vera Rubin is editor now.').waitFor();
    await page.getByRole('button', { name: 'Undo' }).last().click();
    await page.getByText('Vera Rubin is translator again.').waitFor();
    await page.getByRole('button', { name: /^fr, de.*of Vera Rubin/ }).waitFor();
  });

  test('lists feedback of a page and of some days', async () => {
    await open(`/p/${site.slug}/feedback?page=install`);
    const rows = page.getByRole('table', { name: 'Feedback' }).getByRole('row');
    await expect.poll(() => rows.count()).toBeGreaterThan(3);
    expect(await rows.filter({ hasText: 'guide/first' }).count()).toBe(0);
    await page.getByLabel('To', { exact: true }).fill('2020-01-01');
    await page.getByText('No feedback matches').waitFor();
    await page.getByRole('button', { name: 'Show all' }).click();
    await rows.nth(1).getByRole('link').click();
    const panel = page.getByRole('dialog', { name: 'Feedback' });
    await panel.getByRole('link', { name: 'index' }).click();
    await heading('Pages').waitFor();
    await page.keyboard.press('Escape');
  });

  test('shows the request of a delivery, lists what came of each, and those of some days', async () => {
    await open(`/p/${site.slug}/webhooks`);
    await page.getByRole('link', { name: /Search index/ }).click();
    const rows = page.getByRole('table', { name: 'Deliveries' }).getByRole('row');
    await page.getByLabel('State').selectOption('failed');
    const failed = rows.filter({ hasText: '503' }).first();
    await failed.getByRole('link').click();
    const panel = page.getByRole('dialog');
    await panel.getByText(`POST ${site.receiver}`).waitFor();
    await panel.getByText('webhook-signature: ****').waitFor();
    await isAccessible();
    await page.keyboard.press('Escape');
    await page.getByLabel('To', { exact: true }).fill('2020-01-01');
    await page.getByText('No deliveries match').waitFor();
    await page.getByRole('button', { name: 'Show all' }).click();
    await rows.nth(5).waitFor();
    await page.getByLabel('Sample to send').selectOption('deployment.completed');
    const asked = page.waitForRequest(/\/test$/);
    await page.getByRole('button', { name: 'Send test' }).click();
    expect((await asked).postDataJSON()).toEqual({ event: 'deployment.completed' });
    await page.getByText('The test arrived').waitFor();
    await isAccessible();
  });

  test('exports a long list with its progress, and stops when told', async () => {
    await open(`/p/${site.slug}/assistant`);
    const menu = page.locator('summary', { hasText: 'Export' });
    await menu.click();
    // As slow as a large list is.
    let isSlow = true;
    await page.route(/conversations\?.*cursor=/, async (route) => {
      if (isSlow) await new Promise((resolve) => setTimeout(resolve, 500));
      await route.continue().catch(() => {});
    });
    await page.getByRole('button', { name: 'As CSV' }).click();
    await page.getByText('100 of 5,000').waitFor();
    await isAccessible();
    await page.getByRole('button', { name: 'Cancel export' }).click();
    isSlow = false;
    const saved = page.waitForEvent('download');
    await menu.click();
    await page.getByRole('button', { name: 'As CSV' }).click();
    await page.getByText('Exported 5,000 rows.').waitFor();
    const text = readFileSync(await (await saved).path(), 'utf8');
    expect(text.trimEnd().split('\r\n').length).toBe(5_001);
  });

  test.each([
    ['analytics', 'Export Pages', 'pages'],
    ['analytics', 'Export Referrers', 'referrers'],
    ['analytics', 'Export From page to page', 'steps'],
    ['analytics', 'Export Not found', 'not-found'],
    ['translations', 'Export languages', 'languages'],
    ['deployments', 'Export previews', 'previews'],
    ['deployments?open', 'Export changes', 'changes'],
    ['deployments?open', 'Export problems', 'problems'],
  ])('exports what is in %s: %s', async (at, label, name) => {
    if (name === 'previews') await site.addPreview('pr-7');
    const [section = '', isOpen] = at.split('?');
    await open(`/p/${site.slug}/${section}`);
    if (isOpen) {
      const rows = page.getByRole('table', { name: 'Deployments' }).locator('.rows .row');
      await rows.last().getByRole('link').click();
    }
    const menu = page.locator('details', { hasText: label });
    await menu.locator('summary').click();
    const saved = page.waitForEvent('download');
    await menu.getByRole('button', { name: 'As CSV' }).click();
    expect((await saved).suggestedFilename()).toBe(`${site.slug}-${name}.csv`);
    await isAccessible();
  });

  test('throws no error on the way', () => {
    expect(refusals).toEqual([]);
  });
});
