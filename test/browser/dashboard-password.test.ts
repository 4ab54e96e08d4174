import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { serve } from '../../runtime/main.ts';
import { acceptInvitation, invite } from '../../runtime/members/invitations.ts';
import { readSettings } from '../../runtime/settings/environment.ts';
import { createIds } from '../../runtime/store/ids.ts';
import { openStore } from '../../runtime/store/open.ts';
import { listOrgs } from '../../runtime/store/orgs.ts';
import { hasBrowser, launchBrowser } from '../support/browser.ts';
import { buildSite } from '../support/build.ts';
import { type MailSink, startMailSink } from '../support/mail-sink.ts';
import { makeTempDir, minimalConfig, writeFiles } from '../support/temp.ts';
import { expectAccessible } from './dashboard-member.ts';

const old = 'a password of some length';
const chosen = 'another one, of more length';

describe.runIf(hasBrowser())('a member who has forgotten the password', () => {
  const dir = makeTempDir();
  let browser: Browser;
  let server: Awaited<ReturnType<typeof serve>>;
  let sink: MailSink;
  let page: Page;

  beforeAll(async () => {
    const out = join(dir, '.docent');
    writeFiles(dir, { 'docs.json': minimalConfig(['index']), 'index.mdx': 'Hello.' });
    await buildSite(dir, out, { origin: 'https://docs.example.com' });
    [sink, browser] = await Promise.all([startMailSink(), launchBrowser()]);
    server = await serve({
      ...{ out, port: 0, host: '127.0.0.1', version: '0.0.0-test', log: () => {} },
      ...readSettings(
        {},
        {
          DOCENT_SMTP_URL: `smtp://127.0.0.1:${sink.port}`,
          DOCENT_MAIL_FROM: 'docs@example.com',
        },
      ),
    });
    const store = openStore(join(out, 'docent.db'));
    const tools = { store, newId: createIds(), now: Date.now };
    const [{ id: orgId } = { id: '' }] = await listOrgs(store.db);
    const email = 'ada@example.com';
    const { token } = await invite(tools, orgId, { email, role: 'owner', languages: null });
    await acceptInvitation(tools, token, { name: 'Ada', password: old });
    await store.close();
    page = await browser.newPage({ reducedMotion: 'reduce' });
    page.setDefaultTimeout(20_000);
  });
  afterAll(async () => {
    await browser?.close();
    await server?.close();
    await sink?.close();
    rmSync(dir, { recursive: true, force: true });
  });

  const heading = (name: string) => page.getByRole('heading', { level: 1, name });

  test('gets a link, chooses another one, and is signed in', async () => {
    await page.goto(`${server.url}/dashboard`);
    await page.getByLabel('Email').fill('ada@example.com');
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    await heading('Forgot your password?').waitFor();
    await expectAccessible(page);
    // What was typed before need not be typed again.
    expect(await page.getByLabel('Email').inputValue()).toBe('ada@example.com');
    await page.keyboard.press('Enter');
    await heading('Check your mail').waitFor();
    await expectAccessible(page);
    await expect.poll(() => sink.mails.length, { timeout: 20_000 }).toBe(1);
    const token = /\/dashboard\/reset#(\S+)/.exec(sink.mails[0]?.text ?? '')?.[1];
    await page.goto(`${server.url}/dashboard/reset#${token}`);
    await heading('New password').waitFor();
    await expectAccessible(page);
    await page.getByLabel('Password').fill(chosen);
    await page.getByRole('button', { name: 'Save and sign in' }).click();
    await page.getByText('ada@example.com').first().waitFor({ state: 'attached' });
    expect(page.url()).not.toContain('reset');
    // Used up: also for whoever finds it in the history of the browser.
    await page.goto(`${server.url}/dashboard/reset#${token}`);
    await page.getByLabel('Password').fill('a third one, never set');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').filter({ hasText: 'used already or has expired' }).waitFor();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Send a new link' }).waitFor();
  });
});
