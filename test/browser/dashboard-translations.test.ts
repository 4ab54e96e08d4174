import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasBrowser, launchBrowser } from '../support/browser.ts';
import { expectAccessible, openMember } from './dashboard-member.ts';
import { type DashboardSite, openDashboardSite } from './dashboard-site.ts';

describe.runIf(hasBrowser())('translations in the dashboard', () => {
  let browser: Browser;
  let site: DashboardSite;
  let page: Page;
  const desktop = { width: 1280, height: 800 };
  const phone = { width: 390, height: 844 };

  beforeAll(async () => {
    [site, browser] = await Promise.all([openDashboardSite(), launchBrowser()]);
    page = await openMember(browser, site, { viewport: desktop, reducedMotion: 'reduce' });
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });

  const open = (path: string) =>
    page.goto(`${site.url}/dashboard/p/${site.slug}/translations/${path}`);
  const isAccessible = () => expectAccessible(page);

  test('shows a message above the open dialog, where its action can be used', async () => {
    await page.goto(`${site.url}/dashboard/p/${site.slug}/feedback?resolved=false`);
    await page.keyboard.press('j');
    await page.getByRole('row').nth(1).waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    const panel = page.getByRole('dialog', { name: 'Feedback' });
    await panel.getByRole('button', { name: 'Done' }).waitFor();
    await page.keyboard.press('d');
    const undo = page.getByRole('button', { name: 'Undo' });
    await undo.waitFor();
    const isOnTop = await undo.evaluate((button) => {
      const { left, top, width, height } = button.getBoundingClientRect();
      return button.contains(document.elementFromPoint(left + width / 2, top + height / 2));
    });
    expect(isOnTop).toBe(true);
    const hasFocus = () => undo.evaluate((button) => button === document.activeElement);
    for (let at = 0; at < 12 && !(await hasFocus()); at++) await page.keyboard.press('Tab');
    expect(await hasFocus()).toBe(true);
    await page.keyboard.press('Enter');
    await panel.getByRole('button', { name: 'Done' }).waitFor();
    await undo.waitFor({ state: 'detached' });
    // The focus is where it was.
    expect(await panel.evaluate((node) => node.contains(document.activeElement))).toBe(true);
    await page.keyboard.press('d');
    await undo.click();
    await panel.getByRole('button', { name: 'Done' }).waitFor();
    await page.keyboard.press('d');
    await undo.waitFor();
    // Once the dialog is closed, the message is on the page.
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'detached' });
    await undo.click();
    await undo.waitFor({ state: 'detached' });
  });

  test('has source and translation of a segment next to each other, on phones below', async () => {
    await open('edit?language=de&page=install');
    const rows = page.getByRole('list', { name: 'Segments' }).getByRole('listitem');
    const linked = rows.filter({ hasText: 'the guide' });
    const sides = () =>
      linked.locator('.segment-side').evaluateAll((boxes) =>
        boxes.map((box) => {
          const { left, right, top, bottom } = box.getBoundingClientRect();
          return { left, right, top, bottom };
        }),
      );
    await linked.waitFor();
    const [source, target] = await sides();
    expect(target?.left).toBeGreaterThanOrEqual(source?.right ?? Number.NaN);
    expect(target?.top).toBe(source?.top);
    // Marks are in the line of their words.
    const { lines, height } = await linked
      .locator('p')
      .first()
      .evaluate((text) => ({
        height: text.getBoundingClientRect().height,
        lines: Number.parseFloat(getComputedStyle(text).lineHeight),
      }));
    expect(height).toBeLessThan(1.5 * lines);
    await linked.getByRole('button', { name: /^Edit segment/ }).click();
    const field = linked.getByRole('textbox');
    const { width } = (await field.boundingBox()) ?? { width: 0 };
    expect(width).toBeGreaterThan(0.8 * ((target?.right ?? 0) - (target?.left ?? 0)));
    await isAccessible();
    await page.keyboard.press('Escape');
    await page.setViewportSize(phone);
    const [above, below] = await sides();
    expect(below?.top).toBeGreaterThanOrEqual(above?.bottom ?? Number.NaN);
    expect(below?.left).toBe(above?.left);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      phone.width,
    );
    await page.setViewportSize(desktop);
  });

  test('opens a segment without a translation empty, also after a save', async () => {
    await open('edit?language=de&page=guide%2Ffirst');
    const rows = page.getByRole('list', { name: 'Segments' }).getByRole('listitem');
    await rows.nth(1).waitFor();
    const field = page.getByRole('textbox');
    const edit = async (index: number) => {
      await rows.nth(index).getByRole('button', { name: 'Edit' }).click();
      return field.inputValue();
    };
    expect(await edit(1)).toBe('');
    await page.keyboard.press('Escape');
    expect(await edit(0)).toBe('');
    await page.keyboard.type('Über das Erste');
    await page.keyboard.press('Control+Enter');
    await page.getByText('Owned by a person').waitFor();
    await page.reload();
    await rows.nth(0).getByText('Über das Erste').waitFor();
    await rows.nth(1).getByText('In the source language').waitFor();
    expect(await edit(1)).toBe('');
    // Nothing was written: nothing is saved.
    await page.keyboard.press('Control+Enter');
    await field.waitFor({ state: 'detached' });
    expect(await page.getByRole('alert').count()).toBe(0);
  });

  test('accepts a page whose source has changed, and takes that back', async () => {
    await site.changePage('guide/first', 'Other words than before.');
    const path = 'edit?language=de&page=guide%2Ffirst';
    const accept = page.getByRole('button', { name: 'Accept as current' });
    const rows = page.getByRole('list', { name: 'Segments' }).getByRole('listitem');
    const isStale = async () => {
      await open(path);
      await rows.first().waitFor();
      return accept.isVisible();
    };
    await expect.poll(isStale, { timeout: 60_000 }).toBe(true);
    await accept.click();
    await page.getByText('The page is current.').waitFor();
    await accept.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('The page is what it was before.').waitFor();
    await accept.waitFor();
    expect(await isStale()).toBe(true);
  });

  test('keeps a page with its person where nothing could translate it', async () => {
    await open('edit?language=de&page=guide%2Ffirst');
    await page.getByText('Owned by a person').waitFor();
    await page.getByRole('button', { name: 'Send back' }).click();
    const dialog = page.getByRole('dialog', { name: 'Send the page back?' });
    await dialog.getByText('This server has no language model.').waitFor();
    expect(await dialog.getByRole('button', { name: 'Translate it again' }).count()).toBe(0);
    await isAccessible();
    await dialog.getByRole('button', { name: 'Close' }).first().click();
    await page.getByText('Owned by a person').waitFor();
  });

  test('imports terms after it has shown what would become of them, and exports them again', async () => {
    await open('glossary?import=1');
    const dialog = page.getByRole('dialog', { name: 'Import terms' });
    await dialog.getByLabel('File').waitFor();
    const csv = 'term,de,fr\npage,Blatt,\nglossary,Glossar,\n,leer,\n';
    await dialog
      .getByLabel('File')
      .setInputFiles({ name: 'terms.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
    await dialog.getByText('1 new term, 1 changed, 0 unchanged, 1 refused.').waitFor();
    await dialog.getByText('There is no term.').waitFor();
    await dialog.getByText('Line 4').waitFor();
    await isAccessible();
    await dialog.getByRole('button', { name: 'Import 2 terms' }).click();
    await page.getByText('de: Glossar').waitFor();
    await page.getByText('fr: page, de: Blatt').waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export' }).click(),
    ]);
    const chunks: Buffer[] = [];
    for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
    expect(Buffer.concat(chunks).toString()).toContain('page,,true,false,page,Blatt');
  });

  test('shows in how many pages a term is, and deletes it on a phone, with the way back', async () => {
    await page.setViewportSize(phone);
    await open('glossary');
    const row = page.getByRole('row', { name: /^glossary/ });
    await row.getByText('0 pages').waitFor();
    await row.click();
    const dialog = page.getByRole('dialog', { name: 'Edit term' });
    await dialog.getByText('Pages with it').waitFor();
    expect(page.url()).toContain('open=trm_');
    expect(await dialog.getByLabel('Term').getAttribute('maxlength')).toBe('100');
    await isAccessible();
    await dialog.getByLabel('Only with the same capital letters').uncheck();
    await dialog.getByRole('button', { name: 'Save term' }).click();
    await page.getByText('Term saved.').waitFor();
    await row.click();
    expect(await dialog.getByLabel('Only with the same capital letters').isChecked()).toBe(false);
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await row.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Undo' }).click();
    await row.waitFor();
    await page.setViewportSize(desktop);
  });

  test('opens a job at its address, with what failed and why, and cancels one on a phone', async () => {
    const failed = await site.addJob('more/page-1', 'The answer had another tag.');
    await open(`jobs?open=${failed}`);
    const panel = page.getByRole('dialog', { name: 'Translation job' });
    await panel.getByText('The answer had another tag.').waitFor();
    await panel.getByText('Why 1 page failed').waitFor();
    await panel.getByRole('button', { name: `Copy ${failed}` }).waitFor();
    expect(await panel.getByRole('button', { name: 'Cancel the job' }).count()).toBe(0);
    await isAccessible();
    await page.keyboard.press('Escape');
    const queued = await site.addJob('more/page-1');
    await page.setViewportSize(phone);
    await open('jobs');
    await page.getByRole('row', { name: /Queued/ }).click();
    await panel.getByText('Queued').waitFor();
    expect(page.url()).toContain(`open=${queued}`);
    await panel.getByRole('button', { name: 'Cancel the job' }).click();
    const question = page.getByRole('dialog', { name: 'Cancel the job?' });
    await question.getByRole('button', { name: 'Cancel the job' }).click();
    await panel.getByText('Cancelled', { exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await page.setViewportSize(desktop);
  });

  test('asks for a translation of a single page at an address of its own', async () => {
    await open('');
    await page.getByRole('button', { name: 'Translate into French' }).click();
    const dialog = page.getByRole('dialog', { name: 'Translate into French' });
    await dialog.getByLabel('Pages').selectOption('page');
    // Before a page is named, it is clear that none could be translated.
    await dialog.getByText('This server has no language model.').waitFor();
    expect(await dialog.getByRole('button', { name: 'Start translation' }).count()).toBe(0);
    await dialog.getByLabel('Path').fill('install');
    await page.keyboard.press('Tab');
    await expect.poll(() => page.url()).toContain('?translate=fr&scope=page&page=install');
    await page.reload();
    expect(await dialog.getByLabel('Path').inputValue()).toBe('install');
    await isAccessible();
    await page.keyboard.press('Escape');
    await expect.poll(() => page.url()).toMatch(/translations\/?$/);
  });

  test('says how to add a language if there is none', async () => {
    const at = `/projects/${site.projectId}/languages`;
    for (const code of ['fr', 'de']) await site.call('DELETE', `${at}/${code}`);
    for (const part of ['pages', '']) {
      await open(part);
      await page.getByRole('heading', { name: 'The site has one language' }).waitFor();
      expect(await page.getByLabel('Language').count()).toBe(0);
    }
    await isAccessible();
    await page.getByRole('link', { name: 'Open the settings' }).click();
    await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
  });
});
