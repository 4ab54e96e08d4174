import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { orgSections, projectSections } from '../../runtime/dashboard/client/sections.ts';
import { hasBrowser } from '../support/browser.ts';
import {
  type Dashboard,
  expectAccessible,
  openDashboard,
  openMember,
  textOfEditor,
} from './dashboard-member.ts';
import { checkPlace, openPlace, places, settled } from './dashboard-places.ts';
import { type DashboardSite, password } from './dashboard-site.ts';

describe.runIf(hasBrowser())('every place of the dashboard', () => {
  let dashboard: Dashboard;
  let site: DashboardSite;
  let page: Page;

  beforeAll(async () => {
    dashboard = await openDashboard();
    ({ site, page } = dashboard);
    await site.addJob('more/page-2', 'The answer had another tag.');
  }, 120_000);
  afterAll(() => dashboard?.close());

  const open = (path: string) => dashboard.open(path);
  const section = (name: string) => `/p/${site.slug}/${name}`;
  const heading = (name: string | RegExp) => page.getByRole('heading', { level: 1, name });
  const isAccessible = () => expectAccessible(page);
  /** All of the text in the editor: only the lines in view are in the page. */
  const editorText = () => textOfEditor(page);

  test.each(Object.keys(places))('is accessible and fits a phone: %s', (place) =>
    checkPlace(page, site, place),
  );

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
    const viewer = await openMember(dashboard.browser, site, { email: 'vera@example.com' });
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
    await page.context().setOffline(true);
    await open(section('overview')).catch(() => undefined);
    await page.context().setOffline(false);
    // Without a connection, a section is shown if its module is there.
    await open(section('webhooks'));
    await page.getByRole('link', { name: /Search index/ }).waitFor();
    await page.keyboard.press('g');
    await page.keyboard.press('o');
    await heading('Overview').waitFor();
    await page.context().setOffline(true);
    await page.keyboard.press('g');
    await page.keyboard.press('w');
    await heading('Webhooks').waitFor();
    await page.getByText('No connection to the server').waitFor();
    await page.context().setOffline(false);
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
    await page.context().setOffline(true);
    await banner.waitFor();
    for (const one of all) {
      await visit(one);
      // What was read before is there.
      expect(await page.locator('main .empty').count(), one.name).toBe(0);
    }
    expect(await banner.count()).toBe(1);
    await page.context().setOffline(false);
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
    await page.getByText('Saved. The site is being built again.').waitFor();
  });

  test('breaks no rule of its own policy', () => {
    expect(dashboard.refusals).toEqual([]);
  });
});
