import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasBrowser } from '../support/browser.ts';
import {
  type Dashboard,
  expectAccessible,
  openDashboard,
  textOfEditor,
} from './dashboard-member.ts';
import type { DashboardSite } from './dashboard-site.ts';

describe.runIf(hasBrowser())('settings in the dashboard', { timeout: 90_000 }, () => {
  let dashboard: Dashboard;
  let site: DashboardSite;
  let page: Page;

  beforeAll(async () => {
    dashboard = await openDashboard();
    ({ site, page } = dashboard);
  }, 120_000);
  afterAll(() => dashboard?.close());

  const open = (path: string) => dashboard.open(path);
  const section = (name: string) => `/p/${site.slug}/${name}`;
  const heading = (name: string | RegExp) => page.getByRole('heading', { level: 1, name });
  const isAccessible = () => expectAccessible(page);
  /** All of the text in the editor: only the lines in view are in the page. */
  const editorText = () => textOfEditor(page);

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
    await page.getByText('Saved. The site is being built again.').waitFor();
    const { configJson } = await site.call('GET', `/projects/${site.projectId}`);
    expect(configJson).toMatch(/^{"theme": "maple", \n {2}"name": "Acme Docs",\n/);
    await page.getByRole('button', { name: 'See deployments' }).click();
    await page.getByRole('heading', { level: 1, name: 'Deployments' }).waitFor();
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

  test('changes the tree of the navigation with keys', async () => {
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
    await page.unrouteAll({ behavior: 'wait' });

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
    const { press, type, reach } = await dashboard.freshPage();
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

  test('saves what is typed while a save goes on', async () => {
    const written = async () => (await site.call('GET', `/projects/${site.projectId}`)).configJson;
    const before = await written();
    const description = page.getByRole('textbox', { name: 'Description', exact: true });
    const save = async (text: string) => {
      await description.fill(text);
      await page.getByText('No problems.').waitFor();
      await page.keyboard.press('Control+s');
    };
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await open(section('settings'));
    await page.route(`**/projects/${site.projectId}`, async (route) => {
      if (route.request().method() === 'PATCH') await released;
      await route.continue();
    });
    await save('The first');
    await page.locator('.settings-save [aria-busy="true"]').waitFor();
    await save('The second');
    release();
    await expect.poll(written).toContain('"description": "The second"');
    await page.unroute(`**/projects/${site.projectId}`);
    await save('');
    await expect.poll(written).toBe(before);
  });

  test('breaks no rule of its own policy', () => {
    expect(dashboard.refusals).toEqual([]);
  });
});
