import { readFileSync } from 'node:fs';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { checkText } from '../../runtime/dashboard/client/settings/check-text.ts';
import { mistakes, ofFiles, textOf } from '../pipeline/config/mistakes.ts';
import { hasBrowser, launchBrowser } from '../support/browser.ts';
import { expectAccessible, openMember } from './dashboard-member.ts';
import { places, placesOfSections, settled } from './dashboard-places.ts';
import { type DashboardSite, few, openDashboardSite, password } from './dashboard-site.ts';

type Finding = ReturnType<typeof checkText>[number];

/** A finding as the table of mistakes has it. */
const lineOf = ({ line, column, severity, code, reason, note }: Finding) =>
  `${line}:${column} ${severity} ${code}: ${reason} → ${note}`;

describe.runIf(hasBrowser())('what operators look after in the dashboard', () => {
  let browser: Browser;
  let site: DashboardSite;
  let page: Page;
  const refusals: string[] = [];

  beforeAll(async () => {
    [site, browser] = await Promise.all([
      openDashboardSite({ amounts: { ...few, conversations: 5_000 } }),
      launchBrowser(),
    ]);
    page = await openMember(browser, site);
    page.on('pageerror', (error) => refusals.push(error.message));
    await open('');
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
  const isAccessible = () => expectAccessible(page);

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
  });

  test('changes a webhook, pauses it, gives it another secret and deletes it', async () => {
    const hook = { url: `${site.receiver}9`, events: ['page.created'], description: 'Old name' };
    await site.call('POST', `/projects/${site.projectId}/webhooks`, hook);
    await open(`/p/${site.slug}/webhooks`);
    await page.getByRole('link', { name: /^Old name/ }).click();
    const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
    await heading('Old name').waitFor();
    await press('Change');
    const form = page.getByRole('dialog', { name: 'Change webhook' });
    await form.getByLabel('Description').fill('New name');
    await form.getByRole('button', { name: 'Save' }).click();
    await heading('New name').waitFor();
    await press('Rotate secret');
    await page.getByRole('dialog').getByRole('button', { name: 'Rotate secret' }).click();
    const secret = page.getByRole('dialog', { name: 'Signing secret' });
    await secret
      .getByText(/^whsec_/)
      .first()
      .waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await press('Delete');
    await page.getByRole('button', { name: 'Pause instead' }).click();
    await page.getByText('It is paused: nothing is sent.').waitFor();
    await press('Activate');
    await page.getByText('It is paused: nothing is sent.').waitFor({ state: 'detached' });
    await press('Delete');
    await page.getByRole('button', { name: 'Delete webhook' }).click();
    await heading('Webhooks').waitFor();
    await page.getByRole('link', { name: /^Search index/ }).waitFor();
    await page.getByRole('link', { name: /^New name/ }).waitFor({ state: 'detached' });
  });

  test('withdraws an invitation, and removes a member', async () => {
    const link = await site.invite('gone@example.com', 'viewer');
    await site.invite('late@example.com', 'viewer');
    const token = link.replace(/^.*#/, '');
    const other = await browser.newContext();
    const joined = await other.request.post(`${site.url}/api/v1/invitations/accept`, {
      ...{ headers: { origin: site.url }, data: { token, name: 'Gone Soon', password } },
    });
    expect(joined.status()).toBe(201);
    await open('/org/members');
    await page.getByRole('button', { name: 'Withdraw the invitation of late@example.com' }).click();
    await page.getByText('late@example.com').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Remove Gone Soon' }).click();
    await page.getByRole('button', { name: 'Remove member' }).click();
    await page.getByText('Member removed.').waitFor();
    await page.getByRole('row', { name: /Gone Soon/ }).waitFor({ state: 'detached' });
    const current = await other.request.get(`${site.url}/api/v1/sessions/current`);
    expect(current.status()).toBe(401);
    await other.close();
  });

  describe('a new project', () => {
    beforeAll(() => site.call('POST', '/projects', { name: 'Empty', slug: 'empty' }));

    test.each([
      ['analytics', 'No views yet'],
      ['analytics/improve', 'Nothing to improve'],
      ['pages', 'No page yet'],
      ['webhooks', 'No system is notified yet'],
      ['deployments', 'Nothing has been published yet'],
      ['assistant', 'No reader has asked yet'],
      ['assistant/gaps', 'No gaps'],
      ['assistant/searches', 'No search yet'],
      ['assistant/reports', 'No reader has reported a citation'],
      ['feedback', 'No feedback yet'],
      ['translations', 'The site has one language'],
      ['translations/pages', 'The site has one language'],
      ['translations/jobs', 'No translations have run yet'],
      ['translations/glossary', 'The glossary is empty'],
      ['nowhere', 'There is nothing at this address'],
      ['overview', undefined],
      ['settings', undefined],
    ])('says in %s what to do: %s', async (place, told) => {
      await open(`/p/empty/${place}`);
      await settled(page);
      const titles = await page.locator('.empty :is(h1, h2)').allTextContents();
      expect(titles).toEqual(told === undefined ? [] : [told]);
      await isAccessible();
    });
  });

  test('finds in the worker of the page the mistakes that docent check finds', async () => {
    await open(`/p/${site.slug}/overview`);
    await heading('Overview').waitFor();
    const found = await page.evaluate(
      async (texts) => {
        const { trustedTypes } = window as unknown as {
          trustedTypes: {
            createPolicy(name: string, rules: object): { createScriptURL(at: string): string };
          };
        };
        const policy = trustedTypes.createPolicy('docent-worker', {
          createScriptURL: (at: string) => at,
        });
        const address = document.documentElement.dataset.checkWorker ?? '';
        const worker = new Worker(policy.createScriptURL(address), { type: 'module' });
        const answers: Finding[][] = [];
        for (const [id, text] of texts.entries()) {
          const answer = new Promise<Finding[]>((resolve) => {
            worker.onmessage = ({ data }) => data.id === id && resolve(data.findings);
          });
          worker.postMessage({ id, text });
          answers.push(await answer);
        }
        worker.terminate();
        return answers;
      },
      mistakes.map(([, config]) => textOf(config)),
    );
    for (const [index, [title, , ...expected]] of mistakes.entries()) {
      expect
        .soft(found[index]?.map(lineOf), title)
        .toEqual(expected.filter((line) => !ofFiles.test(String(line))));
    }
  });

  test('has every section among the places that are checked', () => {
    const opened = Object.keys(places).map((place) => place.replace(/[?].*/, ''));
    expect(placesOfSections().filter((place) => !opened.includes(place))).toEqual([]);
  });

  test('throws no error on the way', () => {
    expect(refusals).toEqual([]);
  });
});
