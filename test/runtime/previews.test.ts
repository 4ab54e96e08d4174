import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createClient, type DocentClient } from '../../packages/client/client.ts';
import { createKey } from '../../runtime/commands/keys.ts';
import { createUser } from '../../runtime/commands/users.ts';
import type { RunningServer } from '../../runtime/listen.ts';
import { serve } from '../../runtime/main.ts';
import { listPreviews, previewAge, sweepPreviews } from '../../runtime/previews/record.ts';
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
  server = await serve({
    ...{ out, port: 0, host: '127.0.0.1', version: 'test', log: () => {} },
    database: opened.store.address,
  });
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
