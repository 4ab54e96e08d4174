import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { endUser } from '../../../runtime/commands/users.ts';
import { createIds } from '../../../runtime/store/ids.ts';
import { unpack } from '../../support/outputs.ts';
import { form, openSignedIn, origin, type SignedInWorld, sessionCookie } from './signed-in.ts';

let world: SignedInWorld;
let ada: string;
let bob: string;
const passwords: Record<string, string> = {};
const signIn = async (email: string, to = '/') =>
  world.ask('/_auth/sign-in', form({ email, password: passwords[email] ?? '', to }));
beforeAll(async () => {
  world = await openSignedIn({ provider: 'builtin' });
  passwords['ada@example.com'] = await world.addUser('ada@example.com', ['partners']);
  passwords['bob@example.com'] = await world.addUser('bob@example.com', []);
  ada = sessionCookie(await signIn('ada@example.com'));
  bob = sessionCookie(await signIn('bob@example.com'));
});
afterAll(() => world.close());

const status = async (path: string, cookie?: string, headers: Record<string, string> = {}) =>
  (await world.ask(path, { ...(cookie ? { cookie } : {}), headers })).status;

describe('pages behind a session', () => {
  test('open pages need none, the others lead to the form and back', async () => {
    expect(await status('/')).toBe(200);
    expect(await status('/open/start')).toBe(200);
    const asked = await world.ask('/team/plan?tab=2');
    expect(asked.status).toBe(302);
    expect(asked.headers.get('location')).toBe('/_auth/sign-in?to=%2Fteam%2Fplan%3Ftab%3D2');
    const page = await world.ask(asked.headers.get('location') ?? '');
    expect(page.status).toBe(200);
    expect(await page.text()).toContain('name="to" value="/team/plan?tab=2"');
    const answer = await signIn('ada@example.com', '/team/plan?tab=2');
    expect(answer.status).toBe(303);
    expect(answer.headers.get('location')).toBe('/team/plan?tab=2');
    const opened = await world.ask('/team/plan', { cookie: sessionCookie(answer) });
    expect(await opened.text()).toContain('The osprey lands on Monday');
  });

  test('a page that is only prepared begins no attempt to sign in', async () => {
    const ahead = { 'sec-purpose': 'prefetch;prerender' };
    expect(await status('/open/start', undefined, ahead)).toBe(200);
    expect(await status('/team/plan', ada, ahead)).toBe(200);
    for (const path of ['/team/plan', '/_auth/sign-in?to=%2F', '/_auth/callback'])
      expect([path, await status(path, undefined, ahead)]).toEqual([path, 403]);
  });

  test('a group page opens for the group alone, and wins over a public path', async () => {
    for (const path of ['/partners/deal', '/partners/deal.md']) {
      expect([path, await status(path, ada)]).toEqual([path, 200]);
      expect([path, await status(path, bob)]).toEqual([path, 403]);
    }
    expect(await status('/open/staff-only', ada)).toBe(403);
    const refused = await world.ask('/partners/deal', { cookie: bob });
    const html = await refused.text();
    expect(html).toContain('is not in a group that may read this page: Partners.');
    expect(html).not.toContain('narwhal');
    expect(html).toContain('action="/_auth/sign-out"');
  });

  test('nobody keeps them, and no tag tells that two readers saw the same', async () => {
    for (const path of ['/team/plan', '/team/plan.md', '/', '/images/map.svg', '/nothing']) {
      for (const cookie of [ada, undefined]) {
        const { headers } = await world.ask(path, cookie ? { cookie } : {});
        expect([path, headers.get('cache-control')]).toEqual([path, 'private, no-store']);
        expect([path, headers.get('etag')]).toEqual([path, null]);
      }
    }
    const again = { 'if-none-match': '*' };
    expect(await status('/team/plan', ada, again)).toBe(200);
    expect(await status('/team/plan', undefined, again)).toBe(302);
  });

  test('pictures and files are for those who may see what shows them', async () => {
    expect(await status('/images/map.svg')).toBe(403);
    expect(await status('/images/map.svg', bob)).toBe(200);
    expect(await status('/images/price.svg', bob)).toBe(403);
    expect(await status('/images/price.svg', ada)).toBe(200);
    expect(await status('/partners/list.txt', bob)).toBe(403);
    expect(await status('/partners/list.txt', ada)).toBe(200);
  });

  test('no spelling of an address leads around the session', async () => {
    const spellings = [
      ...['/team/plan', '/team/plan.md', '/team/plan/', '/team/plan/index.html', '/team/plan.html'],
      ...['/team/./plan', '/team/../team/plan', '/%74eam/plan', '/team%2Fplan', '//team//plan'],
      ...['/team/plan.br', '/team/plan/index.html.br', '/team/plan.md.gz', '/team/plan%2Emd'],
      ...['/protected/team/plan/index.html', '/../protected/team/plan/index.html'],
      ...['/%2e%2e/protected/team/plan/index.html', '/..%2fprotected/team/plan/index.html'],
      ...[
        '/open/../team/plan',
        '/open/%2e%2e/team/plan',
        '/open/..%2f..%2fteam/plan',
        '/TEAM/plan',
      ],
      ...[
        '/team/plan%00',
        '/team/plan;x',
        '/team\\plan',
        '/team/plan?x=/open/start',
        '/team/plan/.',
      ],
      ...['/source/team/plan.mdx', '/pages.jsonl', '/team/plan.mdx'],
    ];
    const ways: Record<string, string>[] = [
      {},
      { accept: 'text/markdown' },
      { 'accept-encoding': 'br' },
      { range: 'bytes=0-99' },
      { 'x-original-url': '/open/start', 'x-forwarded-host': 'docs.test' },
    ];
    for (const path of spellings) {
      for (const headers of ways) {
        for (const method of ['GET', 'HEAD', 'POST']) {
          const answer = await world.ask(path, { method, headers });
          const seen = [path, JSON.stringify(headers), answer.status, await answer.text()].join(
            ' ',
          );
          expect(seen).not.toMatch(/osprey| 20[06] /);
        }
      }
    }
  });

  test('with a session, ranges and compressed forms are answered', async () => {
    const part = await world.ask('/team/plan', { cookie: ada, headers: { range: 'bytes=0-14' } });
    expect([part.status, await part.text()]).toEqual([206, '<!doctype html>']);
    const packed = await world.ask('/team/plan', {
      cookie: ada,
      headers: { 'accept-encoding': 'br' },
    });
    expect(packed.headers.get('content-encoding')).toBe('br');
  });

  test('nothing of them is in public files', () => {
    const id = world.live.current()?.deployment.id ?? '';
    const folder = join(unpack(world.out, id), 'site');
    const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
      entry.isFile(),
    );
    expect(files.length).toBeGreaterThan(10);
    for (const file of files) {
      const text = readFileSync(join(file.parentPath, file.name), 'latin1');
      expect([file.name, /osprey|narwhal|walrus/.exec(text)?.[0]]).toEqual([file.name, undefined]);
    }
    const sitemap = readFileSync(join(folder, 'sitemap.xml'), 'utf8');
    expect(sitemap).toContain('/open/start');
    expect(sitemap).not.toMatch(/team|partners|staff/);
    expect(readFileSync(join(folder, 'llms.txt'), 'utf8')).not.toMatch(/team\/plan|partners/);
  });
});

describe('signing in', () => {
  test('the cookie is for this host, for no script, and says nothing', async () => {
    const answer = await signIn('ada@example.com');
    const [cookie = ''] = answer.headers.getSetCookie();
    expect(cookie).toMatch(
      /^docent_session=[\w-]+; Path=\/; Max-Age=604800; HttpOnly; SameSite=Lax$/,
    );
    const value = cookie.slice(cookie.indexOf('=') + 1, cookie.indexOf(';'));
    expect(Buffer.from(value, 'base64url').toString()).not.toMatch(/ada|partners/);
    expect(await (await world.ask('/_auth/session', { cookie: ada })).json()).toEqual({
      signedIn: true,
      email: 'ada@example.com',
      groups: ['partners'],
    });
  });

  test('a wrong password and an unknown address are answered alike', async () => {
    const bodies: string[] = [];
    for (const email of ['bob@example.com', 'eve@example.com']) {
      const answer = await world.ask('/_auth/sign-in', form({ email, password: 'wrong', to: '/' }));
      expect(answer.status).toBe(403);
      expect(answer.headers.getSetCookie()).toEqual([]);
      bodies.push((await answer.text()).replaceAll(email, ''));
    }
    expect(bodies[0]).toContain('Wrong email address or password.');
    expect(bodies[1]).toBe(bodies[0]);
  });

  test('the form is refused when another site sends it', async () => {
    const fields = { email: 'ada@example.com', password: passwords['ada@example.com'] ?? '' };
    for (const headers of [
      { origin: 'https://evil.test' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site', origin },
      { 'sec-fetch-site': 'same-site' },
      { origin: `${origin}.evil.test` },
    ]) {
      for (const path of ['/_auth/sign-in', '/_auth/sign-out']) {
        const answer = await world.ask(path, { ...form(fields), headers: headers as HeadersInit });
        expect([JSON.stringify(headers), answer.status]).toEqual([JSON.stringify(headers), 403]);
        expect(answer.headers.getSetCookie()).toEqual([]);
      }
    }
  });

  test('it leads back to this site and nowhere else', async () => {
    const elsewhere = [
      ...['https://evil.test', '//evil.test', '/\\evil.test', '\\\\evil.test', '/\t/evil.test'],
      ...['/\n/evil.test', 'javascript:alert(1)', 'evil.test', '', '/%5cevil.test/..//evil.test'],
      ...[
        '/.//evil.test',
        '/..//evil.test',
        '/x/..//evil.test',
        '/_auth/sign-out',
        '/./_auth/callback',
      ],
      ...['http:evil.test', '/\u0000/evil.test', `/${'a'.repeat(3000)}`],
    ];
    for (const to of elsewhere) {
      const answer = await world.ask(`/_auth/sign-in?${new URLSearchParams({ to })}`);
      const shown = /name="to" value="([^"]*)"/.exec(await answer.text())?.[1] ?? '/';
      const led = new URL(shown, origin);
      expect([to, led.origin, shown.startsWith('//')]).toEqual([to, origin, false]);
      expect([to, shown.includes('_auth')]).toEqual([to, false]);
    }
    expect((await signIn('bob@example.com', '//evil.test')).headers.get('location')).toBe('/');
  });

  test('text of a stranger is shown as text', async () => {
    const answer = await world.ask(
      '/_auth/sign-in',
      form({ email: '"><script>alert(1)</script>', password: 'x', to: '/"><b>' }),
    );
    const html = await answer.text();
    expect(html).not.toContain('<script>alert');
    expect(html).not.toContain('"><b>');
  });

  test('the page loads no other scripts', async () => {
    const html = await (await world.ask('/_auth/sign-in')).text();
    expect(html).not.toMatch(/<script[^>]+src/);
    expect(html).toContain('<form method="post" action="/_auth/sign-in"');
    expect(html).toContain('<title>Sign in</title>');
    expect(html).toContain('rel="stylesheet"');
  });

  test('too many attempts have to wait, whoever tries', async () => {
    const tries = await Promise.all(
      Array.from({ length: 12 }, () =>
        world.ask('/_auth/sign-in', form({ email: 'target@example.com', password: 'x', to: '/' })),
      ),
    );
    const late = tries.filter((answer) => answer.status === 429);
    expect(late.length).toBeGreaterThan(0);
    expect(Number(late[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
  });
});

describe('a session', () => {
  test('is nothing once a byte of it is changed, or in another site', async () => {
    for (const at of [20, 60, 100]) {
      const changed = `${ada.slice(0, at)}${ada[at] === 'A' ? 'B' : 'A'}${ada.slice(at + 1)}`;
      expect([at, await status('/team/plan', changed)]).toEqual([at, 302]);
    }
    for (const junk of ['docent_session=', 'docent_session=abc', 'docent_session=%00', '=;=;']) {
      expect(await status('/team/plan', junk)).toBe(302);
    }
    const other = world.asProject('prj_other');
    expect((await other('/team/plan', { cookie: ada })).status).toBe(302);
  });

  test('stands behind what a subdomain may have planted', async () => {
    expect(await status('/team/plan', `docent_session=planted; ${ada}`)).toBe(200);
  });

  test('ends with its time, with signing out, and with the account', async () => {
    world.clock.ahead = 8 * 86_400_000;
    expect(await status('/team/plan', ada)).toBe(302);
    world.clock.ahead = 0;

    const asked = await world.ask('/_auth/sign-out', { cookie: ada });
    expect(asked.headers.getSetCookie()).toEqual([]);
    const out = await world.ask('/_auth/sign-out', { ...form({}), cookie: ada });
    expect([out.status, out.headers.get('location')]).toEqual([303, '/']);
    expect(out.headers.getSetCookie()[0]).toMatch(/^docent_session=; Path=\/; Max-Age=0/);
    expect(await status('/team/plan', ada)).toBe(302);
    ada = sessionCookie(await signIn('ada@example.com'));
    expect(await status('/team/plan', ada)).toBe(200);

    passwords['carl@example.com'] = await world.addUser('carl@example.com', []);
    const carl = sessionCookie(await signIn('carl@example.com'));
    expect(await status('/team/plan', carl)).toBe(200);
    const tools = { store: world.store, now: Date.now, newId: createIds() };
    await endUser(tools, { org: 'default', email: 'carl@example.com' });
    expect(await status('/team/plan', carl)).toBe(302);
  });

  test('is told to the server by its request alone', async () => {
    const site = world.live.current();
    if (!site) throw new Error('no site');
    const request = (cookie: string) => new Request(`${origin}/api/v1/x`, { headers: { cookie } });
    expect(await world.access.sessionOf(request(ada), site, world.project)).toEqual({
      email: 'ada@example.com',
      groups: ['partners'],
    });
    expect(await world.access.sessionOf(request(''), site, world.project)).toBeUndefined();
  });
});
