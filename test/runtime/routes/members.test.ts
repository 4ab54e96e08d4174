import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createRateLimiter, memoryCounts } from '../../../runtime/http/rate-limit.ts';
import { acceptInvitation, firstOwnerLink, invite } from '../../../runtime/members/invitations.ts';
import { changePassword } from '../../../runtime/members/passwords.ts';
import { readSession } from '../../../runtime/members/sessions.ts';
import { hashPassword } from '../../../runtime/secrets/password.ts';
import { deletedDeployments, sweepAudit } from '../../../runtime/store/audit.ts';
import { type Role, roles, scopesOfRole } from '../../../schema/api/roles.ts';
import type { Scope } from '../../../schema/api/scopes.ts';
import { eachStore, type TestStore } from '../store/each-store.ts';
import { paths } from './description.ts';
import { oneOfEach } from './one-of-each.ts';
import { type Result, type TestApi, testApi } from './test-api.ts';

const password = 'a password of some length';
const own = { origin: 'http://localhost' };
const hour = 3_600_000;

eachStore('members', (open) => {
  let opened: TestStore;
  let api: TestApi;
  beforeAll(async () => {
    opened = await open();
    api = await testApi(opened.store);
  });
  afterAll(() => opened.drop());

  /** A request without a key. */
  const ask = (line: string, body?: unknown, headers: Record<string, string> = {}, on = api) =>
    on.call(line, body, { key: null, headers });
  /** The cookie that an answer sets, as the browser sends it back. */
  const cookieOf = ({ headers }: Result<unknown>) =>
    (headers.get('set-cookie') ?? '').replace(/;.*$/s, '');
  const addressOf = (who: string, on = api) => `${who}@${on.orgId.slice(-8)}.test`.toLowerCase();
  const signIn = (who: string, given = password, headers = {}) =>
    ask('POST /sessions', { email: addressOf(who), password: given }, { ...own, ...headers });
  /** A member of that name, signed in. */
  const join = async (who: string, role: Role, languages: string[] | null = null, on = api) => {
    const email = addressOf(who, on);
    const { token } = await invite(on.services, on.orgId, { email, role, languages });
    const { id } = await acceptInvitation(on.services, token, { name: who, password });
    const answer = await ask('POST /sessions', { email, password }, own, on);
    expect(answer.status, answer.text).toBe(201);
    return { id, email, cookie: cookieOf(answer), headers: { cookie: cookieOf(answer), ...own } };
  };

  describe('sessions', () => {
    test('start with a cookie that scripts and other sites do not get, and end', async () => {
      const { id } = await join('ada', 'editor');
      const answer = await signIn('ada');
      expect(answer.body.data).toEqual({
        user: { id, email: addressOf('ada'), name: 'ada', role: 'editor', languages: null },
        organization: { id: api.orgId, name: 'Acme' },
        expiresAt: new Date(api.clock.time + 12 * hour).toISOString(),
      });
      expect(answer.headers.get('set-cookie')).toMatch(
        /^docent_user=[\w-]{43}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Strict$/,
      );
      const cookie = cookieOf(answer);
      const current = await ask('GET /sessions/current', undefined, { cookie });
      expect(current.body.data).toEqual(answer.body.data);
      expect((await ask('GET /projects', undefined, { cookie })).status).toBe(200);
      const ended = await ask('DELETE /sessions/current', undefined, { cookie, ...own });
      expect([ended.status, ended.text]).toEqual([204, '']);
      expect(ended.headers.get('set-cookie')).toContain('docent_user=; Path=/; Max-Age=0');
      for (const line of ['GET /sessions/current', 'GET /projects']) {
        expect((await ask(line, undefined, { cookie })).status, line).toBe(401);
      }
      const stored = await opened.store.db.selectFrom('user_sessions').select('hash').execute();
      expect(stored.map(({ hash }) => hash)).not.toContain(cookie.slice('docent_user='.length));
    });

    test('have a cookie for https alone where the client came by https', async () => {
      await join('tess', 'viewer');
      const secure = await testApi(opened.store, {
        settings: { originOf: () => 'https://docs.example.com' },
      });
      const given = { email: addressOf('tess'), password };
      const answer = await ask(
        'POST /sessions',
        given,
        { 'sec-fetch-site': 'same-origin' },
        secure,
      );
      expect(answer.headers.get('set-cookie')).toMatch(/^__Host-docent_user=.*; Secure$/);
      const cookie = cookieOf(answer);
      expect((await ask('GET /projects', undefined, { cookie }, secure)).status).toBe(200);
      // A subdomain can plant a cookie without the prefix.
      const planted = cookie.replace('__Host-', '');
      expect((await ask('GET /projects', undefined, { cookie: planted }, secure)).status).toBe(401);
    });

    test('get a new token with each sign-in, and the one before ends', async () => {
      const { cookie } = await join('fix', 'viewer');
      const answer = await signIn('fix', password, { cookie });
      expect(cookieOf(answer)).not.toBe(cookie);
      expect((await ask('GET /sessions/current', undefined, { cookie })).status).toBe(401);
      const chosen = `docent_user=${'a'.repeat(43)}`;
      const other = await signIn('fix', password, { cookie: chosen });
      expect(cookieOf(other)).not.toBe(chosen);
      expect((await ask('GET /projects', undefined, { cookie: chosen })).status).toBe(401);
    });

    test('end after 12 hours without use, and after 30 days in any case', async () => {
      const { cookie } = await join('late', 'viewer');
      const start = api.clock.time;
      const status = async () => (await ask('GET /projects', undefined, { cookie })).status;
      try {
        for (let time = 0; time < 30 * 24 * hour; time += 11 * hour) {
          api.clock.time = start + time;
          expect(await status(), `after ${time / hour} hours`).toBe(200);
        }
        api.clock.time = start + 30 * 24 * hour;
        expect(await status()).toBe(401);
        api.clock.time = start;
        const again = cookieOf(await signIn('late'));
        api.clock.time = start + 12 * hour;
        expect((await ask('GET /projects', undefined, { cookie: again })).status).toBe(401);
      } finally {
        api.clock.time = start;
      }
    });

    test('are refused with the same words for an unknown address and a wrong password', async () => {
      await join('words', 'viewer');
      const wrong = await signIn('words', 'not the password');
      const unknown = await signIn('nobody', 'not the password');
      for (const { status, body } of [wrong, unknown]) {
        expect(status).toBe(401);
        expect(body.error.message).toBe('The email address or the password is wrong.');
      }
      // A reader of protected pages is no member.
      const { id } = await join('reader', 'viewer');
      await opened.store.db.updateTable('users').set({ role: null }).where('id', '=', id).execute();
      expect((await signIn('reader')).status).toBe(401);
    });

    test('reach the named organization of an address that is a member of many', async () => {
      const email = 'many@orgs.test';
      let last = api;
      for (let count = 0; count < 6; count++) {
        last = await testApi(opened.store);
        last.clock.time += count;
        const given = { email, role: 'viewer', languages: null } as const;
        const { token } = await invite(last.services, last.orgId, given);
        const chosen = `password number ${count}`;
        await acceptInvitation(last.services, token, { name: 'Many', password: chosen });
      }
      const given = { email, password: 'password number 5' };
      const answer = await ask('POST /sessions', { ...given, organization: last.orgId }, own, last);
      expect([answer.status, answer.body.data?.organization.id]).toEqual([201, last.orgId]);
      const unknown = await ask('POST /sessions', { ...given, organization: 'none' }, own, last);
      expect(unknown.status).toBe(401);
    });

    test('can not be guessed: attempts are counted by address and by account', async () => {
      const limit = (name: string, perMinute: number) =>
        createRateLimiter({ name, perMinute, burst: 0 }, memoryCounts(), () => api.clock.time);
      const limited = await testApi(opened.store, {
        signInLimits: { address: limit('address', 30), account: limit('account', 10) },
      });
      const guess = (email: string) =>
        ask('POST /sessions', { email, password: 'x' }, own, limited);
      const statuses: number[] = [];
      for (let n = 0; n < 12; n++) statuses.push((await guess('A@victim.test')).status);
      expect(statuses).toEqual([...Array(10).fill(401), 429, 429]);
      expect((await guess('a@VICTIM.test')).status).toBe(429);
      for (let n = 13; n < 30; n++) await guess(`n${n}@victim.test`);
      const refused = await guess('fresh@victim.test');
      expect([refused.status, refused.headers.has('retry-after')]).toEqual([429, true]);
    });
  });

  describe('pages of other sites', () => {
    test('change nothing with the session of a member, and a key wins over it', async () => {
      const { cookie } = await join('csrf', 'owner');
      const send = (headers: Record<string, string>, key: string | null = null) =>
        api.call(
          'POST /projects',
          { name: 'A', slug: 'x' },
          { key, headers: { cookie, ...headers } },
        );
      for (const headers of [
        {},
        { origin: 'null' },
        { origin: 'https://evil.example' },
        { origin: 'http://localhost.evil.example' },
        { origin: 'http://localhost:81' },
        { 'sec-fetch-site': 'cross-site' },
        { 'sec-fetch-site': 'same-site', origin: 'http://localhost' },
        { 'sec-fetch-site': 'none' },
      ] as Record<string, string>[]) {
        const { status, body } = await send(headers);
        expect([status, body.error.code], JSON.stringify(headers)).toEqual([403, 'FORBIDDEN']);
        expect(body.error.message).toContain('must come from a page of this server');
      }
      expect((await send(own)).status).toBe(201);
      expect((await send({ 'sec-fetch-site': 'same-origin' })).status).toBe(409);
      const reader = await api.keyFor({ scopes: ['projects:read'] });
      expect((await send(own, reader)).body.error.message).toContain('The key does not have');
      expect((await send({ authorization: 'Bearer nonsense', ...own })).status).toBe(401);
    });

    test('change nothing with any operation, whatever the role', async () => {
      const { cookie } = await join('all', 'owner');
      const headers = { cookie, origin: 'https://evil.example' };
      let tried = 0;
      for (const [path, methods] of Object.entries(paths)) {
        for (const [method, { security }] of Object.entries(methods)) {
          if (method === 'get' || security.length === 0) continue;
          const line = `${method.toUpperCase()} ${path.replace('/api/v1', '').replace(/\{\w+\}/g, 'x')}`;
          const { status, body } = await ask(line, method === 'delete' ? undefined : {}, headers);
          expect([status, body.error.message], line).toEqual([
            403,
            expect.stringContaining('must come from a page of this server'),
          ]);
          tried++;
        }
      }
      expect(tried).toBeGreaterThan(40);
    });

    test('start and end no session, and change no password', async () => {
      const { cookie, email } = await join('login', 'viewer');
      const evil = { origin: 'https://evil.example' };
      const change = { currentPassword: password, newPassword: 'another password' };
      for (const [line, body, headers] of [
        ['POST /sessions', { email, password }, evil],
        ['DELETE /sessions/current', undefined, { cookie, ...evil }],
        ['DELETE /sessions/current', undefined, { cookie }],
        ['PUT /sessions/current/password', change, { cookie, ...evil }],
      ] as const) {
        expect((await ask(line, body, headers)).status, line).toBe(403);
      }
      expect((await ask('GET /sessions/current', undefined, { cookie })).status).toBe(200);
    });

    test('can not read answers: no origin gets credentials', async () => {
      const { cookie } = await join('cors', 'viewer');
      const { headers } = await ask('GET /sessions/current', undefined, {
        cookie,
        origin: 'https://evil.example',
      });
      expect(headers.get('access-control-allow-origin')).toBeNull();
      expect(headers.get('access-control-allow-credentials')).toBeNull();
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
      expect(headers.get('x-content-type-options')).toBe('nosniff');
    });
  });

  describe('invitations', () => {
    test('make a member once, in place of earlier ones, within seven days', async () => {
      const owner = await join('olga', 'owner');
      const email = addressOf('guest');
      const write = async () =>
        (
          await ask(
            'POST /invitations',
            { email, role: 'translator', languages: ['fr'] },
            owner.headers,
          )
        ).body.data;
      const first = await write();
      const second = await write();
      expect(second.link).toMatch(/^http:\/\/localhost\/dashboard\/welcome#[\w-]{43}$/);
      const token = (link: string) => link.replace(/^.*#/, '');
      const offer = (link: string) => ask('POST /invitations/offer', { token: token(link) }, own);
      expect((await offer(first.link)).status).toBe(404);
      expect((await offer(second.link)).body.data).toEqual({
        ...{ email, role: 'translator', languages: ['fr'], expiresAt: second.expiresAt },
        organization: { id: api.orgId, name: 'Acme' },
      });
      const listed = await ask('GET /invitations', undefined, owner.headers);
      expect(listed.body.data).toMatchObject([{ id: second.id, email, role: 'translator' }]);
      expect(listed.text).not.toContain(token(second.link));
      const accept = (given: object, link = second.link) =>
        ask('POST /invitations/accept', { token: token(link), ...given }, own);
      for (const wrong of ['short', email, email.replace(/@.*/, '')]) {
        expect((await accept({ name: 'Guest', password: wrong })).status, wrong).toBe(400);
      }
      const accepted = await accept({ name: 'Guest', password });
      expect(accepted.status, accepted.text).toBe(201);
      expect(accepted.body.data.user).toMatchObject({
        email,
        role: 'translator',
        languages: ['fr'],
      });
      const { cookie } = { cookie: cookieOf(accepted) };
      expect((await ask('GET /sessions/current', undefined, { cookie })).status).toBe(200);
      expect((await accept({ name: 'Guest', password })).status).toBe(404);
      expect(
        (await ask('POST /invitations', { email, role: 'viewer' }, owner.headers)).status,
      ).toBe(409);

      const late = await ask(
        'POST /invitations',
        { email: addressOf('late2'), role: 'viewer' },
        owner.headers,
      );
      const start = api.clock.time;
      api.clock.time += 7 * 24 * hour;
      expect((await accept({ name: 'L', password }, late.body.data.link)).status).toBe(404);
      api.clock.time = start;
      const gone = await ask(`DELETE /invitations/${late.body.data.id}`, undefined, owner.headers);
      expect(gone.body.data).toEqual({ deleted: true, id: late.body.data.id });
      expect((await offer(late.body.data.link)).status).toBe(404);
    });

    test('used by two at the same moment make one member', async () => {
      const { token } = await invite(api.services, api.orgId, {
        ...{ email: addressOf('race'), role: 'viewer', languages: null },
      });
      const both = await Promise.all(
        ['a', 'b'].map((name) => ask('POST /invitations/accept', { token, name, password }, own)),
      );
      expect(both.map(({ status }) => status).sort()).toEqual([201, 404]);
    });

    test('that reset a password bring back neither an earlier role nor a removed member', async () => {
      const there = await testApi(opened.store);
      const owner = await join('keeper', 'owner', null, there);
      const other = await join('former', 'owner', null, there);
      const reset = async () => {
        const given = { email: other.email, role: 'owner', languages: null } as const;
        return (await invite(there.services, there.orgId, given)).token;
      };
      const accept = (token: string) =>
        ask('POST /invitations/accept', { token, name: 'F', password }, own, there);
      const beforeChange = await reset();
      await ask(`PATCH /members/${other.id}`, { role: 'viewer' }, owner.headers, there);
      const { status, body } = await accept(beforeChange);
      expect([status, body.data.user.role]).toEqual([201, 'viewer']);
      const beforeRemoval = await reset();
      await ask(`DELETE /members/${other.id}`, undefined, owner.headers, there);
      expect((await accept(beforeRemoval)).status).toBe(404);
    });

    test('of the first owner last a day, end with the next one, and are over with the first member', async () => {
      const fresh = await testApi(opened.store);
      const link = async () =>
        (await firstOwnerLink(fresh.services, { orgId: fresh.orgId, origin: 'http://x' }))?.replace(
          /^.*#/,
          '',
        );
      const first = await link();
      const second = await link();
      const third = await invite(fresh.services, fresh.orgId, {
        email: 'b@x.test',
        role: 'viewer',
        languages: null,
      });
      const email = addressOf('first', fresh);
      const accept = (token = '', more: object = { email }) =>
        ask('POST /invitations/accept', { token, name: 'First', password, ...more }, own, fresh);
      expect((await accept(first)).status).toBe(404);
      const nameless = await accept(second, {});
      expect(nameless.body.error.details).toMatchObject([{ path: 'email', code: 'missing-field' }]);
      fresh.clock.time += 24 * hour;
      expect((await accept(second)).status).toBe(404);
      fresh.clock.time -= 24 * hour;
      const accepted = await accept(second);
      expect(accepted.body.data.user).toMatchObject({ email, role: 'owner' });
      expect(await link()).toBeUndefined();
      expect((await accept(third.token)).status).toBe(201);
    });
  });

  describe('roles', () => {
    /** The scope that the description asks for. */
    const needed = (security: readonly unknown[]) =>
      (security as readonly { readonly key: readonly Scope[] }[])[0]?.key[0];
    const operations = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, { security }]) =>
        security.length > 0
          ? [{ method: method.toUpperCase(), path, scope: needed(security) }]
          : [],
      ),
    );

    test.each(roles)(
      'a member who is %s may call what the role says, and nothing else',
      async (role) => {
        const there = await testApi(opened.store);
        const ids = await oneOfEach(there);
        // Operations that change something find nothing to change.
        const nothing = {
          ...ids,
          ...Object.fromEntries(
            Object.keys(ids)
              .filter((name) => name !== 'projectId')
              .map((name) => [name, 'x']),
          ),
        };
        const { headers } = await join(role, role, null, there);
        const may = new Set<string>();
        for (const { method, path, scope } of operations) {
          const from = method === 'GET' ? ids : nothing;
          const target = path
            .replace('/api/v1', '')
            .replace(
              /\{(\w+)\}/g,
              (_, name: string) => (from as Record<string, string>)[name] ?? 'x',
            );
          const isDeleted = method === 'DELETE' && path.endsWith('{projectId}');
          const line = `${method} ${isDeleted ? target.replace(ids.projectId ?? '', await there.site()) : target}`;
          const { status, text } = await ask(
            line,
            method === 'GET' || method === 'DELETE' ? undefined : {},
            headers,
            there,
          );
          expect(status, `${line}: ${text}`).toBeLessThan(500);
          if (status === 403)
            expect(text, line).toContain(`The role \\"${role}\\" does not have the scope`);
          else may.add(`${method} ${path}`);
          const isGranted = scope === undefined || scopesOfRole[role].includes(scope);
          expect(status !== 403, `${line} with ${scope}`).toBe(isGranted);
        }
        expect(may.has('GET /api/v1/projects')).toBe(true);
        expect(may.has('POST /api/v1/projects/{projectId}/webhooks')).toBe(
          role === 'owner' || role === 'editor',
        );
        expect(may.has('PATCH /api/v1/projects/{projectId}')).toBe(
          role === 'owner' || role === 'editor',
        );
        expect(may.has('POST /api/v1/projects/{projectId}/translate')).toBe(role !== 'viewer');
        expect(may.has('GET /api/v1/members')).toBe(role === 'owner');
        expect(may.has('POST /api/v1/keys')).toBe(role === 'owner');
      },
    );

    test('a viewer changes nothing, and a translator translations alone', () => {
      // What the description asks for could be too little, and the test above would agree.
      const changes = (role: Role) =>
        operations
          .filter(({ method }) => method !== 'GET')
          .filter(({ scope }) => scope === undefined || scopesOfRole[role].includes(scope))
          .map(({ method, path }) => `${method} ${path.replace('/api/v1', '')}`);
      expect(changes('viewer')).toEqual([]);
      const others = changes('translator').filter((line) => !/\/translat(e|ions)\b/.test(line));
      expect(others).toEqual([]);
      expect(changes('translator').length).toBeGreaterThan(2);
    });

    test('a translator starts, cancels and releases translations of the own languages alone', async () => {
      const there = await testApi(opened.store);
      const { projectId, jobId } = await oneOfEach(there);
      await there.call(`POST /projects/${projectId}/languages`, { code: 'de' });
      const { headers } = await join('trans', 'translator', ['de'], there);
      const send = (line: string, body?: object) => ask(line, body, headers, there);
      const base = `/projects/${projectId}`;
      const refused = [
        await send(`POST ${base}/translate`, { language: 'fr' }),
        await send(`POST ${base}/translate/${jobId}/cancel`),
        await send(`POST ${base}/translate/job_none/cancel`),
        await send(`DELETE ${base}/translations/fr/a/ownership`),
      ];
      for (const { status, body } of refused) {
        expect(status).toBe(403);
        expect(body.error.message).toContain('Your role allows changes to the languages de');
      }
      const started = await send(`POST ${base}/translate`, { language: 'de' });
      expect(started.status, started.text).toBe(202);
      const cancel = `POST ${base}/translate/${started.body.data.jobId}/cancel`;
      expect((await send(cancel)).status).toBe(200);
      expect((await send(`GET ${base}/translations?language=fr`)).status).toBe(200);
    });

    test('change from the next request on, and the last owner stays one', async () => {
      const there = await testApi(opened.store);
      const owner = await join('boss', 'owner', null, there);
      const other = await join('other', 'viewer', null, there);
      const send = (line: string, body?: object, { headers } = owner) =>
        ask(line, body, headers, there);
      for (const { status, body } of [
        await send(`PATCH /members/${owner.id}`, { role: 'editor' }),
        await send(`DELETE /members/${owner.id}`),
      ]) {
        expect([status, body.error.message]).toEqual([403, expect.stringContaining('last owner')]);
      }
      expect((await send('GET /members', undefined, other)).status).toBe(403);
      expect((await send(`PATCH /members/${other.id}`, { role: 'owner' })).status).toBe(200);
      expect((await send('GET /members', undefined, other)).body.data).toMatchObject([
        { id: owner.id, role: 'owner' },
        { id: other.id, role: 'owner' },
      ]);
      // Both give it up at the same moment: one of them stays.
      const both = await Promise.all([
        send(`PATCH /members/${owner.id}`, { role: 'viewer' }, owner),
        send(`PATCH /members/${other.id}`, { role: 'viewer' }, other),
      ]);
      expect(both.map(({ status }) => status).sort()).toEqual([200, 403]);
      const [boss, former] = both[0]?.status === 403 ? [owner, other] : [other, owner];
      expect((await send(`DELETE /members/${former.id}`, undefined, boss)).status).toBe(200);
      expect((await send('GET /projects', undefined, former)).status).toBe(401);
    });
  });

  test('a changed password ends all other sessions', async () => {
    const { cookie, headers, email } = await join('pass', 'viewer');
    const other = cookieOf(await signIn('pass'));
    const change = (currentPassword: string, newPassword: string) =>
      ask('PUT /sessions/current/password', { currentPassword, newPassword }, headers);
    expect((await change('wrong password', 'another password')).status).toBe(400);
    expect((await change(password, email)).status).toBe(400);
    expect((await change(password, 'another password')).status).toBe(200);
    expect((await ask('GET /projects', undefined, { cookie })).status).toBe(200);
    expect((await ask('GET /projects', undefined, { cookie: other })).status).toBe(401);
    expect((await signIn('pass')).status).toBe(401);
    expect((await signIn('pass', 'another password')).status).toBe(201);
  });

  test('with a host of its own for the dashboard, sessions count nowhere else', async () => {
    const apart = await testApi(opened.store);
    Object.assign(apart.services, { dashboardHost: 'localhost' });
    const { headers } = await join('apart', 'owner', null, apart);
    expect((await ask('GET /projects', undefined, headers, apart)).status).toBe(200);
    let links = 0;
    const invited = () =>
      apart.call('POST /invitations', { email: `${links++}@example.com`, role: 'viewer' });
    expect((await invited()).body.data.link).toMatch(/^http:\/\/localhost\/dashboard\/welcome#/);
    Object.assign(apart.services, { dashboardHost: 'admin.test' });
    expect((await ask('GET /projects', undefined, headers, apart)).status).toBe(401);
    const again = { email: addressOf('apart', apart), password };
    expect((await ask('POST /sessions', again, own, apart)).status).toBe(403);
    expect((await invited()).body.data.link).toMatch(/^http:\/\/admin\.test\/dashboard\/welcome#/);
  });

  test('a password that was set meanwhile is not changed back', async () => {
    const { id, cookie } = await join('race', 'viewer');
    const session = await readSession(api.services, cookie.slice(cookie.indexOf('=') + 1));
    const reset = { password: await hashPassword('the reset password') };
    const { store } = opened;
    // It has read the stored one, and has hashed.
    const transaction: typeof store.transaction = async (work) => {
      await store.db.updateTable('users').set(reset).where('id', '=', id).execute();
      return store.transaction(work);
    };
    const changed = await changePassword(
      { store: { ...store, transaction } },
      {
        ...{ session: session ?? expect.fail(), currentPassword: password },
        newPassword: 'the later password',
      },
    );
    expect(changed).toBe(false);
    expect((await signIn('race', 'the later password')).status).toBe(401);
    expect((await signIn('race', 'the reset password')).status).toBe(201);
  });

  test('keys are shown once, work at once, and end when they are revoked', async () => {
    const { headers } = await join('keys', 'owner');
    const created = await ask(
      'POST /keys',
      { name: 'CI', scopes: ['projects:read'] },
      { ...headers, 'idempotency-key': 'k' },
    );
    const { id, secret } = created.body.data;
    const listed = await ask('GET /keys?perPage=100', undefined, headers);
    expect(listed.body.data).toContainEqual(
      expect.objectContaining({ id, name: 'CI', mode: 'live', scopes: ['projects:read'] }),
    );
    expect(listed.text).not.toContain(secret);
    // An answer with a secret is not kept for its Idempotency-Key.
    expect(
      JSON.stringify(await opened.store.db.selectFrom('kept_answers').selectAll().execute()),
    ).not.toContain(secret);
    expect((await api.call('GET /projects', undefined, { key: secret })).status).toBe(200);
    expect((await ask(`DELETE /keys/${id}`, undefined, headers)).status).toBe(200);
    expect((await api.call('GET /projects', undefined, { key: secret })).status).toBe(401);
    const bound = await ask(
      'POST /keys',
      { name: 'A', scopes: ['organization:write'], projectId: await api.site() },
      headers,
    );
    const { status, body } = await api.call('GET /members', undefined, {
      key: bound.body.data.secret,
    });
    expect([status, body.error.message]).toEqual([
      403,
      `A key of one project can't have the scope "organization:write".`,
    ]);
  });

  test('a key that may do nothing is not created', async () => {
    const { headers } = await join('nothing', 'owner');
    const { status, body } = await ask('POST /keys', { name: 'CI', scopes: [] }, headers);
    expect([status, body.error.code, body.error.details[0].path]).toEqual([
      400,
      'VALIDATION_ERROR',
      'scopes',
    ]);
    expect((await ask('GET /keys', undefined, headers)).text).not.toContain('"CI"');
  });

  describe('the audit log', () => {
    test('forgets entries after 400 days, but not which projects were deleted', async () => {
      const there = await testApi(opened.store);
      const { headers } = await join('old', 'owner', null, there);
      const projectId = await there.site(['a']);
      await ask(`PATCH /projects/${projectId}`, { name: 'B' }, headers, there);
      await ask(`DELETE /projects/${projectId}`, undefined, headers, there);
      const operations = async () =>
        (await ask('GET /audit', undefined, headers, there)).body.data.map(
          ({ operation }: { operation: string }) => operation,
        );
      const all = ['deleteProject', 'updateProject', 'signIn'];
      expect(await operations()).toEqual(all);
      const late = there.clock.time + 400 * 24 * hour;
      await sweepAudit(opened.store.db, late);
      expect(await operations()).toEqual(all);
      await sweepAudit(opened.store.db, late + 1);
      expect(await operations()).toEqual(['deleteProject']);
      expect((await deletedDeployments(opened.store.db)).size).toBeGreaterThan(0);
    });

    test('has who changed what, from what to what, without secrets', async () => {
      const there = await testApi(opened.store);
      const { id, headers, email } = await join('audit', 'owner', null, there);
      const projectId = await there.site(['a']);
      const config = (value: string) =>
        JSON.stringify({
          name: 'Site',
          colors: { primary: value },
          api: { token: `s3cret${value}` },
        });
      await ask(
        `PATCH /projects/${projectId}`,
        { name: 'New name', configJson: config('#111111') },
        headers,
        there,
      );
      await ask(`PATCH /projects/${projectId}`, { configJson: config('#222222') }, headers, there);
      await there.call(`POST /projects/${projectId}/languages`, { code: 'fr' });
      await ask('POST /keys', { name: 'K', scopes: ['projects:read'] }, headers, there);
      // A refused request has changed nothing.
      await ask('POST /projects', { name: 'A' }, headers, there);
      const list = async (query = '') =>
        (await ask(`GET /audit${query}`, undefined, headers, there)).body.data;
      const all = await list();
      expect(all.map(({ operation }: { operation: string }) => operation)).toEqual([
        ...['createKey', 'addLanguage', 'updateProject', 'updateProject', 'signIn'],
      ]);
      expect(all[2]).toMatchObject({
        actor: { type: 'member', id, name: email },
        ...{ projectId, target: { projectId }, requestId: expect.stringMatching(/^req_/) },
        changes: [
          { field: 'configJson.colors.primary', before: '#111111', after: '#222222' },
          { field: 'configJson.api.token', before: '***', after: '***' },
        ],
      });
      expect(all[3].changes).toContainEqual({ field: 'name', before: 'Site', after: 'New name' });
      expect(all[1].actor).toMatchObject({ type: 'key', id: expect.stringMatching(/^key_/) });
      expect(JSON.stringify(all)).not.toMatch(/s3cret|docent_live/);
      expect(await list(`?actor=${all[1].actor.id}`)).toEqual([all[1]]);
      expect(await list('?operation=updateProject')).toEqual([all[2], all[3]]);
      const entry = `GET /audit/${all[2].id}`;
      expect((await ask(entry, undefined, headers, there)).body.data).toEqual(all[2]);
      const stranger = await join('stranger', 'owner');
      expect((await ask(entry, undefined, stranger.headers)).status).toBe(404);
      expect(all[0].changes).toContainEqual({ field: 'name', before: null, after: 'K' });
      expect(await list(`?to=2026-01-01T00:00:00.000Z`)).toEqual([]);
      const first = await ask('GET /audit?perPage=2', undefined, headers, there);
      const next = /<\/api\/v1([^>]+)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1];
      expect([
        ...first.body.data,
        ...(await ask(`GET ${next}`, undefined, headers, there)).body.data,
      ]).toEqual(all.slice(0, 4));
    });
  });

  test('of one organization see nothing of another', async () => {
    const there = await testApi(opened.store);
    const { headers } = await join('mine', 'owner', null, there);
    const stranger = await join('theirs', 'owner');
    const pending = await invite(api.services, api.orgId, {
      email: addressOf('pending'),
      role: 'viewer',
      languages: null,
    });
    for (const line of [
      `PATCH /members/${stranger.id}`,
      `DELETE /members/${stranger.id}`,
      `DELETE /invitations/${pending.id}`,
      `DELETE /keys/${(await opened.store.db.selectFrom('keys').select('id').where('org_id', '=', api.orgId).executeTakeFirstOrThrow()).id}`,
    ]) {
      const body = line.startsWith('PATCH') ? { role: 'viewer' } : undefined;
      expect((await ask(line, body, headers, there)).status, line).toBe(404);
    }
    for (const line of [
      'GET /members',
      'GET /invitations',
      'GET /keys',
      'GET /audit',
      'GET /projects',
    ]) {
      const { text } = await ask(line, undefined, headers, there);
      for (const foreign of [api.orgId, stranger.id, stranger.email, pending.id])
        expect(text, line).not.toContain(foreign);
    }
    expect((await ask(`GET /projects/${await api.site()}`, undefined, headers, there)).status).toBe(
      404,
    );
  });

  test('of one organization find no thing of another, with any operation', async () => {
    const real = await oneOfEach(api);
    const there = await testApi(opened.store);
    const { headers } = await join('matrix', 'owner', null, there);
    let checked = 0;
    for (const [path, methods] of Object.entries(paths)) {
      for (const [method, { security }] of Object.entries(methods)) {
        if (security.length === 0 || !path.includes('{')) continue;
        const target = path
          .replace('/api/v1', '')
          .replace(/\{(\w+)\}/g, (_, name: string) => real[name] ?? 'x');
        const query = path.endsWith('/translations') ? '?language=fr' : '';
        const line = `${method.toUpperCase()} ${target}${query}`;
        const body = ['get', 'delete'].includes(method) ? undefined : {};
        expect((await ask(line, body, headers, there)).status, line).toBe(404);
        checked++;
      }
    }
    expect(checked).toBeGreaterThan(40);
    const left = await opened.store.db.selectFrom('users').select('id').execute();
    expect(left.map(({ id }) => id)).toContain(real.userId);
  });

  test('a test key sees none of them', async () => {
    await join('tested', 'viewer');
    const key = await api.keyFor({ mode: 'test' });
    for (const line of ['GET /members', 'GET /invitations', 'GET /keys', 'GET /audit']) {
      expect((await api.call(line, undefined, { key })).body.data, line).toEqual([]);
    }
    for (const [line, body] of [
      ['POST /invitations', { email: 'a@b.test', role: 'owner' }],
      ['POST /keys', { name: 'A', scopes: ['projects:read'] }],
    ] as const) {
      expect((await api.call(line, body, { key })).body.error.message).toContain('no test mode');
    }
  });
});
