import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type DevStudio, openDevStudio } from '../../commands/dev-studio.ts';
import { type Watch, watchSite } from '../../pipeline/watch.ts';
import { listen } from '../../runtime/listen.ts';
import { hasBrowser, launchBrowser } from '../support/browser.ts';
import { makeTempDir, writeFiles } from '../support/temp.ts';
import { expectAccessible } from './dashboard-member.ts';

const text = `{
  "name": "Acme",
  "colors": { "primary": "#0d9373" },
  "navigation": {
    "groups": [
      {
        "group": "Start", // for everyone
        "pages": ["index", "install"]
      },
      { "group": "Guides", "pages": ["first", "second"] },
      { "group": "Empty", "pages": [] }
    ]
  },
  "redirects": [
    { "source": "/a", "destination": "/index" },
    { "source": "/b", "destination": "/index" }
  ]
}
`;

describe.runIf(hasBrowser())('the settings in the studio', () => {
  const dir = makeTempDir();
  let browser: Browser;
  let watch: Watch;
  let studio: DevStudio;
  let server: Awaited<ReturnType<typeof listen>>;
  let page: Page;
  let address: string;

  beforeAll(async () => {
    const pages = ['index', 'install', 'first', 'second'];
    writeFiles(dir, {
      'docs.json': text,
      ...Object.fromEntries(
        pages.map((name) => [`${name}.mdx`, `---\ntitle: ${name}\n---\n\nText.\n`]),
      ),
    });
    const version = '0.0.0-test';
    studio = openDevStudio({ dir, version, log: () => {}, watch: () => watch });
    watch = watchSite({
      ...{ dir, version },
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
    address = `${await studio.open(where)}/p/site/settings`;
    browser = await launchBrowser();
  }, 60_000);
  afterAll(async () => {
    await browser?.close();
    await watch?.close();
    await studio?.close();
    await server?.close();
  });
  beforeEach(async () => {
    writeFileSync(join(dir, 'docs.json'), text);
    writeFileSync(join(dir, 'index.mdx'), '---\ntitle: index\n---\n\nText.\n');
    await page?.close();
    page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    page.setDefaultTimeout(20_000);
  });

  const open = async (query = '') => {
    await page.goto(address + query);
    await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
    await page
      .getByText(/^\d (?:errors?|warnings?)/)
      .first()
      .waitFor();
  };
  const saved = async () => {
    await page.keyboard.press('Control+s');
    await page.getByText(/^Saved/).waitFor();
    return readFileSync(join(dir, 'docs.json'), 'utf8');
  };
  const isAccessible = () => expectAccessible(page);

  describe('in the preview next to them', () => {
    const frame = () => page.frameLocator('iframe');
    const accent = () =>
      frame()
        .locator('html')
        .evaluate((root) => getComputedStyle(root).getPropertyValue('--fill').trim());
    const line = () => page.locator('.preview-line');
    /** Without errors nothing says how many there are. */
    const open = async (query = '') => {
      await page.goto(address + query);
      await page
        .getByText(/^Nothing to correct|^\d warning/)
        .first()
        .waitFor();
    };
    const openText = async () => {
      await page.goto(address.replace(/settings$/, 'settings/text'));
      await frame().getByRole('heading', { level: 1, name: 'index' }).waitFor();
      await page.locator('.cm-content').click();
    };
    const write = async (next: string) => {
      await page.keyboard.press('Control+a');
      await page.keyboard.insertText(next);
    };
    /** A build takes no comments. */
    const right = text.replace('// for everyone', '');
    beforeEach(async () => {
      writeFileSync(join(dir, 'docs.json'), right);
      await page.setViewportSize({ width: 1440, height: 900 });
    });

    test('a colour is shown before it is saved, and the site stays as it was', async () => {
      await open('?section=colors');
      await frame().getByRole('heading', { level: 1, name: 'index' }).waitFor();
      const before = await accent();
      await page.getByRole('textbox', { name: 'Primary', exact: true }).fill('#a21caf');
      await expect.poll(accent).not.toBe(before);
      expect(readFileSync(join(dir, 'docs.json'), 'utf8')).toBe(right);
      const saved = await (await fetch(server.url)).text();
      const [, sheet = ''] = /<link rel="stylesheet" href="([^"]+)"/.exec(saved) ?? [];
      const css = await (await fetch(server.url + sheet)).text();
      expect(css.includes(`--fill:${before}`)).toBe(true);
      await isAccessible();
    });

    test('a draft with errors leaves the last page, with a line that says so', async () => {
      await openText();
      await write(right.replace('"Acme"', '"First name"'));
      await frame().getByText('First name').first().waitFor();
      await write(right.replace('"Acme"', '"Second name", "theme": "mnt"'));
      await line().getByText('The settings have errors.').waitFor();
      expect(await frame().getByText('First name').count()).toBeGreaterThan(0);
      await write(right.replace('"Acme"', '"Third name"'));
      await frame().getByText('Third name').first().waitFor();
      await line().waitFor({ state: 'hidden' });
      expect(readFileSync(join(dir, 'docs.json'), 'utf8')).toBe(right);
    });

    test('links lead to other pages of it, and nowhere else', async () => {
      writeFiles(dir, {
        'index.mdx':
          '---\ntitle: index\n---\n\n[Second](/second) [Away](https://example.com/) [Gone](/gone)\n',
      });
      await open();
      const shown = page.getByLabel('Page of the preview');
      await frame().getByRole('link', { name: 'Away' }).click();
      await frame()
        .getByRole('link', { name: 'Away' })
        .click({ modifiers: ['Control'] });
      expect(await shown.inputValue()).toBe('index');
      await frame().getByRole('link', { name: 'Second' }).first().click();
      await frame().getByRole('heading', { level: 1, name: 'second' }).waitFor();
      await expect.poll(() => shown.inputValue()).toBe('second');
      await shown.fill('install');
      await shown.press('Enter');
      await frame().getByRole('heading', { level: 1, name: 'install' }).waitFor();
      await shown.fill('nothing/here');
      await shown.press('Enter');
      await line().getByText('The site has no such page.').waitFor();
      expect(await frame().getByRole('heading', { level: 1, name: 'install' }).count()).toBe(1);
      expect(page.context().pages()).toHaveLength(1);
      expect(page.url()).toBe(address);
    });

    test('it follows files that are saved elsewhere', async () => {
      await open();
      await frame().getByRole('heading', { level: 1, name: 'index' }).waitFor();
      writeFiles(dir, { 'index.mdx': '---\ntitle: index\n---\n\nAnother text.\n' });
      await frame().getByText('Another text.').waitFor();
    });

    test('its mode and width are its own', async () => {
      await open();
      const mode = () => frame().locator('html').getAttribute('data-mode');
      await expect.poll(mode).toBe('light');
      await page.emulateMedia({ colorScheme: 'dark' });
      await expect.poll(mode).toBe('dark');
      await page.emulateMedia({ colorScheme: 'light' });
      await expect.poll(mode).toBe('light');
      await page.getByLabel('Mode of the preview').selectOption('dark');
      await expect.poll(mode).toBe('dark');
      await page.getByRole('button', { name: 'Width of a phone' }).click();
      await expect.poll(async () => (await page.locator('iframe').boundingBox())?.width).toBe(390);
      await page.getByRole('button', { name: 'Preview' }).click();
      await page.locator('iframe').waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'Preview' }).click();
      await page.locator('iframe').waitFor();
      await page.setViewportSize({ width: 1100, height: 900 });
      await page.locator('iframe').waitFor({ state: 'detached' });
    });

    test('it is there as well where its frame loads before anything else happens', async () => {
      await page.addInitScript(() => {
        let isHeard = false;
        addEventListener('message', () => {
          isHeard = true;
        });
        // What follows a drawing waits for the word of the frame.
        const isEarly = () => !isHeard && document.querySelector('iframe') !== null;
        const { requestAnimationFrame: draw, setTimeout: later } = window;
        window.requestAnimationFrame = (then) =>
          draw(function again(at) {
            if (isEarly()) later(again, 5);
            else then(at);
          });
        Object.assign(window, {
          setTimeout: (then: () => void, wait?: number) =>
            later(function again() {
              if (isEarly()) later(again, 5);
              else then();
            }, wait),
        });
      });
      await open();
      await frame().getByRole('heading', { level: 1, name: 'index' }).waitFor();
    });

    test('nothing that is typed runs there, or reaches another host', async () => {
      // What the policy refuses does not get as far as a route.
      const sent: string[] = [];
      await page.route(/example\.com/, (route) => {
        sent.push(route.request().url());
        return route.abort();
      });
      const ran: string[] = [];
      await page.exposeFunction('hit', () => ran.push('hit'));
      const evil =
        '\\"><script>hit()</script><img src=https://example.com/a onerror=hit()><meta http-equiv=refresh content=0;url=https://example.com/>';
      writeFiles(dir, {
        'index.mdx':
          '---\ntitle: index\n---\n\n![a](https://example.com/b.png)\n\n<iframe src="https://example.com/c"></iframe>\n\n<script>{`hit()`}</script>\n',
        'own.css':
          '@import "https://example.com/d.css"; body { background: url(https://example.com/e) }',
        'own.js': 'hit()',
      });
      await openText();
      const name = '\\"><script>hit()</script><img src=x onerror=hit()>';
      await write(
        right.replace('"Acme"', `"Typed ${name}", "banner": { "content": "Typed ${evil}" }`),
      );
      // All pages are rendered again for the new script, which takes long on a busy machine.
      await frame().getByText('Typed').first().waitFor({ timeout: 90_000 });
      await page.waitForLoadState('networkidle');
      expect(ran).toEqual([]);
      expect(sent).toEqual([]);
      const origin = await frame()
        .locator('html')
        .evaluate(() => self.origin);
      expect(origin).toBe('null');
      for (const name of ['own.css', 'own.js']) rmSync(join(dir, name));
    }, 120_000);
  });

  describe('in the tree of the navigation', () => {
    const handle = (name: string) =>
      page.getByRole('button', { name: `Move ${name}`, exact: true });
    const row = (path: string) => page.locator(`[data-row="navigation.${path}"]`);
    /** Drags a handle to a part of a row, and holds it there. */
    const dragTo = async (name: string, target: Locator, part: number) => {
      await handle(name).hover();
      await page.mouse.down();
      const box = await target.boundingBox();
      if (!box) throw new Error('The row is out of sight.');
      await page.mouse.move(box.x + 200, box.y + box.height * part - 3);
      await page.mouse.move(box.x + 200, box.y + box.height * part);
    };
    const line = () => page.locator('.landing');

    test('a line shows where a dragged entry lands, and it is gone with the drag', async () => {
      await open('?section=navigation');
      await dragTo('index', row('groups[1].pages[1]'), 0.8);
      await line().waitFor();
      const [at, of] = [await line().boundingBox(), await row('groups[1].pages[1]').boundingBox()];
      expect(Math.abs((at?.y ?? 0) + 1 - ((of?.y ?? 0) + (of?.height ?? 0)))).toBeLessThan(2);
      await page.mouse.up();
      expect(await line().count()).toBe(0);
      expect(await saved()).toBe(
        text.replace('"index", ', '').replace('"second"]', '"second", "index"]'),
      );
      // On itself, and where nothing can be.
      await dragTo('install', row('groups[0].pages[0]'), 0.5);
      await page.mouse.up();
      await dragTo('install', page.getByRole('heading', { level: 1 }), 0.5);
      await page.mouse.up();
      expect(await line().count()).toBe(0);
      expect(await page.locator('.dc-tree .target').count()).toBe(0);
    });

    test('an entry can be dropped in an empty group, with all that is written in it', async () => {
      await open('?section=navigation');
      await dragTo('Start', row('groups[2]'), 0.5);
      await line().waitFor();
      await page.mouse.up();
      expect(await saved()).toContain(`"navigation": {
    "groups": [
      { "group": "Guides", "pages": ["first", "second"] },
      { "group": "Empty", "pages": [
        {
          "group": "Start", // for everyone
          "pages": ["index", "install"]
        }
      ] }
    ]
  }`);
    });

    test('buttons move an entry without a mouse or keys', async () => {
      await open('?section=navigation');
      await handle('install').click();
      const dialog = page.getByRole('dialog', { name: 'Move “install”' });
      await dialog.getByText('2 of 2 in “Start”').waitFor();
      await isAccessible();
      await dialog.getByRole('button', { name: 'Up' }).click();
      await dialog.getByText('1 of 2 in “Start”').waitFor();
      await dialog.getByLabel('To the end of').selectOption('Guides');
      await dialog.getByText('3 of 3 in “Guides”').waitFor();
      await dialog.getByRole('button', { name: 'Done' }).click();
      await expect
        .poll(() => handle('install').evaluate((one) => one.matches(':focus')))
        .toBe(true);
      expect(await saved()).toBe(
        text.replace(', "install"', '').replace('"second"]', '"second", "install"]'),
      );
    });
  });

  test('a problem is named above the forms, and leads to its field and the next one', async () => {
    await open('?section=redirects');
    const problems = page.getByRole('group', { name: 'Problems, one by one' });
    await problems.getByText('Unexpected comment').waitFor();
    await page.getByLabel('To, redirect 2').fill('/b');
    await problems.getByRole('button', { name: /^1 of 3/ }).waitFor();
    await problems.getByRole('button', { name: 'Next problem' }).click();
    const isFocused = (name: string) =>
      page.getByLabel(name).evaluate((one) => one.matches(':focus'));
    await problems.getByText('Group "Empty" has no pages').waitFor();
    await expect.poll(() => isFocused('Name of navigation.groups[2]')).toBe(true);
    expect(page.url()).toContain('section=navigation');
    await isAccessible();
    await problems.getByRole('button', { name: 'Next problem' }).click();
    await problems.getByRole('button', { name: /^3 of 3/ }).click();
    await expect.poll(() => isFocused('From, redirect 2')).toBe(true);
  });

  test('the line of problems does not move the forms', async () => {
    await open('?section=redirects');
    const field = page.getByLabel('To, redirect 2');
    const top = async () => (await field.boundingBox())?.y;
    const before = await top();
    writeFileSync(
      join(dir, 'docs.json'),
      text.replace(' // for everyone', '').replace(/,\s*\{ "group": "Empty", "pages": \[\] \}/, ''),
    );
    await page.getByText('Nothing to correct').waitFor();
    expect(await top()).toBe(before);
  });

  test('an address leads to what was searched for, and to an entry of the navigation', async () => {
    await open('?section=navigation');
    await page.getByLabel('Find a setting').fill('redir');
    await page.getByRole('button', { name: 'Details of Guides' }).click();
    const dialog = page.getByRole('dialog', { name: 'Group “Guides”' });
    await dialog.waitFor();
    await page.reload();
    await dialog.waitFor();
    await page.keyboard.press('Escape');
    expect(await page.getByLabel('Find a setting').inputValue()).toBe('redir');
    const parts = page.getByRole('navigation', { name: 'Parts of the settings' });
    await expect.poll(() => parts.getByRole('button').allTextContents()).toContain('Redirects•');
    expect(page.url()).not.toContain('open=');
  });

  test('on a phone the first field is in sight, and rows of redirects are whole', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await open('?section=redirects');
    const first = await page.getByLabel('From, redirect 1').boundingBox();
    expect(first?.y).toBeLessThan(430);
    for (const name of ['Permanent, redirect 1', 'Remove redirects[0]']) {
      const box = await page.getByLabel(name, { exact: true }).boundingBox();
      expect((box?.x ?? 400) + (box?.width ?? 0), name).toBeLessThanOrEqual(390);
    }
    await isAccessible();
  });

  test('contrast is that of the theme, for every form of a color', async () => {
    await open('?section=colors');
    const told = page.locator('.contrast');
    await told
      .getByText(/on dark/)
      .first()
      .waitFor();
    const before = await told.allTextContents();
    const dark = page.getByRole('textbox', { name: 'Dark', exact: true }).last();
    await dark.fill('navy');
    await expect.poll(() => told.allTextContents()).not.toEqual(before);
    expect((await told.allTextContents())[0]).toBe(before[0]);
  });

  test('single changes of another version can be taken', async () => {
    await open('?section=general');
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Mine');
    const theirs = text.replace('"#0d9373"', '"#b45309"').replace('"/b"', '"/c"');
    writeFileSync(join(dir, 'docs.json'), theirs);
    await expect
      .poll(async () => {
        await page.keyboard.press('Control+s');
        return page.getByRole('dialog').count();
      })
      .toBe(1);
    const dialog = page.getByRole('dialog', { name: 'The settings were changed elsewhere' });
    const changes = dialog.getByRole('status');
    await changes.getByText(/changes?; /);
    await isAccessible();
    await dialog
      .getByRole('button', { name: /^Take theirs/ })
      .last()
      .click();
    await dialog.getByRole('button', { name: /Overwrite/ }).click();
    await page.getByText(/^Saved/).waitFor();
    const saved = readFileSync(join(dir, 'docs.json'), 'utf8');
    expect(saved).toBe(text.replace('"Acme"', '"Mine"').replace('"/b"', '"/c"'));
  });

  test('a font is shown in a sample, or said to be missing here', async () => {
    await open('?section=fonts');
    const family = page.getByRole('textbox', { name: 'Family', exact: true }).first();
    const sample = page.locator('.font-sample').first();
    await family.fill('No such font');
    await sample.getByText('“No such font” is not installed here').waitFor();
    await isAccessible();
    // One of these is on every machine.
    const shown = [];
    for (const name of ['Arial', 'Liberation Sans', 'DejaVu Sans', 'Noto Sans']) {
      await family.fill(name);
      await sample
        .getByText(/not installed|quick brown fox/)
        .filter({ visible: true })
        .waitFor();
      if (await sample.getByText('The quick brown fox').isVisible()) shown.push(name);
    }
    expect(shown).not.toEqual([]);
  });
});
