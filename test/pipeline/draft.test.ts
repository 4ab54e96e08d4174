import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { type DraftView, openDraftSite, openStoredDraftSite } from '../../pipeline/draft.ts';
import { rebuildSite } from '../../pipeline/rebuild.ts';
import { createIds } from '../../runtime/store/ids.ts';
import { buildSite } from '../support/build.ts';
import { minimalConfig, tempDir, writeFiles } from '../support/temp.ts';

/** The addresses of other hosts that were asked for. */
const asked = vi.hoisted((): string[] => []);
vi.mock('../../pipeline/net/fetch.ts', () => {
  const refuse = async (url: string) => {
    asked.push(url);
    throw new Error(`${url} is out of reach`);
  };
  return { fetchText: refuse, fetchBytes: refuse };
});

const picture = '<svg xmlns="http://www.w3.org/2000/svg"><circle r="9"/></svg>';
const files = {
  'docs.json': minimalConfig(['index', 'guides/start']),
  'index.mdx': '---\ntitle: Home\n---\n\n![A circle](/images/circle.svg) [Start](/guides/start)\n',
  'guides/start.mdx': '---\ntitle: Start\n---\n\nHow to begin.\n',
  'images/circle.svg': picture,
};

/** Drafts of a folder: what they make of its configuration, and the page that is shown. */
function draftsOf(more: Readonly<Record<string, string>> = {}) {
  const dir = writeFiles(tempDir(), { ...files, ...more });
  const site = openDraftSite({ dir });
  const config = minimalConfig(['index', 'guides/start']);
  const show = (change: object = {}, pagePath?: string) =>
    site.show({ configJson: JSON.stringify({ ...config, ...change }), pagePath });
  return { dir, site, show };
}

function pageOf(view: DraftView) {
  if (view.type !== 'page') throw new Error(JSON.stringify(view));
  return view;
}

describe('a page with a draft of docs.json', () => {
  test('is the first one of the site or the one that is named, and nothing is written', async () => {
    const { dir, show } = draftsOf();
    const before = [readdirSync(dir), readFileSync(join(dir, 'docs.json'), 'utf8')];
    const changed = statSync(dir).mtimeMs;
    const first = pageOf(await show({ name: 'Drafted' }));
    expect([first.pagePath, first.title, first.basePath]).toEqual(['index', 'Home', '']);
    expect(/<title>(.*)<\/title>/.exec(first.html)?.[1]).toMatch(/^Home.*Drafted$/);
    const named = await Promise.all(
      ['guides/start', '/guides/start/', 'guides/start'].map((path) => show({}, path)),
    );
    expect(named.map((view) => pageOf(view).pagePath)).toEqual(Array(3).fill('guides/start'));
    expect(pageOf(await show({}, 'guides/start')).html).toContain('How to begin.');
    expect([readdirSync(dir), readFileSync(join(dir, 'docs.json'), 'utf8')]).toEqual(before);
    expect(statSync(dir).mtimeMs).toBe(changed);
  });

  test('has its styles and pictures in it, with the colours of the draft', async () => {
    const { show } = draftsOf({ 'own.css': '.own { background: url("images/circle.svg") }' });
    const { html } = pageOf(await show({ colors: { primary: '#a21caf' } }));
    const data = `data:image/svg+xml;base64,${Buffer.from(picture).toString('base64')}`;
    expect(html).toContain(`src="${data}"`);
    expect(html).toContain(`url("${data}")`);
    expect(html).toMatch(/<style>[^<]*#a21caf/i);
    expect(html).not.toMatch(/<link rel="stylesheet"|src="\/images/);
    expect(pageOf(await show({ colors: { primary: '#0f766e' } })).html).not.toMatch(/#a21caf/i);
  });

  test('has no more pictures in it than a document may hold, however often one is shown', async () => {
    const large = `<svg xmlns="http://www.w3.org/2000/svg"><!--${'x'.repeat(1_000_000)}--></svg>`;
    const shown = Array.from({ length: 30 }, () => '<img src="/images/large.svg" alt="" />');
    const { show } = draftsOf({
      'images/large.svg': large,
      'index.mdx': `---\ntitle: Home\n---\n\n${shown.join('\n\n')}\n`,
    });
    const { html } = pageOf(await show());
    expect(html.split('src="data:image/svg+xml').length - 1).toBeGreaterThan(0);
    expect(html.length).toBeLessThan(9_000_000);
  });

  test('begins where hosting.basePath says', async () => {
    const { show } = draftsOf();
    const view = pageOf(await show({ hosting: { basePath: '/docs' } }));
    expect(view.basePath).toBe('/docs');
    expect(view.html).toContain('href="/docs/guides/start"');
    expect(view.html).toContain('src="data:image/svg+xml;base64,');
  });

  test('is not there for a draft that breaks the contract, whose errors are named', async () => {
    const { site, show } = draftsOf();
    expect(await show({ theme: 'mnt' })).toMatchObject({
      type: 'invalid',
      details: [{ path: 'theme', code: 'unexpected-value' }],
    });
    for (const configJson of ['', '{', '[]', 'null', '"x"']) {
      expect((await site.show({ configJson })).type, configJson).toBe('invalid');
    }
    // What a build leaves out with a word to the author, it leaves out here as well.
    expect((await show({ navbar: { links: [{ label: 'Gone', href: '/gone' }] } })).type).toBe(
      'page',
    );
  });

  test.each([
    ['../../../etc/passwd'],
    ['..%2f..%2fetc%2fpasswd'],
    ['guides/../../docs.json'],
    ['docs.json'],
    ['images/circle.svg'],
    ['__proto__'],
    ['\u0000'],
    ['a/'.repeat(40)],
  ])('is never one of another place: %j', async (path) => {
    const { show } = draftsOf();
    expect(await show({}, path)).toEqual({ type: 'unknown-page' });
  });

  test('does not read what a draft names outside of the folder', async () => {
    const outside = writeFiles(tempDir(), { 'secret.json': '{"name":"secret"}' });
    const { site, show } = draftsOf({
      'index.mdx': `---\ntitle: Home\n---\n\n![x](../../../../${outside}/secret.json)\n`,
    });
    const included = await site.show({ configJson: `{"$ref":"../${outside}/secret.json"}` });
    expect(JSON.stringify(included)).not.toContain('"secret"');
    const logo = { light: `../..${outside}/secret.json`, dark: '/etc/passwd' };
    const { html } = pageOf(await show({ logo, favicon: `${outside}/secret.json` }));
    expect(html).not.toContain(Buffer.from('{"name":"secret"}').toString('base64'));
  });

  test('puts no markup of a value into the document', async () => {
    const { show } = draftsOf();
    const evil = '"><script>alert(1)</script><img src=x onerror=alert(1)></style>';
    const { html } = pageOf(
      await show({
        name: evil,
        banner: { content: evil },
        navbar: { links: [{ label: evil, href: 'https://example.com/' }] },
      }),
    );
    expect(html.match(/<script>alert|<img src=x/g)).toBeNull();
  });

  test('reads an address of another host only if it is saved', async () => {
    const change = (host: string) => ({
      fonts: { family: 'Acme', source: `https://${host}/acme.css` },
      api: { openapi: `https://${host}/openapi.json` },
      navbar: { primary: { type: 'github', href: `https://github.com/acme/${host.slice(0, 5)}` } },
    });
    const saved = { ...minimalConfig(['index', 'guides/start']), ...change('saved.test') };
    const { show } = draftsOf({ 'docs.json': JSON.stringify(saved) });
    const { html } = pageOf(await show(change('typed.test')));
    expect(asked).toEqual([]);
    expect(html.match(/<link[^>]*typed\.test/g)).toBeNull();
    await show(change('saved.test'));
    expect(asked.sort()).toEqual([
      'https://api.github.com/repos/acme/saved',
      'https://saved.test/acme.css',
      'https://saved.test/openapi.json',
    ]);
  });

  test('reads an address that settings of the server have, which the sources do not', async () => {
    const out = tempDir();
    await buildSite(writeFiles(tempDir(), files), out);
    const config = minimalConfig(['index', 'guides/start']);
    const withFont = (host: string) =>
      JSON.stringify({ ...config, fonts: { family: 'Acme', source: `https://${host}/own.css` } });
    const translations = { pages: {}, labels: {} };
    const { deployment } =
      (await rebuildSite({
        ...{ out, project: 'test', version: '0', translations, configText: withFont('saved.test') },
        ...{ cause: 'settings', now: Date.now, newId: createIds() as (prefix: string) => string },
      })) ?? {};
    const id = deployment?.id ?? '';
    const site = await openStoredDraftSite({ out, id, dir: tempDir(), translations });
    asked.length = 0;
    // An address that was out of reach is left alone for a minute.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 120_000 });
    onTestFinished(() => void vi.useRealTimers());
    await site?.show({ configJson: withFont('typed.test') });
    await site?.show({ configJson: withFont('saved.test') });
    expect(asked).toEqual(['https://saved.test/own.css']);
  });

  test('follows files that have changed, once they are announced', async () => {
    const { dir, site, show } = draftsOf();
    await show();
    writeFiles(dir, { 'index.mdx': '---\ntitle: Home\n---\n\nAnother text.\n' });
    site.changed();
    expect(pageOf(await show()).html).toContain('Another text.');
  });
});
