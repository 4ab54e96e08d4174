import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { removeMember } from '../../../runtime/members/change.ts';
import { acceptInvitation, invite } from '../../../runtime/members/invitations.ts';
import type { PasswordResets, ResetMessage } from '../../../runtime/members/password-reset.ts';
import { createVault } from '../../../runtime/secrets/vault.ts';
import { insertIdentity } from '../../../runtime/store/identities.ts';
import { insertUser } from '../../../runtime/store/users.ts';
import { type TestApi, testApi } from '../routes/test-api.ts';
import { eachStore, type TestStore } from '../store/each-store.ts';
import { org } from '../store/world.ts';

const old = 'a password of some length';
const chosen = 'another one, of more length';
const own = { origin: 'http://localhost' };
const dashboard = 'https://docs.example.com';

eachStore('links for a new password', (open) => {
  let opened: TestStore;
  let api: TestApi;
  let sent: ResetMessage[];
  let log: string[];
  /** Resolves when the next message is sent, or could not be. */
  let next: PromiseWithResolvers<void>;
  let resets: PasswordResets;
  beforeEach(async () => {
    opened = await open();
    [sent, log, next] = [[], [], Promise.withResolvers()];
    resets = {
      send: async (message) => {
        sent.push(message);
        next.resolve();
      },
      vault: createVault(Buffer.alloc(32, 3)),
      limit: async () => ({}),
      dashboardAt: async () => dashboard,
      provider: { issuer: 'https://login.example.com', label: 'Acme SSO' },
      log: (line) => {
        log.push(line);
        next.resolve();
      },
    };
    api = await testApi(opened.store, { passwordResets: resets });
    await join('olga@example.com', api.orgId);
  });
  afterEach(() => opened.drop());

  const ask = (line: string, body?: unknown, headers: Record<string, string> = own) =>
    api.call(line, body, { key: null, headers });
  const join = async (email: string, orgId: string) => {
    const { token } = await invite(api.services, orgId, { email, role: 'owner', languages: null });
    return (await acceptInvitation(api.services, token, { name: email, password: old })).id;
  };
  const request = async (email: string) => {
    next = Promise.withResolvers();
    return ask('POST /password-resets', { email });
  };
  const tokenIn = (message: ResetMessage | undefined) =>
    message?.type === 'link' ? message.link.replace(`${dashboard}/dashboard/reset#`, '') : '';
  const tokenFor = async (email: string) => {
    expect((await request(email)).status).toBe(202);
    await next.promise;
    return tokenIn(sent.at(-1));
  };
  const use = (token: string, password = chosen) =>
    ask('POST /password-resets/use', { token, password });
  const signIn = (email: string, password: string) => ask('POST /sessions', { email, password });
  const cookieOf = ({ headers }: { readonly headers: Headers }) =>
    (headers.get('set-cookie') ?? '').replace(/;.*$/s, '');

  test('set it once, sign in, and end every other session', async () => {
    const cookie = cookieOf(await signIn('olga@example.com', old));
    const token = await tokenFor('Olga@Example.com');
    expect(sent).toEqual([
      {
        ...{ type: 'link', to: 'olga@example.com', organization: 'Acme' },
        link: `${dashboard}/dashboard/reset#${token}`,
      },
    ]);
    // Until then, everything is as it was.
    expect((await signIn('olga@example.com', old)).status).toBe(201);
    const used = await use(token);
    expect(used.status, used.text).toBe(201);
    expect(used.body.data.user).toMatchObject({ email: 'olga@example.com', role: 'owner' });
    const session = { cookie: cookieOf(used), ...own };
    expect((await ask('GET /sessions/current', undefined, session)).status).toBe(200);
    expect((await ask('GET /sessions/current', undefined, { cookie, ...own })).status).toBe(401);
    expect((await signIn('olga@example.com', old)).status).toBe(401);
    expect((await signIn('olga@example.com', chosen)).status).toBe(201);
    const again = await use(token, 'a third one, never set');
    expect([again.status, again.body.error.message]).toEqual([
      404,
      'This link was used already or has expired. Ask for a new one.',
    ]);
    const entries = await api.call('GET /audit?operation=resetPassword');
    expect(entries.body.data).toHaveLength(1);
  });

  test('are used by one of two who come at the same moment', async () => {
    const token = await tokenFor('olga@example.com');
    const both = await Promise.all([use(token), use(token, 'yet another one, as long')]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 404]);
  });

  test('are not sent to addresses that are those of no member, with the same answer', async () => {
    await insertUser(opened.store.db, {
      ...{ id: 'usr_READER', org_id: api.orgId, email: 'reader@example.com', password: 'none' },
      ...{ member_of: '[]', created_at: 0 },
    });
    const answers = [
      await request('nobody@example.com'),
      await request('reader@example.com'),
      await request('olga@example.com'),
    ];
    await next.promise;
    const [first] = answers;
    for (const { status, text } of answers) {
      expect([status, text]).toEqual([202, first?.text]);
    }
    expect(sent.map(({ to }) => to)).toEqual(['olga@example.com']);
    expect(log).toEqual([]);
  });

  test('go to a member of several organizations, one for each', async () => {
    const other = await org(opened.store);
    const id = await join('olga@example.com', other);
    await tokenFor('olga@example.com');
    await vi.waitFor(() => expect(sent).toHaveLength(2));
    const used = await use(tokenIn(sent[1]));
    expect(used.body.data.user.id).toBe(id);
    const first = await use(tokenIn(sent[0]));
    expect(first.body.data.organization.id).toBe(api.orgId);
  });

  test('go to the other organizations of a member if one has no address', async () => {
    const other = await org(opened.store);
    const id = await join('olga@example.com', other);
    const dashboardAt = async (_origin: string, orgId?: string) =>
      orgId === api.orgId ? undefined : dashboard;
    Object.assign(api.services, { passwordResets: { ...resets, dashboardAt } });
    await request('olga@example.com');
    await vi.waitFor(() => expect(sent).toHaveLength(1));
    expect((await use(tokenIn(sent[0]))).body.data.user.id).toBe(id);
    expect(log.join()).toContain('The address of the dashboard is not known.');
  });

  test('end after an hour, with another password, and with the member', async () => {
    const late = await tokenFor('olga@example.com');
    api.clock.time += 3_600_000;
    expect((await use(late)).status).toBe(404);
    const removed = await join('gone@example.com', api.orgId);
    const left = await tokenFor('gone@example.com');
    await removeMember(opened.store, api.orgId, removed);
    expect((await use(left)).status).toBe(404);
    const one = await tokenFor('olga@example.com');
    expect((await use(await tokenFor('olga@example.com'))).status).toBe(201);
    expect((await use(one)).status).toBe(404);
    for (const wrong of ['none', 'v1.', `${one}x`, `v1.${'A'.repeat(60)}`]) {
      expect((await use(wrong)).status, wrong).toBe(404);
    }
  });

  test('are still good after a password that may not be used', async () => {
    const token = await tokenFor('olga@example.com');
    const wrong = await use(token, 'olga@example.com');
    expect(wrong.body.error.details[0].path).toBe('password');
    expect(wrong.status).toBe(400);
    expect((await use(token)).status).toBe(201);
  });

  test('are not sent to members who sign in with the identity provider', async () => {
    const id = await join('sso@example.com', api.orgId);
    const { issuer } = resets.provider ?? { issuer: '' };
    await opened.store.transaction((trx) =>
      insertIdentity(trx, { user_id: id, issuer, subject: 's', created_at: 0 }),
    );
    expect(await tokenFor('sso@example.com')).toBe('');
    expect(sent[0]).toMatchObject({ provider: 'Acme SSO', dashboard: `${dashboard}/dashboard` });
  });

  test('are refused where the server sends no mail, or does not know where its dashboard is', async () => {
    const silent = await testApi(opened.store);
    const email = { email: 'olga@example.com' };
    const without = await silent.call('POST /password-resets', email, { key: null, headers: own });
    expect(without.status).toBe(404);
    expect(without.body.error.message).toContain('sends no mail');
    Object.assign(api.services, {
      passwordResets: { ...resets, dashboardAt: async () => undefined },
    });
    const unknown = await request('olga@example.com');
    expect([unknown.status, sent]).toEqual([404, []]);
  });

  test('whose message is refused leave a line in the log, without the link', async () => {
    const send = async () => {
      throw new Error('450 try later');
    };
    Object.assign(api.services, { passwordResets: { ...resets, send } });
    await request('olga@example.com');
    await next.promise;
    expect(log).toEqual([
      'A link for a new password could not be sent to olga@example.com: 450 try later',
    ]);
  });
});
