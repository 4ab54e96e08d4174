import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { openMemberProvider } from '../../../runtime/backend/provider.ts';
import { memoryCounts } from '../../../runtime/http/rate-limit.ts';
import { removeMember } from '../../../runtime/members/change.ts';
import { invite } from '../../../runtime/members/invitations.ts';
import { readSession } from '../../../runtime/members/sessions.ts';
import { initialLimits } from '../../../runtime/settings/limits.ts';
import { createIds } from '../../../runtime/store/ids.ts';
import { listMembers } from '../../../runtime/store/members.ts';
import { insertUser } from '../../../runtime/store/users.ts';
import type { Role } from '../../../schema/api/roles.ts';
import { publicOnly } from '../../../schema/network.ts';
import { type IdentityProvider, startIdentityProvider } from '../../support/identity-provider.ts';
import { eachStore, type TestStore } from '../store/each-store.ts';
import { noon, org } from '../store/world.ts';

const origin = 'http://docs.test';
const minute = 60_000;

let provider: IdentityProvider;
beforeAll(async () => {
  provider = await startIdentityProvider();
});
afterEach(() => provider.reset());
afterAll(() => provider.close());

/** Cookies as a browser keeps them. */
class Jar {
  readonly cookies = new Map<string, string>();

  take(response: Response): void {
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '') this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
  }

  get header(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }
}

eachStore('signing in with an identity provider', (open) => {
  let opened: TestStore;
  let orgId = '';
  const clock = { time: noon };
  const log: string[] = [];
  const now = () => clock.time;
  const newId = createIds();
  beforeAll(async () => {
    opened = await open();
    orgId = await org(opened.store);
  });
  afterAll(() => opened.drop());

  const tools = () => ({ store: opened.store, now, newId });

  /** A server with that provider. */
  const server = (
    more: { join?: { organization: string; role: 'viewer' }; isPublic?: boolean } = {},
  ) => {
    const { issuer, clientId, clientSecret } = provider;
    const { join, isPublic = false } = more;
    const { answer } = openMemberProvider(
      {
        ...{ issuer, clientId, label: 'Acme' },
        ...(isPublic ? {} : { clientSecret }),
        ...(join ? { join } : {}),
      },
      {
        ...{ ...tools(), log: (line) => log.push(line), counts: memoryCounts },
        ...{ limits: initialLimits, policy: publicOnly, instanceKey: Buffer.alloc(32, 7) },
      },
      [],
    );
    return (path: string, jar = new Jar(), init: RequestInit = {}) => {
      const url = path.startsWith('http') ? path : `${origin}/dashboard/oidc/${path}`;
      const headers = { host: 'docs.test', cookie: jar.header };
      return answer(new Request(url, { headers, ...init }), '203.0.113.7').then((response) => {
        jar.take(response);
        return response;
      });
    };
  };
  const whereTo = (response: Response) => response.headers.get('location') ?? '';

  /** From the start to where the provider leads back. */
  const begin = async (ask: ReturnType<typeof server>, jar: Jar, to = '/dashboard') => {
    const started = await ask(`start?to=${encodeURIComponent(to)}`, jar);
    expect(started.status).toBe(303);
    const there = await fetch(whereTo(started), { redirect: 'manual' });
    return { started, back: whereTo(there) };
  };
  /** The whole way; where it ends, and who is signed in there. */
  const signIn = async (ask = server(), { to = '/dashboard', jar = new Jar() } = {}) => {
    const { back } = await begin(ask, jar, to);
    const response = await ask(back, jar);
    const token = jar.cookies.get('docent_user');
    const session = token === undefined ? undefined : await readSession(tools(), token);
    return { response, location: whereTo(response), who: session?.user, jar };
  };
  /** A member whose password no test needs. */
  const member = async (email: string, role: Role = 'editor', of = orgId) => {
    const id = newId('usr');
    await insertUser(opened.store.db, {
      ...{ id, org_id: of, email, role, name: email, created_at: now() },
      ...{ password: 'none', member_of: '[]' },
    });
    return { id };
  };
  /** Whoever signs in at the provider next. */
  const as = (sub: string, more: object = {}) => {
    provider.behaviour.claims = { sub, email: `${sub}@example.com`, ...more };
  };
  const audited = async (actor: string) => {
    const { db } = opened.store;
    const rows = db.selectFrom('audit').selectAll().where('actor', '=', actor).orderBy('id');
    return (await rows.execute()).map(({ action, request_id: id }) => [action, id?.slice(0, 4)]);
  };

  describe('a member', () => {
    test('gets a session of the server, where the link led, and an entry in the audit log', async () => {
      const { id } = await member('grace@example.com');
      as('grace');
      const to = '/dashboard/p/docs/webhooks?state=failed';
      const { response, location, who } = await signIn(server(), { to });
      expect([location, who?.id, who?.role]).toEqual([to, id, 'editor']);
      const [over, session] = response.headers.getSetCookie();
      expect(over).toMatch(/^docent_oidc=; Path=\/; Max-Age=0; HttpOnly; SameSite=Lax$/);
      expect(session).toMatch(/^docent_user=[\w-]{43}; .*HttpOnly; SameSite=Strict$/);
      expect(response.headers.get('cache-control')).toBe('no-store');
      expect(await audited(id)).toEqual([['signIn', 'req_']]);
    });

    test('is sent to the provider with state, nonce and a challenge, which are kept in a cookie', async () => {
      const { started } = await begin(server(), new Jar());
      const { searchParams, origin: there, pathname } = new URL(whereTo(started));
      expect(`${there}${pathname}`).toBe(`${provider.issuer}/authorize`);
      expect(Object.fromEntries(searchParams)).toEqual({
        ...{ client_id: 'docent', response_type: 'code', scope: 'openid email profile' },
        ...{ redirect_uri: `${origin}/dashboard/oidc/callback`, code_challenge_method: 'S256' },
        code_challenge: expect.stringMatching(/^[\w-]{43}$/),
        state: expect.stringMatching(/^[\w-]{43}$/),
        nonce: expect.stringMatching(/^[\w-]{43}$/),
      });
      const cookie = started.headers.get('set-cookie') ?? '';
      expect(cookie).toMatch(/^docent_oidc=[\w-]+; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax$/);
      expect(cookie).not.toContain(searchParams.get('state'));
    });

    test.each([
      ['client_secret_post', false],
      ['none', true],
    ])('signs in at a provider that knows clients by %s', async (method, isPublic) => {
      const who = method.replaceAll('_', '-');
      await member(`${who}@example.com`);
      as(who);
      provider.behaviour.methods = [method];
      expect((await signIn(server({ isPublic }))).who?.email).toBe(`${who}@example.com`);
      const wrong = await signIn(server({ isPublic: !isPublic }));
      expect(wrong.location).toBe('/dashboard?sign-in=refused');
    });

    test('has cookies for https alone where the browser came by https', async () => {
      const response = await server()('https://docs.test/dashboard/oidc/start');
      expect(response.headers.get('set-cookie')).toMatch(/^__Host-docent_oidc=.*; Secure$/);
      const { searchParams } = new URL(whereTo(response));
      expect(searchParams.get('redirect_uri')).toBe('https://docs.test/dashboard/oidc/callback');
    });

    test('gets a new token, whatever the browser came with', async () => {
      await member('fix@example.com');
      as('fix');
      const jar = new Jar();
      jar.cookies.set('docent_user', 'a'.repeat(43));
      const { who } = await signIn(server(), { jar });
      expect(who?.email).toBe('fix@example.com');
      expect(jar.cookies.get('docent_user')).not.toBe('a'.repeat(43));
    });

    test('stays the same person when the address changes, and someone else with that address is not', async () => {
      const { id } = await member('lin@example.com');
      as('lin');
      expect((await signIn()).who?.id).toBe(id);
      as('lin', { email: 'renamed@example.com', email_verified: false });
      expect((await signIn()).who?.id).toBe(id);
      as('somebody-else', { email: 'lin@example.com' });
      const { location, who } = await signIn();
      expect([location, who]).toEqual(['/dashboard?sign-in=taken', undefined]);
    });

    test('is not found by an address that the provider has not verified', async () => {
      await member('eve@example.com');
      for (const claims of [
        { email_verified: false },
        { email_verified: undefined },
        { email_verified: 1 },
        { email: undefined },
        { email: ['eve@example.com'] },
      ]) {
        as('eve', claims);
        expect((await signIn()).location).toBe('/dashboard?sign-in=unverified');
      }
    });

    test('is found by what the provider tells apart from the token, of the same subject', async () => {
      const { id } = await member('small@example.com');
      as('small', { email: undefined });
      provider.behaviour.userinfo = { sub: 'other', email: 'small@example.com' };
      expect((await signIn()).location).toBe('/dashboard?sign-in=refused');
      const told = { sub: 'small', email: 'Small@Example.com', email_verified: true };
      provider.behaviour.userinfo = told;
      expect((await signIn()).who?.id).toBe(id);
    });

    test('who was removed is a stranger', async () => {
      const { id } = await member('gone@example.com');
      as('gone');
      const { who, jar } = await signIn();
      expect(who?.id).toBe(id);
      await removeMember(opened.store, orgId, id);
      expect(await readSession(tools(), jar.cookies.get('docent_user') ?? '')).toBeUndefined();
      expect((await signIn()).location).toBe('/dashboard?sign-in=not-member');
    });
  });

  describe('no one becomes a member', () => {
    test('without an invitation, unless the operator says so', async () => {
      as('stranger');
      const before = await listMembers(opened.store.db, orgId);
      expect((await signIn()).location).toBe('/dashboard?sign-in=not-member');
      expect(await listMembers(opened.store.db, orgId)).toEqual(before);
    });

    test('of an organization that has no owner yet', async () => {
      as('early');
      const organization = await org(opened.store);
      const ask = server({ join: { organization, role: 'viewer' } });
      log.length = 0;
      expect((await signIn(ask)).location).toBe('/dashboard?sign-in=not-member');
      expect(log.join()).toContain('It is no organization, or has no owner yet');
    });

    test('but whoever was invited gets the role of the invitation, which is used up', async () => {
      await invite(tools(), orgId, {
        ...{ email: 'new@example.com', role: 'translator', languages: ['fr'] },
      });
      as('new', { name: 'New Person' });
      const { who } = await signIn();
      expect(who).toMatchObject({ role: 'translator', languages: ['fr'], name: 'New Person' });
      expect(await audited(who?.id ?? '')).toEqual([['acceptInvitation', 'req_']]);
      const left = opened.store.db.selectFrom('invitations').select('id');
      expect(await left.where('email', '=', 'new@example.com').execute()).toEqual([]);
    });

    test('but everyone joins where the operator has named organization and role', async () => {
      const organization = await org(opened.store);
      await member('owner-there@example.com', 'owner', organization);
      as('joins', { name: undefined });
      const ask = server({ join: { organization, role: 'viewer' } });
      const { who } = await signIn(ask);
      expect(who).toMatchObject({ role: 'viewer', name: 'joins', email: 'joins@example.com' });
      expect(await audited(who?.id ?? '')).toEqual([['joinOrganization', 'req_']]);
      expect((await signIn(ask)).who?.id).toBe(who?.id);
    });
  });

  describe('no session begins', () => {
    test.each([
      ['a wrong nonce', { claims: { nonce: 'other' } }],
      ['no nonce', { claims: { nonce: undefined } }],
      ['no signature', { header: { alg: 'none' } }],
      ['another audience', { claims: { aud: 'another-client' } }],
      ['another audience as well', { claims: { aud: ['docent', 'another-client'] } }],
      ['another issuer', { claims: { iss: 'https://login.example.com' } }],
      ['a token that has expired', { claims: { exp: Math.floor(Date.now() / 1000) - 60 } }],
      ['an unknown key', { header: { kid: '99' } }],
      ['a signature with a shared secret', { header: { alg: 'HS256' } }],
      ['an empty subject', { claims: { sub: '' } }],
    ])('with %s', async (_, behaviour) => {
      Object.assign(provider.behaviour, behaviour);
      log.length = 0;
      const { location, who } = await signIn();
      expect([location, who]).toEqual(['/dashboard?sign-in=refused', undefined]);
      expect(log.join()).toMatch(/^A member could not sign in with the identity provider\. .+/);
      expect(log.join()).not.toMatch(/eyJ|a secret:|access-token|code-\d/);
    });

    test('in another browser, with a changed state, or with an address that was used', async () => {
      await member('once@example.com');
      as('once');
      const ask = server();
      const jar = new Jar();
      const { back } = await begin(ask, jar);
      const expired = '/dashboard?sign-in=expired';
      expect(whereTo(await ask(back))).toBe(expired);
      const forged = new URL(back);
      forged.searchParams.set('state', 'x'.repeat(43));
      expect(whereTo(await ask(forged.href, jar))).toBe(expired);
      const kept = new Map(jar.cookies);
      expect(whereTo(await ask(back, jar))).toBe('/dashboard');
      const asked = provider.asked.length;
      for (const cookies of [new Map(), kept]) {
        const later = Object.assign(new Jar(), { cookies });
        expect(whereTo(await ask(back, later))).toBe(expired);
      }
      expect(provider.asked).toHaveLength(asked);
    });

    test('after ten minutes', async () => {
      const ask = server();
      const jar = new Jar();
      const { back } = await begin(ask, jar);
      clock.time += 10 * minute;
      expect(whereTo(await ask(back, jar))).toBe('/dashboard?sign-in=expired');
    });

    test('for whoever ends it there', async () => {
      log.length = 0;
      provider.behaviour.error = 'access_denied';
      const { location } = await signIn(server(), { to: '/dashboard/p/docs?a=1' });
      expect([location, log]).toEqual(['/dashboard/p/docs?a=1&sign-in=cancelled', []]);
    });

    test('while the provider is away, and one does once it is back', async () => {
      await member('back@example.com');
      as('back');
      const ask = server();
      provider.behaviour.status = 503;
      const started = await ask('start');
      expect(whereTo(started)).toBe('/dashboard?sign-in=away');
      expect(started.headers.getSetCookie()).toEqual([]);
      provider.behaviour.status = undefined;
      const jar = new Jar();
      const { back } = await begin(ask, jar);
      provider.behaviour.status = 503;
      expect(whereTo(await ask(back, jar))).toBe('/dashboard?sign-in=away');
      provider.behaviour.status = undefined;
      expect((await signIn(ask)).who?.email).toBe('back@example.com');
    });

    test('after 30 attempts in a minute from one address', async () => {
      const ask = server();
      for (let count = 0; count < 30; count++) {
        expect(whereTo(await ask('start'))).toContain(provider.issuer);
      }
      expect(whereTo(await ask('start?to=/dashboard/keys'))).toBe('/dashboard/keys?sign-in=busy');
    });
  });

  test.each([
    ['another host', 'https://evil.test/dashboard'],
    ['another host of the same scheme', '//evil.test/dashboard'],
    ['a backslash', '/\\evil.test'],
    ['a way out', '/dashboard/..//evil.test'],
    ['a page of the site', '/dashboard/../'],
    ['a path that only begins like it', '/dashboards'],
    ['two lines', '/dashboard\n/x'],
    ['a script', 'javascript:alert(1)'],
    ['the next attempt', '/dashboard/oidc/start'],
    ['what fits into no cookie', `/dashboard/${'x'.repeat(1000)}`],
  ])('leads back to the dashboard, and not to %s', async (_, to) => {
    provider.behaviour.error = 'access_denied';
    expect((await signIn(server(), { to })).location).toBe('/dashboard?sign-in=cancelled');
  });

  test('asks for the description and the keys once, and for new keys once a minute', async () => {
    await member('keys@example.com');
    as('keys');
    const ask = server();
    provider.asked.length = 0;
    await signIn(ask);
    await signIn(ask);
    const count = (path: string) => provider.asked.filter((one) => one === path).length;
    expect([count('/.well-known/openid-configuration'), count('/keys')]).toEqual([1, 1]);
    provider.rotate();
    const refused = '/dashboard?sign-in=refused';
    for (let times = 0; times < 2; times++) expect((await signIn(ask)).location).toBe(refused);
    expect(count('/keys')).toBe(1);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + minute });
    onTestFinished(() => void vi.useRealTimers());
    expect((await signIn(ask)).who?.email).toBe('keys@example.com');
    provider.behaviour.header = { kid: '99' };
    for (let times = 0; times < 2; times++) expect((await signIn(ask)).location).toBe(refused);
    expect(count('/keys')).toBe(2);
  });

  test('answers nothing else at its addresses', async () => {
    const ask = server();
    const statuses = await Promise.all([
      ask('start', new Jar(), { method: 'POST' }).then(({ status }) => status),
      ask('other').then(({ status }) => status),
      ask('callback').then(whereTo),
      ask('callback?code=x&state=').then(whereTo),
    ]);
    const expired = '/dashboard?sign-in=expired';
    expect(statuses).toEqual([405, 404, expired, expired]);
  });
});
