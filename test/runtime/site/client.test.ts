import { describe, expect, test } from 'vitest';
import { createVault } from '../../../runtime/secrets/vault.ts';
import { clientOf, isOwnForm } from '../../../runtime/site/client.ts';
import { readRanges } from '../../../runtime/site/hosts.ts';
import { createSessions } from '../../../runtime/site/session.ts';
import { readAuth } from '../../../schema/config/auth.ts';

const proxies = readRanges(['10.0.0.0/8']);
const ask = (headers: Record<string, string>) =>
  new Request('http://docs.test/x', { headers: { host: 'docs.test', ...headers } });

describe('the client of a request', () => {
  const forwarded = {
    'x-forwarded-proto': 'https',
    'x-forwarded-host': 'docs.example.com',
    'x-forwarded-for': '203.0.113.9, 198.51.100.7, 10.0.0.2',
  };

  test('is what a trusted proxy says, up to the first address that is none of ours', () => {
    expect(clientOf(ask(forwarded), '10.0.0.1', proxies)).toEqual({
      address: '198.51.100.7',
      secure: true,
      origin: 'https://docs.example.com',
    });
  });

  test.each([
    ['2001:db8:1:2::1', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
    ['2001:db8:1:3::1', '2001:db8:1:3::/64'],
    ['fe80::1%eth0', 'fe80::/64'],
    ['::1', '::/64'],
    ['::ffff:203.0.113.1', '203.0.113.1'],
    ['::ffff:cb00:7101', '203.0.113.1'],
    ['203.0.113.1', '203.0.113.1'],
    ['unknown', 'unknown'],
  ])('%s counts as %s, with and without a proxy', (address, counted) => {
    expect(clientOf(ask({}), address, proxies).address).toBe(counted);
    const behind = ask({ 'x-forwarded-for': address });
    expect(clientOf(behind, '10.0.0.1', proxies).address).toBe(counted);
  });

  test('is the other end of the connection for everyone else', () => {
    expect(clientOf(ask(forwarded), '203.0.113.1', proxies)).toEqual({
      address: '203.0.113.1',
      secure: false,
      origin: 'http://docs.test',
    });
  });
});

test('a form is trusted based on what the browser says, also behind a proxy that terminates TLS', () => {
  const client = clientOf(ask({}), '203.0.113.1', proxies);
  expect(isOwnForm(ask({ 'sec-fetch-site': 'same-origin' }), client)).toBe(true);
  expect(isOwnForm(ask({ origin: 'https://docs.test' }), client)).toBe(true);
  expect(isOwnForm(ask({ 'sec-fetch-site': 'none' }), client)).toBe(false);
  expect(isOwnForm(ask({ origin: 'https://docs.test:444' }), client)).toBe(false);
  expect(isOwnForm(ask({}), client)).toBe(false);
});

test('over https the cookie is of this host alone and never sent without TLS', () => {
  const sessions = createSessions({
    vault: createVault(Buffer.alloc(32, 7)),
    accounts: {
      find: async () => undefined,
      findByEmail: async () => undefined,
      check: async () => undefined,
    },
    ended: { add: async () => {}, has: async () => false },
    now: () => 0,
  });
  const scope = { project: 'prj_1', auth: readAuth({ enabled: true, provider: 'custom' }) };
  expect(sessions.issue(scope, { groups: ['a'] }, true)).toMatch(
    /^__Host-docent_session=[\w-]+; Path=\/; Max-Age=28800; HttpOnly; SameSite=Lax; Secure$/,
  );
  expect(() => sessions.issue(scope, { groups: ['x'.repeat(4000)] }, true)).toThrow(
    'too many groups',
  );
});
