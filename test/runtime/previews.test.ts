import { readdirSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createClient, type DocentClient } from '../../packages/client/client.ts';
import { createKey } from '../../runtime/commands/keys.ts';
import { createUser } from '../../runtime/commands/users.ts';
import type { RunningServer } from '../../runtime/listen.ts';
import { serve } from '../../runtime/main.ts';
import { listPreviews, previewAge, sweepPreviews } from '../../runtime/previews/record.ts';
import { readSettings } from '../../runtime/settings/environment.ts';
import { createIds } from '../../runtime/store/ids.ts';
import { docent } from '../support/command.ts';
import { makeTempDir, minimalConfig, writeFiles } from '../support/temp.ts';
import { form, sessionCookie } from './site/signed-in.ts';
import { openSqliteTest, type TestStore } from './store/each-store.ts';

let opened: TestStore;
let folder: string;
let server: RunningServer;
let client: DocentClient;
let project: string;
let common: readonly string[];
let address: string;

const waiting = { timeout: 20_000, interval: 50 };
const auth = { enabled: true, publicPaths: ['/', 'open/**'] };

/** Writes the site of a branch. */
function write(pages: Readonly<Record<string, string>>, more: object = {}): string {
  const site = join(folder, 'site');
  rmSync(site, { recursive: true, force: true });
  const files = Object.entries(pages).map(([path, text]) => [
    `${path}.mdx`,
    `---\ntitle: ${path}\n---\n\n${text}\n`,
  ]);
  writeFiles(site, {
    'docs.json': minimalConfig(Object.keys(pages), { auth, ...more }),
    ...Object.fromEntries(files),
  });
  return site;
}
const live = {
  index: 'First words. [Start](/open/start)',
  'open/start': 'How to start.',
  'open/old': 'An old page.',
  'team/plan': 'Secret plan.',
};
const branch = {
  index: 'Words of the zebra. [New](/open/new)',
  'open/start': 'How to start.',
  'open/new': 'A zebra page.\n\n<Crad>x</Crad>',
  'team/plan': 'Secret zebra plan.',
};
const deploy = (site: string, ...flags: readonly string[]) =>
  docent('deploy', site, '--out', join(folder, 'built'), ...common, ...flags);
/** A server with what the tests deploy. */
const start = (more: { readonly previewHost?: string; readonly previewEvents?: boolean } = {}) =>
  serve({
    ...{ out: join(folder, 'served'), port: 0, host: '127.0.0.1', version: 'test', log: () => {} },
    ...{ database: opened.store.address, ...more },
  });
const read = (path: string, headers: Record<string, string> = {}) =>
  fetch(new URL(path, server.url), { headers, redirect: 'manual' });
const text = async (path: string) => (await read(path)).text();

/** Every address of the server that can be reached from a page by links and by what pages load. */
async function crawl(from: string): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  const queue = [from];
  for (const path of queue) {
    if (found.has(path)) continue;
    const body = await text(path);
    found.set(path, body);
    const links = body.matchAll(/(?:href|src|content)="([^"]+)"|"(\/[^"\s]+\.\w+)"|<loc>([^<]+)</g);
    for (const [, attribute, inScript, place] of links) {
      const to = attribute ?? inScript ?? place ?? '';
      if (!URL.canParse(to, server.url)) continue;
      const { origin, pathname } = new URL(to, new URL(path, server.url));
      if (origin === server.url) queue.push(pathname);
    }
  }
  return found;
}

beforeAll(async () => {
  opened = await openSqliteTest();
  folder = makeTempDir();
  const out = join(folder, 'served');
  const site = write(live);
  expect((await docent('build', site, '--out', join(out, 'acme'))).code).toBe(0);
  server = await start();
  const tools = { store: opened.store, now: Date.now, newId: createIds() };
  const key = (await createKey(tools, { org: 'default' })).secret;
  client = createClient({ baseUrl: server.url, key });
  project = await vi.waitFor(async () => {
    const [only] = (await client.listProjects()).data;
    expect((await client.getLiveFiles(only?.id ?? '')).pages).toHaveLength(4);
    return only?.id ?? '';
  }, waiting);
  common = ['--to', server.url, '--key', key];
});
afterAll(async () => {
  await server?.close();
  await opened?.drop();
  rmSync(folder, { recursive: true, force: true });
});

const listed = async () => ({
  events: (await client.listEvents(project)).data.length,
  deployments: (await client.listDeployments(project)).data.length,
  pages: (await client.listPages(project)).data.map(({ pagePath }) => pagePath),
});

describe('a preview', () => {
  test('is deployed next to the live site, and says what differs', async () => {
    const before = await listed();
    const { code, out, err } = await deploy(write(branch), '--preview', 'pr-42');
    expect([code, err]).toEqual([0, expect.not.stringContaining('rror')]);
    expect(out).toContain('1 page added, 2 changed, 1 removed');
    expect(out).toContain('1 address lost, without a redirect:\n  ! /open/old');
    expect(out).toMatch(/Sent [\d.]+ kB in .* · preview pr-42, until 20/);
    address = out.split('\n').at(-1) ?? '';
    expect(address).toMatch(/\/_preview\/pr-42-[0-9a-f]{32}$/);

    const page = await read(address);
    expect(page.headers.get('x-robots-tag')).toBe('noindex, nofollow');
    expect(page.headers.get('cache-control')).toBe('private, no-store');
    const html = await page.text();
    expect(html).toContain('Words of the zebra.');
    const [bar = ''] = /<aside class="docent-preview".*<\/aside>/s.exec(html) ?? [];
    expect(bar).toContain('<b>Preview</b> <span>pr-42 · 4 pages differ</span>');
    expect(bar).toContain(`${new URL(address).pathname}/open/new">/open/new</a>`);
    expect(bar).toContain('<code>/open/old</code>');
    expect(bar).toMatch(/<del>First words\..*<\/del><ins>Words of the zebra\..*<\/ins>/s);
    expect(bar.match(/<(?:ins|del)>/g)).toHaveLength(2);
    expect(await text(`${address}/open/start`)).not.toContain('<ins>');
    expect(await text('/')).toContain('First words.');
    // Nothing that readers, operators or integrators see has changed.
    expect(await listed()).toEqual(before);
  });

  test('has no link from the live site, and none to it but those of its bar', async () => {
    const site = await crawl('/');
    expect([...site.keys()].length).toBeGreaterThan(10);
    for (const [path, body] of site) {
      expect(path).not.toContain('_preview');
      expect(body, path).not.toMatch(/zebra|_preview/);
    }
    for (const at of ['/sitemap.xml', '/llms.txt', '/llms-full.txt', '/robots.txt']) {
      expect(await text(at), at).not.toMatch(/zebra|_preview/);
    }
    expect((await client.search(project, { q: 'zebra' })).results).toEqual([]);

    const own = await crawl(new URL(address).pathname);
    const inside = [...own.keys()].filter((path) => path.startsWith('/_preview/'));
    expect(inside.length).toBeGreaterThan(10);
    // The bar's links to the live site, and what they lead to.
    const bars = inside.map((path) =>
      own.get(path)?.replace(/<aside class="docent-preview".*<\/aside>/s, ''),
    );
    for (const body of bars) expect(body).not.toMatch(/(?:href|src)="\/(?!_preview\/)[^"]/);
    expect(await text(`${address}/_docent/runtime.json`)).not.toMatch(/api\/v1|prj_/);
    expect(await text(`${address}/_docent/search/index.json`)).not.toContain('/api/v1/');
  });

  test('opens with its own token alone', async () => {
    const { pathname } = new URL(address);
    for (const path of [
      pathname.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
      pathname.slice(0, -1),
      '/_preview/pr-42',
      '/_preview/',
      '/_preview/..%2f..%2facme-0',
      pathname.replace('pr-42', 'pr-43'),
      `${pathname}/..%2f..%2fpreview.json`,
      `${pathname}/preview.json`,
    ]) {
      const answer = await read(path);
      expect([path, answer.status]).toEqual([path, 404]);
      expect(await answer.text()).not.toContain('zebra');
    }
  });

  test('asks for the session of the live site, and shows its bar without protected pages', async () => {
    const page = new URL(`${address}/team/plan`).pathname;
    const closed = await read(page);
    expect([closed.status, closed.headers.get('x-robots-tag')]).toEqual([302, 'noindex, nofollow']);
    const location = closed.headers.get('location') ?? '';
    expect(location).toContain('/_auth/sign-in?');
    expect(location).not.toContain('/_preview/pr-42-0/_auth');
    expect(await text(address)).not.toMatch(/team\/plan<\/a>|Problems/);
    const own = await read(`${address}/_auth/sign-in?to=/`);
    expect([own.status, own.headers.get('location')]).toEqual([307, '/_auth/sign-in?to=/']);

    const tools = { store: opened.store, now: Date.now, newId: createIds() };
    const email = 'ada@example.com';
    const { password } = await createUser(tools, { org: 'default', email, groups: [] });
    const signedIn = await fetch(new URL('/_auth/sign-in', server.url), {
      ...{ redirect: 'manual', headers: { origin: server.url } },
      ...form({ email, password, to: page }),
    });
    expect(signedIn.headers.get('location')).toBe(page);
    const cookie = sessionCookie(signedIn);
    const plan = await (await read(page, { cookie })).text();
    expect(plan).toContain('<h2>Problems <span>1</span></h2><ul><li><code>open/new.mdx:7</code> ');
    expect(plan).toContain('Secret zebra plan.');
    expect(plan).toContain('/team/plan</a>');
  });

  test('answers questions from its own pages, and keeps no record of them', async () => {
    const before = await listed();
    const note = JSON.parse(await text(`${address}/_docent/runtime.json`));
    const { pathname } = new URL(address);
    expect(note).toMatchObject({ assistant: true, preview: true, feedback: false, visits: false });
    const own = `${note.api}/assistant/${note.project}`;
    expect(own).toBe(`${pathname}/_docent/assistant/pr-42`);
    const post = (path: string, body: object) =>
      fetch(new URL(path, server.url), {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': 'once' },
        body: JSON.stringify({ visitorId: 'reader-1', ...body }),
      });
    const asked = await post(`${own}/chat`, { message: 'Where is the zebra page?' });
    expect([asked.status, asked.headers.get('x-robots-tag')]).toEqual([200, 'noindex, nofollow']);
    expect(asked.headers.get('cache-control')).toContain('no-store');
    const said = await asked.text();
    expect(said).toContain('A zebra page.');
    expect(said).toContain(`"url":"${pathname}/open/new`);
    expect(said).not.toContain('Secret zebra plan');

    const { conversationId, messageId } = JSON.parse(/data: (.*)/.exec(said)?.[1] ?? '');
    const more = { conversationId, message: 'And how do I start?' };
    const followed = await (await post(`${own}/chat`, more)).text();
    expect(followed).toContain('"query":"Where is the zebra page? And how do I start?"');
    const again = await read(`${own}/chat/${messageId}/stream?visitorId=reader-1`);
    expect(await again.text()).toContain('A zebra page.');

    // Neither another reader nor the live site has any of it.
    const live = `/api/v1/assistant/${project}`;
    const other = { ...more, visitorId: 'reader-2' };
    for (const answer of [
      await post(`${own}/chat`, other),
      await post(`${live}/chat`, more),
      await read(`${live}/chat/${messageId}/stream?visitorId=reader-1`),
      await read(`${own}/chat/${messageId}/stream?visitorId=reader-2`),
      await read(`${own}/conversations/${conversationId}`),
    ]) {
      expect([answer.url, answer.status]).toEqual([answer.url, 404]);
    }
    const rating = await post(`${own}/conversations/${conversationId}/rating`, { satisfied: true });
    expect(rating.status).toBe(405);
    const zebra = await post(`${live}/chat`, { message: 'Where is the zebra page?' });
    expect(await zebra.text()).not.toContain('A zebra page.');
    const { data } = await client.listConversations(project);
    expect(data.map(({ id }) => id)).not.toContain(conversationId);
    expect(data).toHaveLength(1);
    expect(await listed()).toEqual(before);
  });

  test('sends only what has changed, at the same address', async () => {
    const site = write({ ...branch, 'open/new': 'A page of the okapi.' });
    const again = JSON.parse((await deploy(site, '--preview', 'pr-42', '--json')).out);
    expect(again.address).toBe(address);
    const { files } = await client.getLiveFiles(project, { preview: 'pr-42' });
    expect(again.sent.blocks).toBeLessThan(files.length / 3);
    expect(await text(`${address}/open/new`)).toContain('okapi');
    const inside = ['--out', join(site, 'build')];
    expect((await docent('build', site, ...inside)).code).toBe(0);
    const fromInside = await deploy(site, '--preview', 'pr-42', ...inside);
    expect(fromInside.out).toContain('1 page added, 2 changed, 1 removed');
    const list = await docent('deployments', 'previews', ...common);
    expect(list.out).toMatch(
      /^pr-42 {2}\d{4}-\d\d-\d\d to \d{4}-\d\d-\d\d {2}.*\/_preview\/pr-42-/,
    );
  });

  test('does not go live, and is built for its own address', async () => {
    const deployment =
      (await client.getLiveFiles(project, { preview: 'pr-42' })).deploymentId ?? '';
    const other = await client.startUpload(project, {
      preview: 'pr-42',
      base: deployment,
      files: [],
    });
    await expect(client.publishUpload(project, other.id)).rejects.toThrow('for the preview pr-42');
    const ofLive = (await client.getLiveFiles(project)).deploymentId ?? '';
    const wrong = await client.startUpload(project, { preview: 'pr-42', base: ofLive, files: [] });
    const uploadId = wrong.id;
    await expect(client.publishPreview(project, 'pr-42', { uploadId })).rejects.toThrow(
      'The site has the base path "", expected "/_preview/pr-42-',
    );
    await expect(client.startUpload(project, { base: deployment, files: [] })).rejects.toThrow(
      'is not on the server any more',
    );
    await expect(client.startUpload(project, { preview: 'pr-1', files: [] })).rejects.toThrow(
      'Preview not found.',
    );
    expect(await text(`${address}/open/new`)).toContain('okapi');
  });

  test('ends when it is deleted, and its address with it', async () => {
    const gone = await docent('deployments', 'delete', '--preview', 'pr-42', ...common);
    expect(gone.out).toBe('Deleted the preview pr-42.');
    expect((await read(address)).status).toBe(404);
    await expect(client.deletePreview(project, 'pr-42')).rejects.toThrow('Preview not found.');
    expect((await client.openPreview(project, { name: 'pr-42' })).path).not.toContain(
      new URL(address).pathname,
    );
  });

  test('ends 14 days after it was deployed to', async () => {
    const at = join(folder, 'served/acme');
    const [kept] = listPreviews(at);
    sweepPreviews(join(folder, 'served'), (kept?.updatedAt ?? 0) + previewAge);
    expect(listPreviews(at)).toHaveLength(1);
    sweepPreviews(join(folder, 'served'), (kept?.updatedAt ?? 0) + previewAge + 1);
    expect(listPreviews(at)).toEqual([]);

    // A server that was killed while it removed one.
    writeFiles(at, { 'previews/.removed-0/site/index.html': 'Words.' });
    sweepPreviews(join(folder, 'served'), 0);
    expect(readdirSync(join(at, 'previews'))).toEqual([]);
  });

  test('is one of at most 20', async () => {
    for (let i = 1; i <= 20; i++) await client.openPreview(project, { name: `pr-${i}` });
    await expect(client.openPreview(project, { name: 'pr-21' })).rejects.toThrow(
      'The project has 20 previews. Delete one first.',
    );
    expect((await client.openPreview(project, { name: 'pr-20' })).name).toBe('pr-20');
  });
});

describe('a preview at a host of its own', () => {
  let at: URL;
  let hosted: RunningServer;
  const name = `a-branch-with-a-${'long-'.repeat(4)}name`;

  /** Asks the server for an address at a host. */
  const ask = (
    host: string,
    path: string,
    {
      headers = {},
      method = 'GET',
      body = '',
    }: Partial<Record<'method' | 'body', string>> & {
      readonly headers?: Readonly<Record<string, string>>;
    } = {},
  ) =>
    new Promise<Response>((resolve, reject) => {
      const { hostname, port } = new URL(hosted.url);
      const to = { hostname, port, path, method, headers: { ...headers, host } };
      const sent = request(to, async (answer) => {
        const chunks: Buffer[] = [];
        for await (const chunk of answer) chunks.push(chunk);
        const kept = new Headers();
        for (const [one, values] of Object.entries(answer.headersDistinct)) {
          for (const value of values ?? []) kept.append(one, value);
        }
        const status = answer.statusCode ?? 0;
        const isEmpty = status === 304 || chunks.length === 0;
        resolve(new Response(isEmpty ? null : Buffer.concat(chunks), { status, headers: kept }));
      });
      sent.on('error', reject).end(body);
    });
  const port = () => new URL(hosted.url).port;

  beforeAll(async () => {
    await server.close();
    server = await start({ previewHost: 'preview.test' });
    hosted = server;
    client = createClient({ baseUrl: server.url, key: common[3] ?? '' });
    common = ['--to', server.url, ...common.slice(2)];
    await vi.waitFor(
      async () => expect((await client.getLiveFiles(project)).pages).toHaveLength(4),
      waiting,
    );
    for (const one of await client.listPreviews(project))
      await client.deletePreview(project, one.name);
  });

  test('is built for the root of its host, whose name has 63 characters at most', async () => {
    const before = await listed();
    const { code, out } = await deploy(write(branch), '--preview', name);
    expect(code).toBe(0);
    expect(out).toContain('1 page added, 2 changed, 1 removed');
    expect(out).toContain('  ! /open/old');
    at = new URL(out.split('\n').at(-1) ?? '');
    expect([at.protocol, at.port, at.pathname]).toEqual(['http:', port(), '/']);
    const [label = '', ...rest] = at.hostname.split('.');
    expect(rest.join('.')).toBe('preview.test');
    expect(label).toMatch(/^a-branch-with-a-long-lon-[0-9a-f]{38}$/);
    expect(label).toHaveLength(63);

    const page = await ask(at.host, '/');
    expect([page.status, page.headers.get('x-robots-tag')]).toEqual([200, 'noindex, nofollow']);
    const html = await page.text();
    expect(html).toContain('Words of the zebra.');
    expect(html).toContain('href="/open/new">/open/new</a>');
    // The live site has no address in its docs.json: its host is not known here.
    expect(html).toContain('<code>/open/old</code>');
    expect(html).not.toContain('Live site');
    const [preview] = await client.listPreviews(project);
    expect(preview).toMatchObject({ path: '', url: at.href });
    const list = await docent('deployments', 'previews', ...common);
    expect(list.out).toContain(at.href);
    expect(await listed()).toEqual(before);
  });

  test('leads from its path on the live site to its host', async () => {
    const [{ token = '' } = {}] = listPreviews(join(folder, 'served/acme'));
    const path = `/_preview/${name}-${token}`;
    for (const [rest, to] of [
      ['', '/'],
      ['/open/new?a=b', '/open/new?a=b'],
      ['//elsewhere.test', '//elsewhere.test'],
    ]) {
      const answer = await ask('docs.test', path + rest);
      expect(answer.status).toBe(307);
      expect(answer.headers.get('location')).toBe(`http://${at.hostname}${to}`);
      expect(answer.headers.get('cache-control')).toBe('no-store');
    }
    expect((await ask('docs.test', `${path.slice(0, -1)}x`)).status).toBe(404);
  });

  test('shares nothing with the live site, and only its own host names it', async () => {
    const seen = new Map<string, string>();
    const queue: string[] = [];
    const crawlAt = async (host: string) => {
      seen.clear();
      queue.splice(
        0,
        queue.length,
        '/',
        '/sitemap.xml',
        '/llms.txt',
        '/llms-full.txt',
        '/robots.txt',
      );
      for (const path of queue) {
        if (seen.has(path)) continue;
        const body = await (await ask(host, path)).text();
        seen.set(path, body);
        for (const [, found, file, place] of body.matchAll(
          /(?:href|src|content)="([^"]+)"|"(\/[^"\s]+\.\w+)"|<loc>([^<]+)</g,
        )) {
          const to = found ?? file ?? place ?? '';
          if (!URL.canParse(to, `http://${host}`)) continue;
          const url = new URL(to, new URL(path, `http://${host}`));
          if (url.host === host) queue.push(url.pathname);
          else if (/\.test(?::|$)/.test(url.host)) throw new Error(`${path} leads to ${url.href}`);
        }
      }
      return seen;
    };
    for (const [path, body] of await crawlAt(at.host)) {
      expect(body.replace(/<aside class="docent-preview".*<\/aside>/s, ''), path).not.toMatch(
        /First words|An old page|_preview|prj_/,
      );
    }
    expect(seen.size).toBeGreaterThan(10);
    for (const [path, body] of await crawlAt('docs.test')) {
      expect(body, path).not.toMatch(/zebra|preview\.test/);
    }
    // What a server answers at other hosts is not at that of a preview.
    for (const path of [
      ...[
        '/health',
        '/ready',
        '/dashboard',
        '/mcp',
        '/platform/api/v1/plans',
        `/_preview/${name}-0`,
      ],
      `/api/v1/search/${project}?q=words`,
    ]) {
      expect([path, (await ask(at.host, path)).status]).toEqual([path, 404]);
    }
    expect(await (await ask(at.host, '/_docent/runtime.json')).text()).toContain('"preview":true');
    const last = at.hostname.split('.')[0]?.at(-1) === '0' ? '1' : '0';
    const label = at.hostname.split('.')[0] ?? '';
    for (const other of [
      label.slice(0, -1) + last,
      label.replace('a-branch', 'b-branch'),
      label.replace(/-([0-9a-f]{6})(?=[0-9a-f]{32}$)/, '-000000'),
      label.slice(0, -32),
      `x.${label}`,
      'docs',
    ]) {
      const answer = await ask(`${other}.preview.test`, '/');
      expect([other, answer.status]).toEqual([other, 404]);
      expect(await answer.text()).toBe(
        'There is no preview at this address. It may have been removed.\n',
      );
    }
    expect((await ask('preview.test', '/')).status).toBe(404);
    // A header alone says nothing.
    const forwarded = { headers: { 'x-forwarded-host': at.host } };
    expect(await (await ask('docs.test', '/', forwarded)).text()).toContain('First words.');
  });

  test('has sessions of its own, for readers of the live site', async () => {
    const tools = { store: opened.store, now: Date.now, newId: createIds() };
    const email = 'grace@example.com';
    const { password } = await createUser(tools, { org: 'default', email, groups: [] });
    const closed = await ask(at.host, '/team/plan');
    expect([closed.status, closed.headers.get('location')]).toEqual([
      302,
      '/_auth/sign-in?to=%2Fteam%2Fplan',
    ]);
    const more = { method: 'POST', body: String(form({ email, password, to: '/team/plan' }).body) };
    const type = 'application/x-www-form-urlencoded';
    const sent = { 'content-type': type, origin: at.origin };
    const foreign = await ask(at.host, '/_auth/sign-in', {
      ...more,
      headers: { ...sent, origin: 'http://docs.test' },
    });
    expect(foreign.status).toBe(403);
    const signedIn = await ask(at.host, '/_auth/sign-in', { ...more, headers: sent });
    expect([signedIn.status, signedIn.headers.get('location')]).toEqual([303, '/team/plan']);
    expect(signedIn.headers.get('set-cookie')).not.toMatch(/domain=/i);
    const cookie = sessionCookie(signedIn);
    const plan = await ask(at.host, '/team/plan', { headers: { cookie } });
    expect(await plan.text()).toContain('Secret zebra plan.');
  });

  test('answers questions from its own pages', async () => {
    const note = JSON.parse(await (await ask(at.host, '/_docent/runtime.json')).text());
    const asked = await ask(at.host, `${note.api}/assistant/${note.project}/chat`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ visitorId: 'reader-9', message: 'Where is the zebra page?' }),
    });
    const said = await asked.text();
    expect([asked.status, said]).toEqual([200, expect.stringContaining('A zebra page.')]);
    expect(said).toContain('"url":"/open/new');
  });

  test('is refused when it was built for another address', async () => {
    await server.close();
    server = await start();
    const [{ token = '' } = {}] = listPreviews(join(folder, 'served/acme'));
    const said = await vi.waitFor(async () => {
      const answer = await read(`/_preview/${name}-${token}/`);
      expect(answer.status).toBe(404);
      const text = await answer.text();
      expect(text).toContain('was built for another address. Deploy it again.');
      return text;
    }, waiting);
    expect(said).not.toContain('zebra');
    client = createClient({ baseUrl: server.url, key: common[3] ?? '' });
    common = ['--to', server.url, ...common.slice(2)];
  });
});

test('DOCENT_PREVIEW_EVENTS makes events of their deployments, once each, and none of their pages', async () => {
  const { previewEvents } = readSettings({}, { DOCENT_PREVIEW_EVENTS: 'on' });
  await server.close();
  server = await start({ previewEvents });
  client = createClient({ baseUrl: server.url, key: common[3] ?? '' });
  common = ['--to', server.url, ...common.slice(2)];
  const before = await listed();
  const site = write({ ...branch, index: 'Words of the okapi.' });
  expect((await deploy(site, '--preview', 'pr-7')).code).toBe(0);
  const { data } = await client.listEvents(project);
  const fresh = data.slice(before.events);
  expect(fresh.map(({ type }) => type)).toEqual(['deployment.started', 'deployment.completed']);
  const preview = (await client.listPreviews(project)).find(({ name }) => name === 'pr-7');
  expect(preview).toBeDefined();
  for (const event of fresh) {
    expect(event).toMatchObject({
      projectId: project,
      data: { deploymentId: preview?.deploymentId, projectId: project, branch: preview?.branch },
    });
  }
});

test('addons.previews.enabled: false refuses previews, here and at the server', async () => {
  const off = { addons: { previews: { enabled: false } } };
  const here = await deploy(write(branch, off), '--preview', 'pr-2');
  expect([here.code, here.err]).toEqual([
    1,
    expect.stringContaining('addons.previews.enabled off'),
  ]);
  expect((await deploy(write(live, off))).code).toBe(0);
  const there = await deploy(write(branch), '--preview', 'pr-2');
  expect(there.err).toContain('addons.previews.enabled is false in its docs.json');
});
