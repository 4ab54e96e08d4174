import { createHash } from 'node:crypto';
import {
  exportJWK,
  exportSPKI,
  generateKeyPair,
  type JWTPayload,
  SignJWT,
  UnsecuredJWT,
} from 'jose';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { sessionOf } from '../../../runtime/site/sign-in-token.ts';
import { readAuth } from '../../../schema/config/auth.ts';
import { type HookSink, startHookSink } from '../../support/hook-sink.ts';
import { form, openSignedIn, origin, type SignedInWorld, sessionCookie } from './signed-in.ts';

const algorithms = ['RS256', 'ES256', 'EdDSA'] as const;
type Pair = Awaited<ReturnType<typeof generateKeyPair>>;

const pairs = new Map<string, Pair>();
const published = new Set<string>();
let keys: HookSink;
let world: SignedInWorld;
beforeAll(async () => {
  for (const alg of [...algorithms, 'RS384']) {
    pairs.set(alg, await generateKeyPair(alg, { extractable: true }));
    published.add(alg);
  }
  for (const name of ['later', 'stranger']) {
    pairs.set(name, await generateKeyPair('ES256', { extractable: true }));
  }
  let set = '';
  const write = async () => {
    const jwks = await Promise.all(
      [...published].map(async (kid) => ({
        ...(await exportJWK(pairs.get(kid)?.publicKey as Pair['publicKey'])),
        ...{ kid, alg: kid === 'later' ? 'ES256' : kid, use: 'sig' },
      })),
    );
    set = JSON.stringify({ keys: jwks });
  };
  await write();
  publish = async (name) => {
    published.add(name);
    await write();
  };
  keys = await startHookSink(() => ({ body: set }));
  world = await openSignedIn(
    {
      provider: 'custom',
      loginUrl: 'https://id.example.com/login?app=docs',
      jwksUrl: keysUrl(),
      audience: 'https://docs.test',
      claimsMapping: { groups: 'app.groups', email: 'https://example.com/email' },
    },
    { port: keys.port, basePath: '/docs' },
  );
});
afterAll(async () => {
  await world.close();
  await keys.close();
});

const keysUrl = () => `https://localhost:${keys.port}/keys`;
let publish: (name: string) => Promise<void>;
const soon = () => Math.floor((Date.now() + world.clock.ahead) / 1000) + 300;
const claims = (more: JWTPayload = {}): JWTPayload => ({
  aud: 'https://docs.test',
  exp: soon(),
  'https://example.com/email': 'ada@example.com',
  app: { groups: ['partners'] },
  ...more,
});
const sign = (payload: JWTPayload, alg = 'ES256', name: string = alg, kid: string | null = name) =>
  new SignJWT(payload)
    .setProtectedHeader({ alg, ...(kid === null ? {} : { kid }) })
    .sign(pairs.get(name)?.privateKey as Pair['privateKey']);
/** An attempt to sign in, begun in a browser of its own. */
const begin = async (page = '/docs') => {
  const answer = await world.ask(`/docs/_auth/sign-in?${new URLSearchParams({ to: page })}`);
  const login = new URL(answer.headers.get('location') ?? '');
  const callback = new URL(login.searchParams.get('callback') ?? '');
  const [set = ''] = answer.headers.getSetCookie();
  const [cookie = ''] = set.split(';');
  return { answer, login, callback, set, cookie, state: callback.searchParams.get('state') ?? '' };
};
const bring = async (token: string, to = '/docs/partners/deal') => {
  const { cookie, state } = await begin();
  return world.ask('/docs/_auth/callback', { ...form({ token, to, state }), cookie });
};

describe('the way to a login page of one’s own', () => {
  test('leads there with the page, and with the address to come back to', async () => {
    const answer = await world.ask('/docs/partners/deal?x=1');
    const step = '/docs/_auth/sign-in?to=%2Fdocs%2Fpartners%2Fdeal%3Fx%3D1';
    expect([answer.status, answer.headers.get('location')]).toEqual([302, step]);
    const { login, state, set } = await begin('/docs/partners/deal?x=1');
    expect(login.origin + login.pathname).toBe('https://id.example.com/login');
    expect(Object.fromEntries(login.searchParams)).toEqual({
      app: 'docs',
      redirect: '/docs/partners/deal?x=1',
      callback: `${origin}/docs/_auth/callback?to=%2Fdocs%2Fpartners%2Fdeal%3Fx%3D1&state=${state}`,
    });
    expect(set).toMatch(/^docent_state=[\w-]{32}; Path=\/; Max-Age=1800; HttpOnly; SameSite=Lax$/);
    expect(set).not.toContain(state);
  });

  test('comes back by a page that takes the token out of the fragment', async () => {
    const page = await world.ask('/docs/_auth/callback?to=/docs/partners/deal');
    expect(page.headers.get('cache-control')).toBe('private, no-store');
    const html = await page.text();
    expect(html).toContain('action="/docs/_auth/callback"');
    expect(html).toContain('history.replaceState');
    expect(html).toContain('<h1 class="dc-page-title">Sign in</h1>');
    expect(html).toContain('href="/docs/_auth/sign-in?to=%2Fdocs%2Fpartners%2Fdeal"');
    const policy = page.headers.get('content-security-policy') ?? '';
    const [, script = ''] = /<script>(const h=.*?)<\/script>/.exec(html) ?? [];
    expect(policy).toContain(`'sha256-${createHash('sha256').update(script).digest('base64')}'`);
  });

  test('that page is in the language of the page that the reader wants', async () => {
    const config = { i18n: { defaultLanguage: 'en', languages: ['de'] } };
    const auth = { provider: 'custom', loginUrl: 'https://id.example.com/', jwksUrl: keysUrl() };
    const other = await openSignedIn(auth, { port: keys.port, basePath: '/docs', config });
    onTestFinished(() => other.close());
    const html = await (await other.ask('/docs/_auth/callback?to=/docs/de/team/plan')).text();
    expect(html).toMatch(/<html lang="de"/);
    expect(html).toContain('Noch einmal anmelden');
    expect(html).toContain('sign-in?to=%2Fdocs%2Fde%2Fteam%2Fplan');
  });

  test.each(algorithms)('a token signed with %s opens a session with its groups', async (alg) => {
    const answer = await bring(await sign(claims(), alg));
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/docs/partners/deal']);
    const cookie = sessionCookie(answer);
    const page = await world.ask('/docs/partners/deal', { cookie });
    expect(await page.text()).toContain('The narwhal costs nine');
    expect(page.headers.get('cache-control')).toBe('private, no-store');
    expect((await world.ask('/docs/open/staff-only', { cookie })).status).toBe(403);
    expect(await (await world.ask('/docs/_auth/session', { cookie })).json()).toEqual({
      signedIn: true,
      email: 'ada@example.com',
      groups: ['partners'],
    });
  });

  test('it can also be in the query or a cookie; the URL does not keep it', async () => {
    const token = await sign(claims());
    const { cookie, state } = await begin();
    const query = new URLSearchParams({ token, to: '/docs/team/plan', state });
    const byQuery = await world.ask(`/docs/_auth/callback?${query}`, { cookie });
    expect([byQuery.status, byQuery.headers.get('location')]).toEqual([303, '/docs/team/plan']);
    const asked = await world.ask('/docs/team/plan', { cookie: `docent_token=${token}` });
    expect(asked.headers.get('location')).toBe('/docs/_auth/callback?to=%2Fdocs%2Fteam%2Fplan');
    const byCookie = await world.ask(asked.headers.get('location') ?? '', {
      cookie: `docent_token=${token}`,
    });
    expect([byCookie.status, byCookie.headers.get('location')]).toEqual([303, '/docs/team/plan']);
    const old = await world.ask('/docs/_auth/callback', { cookie: 'docent_token=a.b.c' });
    expect([old.status, (await old.text()).includes('history.replaceState')]).toEqual([200, true]);
  });

  test('a token that this browser did not ask for opens a session only when the reader agrees', async () => {
    const token = await sign(claims());
    const mine = await begin();
    const foreign = await begin();
    const to = '/docs/team/plan';
    const unasked = [
      () => world.ask(`/docs/_auth/callback?${new URLSearchParams({ token, to })}`),
      () => world.ask('/docs/_auth/callback', form({ token, to })),
      () => world.ask('/docs/_auth/callback', form({ token, to, state: foreign.state })),
      () =>
        world.ask('/docs/_auth/callback', {
          ...form({ token, to, state: foreign.state }),
          cookie: mine.cookie,
        }),
      () =>
        world.ask(`/docs/_auth/callback?${new URLSearchParams({ token, to, state: 'x' })}`, {
          cookie: mine.cookie,
        }),
    ];
    for (const ask of unasked) {
      const answer = await ask();
      expect(answer.status).toBe(200);
      expect(answer.headers.getSetCookie().join()).not.toContain('docent_session');
      expect(answer.headers.get('x-frame-options')).toBe('DENY');
      const html = await answer.text();
      expect(html).toContain('<strong>ada@example.com</strong>');
      // The button sends what the page holds, and the cookie that came with it.
      const fields = [...html.matchAll(/type="hidden" name="(\w+)" value="([^"]*)"/g)].map(
        ([, name = '', value = '']) => [name, value.replaceAll('&#47;', '/')],
      );
      const [set = ''] = answer.headers.getSetCookie();
      const agreed = await world.ask('/docs/_auth/callback', {
        ...form(Object.fromEntries(fields)),
        cookie: set.split(';')[0] ?? '',
      });
      expect([agreed.status, agreed.headers.get('location')]).toEqual([303, to]);
      expect(sessionCookie(agreed)).toContain('docent_session=');
    }
  });

  test('two attempts of one browser are one, and both come back', async () => {
    const first = await begin();
    const again = await world.ask('/docs/_auth/sign-in', { cookie: first.cookie });
    expect(again.headers.getSetCookie()[0]).toContain(first.cookie);
    expect(again.headers.get('location')).toContain(first.state);
  });

  test('signing out ends the session on the server, whoever keeps the cookie', async () => {
    const first = sessionCookie(await bring(await sign(claims())));
    const second = sessionCookie(await bring(await sign(claims())));
    const opens = async (cookie: string) =>
      (await world.ask('/docs/partners/deal', { cookie })).status;
    expect([await opens(first), await opens(second)]).toEqual([200, 200]);
    const out = await world.ask('/docs/_auth/sign-out', { ...form({}), cookie: first });
    expect(out.status).toBe(303);
    expect(await opens(first)).toBe(302);
    const told = await world.ask('/docs/_auth/session', { cookie: first });
    expect(await told.json()).toMatchObject({ signedIn: false });
    // Another browser of the same reader stays signed in.
    expect(await opens(second)).toBe(200);
    // What has ended is remembered no longer than the session would have lasted.
    world.clock.ahead += 9 * 3_600_000;
    const third = sessionCookie(await bring(await sign(claims())));
    await world.ask('/docs/_auth/sign-out', { ...form({}), cookie: third });
    const rows = await world.store.db.selectFrom('ended_sessions').selectAll().execute();
    expect(rows).toHaveLength(1);
  });

  test('a session ends with its token, and after eight hours at the latest', async () => {
    const lasts = async (seconds: number) => {
      const exp = Math.floor((Date.now() + world.clock.ahead) / 1000) + seconds;
      const answer = await bring(await sign(claims({ exp })));
      const set =
        answer.headers.getSetCookie().find((one) => one.includes('docent_session=')) ?? '';
      return [Number(/Max-Age=(\d+)/.exec(set)?.[1]), sessionCookie(answer)] as const;
    };
    const opensAfter = async (seconds: number, cookie: string) => {
      world.clock.ahead += seconds * 1000;
      return (await world.ask('/docs/partners/deal', { cookie })).status;
    };
    const [short, ofShort] = await lasts(600);
    expect(short).toBeGreaterThan(500);
    expect(short).toBeLessThanOrEqual(600);
    expect(await opensAfter(500, ofShort)).toBe(200);
    expect(await opensAfter(101, ofShort)).toBe(302);
    const [long, ofLong] = await lasts(3 * 86_400);
    expect(long).toBe(8 * 3600);
    expect(await opensAfter(7 * 3600, ofLong)).toBe(200);
    expect(await opensAfter(3601, ofLong)).toBe(302);
  });

  test('of hundreds of groups the ones that the site names are kept', async () => {
    const many = Array.from({ length: 500 }, (_, index) => `department-${index}`);
    const token = await sign(claims({ app: { groups: [...many, 'staff', 'partners'] } }));
    const cookie = sessionCookie(await bring(token));
    const { groups } = await (await world.ask('/docs/_auth/session', { cookie })).json();
    expect(groups).toEqual(['staff', 'partners']);
  });

  test('a token without a key id is tried with every key of its kind', async () => {
    await publish('later');
    world.clock.ahead += 11 * 60_000;
    expect((await bring(await sign(claims(), 'ES256', 'later', null))).status).toBe(303);
    expect((await bring(await sign(claims(), 'ES256', 'stranger', null))).status).toBe(403);
    published.delete('later');
    await publish('ES256');
    world.clock.ahead += 11 * 60_000;
    expect((await bring(await sign(claims()))).status).toBe(303);
  });
});

describe('a token that opens nothing', () => {
  const hostile: [string, () => Promise<string> | string][] = [
    ['that nobody signed', () => new UnsecuredJWT(claims()).encode()],
    [
      'with "none" spelled otherwise',
      () => {
        const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
        return `${part({ alg: 'nOnE', typ: 'JWT' })}.${part(claims())}.`;
      },
    ],
    [
      'signed with the public key as a secret',
      async () => {
        const text = await exportSPKI(pairs.get('RS256')?.publicKey as Pair['publicKey']);
        return new SignJWT(claims())
          .setProtectedHeader({ alg: 'HS256', kid: 'RS256' })
          .sign(new TextEncoder().encode(text));
      },
    ],
    ['of an algorithm that is not on the list', () => sign(claims(), 'RS384')],
    ['of a stranger’s key', () => sign(claims(), 'ES256', 'stranger')],
    ['of a stranger’s key under a known id', () => sign(claims(), 'ES256', 'stranger', 'ES256')],
    [
      'that brings its own key',
      async () => {
        const jwk = await exportJWK(pairs.get('stranger')?.publicKey as Pair['publicKey']);
        return new SignJWT(claims())
          .setProtectedHeader({ alg: 'ES256', kid: 'x', jwk, jku: 'https://evil.test/keys' })
          .sign(pairs.get('stranger')?.privateKey as Pair['privateKey']);
      },
    ],
    ['that has ended', () => sign(claims({ exp: soon() - 3600 }))],
    ['that never ends', () => sign({ aud: 'https://docs.test' })],
    ['that has not begun', () => sign(claims({ nbf: soon() + 3600 }))],
    ['for another audience than auth.audience', () => sign(claims({ aud: 'https://other.test' }))],
    ['for nobody', () => sign({ ...claims(), aud: [] })],
    [
      'whose claims were changed',
      async () => {
        const [head, , signature] = (await sign(claims({ app: { groups: [] } }))).split('.');
        return [head, Buffer.from(JSON.stringify(claims())).toString('base64url'), signature].join(
          '.',
        );
      },
    ],
    ['that is none', () => 'x'],
    ['that is empty', () => ''],
    ['that is huge', () => `${'A'.repeat(15_000)}.e30.x`],
  ];
  test.each(hostile)('%s', async (_name, make) => {
    const answer = await bring(await make());
    expect(answer.status).toBe(403);
    expect(answer.headers.getSetCookie()).toEqual([]);
    const html = await answer.text();
    expect(html).toContain('The token of the login page was not accepted.');
    expect(html).toContain('href="/docs/_auth/sign-in?to=%2Fdocs%2Fpartners%2Fdeal"');
    expect(world.log.at(-1)).toContain('could not sign in. Invalid token:');
  });

  test('because it is larger than a form may be', async () => {
    expect((await bring('A'.repeat(20_000))).status).toBe(413);
  });

  test('brought by another site', async () => {
    const token = await sign(claims());
    const answer = await world.ask('/docs/_auth/callback', {
      ...form({ token }),
      headers: { origin: 'https://evil.test' },
    });
    expect([answer.status, answer.headers.getSetCookie()]).toEqual([403, []]);
  });

  test('and no token leads to another site', async () => {
    for (const to of [
      'https://evil.test',
      '//evil.test',
      '/docs/..//evil.test',
      '/\\evil.test',
      '/x',
    ]) {
      const answer = await bring(await sign(claims()), to);
      expect([to, answer.headers.get('location')]).toEqual([to, '/docs']);
    }
  });
});

describe('the keys of a login page', () => {
  test('are fetched once for many tokens, and again for an unknown key at most twice a minute', async () => {
    world.clock.ahead += 60 * 60_000;
    const before = keys.received.length;
    for (let i = 0; i < 5; i++) await bring(await sign(claims()));
    expect(keys.received.length - before).toBe(1);
    for (let i = 0; i < 5; i++) await bring(await sign(claims(), 'ES256', 'stranger'));
    expect(keys.received.length - before).toBe(1);

    await publish('later');
    world.clock.ahead += 60_000;
    expect((await bring(await sign(claims(), 'ES256', 'later'))).status).toBe(303);
    expect(keys.received.length - before).toBe(2);
  });

  test('a session of other keys ends with them', async () => {
    const cookie = sessionCookie(await bring(await sign(claims())));
    const site = world.live.current();
    if (!site) throw new Error('no site');
    const request = new Request(`${origin}/`, { headers: { cookie } });
    const moved = {
      ...site,
      config: { ...site.config, auth: { ...site.config.auth, jwksUrl: 'https://new.test/keys' } },
    };
    expect(await world.access.sessionOf(request, site, world.project)).toBeDefined();
    expect(await world.access.sessionOf(request, moved, world.project)).toBeUndefined();
    world.clock.ahead += 9 * 3_600_000;
    expect(await world.access.sessionOf(request, site, world.project)).toBeUndefined();
  });
});

describe('what claims tell', () => {
  const auth = readAuth({ claimsMapping: { groups: 'a.b', email: 'mail' } });
  test.each([
    [{ a: { b: ['x', 'y', 'x'] } }, { groups: ['x', 'y'] }],
    [{ a: { b: 'x y  z' } }, { groups: ['x', 'y', 'z'] }],
    [{ 'a.b': ['own'], a: { b: ['path'] } }, { groups: ['own'] }],
    [{ a: { b: ['x', 7, null, ''] }, mail: 7 }, { groups: ['x'] }],
    [
      { a: 'x', mail: 'm@x.test' },
      { groups: [], email: 'm@x.test' },
    ],
    [{ a: { b: { c: 1 } } }, { groups: [] }],
    [{}, { groups: [] }],
  ])('%j → %j', (claims, session) => {
    expect(sessionOf(claims, auth)).toEqual(session);
  });

  test('names of every object are no claims', () => {
    const odd = readAuth({ claimsMapping: { groups: '__proto__.x', email: 'constructor.name' } });
    expect(sessionOf({}, odd)).toEqual({ groups: [] });
  });
});
