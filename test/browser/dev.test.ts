import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type DevStudio, openDevStudio } from '../../commands/dev-studio.ts';
import { type Watch, watchSite } from '../../pipeline/watch.ts';
import { listen } from '../../runtime/listen.ts';
import { violations } from '../support/axe.ts';
import { hasBrowser, launchBrowser } from '../support/browser.ts';
import { makeTempDir, minimalConfig, writeFiles } from '../support/temp.ts';

const soon = { timeout: 20_000 };

describe.runIf(hasBrowser())('docent dev in a browser', () => {
  const dir = makeTempDir();
  let browser: Browser;
  let watch: Watch;
  let studio: DevStudio;
  let studioUrl: string;
  let server: Awaited<ReturnType<typeof listen>>;

  beforeAll(async () => {
    writeFiles(dir, {
      'docs.json': minimalConfig(['index', 'second']),
      'index.mdx': '---\ntitle: First\n---\n\nBefore the change.\n',
      'second.mdx': '---\ntitle: Second\n---\n\nThe other page.\n',
    });
    const version = '0.0.0-test';
    studio = openDevStudio({ dir, version, log: () => {}, watch: () => watch });
    watch = watchSite({
      dir,
      version,
      editor: 'vscode',
      onBuild: ({ problems }) => studio.built(problems),
      onError: (error) => {
        throw error;
      },
    });
    await watch.ready;
    const where = { port: 0, host: '127.0.0.1' };
    server = await listen(
      {
        ...{ site: watch, version: '0', log: () => {} },
        after: (request, response) => watch.after(request, response),
        before: (request, remote) => studio.answer(request, remote) ?? watch.before(request),
      },
      where,
    );
    studioUrl = await studio.open(where);
    browser = await launchBrowser();
  }, 60_000);
  afterAll(async () => {
    await browser?.close();
    await watch?.close();
    await studio?.close();
    await server?.close();
  });

  test('shows a change, a mistake, and its end without a press of a key', async () => {
    const page = await browser.newPage();
    page.setDefaultTimeout(20_000);
    await page.goto(server.url);
    await page.getByText('Before the change.').waitFor();

    writeFileSync(join(dir, 'index.mdx'), '---\ntitle: First\n---\n\nAfter the change.\n');
    await page.getByText('After the change.').waitFor();

    writeFileSync(join(dir, 'index.mdx'), '---\ntitle: First\n---\n\n<Note>\n\nNever closed.\n');
    await page.getByText('1 problem to fix').waitFor();
    await page.getByRole('link', { name: /^index\.mdx:5:/ }).waitFor();
    await page.getByRole('heading', { name: 'First' }).waitFor();
    const other = await (await fetch(`${server.url}/second`)).text();
    expect(other).toContain('The other page.');

    writeFileSync(join(dir, 'index.mdx'), '---\ntitle: First\n---\n\nFixed now.\n');
    await page.getByText('Fixed now.').waitFor();
    expect(await page.getByText('to fix').count()).toBe(0);
    await page.close();
  }, 45_000);

  test('shows changed styles in the open page, and a changed image', async () => {
    const page = await browser.newPage();
    page.setDefaultTimeout(20_000);
    const square = (size: number) =>
      `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}"/>`;
    writeFiles(dir, {
      'second.mdx': '---\ntitle: Second\n---\n\nThe other page.\n\n![A square](/square.svg)\n',
      'square.svg': square(20),
      'own.css': '.dc-main p { color: rgb(1, 2, 3) }\n',
    });
    await page.goto(`${server.url}/second`);
    const color = () =>
      page.getByText('The other page.').evaluate((text) => getComputedStyle(text).color);
    const width = () =>
      page.getByAltText('A square').evaluate((image) => (image as HTMLImageElement).naturalWidth);
    await expect.poll(color, soon).toBe('rgb(1, 2, 3)');
    await expect.poll(width, soon).toBe(20);

    await page.evaluate(() => document.body.setAttribute('data-same', ''));
    writeFileSync(join(dir, 'own.css'), '.dc-main p { color: rgb(4, 5, 6) }\n');
    await expect.poll(color, soon).toBe('rgb(4, 5, 6)');
    expect(await page.locator('body[data-same]').count()).toBe(1);
    await expect.poll(() => page.locator('link[href*="own.css"]').count(), soon).toBe(1);

    writeFileSync(join(dir, 'square.svg'), square(55));
    await expect.poll(width, soon).toBe(55);
    for (const name of ['own.css', 'square.svg']) rmSync(join(dir, name));
    writeFiles(dir, { 'second.mdx': '---\ntitle: Second\n---\n\nThe other page.\n' });
    await page.close();
  }, 45_000);

  test('runs the scripts at an address without a page, and says what may keep the page away', async () => {
    const page = await browser.newPage({ colorScheme: 'dark' });
    const blocked: string[] = [];
    page.on('console', (message) => {
      if (message.text().includes('Content Security Policy')) blocked.push(message.text());
    });
    const answer = await page.goto(`${server.url}/nowhere`);
    expect(answer?.status()).toBe(404);
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(blocked).toEqual([]);

    // An error may be why the page is missing.
    const file = join(dir, 'docs.json');
    const before = readFileSync(file, 'utf8');
    const navigation = { pages: ['index', 'second', { group: 'API', openapi: 'broken.yaml' }] };
    writeFiles(dir, { 'broken.yaml': 'openapi: [' });
    writeFileSync(file, JSON.stringify({ ...JSON.parse(before), navigation }));
    await page.getByRole('link', { name: /^broken\.yaml:1/ }).waitFor();
    expect(blocked).toEqual([]);
    writeFileSync(file, before);
    rmSync(join(dir, 'broken.yaml'));
    await page.getByText('to fix').waitFor({ state: 'detached' });
    await page.close();
  }, 45_000);

  test('folds what docs.json has wrong into one line of every page', async () => {
    const page = await browser.newPage();
    page.setDefaultTimeout(20_000);
    const file = join(dir, 'docs.json');
    const before = readFileSync(file, 'utf8');
    const navbar = { links: [{ label: 'Gone', href: '/gone' }] };
    writeFileSync(file, JSON.stringify({ ...JSON.parse(before), navbar }));
    await page.goto(`${server.url}/second`);
    await page.getByText('1 in docs.json').click();
    await page.getByText('Broken link /gone').waitFor();
    await page.getByRole('link', { name: /^docs\.json:/ }).waitFor();
    writeFileSync(file, before);
    await page.getByText('to fix').waitFor({ state: 'detached' });
    await page.close();
  }, 45_000);

  test('says in the search that its index is still being built, and answers when it is there', async () => {
    const page = await browser.newPage();
    page.setDefaultTimeout(20_000);
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/_docent/search/index.json', async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(`${server.url}/second`);
    await page.keyboard.press('/');
    const dialog = page.getByRole('dialog', { name: 'Search' });
    await dialog.waitFor();
    await page.keyboard.type('other');
    await dialog.getByText('The search index is still being built…').waitFor();
    release();
    await dialog.locator('.dc-search-title').first().waitFor();
    expect(await dialog.getByText('The search index is still being built…').count()).toBe(0);
    await page.close();
  }, 45_000);

  test('lets problems be dismissed until there are others', async () => {
    const page = await browser.newPage();
    page.setDefaultTimeout(20_000);
    const write = (body: string) =>
      writeFileSync(join(dir, 'second.mdx'), `---\ntitle: Second\n---\n\n${body}\n`);
    const notice = page.locator('.dc-problems');
    write('A {{name}} here.');
    await page.goto(`${server.url}/second`);
    await page.getByText('1 problem to fix').waitFor();
    expect(await page.getByRole('link', { name: 'second.mdx:5:3' }).getAttribute('href')).toMatch(
      /^vscode:\/\/file\/.*\/second\.mdx:5:3$/,
    );
    await page.getByRole('button', { name: /^Dismiss/ }).focus();
    await page.keyboard.press('Enter');
    await notice.waitFor({ state: 'hidden' });
    await page.reload();
    await page.getByText('A {{name}} here.', { exact: true }).waitFor();
    expect(await notice.isHidden()).toBe(true);

    // The same problem in another place, then one more of them.
    write('Now, a {{name}} here.');
    await page.getByText('Now, a {{name}} here.', { exact: true }).waitFor();
    expect(await notice.isHidden()).toBe(true);
    write('Now, a {{name}} and {{other}}.');
    await page.getByText('2 problems to fix').waitFor();
    await page.close();
  }, 45_000);

  test('leads from the mark of an expression that fails to what is wrong with it', async () => {
    const page = await browser.newPage();
    page.setDefaultTimeout(20_000);
    const several = ['a', 'b', 'c', 'd', 'e'].map((name) => `One {null.${name}} here.`);
    writeFileSync(join(dir, 'second.mdx'), `---\ntitle: Second\n---\n\n${several.join('\n\n')}\n`);
    await page.goto(`${server.url}/second`);
    await page.getByText('5 problems to fix').waitFor();
    const last = page.getByRole('link', { name: 'second.mdx:13:5' });
    expect(await last.isVisible()).toBe(false);
    await page.locator('p', { hasText: 'here.' }).nth(4).locator('.problem-mark').click();
    await last.waitFor();
    expect(await last.evaluate((link) => link === document.activeElement)).toBe(true);
    await page.close();
  }, 45_000);

  test('has readable colours in both modes of the page, whatever the system wants', async () => {
    writeFileSync(join(dir, 'second.mdx'), '---\ntitle: Second\n---\n\nOne {{name}} here.\n');
    for (const colorScheme of ['light', 'dark'] as const) {
      const page = await browser.newPage({ colorScheme });
      page.setDefaultTimeout(20_000);
      await page.goto(`${server.url}/second`);
      await page.getByText('1 problem to fix').waitFor();
      const ground = () =>
        page.locator('.dc-problems').evaluate((at) => getComputedStyle(at).backgroundColor);
      const own = await ground();
      await page.getByRole('button', { name: /Switch to/ }).click();
      await expect.poll(ground).not.toBe(own);
      expect(await violations(page, '.dc-problems')).toEqual([]);
      await page.close();
    }
  }, 45_000);

  test('keeps the last docs.json that was valid, and shows what is wrong with the new one', async () => {
    const page = await browser.newPage();
    page.setDefaultTimeout(20_000);
    const config = minimalConfig(['index', 'second']);
    await page.goto(`${server.url}/second`);
    writeFiles(dir, { 'docs.json': { ...config, theme: 'mnt' } });
    await page.getByText('did you mean "mint"?').waitFor();
    await page.getByRole('heading', { name: 'Second' }).waitFor();
    writeFiles(dir, { 'docs.json': { ...config, name: 'Named again' } });
    await page.getByText('Named again').first().waitFor();
    expect(await page.getByText('did you mean "mint"?').count()).toBe(0);
    await page.close();
  }, 45_000);

  test('changes docs.json in the studio by form and by text, and shows the site next to it', async () => {
    const file = join(dir, 'docs.json');
    const before = readFileSync(file, 'utf8');
    const text =
      '{\n\t"name":   "Before",\n\t"navigation": { "pages": ["index",\n\t\t"second"] },\n\t"colors": { "primary": "#0F766E" }\n}\n';
    writeFileSync(file, text);
    writeFileSync(join(dir, 'second.mdx'), '---\ntitle: Second\n---\n\nA {{name}} here.\n');
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    page.setDefaultTimeout(40_000);
    const refusals: string[] = [];
    page.on('console', (message) => {
      if (/Content Security Policy|Trusted/.test(message.text())) refusals.push(message.text());
    });
    page.on('pageerror', (error) => refusals.push(error.message));
    await page.goto(`${server.url}/_docent/studio`);
    expect(new URL(page.url()).origin).toBe(new URL(studioUrl).origin);
    const site = page.frameLocator('iframe');
    const save = async () => {
      await page.keyboard.press('Control+s');
      await page.getByText(/^Saved/).waitFor();
    };

    const name = page.getByRole('textbox', { name: 'Name', exact: true });
    await expect.poll(() => name.inputValue()).toBe('Before');
    const sections = page.getByRole('navigation', { name: 'Sections' });
    expect(await sections.getByRole('link').allInnerTexts()).toEqual(['Pages', 'Settings']);
    await name.fill('By form');
    await save();
    await site.getByText('By form').first().waitFor();
    expect(readFileSync(file, 'utf8')).toBe(text.replace('Before', 'By form'));
    expect(await violations(page)).toEqual([]);

    // What an editor saves meanwhile is there at once, as nothing is typed here.
    const commented = text.replace('"colors"', '// Ours.\n\t"colors"');
    writeFileSync(file, commented);
    await page.getByText('1 error').waitFor();
    await expect.poll(() => name.inputValue()).toBe('Before');
    await name.fill('With a comment');
    await page.keyboard.press('Control+s');
    await page.getByText('Saved with 1 error.').waitFor();
    expect(readFileSync(file, 'utf8')).toBe(commented.replace('Before', 'With a comment'));

    await page.getByRole('link', { name: 'Text', exact: true }).click();
    await page.locator('.cm-content').click();
    await page.keyboard.press('Control+a');
    await page.keyboard.insertText(text.replace('Before', 'By text'));
    // Someone else is faster: both versions are shown, and this one is written over the other.
    writeFileSync(file, text.replace('Before', 'By someone'));
    await page.keyboard.press('Control+s');
    const conflict = page.getByRole('dialog', { name: 'The settings were changed elsewhere' });
    await conflict.getByText('By someone').waitFor();
    await conflict.getByRole('button', { name: /Overwrite/ }).click();
    // The preview showed what was typed before it was saved.
    await expect.poll(() => readFileSync(file, 'utf8')).toBe(text.replace('Before', 'By text'));
    await site.getByText('By text').first().waitFor();

    await page.getByRole('button', { name: 'Preview' }).click();
    await page.locator('iframe').waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Pages', exact: true }).click();
    const rows = page.getByRole('treegrid', { name: 'Pages' }).getByRole('row');
    await rows.filter({ hasText: /^Second.*1 (?:error|warning|note)/ }).waitFor();
    writeFiles(dir, { 'folder/inside.mdx': '---\ntitle: Inside\n---\n\nIn a folder.\n' });
    await rows.filter({ hasText: 'folder1 page' }).press('Enter');
    await rows.filter({ hasText: /^Inside/ }).waitFor();
    await page.getByRole('link', { name: /^Second/ }).click();
    await page.locator('.at-line').getByText('{{name}}').waitFor();
    // Its state follows the file.
    writeFileSync(join(dir, 'second.mdx'), '---\ntitle: Second\n---\n\nNow correct.\n');
    await page.getByText('Now correct.').waitFor();
    await page.getByRole('dialog').getByText('No problems').waitFor();
    expect(refusals).toEqual([]);
    await page.close();
    writeFileSync(file, before);
  }, 120_000);

  test('lays out redirects when they come into sight', async () => {
    const file = join(dir, 'docs.json');
    const before = readFileSync(file, 'utf8');
    const redirects = Array.from({ length: 500 }, (_, at) => ({
      source: `/old-${at}`,
      destination: '/',
    }));
    writeFiles(dir, { 'docs.json': { ...JSON.parse(before), redirects } });
    const page = await browser.newPage();
    await page.goto(`${server.url}/_docent/studio/p/site/settings?section=redirects`);
    const last = page.getByLabel('From, redirect 500');
    const isLaidOut = () =>
      last.evaluate((input) => input.checkVisibility({ contentVisibilityAuto: true }));
    expect(await isLaidOut()).toBe(false);
    // What is above gets its true height on the way.
    await expect
      .poll(async () => {
        await last.scrollIntoViewIfNeeded();
        return isLaidOut();
      })
      .toBe(true);
    expect(await last.inputValue()).toBe('/old-499');
    await page.close();
    writeFileSync(file, before);
  });

  test('shows all of a message below a redirect on a phone', async () => {
    const file = join(dir, 'docs.json');
    const before = readFileSync(file, 'utf8');
    const redirects = [{ source: '/start', destination: '/a-longer-path/to-a-page/*' }];
    writeFiles(dir, { 'docs.json': { ...JSON.parse(before), redirects } });
    const page = await browser.newPage({ viewport: { width: 390, height: 800 } });
    await page.goto(`${server.url}/_docent/studio/p/site/settings?section=redirects`);
    const message = page.locator('.row-errors .field-error');
    await message.waitFor();
    const sides = () =>
      message.evaluate((it) =>
        [it.getBoundingClientRect()].flatMap(({ left, right }) => [left, right]),
      );
    const isInSight = async () => (await sides()).every((side) => side >= 0 && side <= 390);
    expect(await isInSight()).toBe(true);
    // Also next to the other columns.
    await page.locator('.scrolling').evaluate((it) => it.scrollTo({ left: 1000 }));
    await expect.poll(isInSight).toBe(true);
    await page.close();
    writeFileSync(file, before);
  });

  test('lets no script of a page of the site use the studio', async () => {
    const before = readFileSync(join(dir, 'docs.json'), 'utf8');
    const page = await browser.newPage();
    await page.goto(`${server.url}/second`);
    const tried = await page.evaluate(async (studio) => {
      const init: RequestInit = {
        ...{ method: 'PATCH', body: '{"configJson":"{}"}' },
        headers: { 'content-type': 'application/json' },
      };
      const asText = { ...init, headers: { 'content-type': 'text/plain' } };
      const found: (number | string)[] = [];
      for (const base of ['/_docent/studio', studio]) {
        for (const how of [{}, init, asText]) {
          const answer = await fetch(`${base}/api/projects/site`, how).catch(() => undefined);
          const text = await answer?.text();
          found.push(text?.includes('configJson') ? 'read' : (answer?.status ?? 'refused'));
        }
      }
      const frame = document.createElement('iframe');
      frame.src = '/_docent/studio';
      const loaded = new Promise((resolve) => frame.addEventListener('load', resolve));
      document.body.append(frame);
      await loaded;
      const isSeen = Boolean(frame.contentDocument?.querySelector('#app'));
      return { found, isSeen };
    }, studioUrl);
    expect(tried).toEqual({
      found: [404, 404, 404, 'refused', 'refused', 'refused'],
      isSeen: false,
    });
    expect(readFileSync(join(dir, 'docs.json'), 'utf8')).toBe(before);
    await page.close();
  }, 45_000);

  test('shows a utility class as soon as it is written, and forgets it with its page', async () => {
    const page = await browser.newPage();
    page.setDefaultTimeout(20_000);
    const write = (body: string) =>
      writeFileSync(join(dir, 'second.mdx'), `---\ntitle: Second\n---\n\n${body}\n`);
    await page.goto(`${server.url}/second`);
    const margin = () =>
      page
        .locator('main .prose p')
        .first()
        .evaluate((element) => getComputedStyle(element).marginTop);
    const rules = () => page.locator('style[data-utilities]').allTextContents();

    write('<p className="mt-[41px]">One</p>');
    await page.getByText('One', { exact: true }).waitFor();
    expect(await margin()).toBe('41px');

    write('<p className="mt-[43px]">Two</p>');
    await page.getByText('Two', { exact: true }).waitFor();
    expect(await margin()).toBe('43px');
    expect((await rules()).join('')).not.toContain('41px');

    write('Three');
    await page.getByText('Three', { exact: true }).waitFor();
    expect((await rules()).join('')).toBe('');
    await page.close();
  }, 45_000);
});
