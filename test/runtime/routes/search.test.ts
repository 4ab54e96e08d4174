import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readCurrent } from '../../../pipeline/output/read.ts';
import { serviceCommands } from '../../../runtime/commands/service.ts';
import { serve as serveOutputs } from '../../../runtime/main.ts';
import { buildSite, serve } from '../../support/build.ts';
import { changeFiles } from '../../support/outputs.ts';
import { makeTempDir, minimalConfig, writeFiles } from '../../support/temp.ts';

interface Body {
  readonly data: { readonly results: readonly { readonly path: string }[] };
  readonly error: { readonly code: string; readonly details: readonly { readonly path: string }[] };
}

describe('the search of a served site', () => {
  const dir = makeTempDir();
  const folder = makeTempDir();
  const out = join(folder, 'out');
  let server: Awaited<ReturnType<typeof serve>>;
  let api = '';

  beforeAll(async () => {
    writeFiles(dir, {
      'docs.json': minimalConfig(['start', 'team/secret'], {
        auth: { enabled: true, publicPaths: ['/start'] },
        hosting: { basePath: '/docs' },
      }),
      'start.mdx': '---\ntitle: Start\n---\n\n## Install\n\nInstall the zeppelin first.\n',
      'team/secret.mdx': '---\ntitle: Secret\n---\n\nThe zeppelin has a secret swordfish.\n',
      'search-synonyms.txt': 'airship, zeppelin\n',
    });
    const built = await buildSite(dir, out);
    expect(built.problems.filter(({ severity }) => severity === 'error')).toEqual([]);
    server = await serve(out);
    api = await addressOf(server.url);
  }, 60_000);
  afterAll(async () => {
    await server?.close();
    for (const one of [dir, folder]) rmSync(one, { recursive: true, force: true });
  });

  /** The note names the search once the deployment is taken in. */
  async function addressOf(url: string): Promise<string> {
    for (let i = 0; i < 100; i++) {
      const note = (await (await fetch(`${url}/docs/_docent/search/index.json`)).json()) as {
        api?: string;
      };
      if (note.api) return `${url}${note.api}`;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error('The note names no search');
  }

  async function get(
    query: string,
    address = api,
  ): Promise<{ status: number; body: Body; headers: Headers }> {
    const response = await fetch(`${address}?${query}`);
    const body = (await response.json()) as Body;
    return { status: response.status, body, headers: response.headers };
  }
  const until = async (status: number, address = api) => {
    for (let i = 0; i < 100; i++) {
      const answer = await get('q=zeppelin', address);
      if (answer.status === status) return answer;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error(`No ${status}`);
  };

  test('answers without a key, with addresses that lead to the section', async () => {
    const { body, headers } = await until(200);
    expect(body.data.results).toHaveLength(1);
    expect(body.data.results[0]).toMatchObject({
      path: 'start',
      url: '/docs/start',
      title: 'Start',
      sections: [{ url: '/docs/start#install', trail: ['Install'] }],
    });
    expect(headers.get('cache-control')).toBe('private, no-store');
  });

  test('finds nothing of pages that need a session', async () => {
    const { body } = await get('q=swordfish');
    expect(body.data.results).toEqual([]);
    expect(JSON.stringify(body)).not.toContain('secret');
    const note = await (await fetch(`${server.url}/docs/_docent/search/index.json`)).text();
    expect(note).not.toContain('ecret');
  });

  test('finds them with the session of a reader, which this server gives', async () => {
    const flags = { out, org: 'default' };
    const made = await serviceCommands.usersCreate(flags, 'ada@example.com', undefined);
    const password = made.lines[0] ?? '';
    const origin = new URL(api).origin;
    const signIn = await fetch(`${origin}/docs/_auth/sign-in`, {
      method: 'POST',
      headers: { origin },
      body: new URLSearchParams({ email: 'ada@example.com', password, to: '/docs/team/secret' }),
      redirect: 'manual',
    });
    expect([signIn.status, signIn.headers.get('location')]).toEqual([303, '/docs/team/secret']);
    const [cookie = ''] = signIn.headers.getSetCookie().map((one) => one.split(';')[0] ?? '');
    const page = await fetch(`${origin}/docs/team/secret`, { headers: { cookie } });
    expect(await page.text()).toContain('secret swordfish');
    const found = await fetch(`${api}?q=swordfish`, { headers: { cookie } });
    const { data } = (await found.json()) as Body;
    expect(data.results.map(({ path }) => path)).toEqual(['team/secret']);

    await serviceCommands.usersRemove(flags, 'ada@example.com');
    const later = await fetch(`${api}?q=swordfish`, { headers: { cookie } });
    expect(((await later.json()) as Body).data.results).toEqual([]);
  });

  test("knows the author's synonyms", async () => {
    const { body } = await get('q=airship');
    expect(body.data.results[0]?.path).toBe('start');
  });

  test.each([
    ['', 'q'],
    ['q=', 'q'],
    ['q=a&limit=0', 'limit'],
    ['q=a&limit=51', 'limit'],
    ['q=a&limit=many', 'limit'],
    [`q=${'a'.repeat(1001)}`, 'q'],
  ])('refuses ?%s', async (query, path) => {
    const { status, body } = await get(query);
    expect(status).toBe(400);
    expect(body.error.code).toBe('VALIDATION_ERROR');
    expect(body.error.details[0]?.path).toBe(path);
  });

  test('of an unknown project is not found', async () => {
    const { status, body } = await get('q=a', api.replace(/prj_.*/, 'prj_nobody'));
    expect([status, body.error.code]).toEqual([404, 'NOT_FOUND']);
  });

  test('is made again when its pieces are gone, and the site stays up', async () => {
    await server.close();
    const current = readCurrent(out) ?? '';
    // A deployment never changes, so what was read of it is in memory.
    const damaged = join(folder, 'damaged');
    cpSync(out, damaged, { recursive: true });
    changeFiles(damaged, current, '_docent/search/');
    const log: string[] = [];
    server = await serveOutputs({
      out: damaged,
      port: 0,
      host: '127.0.0.1',
      version: '0',
      log: (line) => log.push(line),
    });
    const address = api.replace(/^http:..[^/]+/, server.url);
    const seen = new Set<number>();
    for (let i = 0; i < 200 && !seen.has(200); i++) {
      const [{ status, headers }, page] = await Promise.all([
        get('q=zeppelin', address),
        fetch(`${server.url}/docs/start`),
      ]);
      expect([200, 404, 503]).toContain(status);
      if (status === 503) expect(headers.get('retry-after')).toBe('2');
      expect(page.status).toBe(200);
      seen.add(status);
    }
    expect(seen).toContain(200);
    const { body } = await get('q=swordfish', address);
    expect(body.data.results).toEqual([]);
    expect(log.join('\n')).toMatch(/Can't read the search index of .*rebuilding it/);
    expect(log.join('\n')).toMatch(/Rebuilt the search index in/);
  }, 30_000);
});
