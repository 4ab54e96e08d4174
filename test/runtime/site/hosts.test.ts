import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { approveDomain } from '../../../runtime/commands/domains.ts';
import { serve } from '../../../runtime/main.ts';
import { createHosts, readRanges } from '../../../runtime/site/hosts.ts';
import type { SiteSource } from '../../../runtime/site/live.ts';
import { createIds } from '../../../runtime/store/ids.ts';
import { openStore } from '../../../runtime/store/open.ts';
import { buildSite } from '../../support/build.ts';

const site = (): SiteSource => ({ current: () => undefined });

describe('finding the site of a request', () => {
  const acme = site();
  const other = site();
  const hosts = createHosts({
    sites: new Map([
      ['prj_1', acme],
      ['prj_2', other],
    ]),
    projects: async () => [
      { id: 'prj_1', subdomain: 'acme', customDomain: 'docs.acme.test' },
      { id: 'prj_2', subdomain: 'other', customDomain: null },
      { id: 'prj_3', subdomain: 'unbuilt', customDomain: null },
    ],
    domains: { stateOf: async () => 'approved' },
    proxies: ['10.0.0.0/8', '::1'],
    now: Date.now,
  });
  const find = (host: string, forwarded?: string, remote?: string) =>
    hosts(
      new Request('http://x/', {
        headers: { host, ...(forwarded ? { 'x-forwarded-host': forwarded } : {}) },
      }),
      remote,
    );

  test('by subdomain below any domain, by custom domain, whatever case and port', async () => {
    expect(await find('acme.example.com')).toBe(acme);
    expect(await find('OTHER.localhost:3000')).toBe(other);
    expect(await find('docs.acme.test')).toBe(acme);
    expect(await find('docs.acme.test.')).toBe(acme);
    expect(await find('unbuilt.example.com')).toBeUndefined();
    expect(await find('acme')).toBeUndefined();
    expect(await find('nobody.example.com')).toBeUndefined();
  });

  test('below the host of the operator alone, where there is one', async () => {
    const own = createHosts({
      sites: new Map([['prj_1', acme]]),
      projects: async () => [{ id: 'prj_1', subdomain: 'acme', customDomain: null }],
      domains: { stateOf: async () => 'unproven', baseHost: 'docs.example.com' },
      now: Date.now,
    });
    const at = (host: string) => own(new Request('http://x/', { headers: { host } }), undefined);
    expect(await at('acme.docs.example.com')).toBe(acme);
    expect(await at('acme.localhost')).toBe(acme);
    expect(await at('acme.evil.example')).toBeUndefined();
    expect(await at('a.acme.docs.example.com')).toBeUndefined();
  });

  test('X-Forwarded-Host counts only when it comes from a proxy that is trusted', async () => {
    expect(await find('proxy', 'acme.example.com')).toBeUndefined();
    expect(await find('proxy', 'acme.example.com', '192.0.2.1')).toBeUndefined();
    expect(await find('proxy', 'acme.example.com', '10.1.2.3')).toBe(acme);
    expect(await find('proxy', 'acme.example.com', '::ffff:10.1.2.3')).toBe(acme);
    expect(await find('proxy', 'acme.example.com, x', '::1')).toBe(acme);
  });

  test('a single site is served at every host, and a wrong range is one sentence', async () => {
    const alone = createHosts({
      sites: new Map(),
      single: () => acme,
      projects: async () => [],
      domains: { stateOf: async () => 'approved' },
      now: Date.now,
    });
    expect(await alone(new Request('http://anything/'), undefined)).toBe(acme);
    expect(() => readRanges(['10.0.0.0/99'])).toThrow(/Unexpected proxy "10.0.0.0\/99"/);
  });
});

describe('serving a folder of outputs', () => {
  const folder = mkdtempSync(join(tmpdir(), 'docent-hosts-'));
  const asked: string[] = [];
  let server: Awaited<ReturnType<typeof serve>>;
  beforeAll(async () => {
    for (const name of ['acme', 'other']) {
      const source = join(folder, 'source', name);
      mkdirSync(source, { recursive: true });
      // Both have the same name in docs.json: the folder tells them apart.
      writeFileSync(
        join(source, 'docs.json'),
        JSON.stringify({
          name: 'Docs',
          colors: { primary: '#0d9373' },
          navigation: { groups: [{ group: 'Start', pages: ['index'] }] },
        }),
      );
      writeFileSync(join(source, 'index.mdx'), `---\ntitle: Home of ${name}\n---\n\nText.\n`);
      await buildSite(source, join(folder, 'out', name));
    }
    server = await serve({
      out: join(folder, 'out'),
      port: 0,
      host: '127.0.0.1',
      version: 'test',
      log: () => {},
      resolveTxt: async (name) => {
        asked.push(name);
        return [['v=spf1 -all']];
      },
    });
  });
  afterAll(async () => {
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const at = (host: string) =>
    new Promise<{ status: number; text: string }>((resolve, reject) => {
      get(server.url, { headers: { host } }, (response) => {
        let text = '';
        response.on('data', (part) => {
          text += part;
        });
        response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
      }).on('error', reject);
    });

  test('each site answers at its own subdomain, and other hosts have none', async () => {
    await expect
      .poll(async () => (await at('acme.localhost')).status, { timeout: 10_000 })
      .toBe(200);
    expect((await at('acme.localhost')).text).toContain('Home of acme');
    await expect
      .poll(async () => (await at('other.localhost')).text, { timeout: 10_000 })
      .toContain('Home of other');
    expect((await at('third.localhost')).status).toBe(404);
  });

  test('no project takes the host of another by asking for it', async () => {
    const store = openStore(join(folder, 'out', 'docent.db'));
    try {
      const change = (fields: { custom_domain: string; subdomain: string }) =>
        store.db.updateTable('projects').set(fields).where('slug', '=', 'other').execute();
      await change({ custom_domain: 'acme.localhost', subdomain: 'renamed' });
      // Served by its new name, so the server has read the claim as well.
      const home = async (host: string) => (await at(host)).text;
      await expect.poll(() => home('renamed.localhost'), { timeout: 15_000 }).toContain('other');
      expect(await home('acme.localhost')).toContain('Home of acme');

      await change({ custom_domain: 'docs.other.test', subdomain: 'other' });
      await expect.poll(() => home('other.localhost'), { timeout: 15_000 }).toContain('other');
      expect((await at('docs.other.test')).status).toBe(404);
      expect(asked).toContain('_docent.docs.other.test');
      const tools = { store, now: Date.now, newId: createIds() };
      await approveDomain(tools, { domain: 'docs.other.test' });
      await expect.poll(() => home('docs.other.test'), { timeout: 15_000 }).toContain('other');
    } finally {
      await store.close();
    }
  });
});
