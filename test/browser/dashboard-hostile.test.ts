import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addVisits } from '../../runtime/store/visits.ts';
import { hasBrowser, launchBrowser } from '../support/browser.ts';
import { openMember } from './dashboard-member.ts';
import { type DashboardSite, openDashboardSite } from './dashboard-site.ts';

/** What would run if it became markup anywhere. */
const hostile = `"><img src=x onerror="window.hit=1"><script>window.hit=1</script>`;
/** What a link would run, or lead away with. */
const addresses = [
  'javascript:window.hit=1',
  '//evil.example/x',
  String.raw`/\evil.example/x`,
  '/\t/evil.example/x',
] as const;

/** Markdown that tries the same. */
const answer = [
  hostile,
  ...addresses.map((address) => `[a link](${address}) ![an image](${address})`),
  '`` <img src=x onerror="window.hit=1"> ``',
].join('\n\n');

describe.runIf(hasBrowser())('hostile values in the dashboard', () => {
  let browser: Browser;
  let site: DashboardSite;
  let page: Page;
  const ran: string[] = [];

  beforeAll(async () => {
    [site, browser] = await Promise.all([openDashboardSite(), launchBrowser()]);
    await site.addJob('install', hostile);
    await site.invite('grace@example.com', 'editor');
    await site.addPreview('hostile', { id: 'dpl_x', branch: hostile, commitSha: hostile });
    await site.call('POST', '/keys', { name: hostile, scopes: ['deployments:write'] });
    await fill(site);
    page = await openMember(browser, site);
    page.on('pageerror', (error) => ran.push(error.message));
    page.on('dialog', (dialog) => {
      ran.push(dialog.message());
      void dialog.dismiss();
    });
    page.on('console', (message) => {
      if (/Content Security Policy|Trusted/.test(message.text())) ran.push(message.text());
    });
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });

  /** What of a hostile value is more than text, in the editor as well, which is a shadow of the page. */
  const found = async () => ({
    hit: await page.evaluate(() => Object.hasOwn(window, 'hit')),
    elements: await page.locator('img[onerror], script:not([src])').count(),
    links: await page
      .locator('a[href]')
      .evaluateAll((links) =>
        (links as HTMLAnchorElement[])
          .map(({ href }) => href)
          .filter((href) => new URL(href).origin !== window.location.origin),
      ),
  });
  /** They are in a part of the page, and text there. */
  const isText = async (where = page.locator('main')) => {
    const written = async () =>
      (await where.getByText('onerror').count()) +
      (await where
        .locator('input, textarea')
        .evaluateAll(
          (fields) =>
            fields.filter((field) => 'value' in field && /onerror/.test(`${field.value}`)).length,
        ));
    await expect.poll(written, { timeout: 20_000 }).toBeGreaterThan(0);
    expect(await found()).toEqual({ hit: false, elements: 0, links: [] });
    expect(ran).toEqual([]);
  };
  const open = async (path: string) => {
    await page.goto(`${site.url}/dashboard${path.replace('/p/', `/p/${site.slug}/`)}`);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await page.waitForLoadState('networkidle');
  };

  /** Lists that no one has written anything into: only the frame around them has words of others. */
  const hasNone = ['/p/translations', '/org/audit?operation=createKey', '/org/usage'];
  const frame = () => page.locator('body');

  test.each([
    '/p/overview',
    '/p/analytics',
    '/p/analytics/improve',
    '/p/webhooks',
    '/p/pages',
    '/p/deployments',
    '/p/assistant/searches',
    '/p/translations',
    '/p/settings',
    '/p/settings/text',
    '/org/keys',
    '/org/members',
    '/org/usage',
  ])('are text in %s', async (path) => {
    await open(path);
    await isText(hasNone.includes(path) ? frame() : undefined);
  });

  test.each([
    ['/p/pages?view=list', 'Pages'],
    ['/p/deployments', 'Deployments'],
    ['/p/assistant', 'Conversations'],
    ['/p/assistant/gaps', 'Gaps'],
    ['/p/assistant/reports', 'Wrong citations'],
    ['/p/feedback', 'Feedback'],
    ['/p/translations/jobs', 'Jobs'],
    ['/p/translations/glossary', 'Glossary'],
    ['/org/audit?operation=createKey', 'Audit log'],
  ])('are text in %s, and in its row', async (path, label) => {
    await open(path);
    await isText(hasNone.includes(path) ? frame() : undefined);
    const rows = page.getByRole('table', { name: label }).locator('.row.link');
    await (hasNone.includes(path) ? rows : rows.filter({ hasText: 'onerror' })).first().click();
    await page.getByRole('dialog').waitFor();
    await page.waitForLoadState('networkidle');
    await isText(page.getByRole('dialog'));
  });

  test('are text in a webhook, in what its receiver answered, and in its form', async () => {
    await open('/p/webhooks');
    await page.getByRole('table', { name: 'Webhooks' }).locator('.row.link').first().click();
    await page.getByRole('heading', { name: 'Deliveries' }).waitFor();
    await isText();
    await page.getByRole('table', { name: 'Deliveries' }).locator('.row.link').first().click();
    await isText(page.getByRole('dialog'));
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Change' }).click();
    await page.getByRole('dialog').waitFor();
    await isText();
  });

  test('are text next to the parts of a translation', async () => {
    await open('/p/translations/pages');
    await isText();
    const pages = page.getByRole('table', { name: 'Pages' });
    await pages.locator('.row.link', { hasText: 'onerror' }).first().click();
    await pages.waitFor({ state: 'detached' });
    await page.waitForLoadState('networkidle');
    await isText();
  });

  test('are text in the menu that goes anywhere', async () => {
    await open('/p/overview');
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').waitFor();
    await isText(frame());
  });
});

/** Writes them into every row, and where a request would be refused as well. */
async function fill({ store, projectId, receiver }: DashboardSite): Promise<void> {
  const sources = addresses.map((url) => ({ path: hostile, title: `${hostile} ${url}`, url }));
  const passages = addresses.map((url, index) => ({
    ...{ number: index + 1, path: hostile, title: hostile, url, section: hostile, text: answer },
  }));
  const spans = [{ start: 0, end: answer.length, status: 'cited', passages: [1, 2, 3, 4] }];
  const now = Date.now();
  await addVisits(store, {
    ...{ projectId, day: Math.floor(now / 86_400_000) },
    views: [{ language: 'en', page: hostile, times: 5000 }],
    visitors: [],
    sources: [hostile, ...addresses].map((source) => ({
      ...{ language: 'en', page: hostile, source, times: 500 },
    })),
    missing: [hostile, ...addresses].map((address) => ({ address, source: address, times: 500 })),
  });
  await store.transaction(async (trx) => {
    await trx.updateTable('orgs').set({ name: hostile }).execute();
    const config = { name: hostile, description: hostile, navigation: { pages: ['index'] } };
    await trx
      .updateTable('projects')
      .set({ name: hostile, config_json: JSON.stringify(config, null, 2) })
      .execute();
    await trx.updateTable('users').set({ name: hostile }).execute();
    await trx.updateTable('invitations').set({ email: hostile }).execute();
    const url = `${receiver}/${hostile}`;
    await trx.updateTable('webhooks').set({ description: hostile, url }).execute();
    const event = { pagePath: hostile, pageTitle: hostile, deploymentId: hostile };
    await trx
      .updateTable('events')
      .set({ data: JSON.stringify(event) })
      .execute();
    await trx.updateTable('attempts').set({ error: hostile, response_body: hostile }).execute();
    await trx.updateTable('feedback').set({ page_path: hostile, comment: hostile }).execute();
    await trx.updateTable('pages').set({ title: hostile }).execute();
    await trx
      .updateTable('records')
      .set({ translated_title: hostile, error_message: hostile })
      .execute();
    await trx.updateTable('jobs').set({ error_message: hostile, page_path: hostile }).execute();
    await trx
      .updateTable('glossary')
      .set({ term: hostile, description: hostile, translations: JSON.stringify({ fr: hostile }) })
      .where('term', '=', 'page')
      .execute();
    await trx.updateTable('deployments').set({ branch: hostile, commit_sha: hostile }).execute();
    await trx.updateTable('deployment_changes').set({ title: hostile }).execute();
    await trx
      .insertInto('deployment_runs')
      .values({
        ...{ id: 'run_x', project_id: projectId, cause: 'upload', state: 'failed' },
        ...{ stage: hostile, done: 0, total: null, error: hostile },
        messages: JSON.stringify([{ at: now, text: hostile }]),
        ...{ started_at: now, updated_at: now },
      })
      .execute();
    await trx
      .updateTable('searches')
      .set({ question: hostile })
      .where('question', '=', 'price')
      .execute();
    await trx.updateTable('conversations').set({ first_message: hostile }).execute();
    await trx
      .updateTable('messages')
      .set({ content: hostile })
      .where('role', '=', 'user')
      .execute();
    await trx
      .updateTable('messages')
      .set({
        ...{ content: answer, sources: JSON.stringify(sources) },
        cited: JSON.stringify({ passages, spans }),
      })
      .where('role', '=', 'assistant')
      .where('sources', '!=', '[]')
      .execute();
    await trx
      .updateTable('citation_reports')
      .set({ question: hostile, sentence: answer, passage: JSON.stringify(passages[2]) })
      .execute();
  });
}
