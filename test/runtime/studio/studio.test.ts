import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openDraftSite } from '../../../pipeline/draft.ts';
import { createApp } from '../../../runtime/app.ts';
import { ownHosts } from '../../../runtime/site/own-hosts.ts';
import { asksForStudio } from '../../../runtime/studio/address.ts';
import { openStudio } from '../../../runtime/studio/studio.ts';
import type { DeploymentProblem } from '../../../schema/build.ts';
import type { Page } from '../../../schema/site.ts';
import { makeTempDir, minimalConfig } from '../../support/temp.ts';

const origin = 'http://localhost:3001';
const siteOrigin = 'http://localhost:3000';
const index = '<html lang="en"><script src="/dashboard/assets/main.js"></script></html>';

const pageOf = (path: string, more: Partial<Page> = {}) =>
  ({
    ...{ path, title: path.toUpperCase(), words: path.length },
    file: { path: `${path}.mdx`, text: `The text of ${path}.\n`, hash: '' },
    ...more,
  }) as Page;

const pages = [
  pageOf('index'),
  pageOf('guides/start'),
  pageOf('fr/index', { translationOf: 'index' }),
  pageOf('de/index', { translationOf: 'index', translation: { status: 'stale' } }),
];

const problem: DeploymentProblem = {
  ...{ severity: 'warning', code: 'broken-link', message: 'Broken link.' },
  ...{ file: 'guides/start.mdx', line: 1, column: 5 },
};

/** The studio of a folder with this `docs.json`, and how the browser of its author asks it. */
function studioOf(text?: string, shown: readonly Page[] | undefined = pages) {
  const dir = makeTempDir();
  const file = join(dir, 'docs.json');
  if (text !== undefined) writeFileSync(file, text);
  const types = { 'index.html': 'text/html', 'main.js': 'text/javascript' };
  const studio = openStudio(
    {
      ...{ dir, name: () => 'Acme', show: openDraftSite({ dir }).show },
      checked: Promise.resolve(),
      pages: () => shown && new Map(shown.map((page) => [page.path, page])),
      problems: () => [problem],
    },
    async () =>
      new Map(
        Object.entries(types).map(([name, type]) => [
          name,
          { name, type, plain: new TextEncoder().encode(index) },
        ]),
      ),
  );
  const ask = (path: string, init: RequestInit = {}, remote: string | undefined = '127.0.0.1') =>
    studio.answer(new Request(`${origin}/_docent/studio${path}`, init), remote);
  const dataOf = async (path: string) => (await (await ask(`/api${path}`)).json()).data;
  const save = (configJson: string, headers: Readonly<Record<string, string>> = {}) =>
    ask('/api/projects/site', {
      method: 'PATCH',
      headers: { origin, 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ configJson }),
    });
  return { dir, file, studio, ask, dataOf, save };
}

describe('the settings of the studio', () => {
  const written = '{\n\t// What readers see.\n\t"name":   "Acme", "colors": {}\n}\n';

  test('are the text of docs.json, and what is saved is the file to the letter', async () => {
    const { dir, file, ask, save } = studioOf(written);
    chmodSync(file, 0o640);
    const read = await ask('/api/projects/site');
    expect((await read.json()).data.configJson).toBe(written);
    const next = written.replace('Acme', 'Ünïcode');
    const saved = await save(next, { 'if-match': read.headers.get('etag') ?? '' });
    expect(saved.status).toBe(200);
    expect(readFileSync(file, 'utf8')).toBe(next);
    expect(statSync(file).mode & 0o777).toBe(0o640);
    expect(readdirSync(dir)).toEqual(['docs.json']);
    const again = await ask('/api/projects/site');
    expect(again.headers.get('etag')).toBe(saved.headers.get('etag'));
  });

  test('keep the byte order mark and the ends of lines that the file has', async () => {
    const { file, dataOf, save } = studioOf('\uFEFF{\r\n"name": "Acme"\r\n}\r\n');
    expect((await dataOf('/projects/site')).configJson).toBe('{\n"name": "Acme"\n}\n');
    await save('{\n"name": "Other",\n"x": 1\n}\n');
    expect(readFileSync(file, 'utf8')).toBe('\uFEFF{\r\n"name": "Other",\r\n"x": 1\r\n}\r\n');
  });

  test('are not saved over a file that has changed meanwhile', async () => {
    const { file, ask, save } = studioOf(written);
    const tag = (await ask('/api/projects/site')).headers.get('etag') ?? '';
    writeFileSync(file, '{ "name": "Changed in an editor" }');
    const refused = await save(written, { 'if-match': tag });
    expect(refused.status).toBe(412);
    expect((await refused.json()).error.code).toBe('PRECONDITION_FAILED');
    expect(readFileSync(file, 'utf8')).toContain('Changed in an editor');
    const theirs = refused.headers.get('etag') ?? '';
    expect((await save(written, { 'if-match': theirs })).status).toBe(200);
  });

  test('make a docs.json if it is missing, unless someone was faster', async () => {
    const { file, ask, save } = studioOf();
    const read = await ask('/api/projects/site');
    expect((await read.json()).data.configJson).toBe('{}\n');
    const tag = read.headers.get('etag') ?? '';
    expect((await save(written, { 'if-match': tag })).status).toBe(200);
    expect(readFileSync(file, 'utf8')).toBe(written);
    expect((await save('{}', { 'if-match': tag })).status).toBe(412);
  });

  test('never leave the folder through a link', async () => {
    const outside = join(makeTempDir(), 'docs.json');
    writeFileSync(outside, '{ "secret": 1 }');
    for (const target of [outside, join(outside, 'nothing')]) {
      const { file, ask, save } = studioOf();
      symlinkSync(target, file);
      const read = await ask('/api/projects/site');
      expect([read.status, await read.text()]).toEqual([
        403,
        expect.not.stringContaining('secret'),
      ]);
      expect((await save('{}')).status).toBe(403);
    }
    expect(readFileSync(outside, 'utf8')).toBe('{ "secret": 1 }');

    const { dir, file, save } = studioOf();
    mkdirSync(join(dir, 'config'));
    writeFileSync(join(dir, 'config/docs.json'), '{}');
    symlinkSync('config/docs.json', file);
    expect((await save('{ "name": "Inside" }')).status).toBe(200);
    expect(readFileSync(join(dir, 'config/docs.json'), 'utf8')).toContain('Inside');
  });

  test.each([
    ['a body that is too large', 413, JSON.stringify({ configJson: 'x'.repeat(3_000_000) })],
    ['a file that is too large', 413, JSON.stringify({ configJson: 'x'.repeat(1_100_000) })],
    ['no text', 400, JSON.stringify({ configJson: 1 })],
    ['another field', 400, JSON.stringify({ configJson: '{}', file: '/etc/passwd' })],
    ['no JSON', 400, '{'],
  ])('refuse %s with %i', async (_what, status, body) => {
    const { file, ask } = studioOf(written);
    const headers = { origin, 'content-type': 'application/json' };
    const answer = await ask('/api/projects/site', { method: 'PATCH', headers, body });
    expect(answer.status).toBe(status);
    expect(readFileSync(file, 'utf8')).toBe(written);
  });
});

describe('the preview of the studio', () => {
  const written = JSON.stringify(minimalConfig(['index']));

  /** A page with a draft, as the browser of the author asks for it. */
  function previewOf() {
    const { dir, file, ask } = studioOf(written);
    writeFileSync(join(dir, 'index.mdx'), '---\ntitle: Home\n---\n\nText.\n');
    const preview = async (body: object, headers: Readonly<Record<string, string>> = {}) => {
      const answer = await ask('/api/projects/site/config/preview', {
        method: 'POST',
        headers: { origin, 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      });
      const type = answer.headers.get('content-type') ?? '';
      return { status: answer.status, body: type.includes('json') ? await answer.json() : {} };
    };
    return { dir, file, preview };
  }

  test('shows a page with a draft, and writes nothing', async () => {
    const { dir, file, preview } = previewOf();
    const configJson = JSON.stringify({ ...minimalConfig(['index']), name: 'Drafted' });
    const { status, body } = await preview({ configJson });
    expect([status, body.data.pagePath, body.data.title]).toEqual([200, 'index', 'Home']);
    expect(body.data.html).toContain('Drafted</title>');
    expect(readFileSync(file, 'utf8')).toBe(written);
    expect(readdirSync(dir).sort()).toEqual(['docs.json', 'index.mdx']);
  });

  test.each([
    ['a draft with errors', 400, { configJson: '{"theme":"mnt"}' }],
    ['a text that is too large', 400, { configJson: 'x'.repeat(1_100_000) }],
    ['a body that is too large', 413, { configJson: 'x'.repeat(3_000_000) }],
    ['another field', 400, { configJson: written, dir: '/etc' }],
    ['a page of another place', 404, { configJson: written, pagePath: '../../etc/passwd' }],
  ])('refuses %s with %i', async (_what, status, body) => {
    const { preview } = previewOf();
    expect((await preview(body)).status).toBe(status);
  });

  test('answers no page of another origin', async () => {
    const { preview } = previewOf();
    for (const headers of [
      { origin: siteOrigin },
      { origin: 'null' },
      { 'x-forwarded-for': '203.0.113.7' },
    ]) {
      expect((await preview({ configJson: written }, headers)).status).toBe(403);
    }
  });
});

describe('the pages of the studio', () => {
  test('are those of the source language, with their translations and problems', async () => {
    const { dataOf } = studioOf('{}');
    const list = await dataOf('/projects/site/pages');
    expect(list.map(({ pagePath }: { pagePath: string }) => pagePath)).toEqual([
      ...['guides/start', 'index'],
    ]);
    expect(list[0]).toMatchObject({ problems: 1, languages: 0, words: 12 });
    expect(list[1]).toMatchObject({ problems: 0, languages: 2, translated: 1, stale: 1 });
    const found = await dataOf('/projects/site/pages?state=problems&search=START');
    expect(found).toHaveLength(1);
    expect(await dataOf('/projects/site/pages?search=nothing')).toEqual([]);
    const [longest] = await dataOf('/projects/site/pages?sort=words&order=desc&perPage=1');
    expect(longest.pagePath).toBe('guides/start');
    expect(await dataOf('/projects/site/pages/guides/start')).toMatchObject({
      problemList: [problem],
      source: { file: 'guides/start.mdx', text: 'The text of guides/start.\n' },
    });
  });

  test('are in folders, as in the service', async () => {
    const shown = [...pages, pageOf('guides/deep/er/x'), pageOf('guides-x/y')];
    const { dataOf, ask } = studioOf('{}', shown);
    const sums = { views: 0, positive: 0, negative: 0, ratedBadly: 0, notFound: 0 };
    expect(await dataOf('/projects/site/page-folders')).toEqual([
      {
        ...{ path: 'guides', pages: 2, folders: 1, words: 28, ...sums },
        ...{ languages: 0, translated: 0, stale: 0 },
        ...{ problems: 1, errors: 0, warnings: 1, notes: 0 },
      },
      expect.objectContaining({ path: 'guides-x', pages: 1, folders: 0, problems: 0 }),
    ]);
    expect(await dataOf('/projects/site/page-folders?folder=guides')).toMatchObject([
      { path: 'guides/deep', pages: 1, folders: 1 },
    ]);
    expect(await dataOf('/projects/site/page-folders?folder=nowhere')).toEqual([]);
    expect(await dataOf('/projects/site/pages?folder=guides')).toMatchObject([
      { pagePath: 'guides/start' },
    ]);
    expect(await dataOf('/projects/site/pages?folder=')).toMatchObject([{ pagePath: 'index' }]);
    expect((await ask('/api/projects/site/page-folders?folder=/')).status).toBe(400);
  });

  test('are no files of the disk', async () => {
    const { dir, ask } = studioOf('{}');
    writeFileSync(join(dir, 'secret.mdx'), 'secret');
    for (const path of ['secret', '..%2F..%2Fetc%2Fpasswd', '%00', '%', '__proto__', 'docs.json']) {
      expect((await ask(`/api/projects/site/pages/${path}`)).status, path).toBe(404);
    }
    for (const path of ['/assets/..%2f..%2fmain.js', '/assets/index.html', '/assets/none.js']) {
      expect((await ask(path)).status, path).toBe(404);
    }
  });

  test('say what to do while there is no site to show', async () => {
    const { ask } = studioOf('{', undefined);
    const none = openStudio({
      ...{ dir: makeTempDir(), name: () => '', pages: () => undefined },
      show: async () => ({ type: 'unknown-page' }),
      ...{ problems: () => [], checked: Promise.resolve() },
    });
    const url = `${origin}/_docent/studio/api/projects/site/pages`;
    const answer = await none.answer(new Request(url), '::1');
    expect((await answer.json()).error.message).toContain('Correct them in the settings.');
    expect((await ask('/api/projects')).status).toBe(200);
  });
});

describe('the studio answers its author alone', () => {
  const patch = (headers: Readonly<Record<string, string>>) => ({
    ...{ method: 'PATCH', body: '{"configJson":"{}"}' },
    headers: { 'content-type': 'application/json', ...headers },
  });

  test.each([
    ['another origin', patch({ origin: 'http://evil.example' })],
    ['another port of this machine', patch({ origin: 'http://localhost:4000' })],
    ['a page of the site', patch({ origin: siteOrigin, 'sec-fetch-site': 'same-site' })],
    ['no origin', patch({ origin: 'null' })],
    ['whoever does not say', patch({})],
    ['another site by its own word', patch({ origin, 'sec-fetch-site': 'cross-site' })],
    ['a reading page of another site', { headers: { 'sec-fetch-site': 'cross-site' } }],
    ['a reading page of another port', { headers: { 'sec-fetch-site': 'same-site' } }],
    [
      'a frame of another site',
      {
        headers: {
          ...{ 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' },
          'sec-fetch-dest': 'iframe',
        },
      },
    ],
    ['a tunnel', { headers: { 'x-forwarded-for': '192.0.2.7' } }],
  ])('and not %s', async (_who, init) => {
    const { file, ask } = studioOf('{ "name": "Acme" }');
    const answer = await ask('/api/projects/site', init);
    expect([answer.status, await answer.text()]).toEqual([
      403,
      expect.not.stringContaining('Acme'),
    ]);
    expect(readFileSync(file, 'utf8')).toBe('{ "name": "Acme" }');
  });

  test('and no other machine', async () => {
    const { ask } = studioOf('{}');
    for (const path of ['', '/api/projects/site', '/assets/main.js']) {
      const statuses = ['192.0.2.7', '::ffff:192.0.2.7', '', '::ffff:127.0.0.1', '::1'].map(
        async (remote) => (await ask(path, {}, remote)).status,
      );
      expect(await Promise.all(statuses)).toEqual([403, 403, 403, 200, 200]);
    }
  });

  test('and only at a name of this machine', async () => {
    const { studio } = studioOf('{}');
    const app = createApp({
      ...{ site: { current: () => undefined }, version: 't', log: () => {} },
      ...{ ownHostsOnly: true, isOwnHost: ownHosts('127.0.0.1') },
      before: (request, remote) =>
        asksForStudio(request) ? studio.answer(request, remote) : undefined,
    });
    const env = { incoming: { socket: { remoteAddress: '127.0.0.1' } } };
    const at = async (host: string) =>
      (await app.request(`http://${host}/_docent/studio/api/projects`, { headers: { host } }, env))
        .status;
    expect([await at('localhost:3000'), await at('evil.example:3000')]).toEqual([200, 403]);
  });

  test('at addresses below its own, with a document that loads from there', async () => {
    const { ask } = studioOf('{}');
    const asks = (path: string) => asksForStudio(new Request(`${origin}${path}`));
    expect(['/_docent/studio', '/_docent/studio/p', '/_docent/studios', '/'].map(asks)).toEqual([
      ...[true, true, false, false],
    ]);
    const link = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' };
    const answer = await ask('/p/site/settings', {
      headers: { ...link, 'sec-fetch-dest': 'document' },
    });
    expect(await answer.text()).toBe(
      '<html data-studio="/_docent/studio" lang="en"><script src="/_docent/studio/assets/main.js"></script></html>',
    );
    const policy = answer.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-src 'self';");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/unsafe|https?:|\*/);
    expect((await ask('/assets/main.js')).status).toBe(200);
    expect((await ask('/api/keys')).status).toBe(404);
    expect((await ask('/api/projects', { method: 'DELETE', headers: { origin } })).status).toBe(
      405,
    );
  });
});

test('the studio tells its open pages when files have changed', async () => {
  const { studio, ask } = studioOf('{}');
  const answer = await ask('/api/changes');
  const reader = answer.body?.getReader();
  const next = async () => new TextDecoder().decode((await reader?.read())?.value);
  expect(await next()).toBe('retry: 500\n\n');
  studio.changed();
  expect(await next()).toBe('data: {}\n\n');
  studio.close();
  expect((await reader?.read())?.done).toBe(true);
});
