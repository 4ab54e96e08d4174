import { createHash } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { openDeployment, readCurrent } from '../../../pipeline/output/read.ts';
import { makePalette } from '../../../pipeline/site/themes/palette.ts';
import { createApp } from '../../../runtime/app.ts';
import { asksForDashboard, createDashboard, placeOf } from '../../../runtime/dashboard/answer.ts';
import { bundleDashboard } from '../../../runtime/dashboard/bundle.ts';
import type { DashboardFile } from '../../../runtime/dashboard/file.ts';
import { buildSite } from '../../support/build.ts';
import { makeTempDir, minimalConfig, writeFiles } from '../../support/temp.ts';

describe('the dashboard', () => {
  let files: readonly DashboardFile[];
  let ask: (path: string, init?: RequestInit) => Promise<Response>;
  beforeAll(async () => {
    files = await bundleDashboard();
    const dashboard = createDashboard(async () => new Map(files.map((file) => [file.name, file])));
    ask = (path, init) => dashboard(new Request(`http://localhost${path}`, init));
  });

  test('answers every address below its own with one document', async () => {
    const paths = ['/dashboard', '/dashboard/', '/dashboard/p/acme/webhooks/whk_1?open=x'];
    const [first, ...others] = await Promise.all(
      paths.map(async (path) => (await ask(path)).text()),
    );
    expect(others).toEqual([first, first]);
    expect(first).toContain('<div id="app">');
    const asks = (path: string) => asksForDashboard(new Request(`http://localhost${path}`));
    expect([asks('/dashboard'), asks('/dashboard/p'), asks('/dashboards'), asks('/')]).toEqual([
      ...[true, true, false, false],
    ]);
  });

  test('allows nothing inline, no other host, and no frame', async () => {
    const { headers } = await ask('/dashboard');
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("frame-src 'self';");
    expect(headers.get('x-frame-options')).toBe('DENY');
    expect(policy).not.toMatch(/unsafe|https?:|\*/);
    expect(headers.get('cache-control')).toBe('no-cache');
    const document = await (await ask('/dashboard')).text();
    expect(document).not.toMatch(/<script>|<style| on\w+=| style=|https?:/);
  });

  test('has a document for the preview that loads nothing, and has an origin of its own', async () => {
    const answer = await ask('/dashboard/preview-frame');
    const document = await answer.text();
    const policy = answer.headers.get('content-security-policy') ?? '';
    const [, script = ''] = /<script>(.*)<\/script>/s.exec(document) ?? [];
    const hash = createHash('sha256').update(script).digest('base64');
    expect(policy.split('; ')).toEqual([
      ...["default-src 'none'", `script-src 'sha256-${hash}'`, "style-src 'unsafe-inline'"],
      ...['img-src data:', 'font-src data:', 'media-src data:'],
      ...["base-uri 'none'", "form-action 'none'", "frame-ancestors 'self'"],
      'sandbox allow-scripts',
    ]);
    expect(document.match(/<script/g)).toHaveLength(1);
    const posted = await ask('/dashboard/preview-frame', { method: 'POST' });
    expect(posted.status).toBe(405);
  });

  test('says in its document which ways in there are', async () => {
    const place = placeOf({ provider: 'Acme & "Co"', sendsLinks: true });
    const named = createDashboard(
      async () => new Map(files.map((file) => [file.name, file])),
      place,
    );
    const document = await (await named(new Request('http://localhost/dashboard'))).text();
    expect(document).toContain(
      '<html data-sign-in-with="Acme &amp; &quot;Co&quot;" data-password-reset="" lang="en"',
    );
    expect(await (await ask('/dashboard')).text()).not.toMatch(/sign-in-with|password-reset/);
  });

  test('gives an invitation to no page of a site, which comes first elsewhere', async () => {
    const taken = ['index', 'welcome', 'reset', 'preview-frame', 'oidc/callback'];
    const dir = writeFiles(makeTempDir(), {
      'docs.json': minimalConfig(['index', ...taken.map((name) => `dashboard/${name}`)]),
      'index.mdx': 'Start.',
      'dashboard/index.mdx': 'A page of the site.',
      'dashboard/welcome.mdx': 'Give me your invitation.',
      'dashboard/reset.mdx': 'Give me your link.',
      'dashboard/preview-frame.mdx': 'Give me your draft.',
      'dashboard/oidc/callback.mdx': 'Give me your code.',
    });
    const out = join(dir, '.docent');
    await buildSite(dir, out);
    const reader = openDeployment(out, readCurrent(out) ?? '');
    const app = createApp({
      ...{ site: { current: () => reader }, version: 't', log: () => {} },
      dashboard: async () => new Response('the dashboard'),
    });
    const textOf = async (path: string) => (await app.request(path)).text();
    expect(await textOf('/dashboard')).toContain('A page of the site.');
    expect(await textOf('/dashboard/keys')).toBe('the dashboard');
    expect(await textOf('/dashboard/welcome')).toBe('the dashboard');
    expect(await textOf('/dashboard/reset')).toBe('the dashboard');
    expect(await textOf('/dashboard/preview-frame')).toBe('the dashboard');
    expect(await textOf('/dashboard/oidc/callback')).toBe('the dashboard');
    rmSync(dir, { recursive: true, force: true });
  });

  test('serves its files compressed, under names that change with them', async () => {
    const document = await (await ask('/dashboard')).text();
    const names = [...document.matchAll(/"(\/dashboard\/assets\/[^"]+)"/g)].map(([, name]) => name);
    expect(names.length).toBeGreaterThan(2);
    for (const name of names) {
      const answer = await ask(name ?? '', { headers: { 'accept-encoding': 'gzip, br' } });
      expect(answer.status, name).toBe(200);
      expect(answer.headers.get('content-encoding')).toBe('br');
      expect(answer.headers.get('cache-control')).toContain('immutable');
    }
    const tag = (await ask('/dashboard')).headers.get('etag') ?? '';
    expect((await ask('/dashboard', { headers: { 'if-none-match': tag } })).status).toBe(304);
    expect((await ask('/dashboard/assets/old.js')).status).toBe(404);
    expect((await ask('/dashboard', { method: 'POST' })).status).toBe(405);
  });

  test('loads at most 120 KB first, and 20 KB for a section without an editor or its chart', async () => {
    const document = await (await ask('/dashboard')).text();
    const early = files.filter(
      ({ name }) => name === 'index.html' || document.replace(/<html.*/, '').includes(name),
    );
    const sum = (list: readonly DashboardFile[]) =>
      list.reduce((bytes, { gzip }) => bytes + (gzip?.byteLength ?? 0), 0);
    expect(sum(early)).toBeLessThan(120_000);
    // What has an editor of code, the check of a build, and the library that draws charts.
    const large: Readonly<Record<string, number>> = {
      ...{ settings: 30_000, 'source-editor': 20_000, 'check-worker': 100_000, plot: 25_000 },
    };
    const partOf = (name: string) => name.replace(/-[^-]*$/, '');
    expect(early.map(({ name }) => partOf(name))).not.toContain('plot');
    expect(files.map(({ name }) => partOf(name))).toContain('plot');
    /** Whether only these have a module, such as the editor itself: it comes with them. */
    const isShared = ({ name }: DashboardFile) =>
      files
        .filter(({ plain }) => new TextDecoder().decode(plain).includes(`/${name}`))
        .every((file) => partOf(file.name) in large);
    for (const file of files) {
      const most = large[partOf(file.name)] ?? (isShared(file) ? 140_000 : 20_000);
      // Pictures are loaded when they come into view.
      if (file.type.startsWith('image/')) continue;
      if (!early.includes(file)) expect(sum([file]), file.name).toBeLessThan(most);
    }
  });

  test('has the colours of the theme mint', () => {
    const path = join(import.meta.dirname, '../../../runtime/dashboard/client/styles/tokens.css');
    const tokens = readFileSync(path, 'utf8').matchAll(
      /--([\w-]+): (?:light-dark\((#\w+), (#\w+)\)|(#\w+));/g,
    );
    const found = [...tokens].map(([, name = '', light, dark, both]) => ({
      ...{ name, light: light ?? both, dark: dark ?? both },
    }));
    expect(found.length).toBeGreaterThan(20);
    for (const mode of ['light', 'dark'] as const) {
      const palette = makePalette(mode, { primary: '#16A34A' });
      for (const one of found) expect(one[mode], `${mode} ${one.name}`).toBe(palette[one.name]);
    }
  });
});
