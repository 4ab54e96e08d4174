import {
  mkdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { sourceHash } from '../../pipeline/source/hash.ts';
import { translationsFolder, writeRecord } from '../../pipeline/translate/records.ts';
import { type Watch, type WatchBuild, watchSite } from '../../pipeline/watch.ts';
import { createApp } from '../../runtime/app.ts';
import { minimalConfig, tempDir, writeFiles } from '../support/temp.ts';

const page = (title: string, body: string) => `---\ntitle: ${title}\n---\n\n${body}\n`;

/** When the configuration of a site was written, with fractions of milliseconds. */
function newest(dir: string): number {
  const file = statSync(join(dir, 'docs.json'), { throwIfNoEntry: false });
  return file?.ctimeMs ?? 0;
}

/** A watched site of two pages and a snippet, and how to look at it. */
async function start(more: Record<string, unknown> = {}) {
  const dir = writeFiles(tempDir(), {
    'docs.json': minimalConfig(['index', 'other']),
    'index.mdx': page('Home', 'import Hint from "/snippets/hint.mdx";\n\nOne.\n\n<Hint />'),
    'other.mdx': page('Other', 'Two.'),
    'snippets/hint.mdx': 'A hint.',
    ...more,
  });
  // A configuration that is newer than the watch is read again: a clock of milliseconds must have passed it.
  await expect.poll(() => Date.now() >= newest(dir)).toBe(true);
  const builds: WatchBuild[] = [];
  const watch: Watch = watchSite({
    dir,
    out: join(dir, '.docent'),
    version: '0',
    editor: 'vscode',
    onBuild: (built) => builds.push(built),
    onError: (error) => {
      throw error;
    },
  });
  onTestFinished(() => watch.close());
  await watch.ready;
  const { before, after } = watch;
  const app = createApp({ site: watch, version: '0', log: () => {}, before, after });
  const get = async (path: string) => {
    const response = await app.request(`http://docs.test${path}`);
    return { status: response.status, text: await response.text() };
  };
  const text = async (path: string) => (await get(path)).text;
  return { dir, builds, app, get, text };
}

const soon = { timeout: 25_000, interval: 15 };

describe('a watched site', () => {
  test('serves a saved page, keeps nothing, and loads the live client', async () => {
    const { dir, app, text } = await start();
    const first = await app.request('http://docs.test/');
    expect(first.headers.get('cache-control')).toBe('no-store');
    expect(await first.text()).toMatch(/<script[^>]+src="\/_docent\/live-[^"]+\.js\?build=1"/);
    writeFileSync(join(dir, 'other.mdx'), page('Other', 'Two, changed.'));
    await expect.poll(() => text('/other'), soon).toContain('Two, changed.');
  });

  test('says in the language of the address that there is no page', async () => {
    const { dir, get } = await start();
    const config = { i18n: { defaultLanguage: 'en', languages: ['de'] } };
    writeFileSync(join(dir, 'docs.json'), JSON.stringify(minimalConfig(['index'], config)));
    const missing = async () => {
      const { status, text } = await get('/de/nowhere/at/all');
      return [status, text];
    };
    await expect
      .poll(missing, soon)
      .toEqual([404, expect.stringContaining('Seite nicht gefunden')]);
  });

  test('takes new, renamed and deleted pages, snippets and configuration', async () => {
    const { dir, get, text } = await start();
    writeFileSync(join(dir, 'snippets/hint.mdx'), 'Another hint.');
    await expect.poll(() => text('/'), soon).toContain('Another hint.');
    mkdirSync(join(dir, 'deep'));
    writeFileSync(join(dir, 'deep/new.mdx'), page('New', 'Three.'));
    await expect.poll(async () => (await get('/deep/new')).status, soon).toBe(200);
    renameSync(join(dir, 'deep/new.mdx'), join(dir, 'deep/newer.mdx'));
    await expect.poll(async () => (await get('/deep/newer')).status, soon).toBe(200);
    await expect.poll(async () => (await get('/deep/new')).status, soon).toBe(404);
    rmSync(join(dir, 'other.mdx'));
    await expect.poll(async () => (await get('/other')).status, soon).toBe(404);
    writeFileSync(
      join(dir, 'docs.json'),
      JSON.stringify(minimalConfig(['index'], { name: 'Renamed' })),
    );
    await expect.poll(() => text('/'), soon).toContain('Renamed');
  });

  test('shows a page with its problems above it, and every other page without', async () => {
    const { dir, get, text } = await start();
    writeFileSync(join(dir, 'other.mdx'), page('Other', 'Two {{nobody}}.'));
    await expect.poll(() => text('/other'), soon).toContain('1 problem to fix');
    const { status, text: html } = await get('/other');
    expect(status).toBe(200);
    expect(html).toContain('Undefined variable &quot;nobody&quot;');
    expect(html).toMatch(/href="vscode:\/\/file\/[^"]+\/other\.mdx:5:5">other\.mdx:5:5</);
    expect(html).toContain('Two {{nobody}}.');
    expect(await text('/')).not.toContain('to fix');
    writeFileSync(join(dir, 'other.mdx'), page('Other', 'Fixed.'));
    await expect.poll(() => text('/other'), soon).toContain('Fixed.');
    expect(await text('/other')).not.toContain('to fix');
  });

  test('shows a page that MDX refuses, with what is wrong', async () => {
    const { dir, get, text } = await start();
    writeFileSync(join(dir, 'other.mdx'), page('Other', 'Two.\n\n<Card title="x"'));
    await expect.poll(() => text('/other'), soon).toContain('1 problem to fix');
    const { status, text: html } = await get('/other');
    expect(status).toBe(200);
    expect(html).toContain('>Other</h1>');
    expect(html).toContain('mdx-syntax');
  });

  test('marks a failing expression in its place', async () => {
    const { dir, text } = await start();
    const line = 'Before {null.length} after.';
    writeFileSync(join(dir, 'other.mdx'), page('Other', `One.\n\n${line}\n\nLast.`));
    await expect.poll(() => text('/other'), soon).toContain('1 problem to fix');
    expect(await text('/other')).toMatch(
      /<p>Before <span class="problem-mark[^>]*data-place="other\.mdx:7:8"[^>]*>.*?<\/span> after\.<\/p>/,
    );
  });

  test('shows broken links and missing pictures, whatever a check minds', async () => {
    const { dir, builds, text } = await start();
    const body = '[Gone](/gone) ![None](/none.png) [Mail](mailto:a@example.com)';
    writeFileSync(join(dir, 'other.mdx'), page('Other', body));
    await expect.poll(() => text('/other'), soon).toContain('2 problems to fix');
    const html = await text('/other');
    expect(html).toContain('Broken link &quot;/gone&quot;.');
    expect(html).toContain('Missing image &quot;/none.png&quot;.');
    const told = () => builds.at(-1)?.problems.map(({ severity, ruleId }) => [severity, ruleId]);
    await expect.poll(told, soon).toEqual([
      ['warning', 'broken-link'],
      ['warning', 'missing-file'],
    ]);
    // What it links to comes into being without a change of its own.
    writeFileSync(join(dir, 'gone.mdx'), page('Gone', 'Back.'));
    await expect.poll(() => text('/other'), soon).toContain('1 problem to fix');
  });

  test('keeps the last valid docs.json in use, and every page says so', async () => {
    const { dir, get, text } = await start();
    const good = JSON.stringify(minimalConfig(['index', 'other']));
    for (const [broken, reason] of [
      [good.slice(0, -10), 'docs.json:1:'],
      [JSON.stringify(minimalConfig(['index', 'other'], { theme: 'mnt' })), 'Unexpected theme'],
    ] as const) {
      writeFileSync(join(dir, 'docs.json'), broken);
      await expect.poll(() => text('/'), soon).toContain(reason);
      expect(await text('/other')).toContain('1 problem to fix');
      expect((await get('/other')).status).toBe(200);
      // Pages go on being followed.
      const words = `Said below ${reason.length}.`;
      writeFileSync(join(dir, 'other.mdx'), page('Other', words));
      await expect.poll(() => text('/other'), soon).toContain(words);
    }
    rmSync(join(dir, 'docs.json'));
    await expect.poll(() => text('/other'), soon).toContain('no docs.json');
    expect((await get('/other')).status).toBe(200);
    writeFileSync(join(dir, 'docs.json'), good);
    await expect.poll(() => text('/'), soon).not.toContain('to fix');
  });

  test('shows an error in a file that docs.json includes', async () => {
    const config = minimalConfig(['index', 'other'], { colors: { $ref: './colors.json' } });
    const { dir, get, text } = await start({
      'docs.json': config,
      'colors.json': { primary: '#16a34a' },
    });
    writeFileSync(join(dir, 'colors.json'), '{ "primary": "green" }');
    await expect.poll(() => text('/'), soon).toContain('>colors.json:1:14<');
    expect((await get('/')).status).toBe(200);
  });

  test('starts with a docs.json that is broken or missing, and says so until there is one', async () => {
    const { dir, app, get, text } = await start({ 'docs.json': '{' });
    expect((await get('/')).status).toBe(503);
    expect(await text('/other')).toContain('The site can’t be shown yet');
    const stream = await app.request('http://docs.test/_docent/dev', {
      headers: { referer: 'http://docs.test/other' },
    });
    const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
    rmSync(join(dir, 'docs.json'));
    await expect.poll(() => text('/'), soon).toContain('no docs.json');
    writeFileSync(join(dir, 'docs.json'), JSON.stringify(minimalConfig(['index', 'other'])));
    await expect.poll(async () => (await get('/')).status, soon).toBe(200);
    let heard = '';
    while (!heard.includes('"reload"')) heard += (await reader?.read())?.value ?? '';
  });

  test('reports a change that fails, and follows those after it', async () => {
    const dir = writeFiles(tempDir(), { 'docs.json': '{', 'index.mdx': page('Home', 'One.') });
    const errors: Error[] = [];
    const watch = watchSite({ dir, version: '0', onError: (error) => errors.push(error) });
    onTestFinished(() => watch.close());
    await watch.ready;
    rmSync(join(dir, 'docs.json'));
    mkdirSync(join(dir, 'docs.json'));
    writeFiles(dir, { 'index.mdx': page('Home', 'Two.') });
    await expect.poll(() => String(errors[0]), soon).toContain('EISDIR');
    rmdirSync(join(dir, 'docs.json'));
    writeFiles(dir, { 'docs.json': minimalConfig(['index']) });
    await expect.poll(() => watch.current()?.file('/'), soon).toBeDefined();
  });

  test('tells the open page what happened to it, and other pages nothing', async () => {
    const { dir, app, builds } = await start();
    const listen = async (path: string) => {
      const response = await app.request('http://docs.test/_docent/dev', {
        headers: { referer: `http://docs.test${path}` },
      });
      expect(response.headers.get('content-type')).toBe('text/event-stream');
      let heard = '';
      const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
      void (async () => {
        for (;;) {
          const { done, value } = (await reader?.read()) ?? { done: true };
          if (done) return;
          heard += value ?? '';
        }
      })();
      return () => heard;
    };
    const home = await listen('/');
    const other = await listen('/other');
    writeFileSync(join(dir, 'other.mdx'), page('Other', 'Two, changed.'));
    await expect.poll(other, soon).toContain('data: {"type":"update"}');
    expect(home()).not.toContain('data:');
    // A title is in the navigation of every page.
    writeFileSync(join(dir, 'other.mdx'), page('Another', 'Two, changed.'));
    await expect.poll(home, soon).toContain('data: {"type":"reload"}');
    await expect.poll(() => builds.at(-1)?.changed, soon).toEqual(['other.mdx']);
  });
});

test('a page that was loading during a change is notified as soon as it listens', async () => {
  const { dir, app, text } = await start();
  const addressOf = (html: string) => {
    const build = /src="\/_docent\/live-[^"]+\.js(\?build=\d+)"/.exec(html)?.[1];
    return `http://docs.test/_docent/dev${build}`;
  };
  const words = async (address: string) => {
    const response = await app.request(address, {
      headers: { referer: 'http://docs.test/other' },
    });
    return response.body?.pipeThrough(new TextDecoderStream()).getReader();
  };
  const passedBy = addressOf(await text('/other'));
  expect(addressOf(await text('/missing'))).toBe(passedBy);
  writeFileSync(join(dir, 'other.mdx'), page('Other', 'Two, changed.'));
  await expect.poll(() => text('/other'), soon).toContain('Two, changed.');
  const current = addressOf(await text('/other'));
  expect(current).not.toBe(passedBy);
  expect(addressOf(await text('/missing'))).toBe(current);
  const reader = await words(current);
  expect((await reader?.read())?.value).not.toContain('data:');
  // Nothing was sent with it: what comes next is the change that is made next.
  writeFileSync(join(dir, 'other.mdx'), page('Other', 'Three, changed.'));
  expect((await reader?.read())?.value).toContain('data: {"type":"update"}');
  const old = await words(passedBy);
  await old?.read();
  expect((await old?.read())?.value).toContain('data: {"type":"reload"}');
});

describe('a watched site with translations', () => {
  const source = page('Other', 'See [home](/).');
  const record = (dir: string, text: string, from = source) =>
    writeRecord(translationsFolder(join(dir, '.docent')), 'fr', {
      pagePath: 'other',
      status: 'completed',
      translatedTitle: 'Autre',
      translatedHash: sourceHash(from),
      translatedAt: null,
      text,
    });
  const french = page('Autre', 'Voir [accueil](/).');

  test('shows them as a build does, and marks what has become stale at once', async () => {
    const { dir, text } = await start({ 'other.mdx': source });
    expect((await text('/fr/other')).includes('Voir')).toBe(false);
    record(dir, french);
    await expect.poll(() => text('/fr/other'), soon).toContain('Voir');
    const html = await text('/fr/other');
    expect(html).toContain('<html lang="fr"');
    expect(html).toContain('href="/fr"');
    expect(html).not.toContain('translation-stale');
    expect(await text('/fr')).toContain('translation-pending');
    expect(await text('/other')).toContain('href="/fr/other"');
    writeFileSync(join(dir, 'other.mdx'), page('Other', 'See [home](/) again.'));
    await expect.poll(() => text('/fr/other'), soon).toContain('translation-stale');
    expect(await text('/fr/other')).toContain('Voir');
    writeFileSync(join(dir, 'other.mdx'), source);
    await expect.poll(() => text('/fr/other'), soon).not.toContain('translation-stale');
  });

  test('are there from the start, and a new text takes the place of the old one', async () => {
    const dir = writeFiles(tempDir(), {});
    record(dir, french);
    const folder = join(dir, '.docent/translations/fr/pages/other.json');
    const {
      text,
      dir: site,
      builds,
    } = await start({
      'other.mdx': source,
      '.docent/translations/fr/pages/other.json': readFileSync(folder, 'utf8'),
    });
    expect(await text('/fr/other')).toContain('Voir');
    record(site, page('Autre', 'Regardez [accueil](/).'));
    await expect.poll(() => text('/fr/other'), soon).toContain('Regardez');
    await expect.poll(() => builds.at(-1)?.changed, soon).toEqual(['translations']);
    expect(builds.flatMap(({ problems }) => problems)).toEqual([]);
  });
});
