import { describe, expect, test } from 'vitest';
import { blockedAddress, blockedUrl, publicOnly } from '../../schema/network.ts';

/** Addresses that lead somewhere else than the public internet, in every spelling that a URL takes. */
const hostileUrls = [
  'https://127.0.0.1/',
  'https://127.1/',
  'https://2130706433/',
  'https://0x7f000001/',
  'https://0x7f.1/',
  'https://0177.0.0.1/',
  'https://017700000001/',
  'https://127.000.000.001/',
  'https://0/',
  'https://0.0.0.0/',
  'https://localhost/',
  'https://LOCALHOST/',
  'https://localhost./',
  'https://foo.localhost/',
  'https://printer.local/',
  'https://metadata.google.internal/',
  'https://intranet/',
  'https://router.lan/',
  'https://nas.home.arpa/',
  'https://10.0.0.1/',
  'https://10.255.255.255/',
  'https://172.16.0.1/',
  'https://172.31.255.255/',
  'https://192.168.1.1/',
  'https://169.254.169.254/',
  'https://2852039166/',
  'https://0xa9fea9fe/',
  'https://100.64.0.1/',
  'https://100.127.255.255/',
  'https://192.0.0.1/',
  'https://192.0.2.1/',
  'https://198.18.0.1/',
  'https://198.51.100.1/',
  'https://203.0.113.1/',
  'https://192.88.99.1/',
  'https://224.0.0.1/',
  'https://239.255.255.255/',
  'https://240.0.0.1/',
  'https://255.255.255.255/',
  'https://[::1]/',
  'https://[::]/',
  'https://[0:0:0:0:0:0:0:1]/',
  'https://[::ffff:127.0.0.1]/',
  'https://[::ffff:7f00:1]/',
  'https://[::ffff:10.0.0.1]/',
  'https://[::ffff:8.8.8.8]/',
  'https://[::127.0.0.1]/',
  'https://[::ffff:0:127.0.0.1]/',
  'https://[64:ff9b::127.0.0.1]/',
  'https://[64:ff9b::7f00:1]/',
  'https://[64:ff9b:1::1]/',
  'https://[2002:7f00:1::]/',
  'https://[2001:0:7f00:1::]/',
  'https://[fe80::1]/',
  'https://[fec0::1]/',
  'https://[fc00::1]/',
  'https://[fd12:3456::1]/',
  'https://[ff02::1]/',
  'https://[100::1]/',
  'https://[2001:db8::1]/',
  'https://[3fff::1]/',
  'https://[5f00::1]/',
  'https://[4000::1]/',
  'https://１２７.0.0.1/',
  'https://①②⑦.0.0.1/',
  'https://127。0。0。1/',
  'https://user:pass@example.com/',
  'https://user@example.com/',
  'https://example.com:22/',
  'https://example.com:8443/',
  'http://example.com/',
  'ftp://example.com/',
  'file:///etc/passwd',
  'gopher://example.com/',
  'javascript:alert(1)',
  'https://',
  'example.com',
  'https://[fe80::1%25eth0]/',
  'https://exa mple.com/',
];

describe('a URL', () => {
  test.each(hostileUrls)('%s is blocked', (url) => {
    expect(blockedUrl(url, publicOnly)).toEqual(expect.any(String));
  });

  test.each([
    'https://example.com/',
    'https://example.com:443/x?y=1',
    'https://8.8.8.8/',
    'https://[2606:4700::1111]/',
  ])('%s is let through', (url) => expect(blockedUrl(url, publicOnly)).toBeUndefined());

  test('may be plain http, local and on any port where the operator lists its host', () => {
    const policy = { allow: ['127.0.0.0/8'], plainHosts: ['localhost'], ports: [] };
    expect(blockedUrl('http://localhost:3000/hook', policy)).toBeUndefined();
    expect(blockedUrl('http://example.com/', policy)).toContain('https');
    expect(blockedUrl('https://127.0.0.1/', policy)).toBeUndefined();
    expect(blockedUrl('https://10.0.0.1/', policy)).toContain('private');
  });

  test('may use the ports the operator lists', () => {
    const policy = { ...publicOnly, ports: [8443] };
    expect(blockedUrl('https://example.com:8443/', policy)).toBeUndefined();
    expect(blockedUrl('https://example.com:8444/', policy)).toBe('port 8444 is not allowed');
  });
});

describe('an address', () => {
  test('with a zone is never called, whatever the operator allows', () => {
    expect(blockedAddress('fe80::1%eth0', { ...publicOnly, allow: ['fe80::/10'] })).toContain(
      'zone',
    );
  });
  test('that is not an address is refused', () => {
    expect(blockedAddress('example.com', publicOnly)).toContain('not an IP address');
  });
  test('of the other family is not let through by an allowed block', () => {
    expect(blockedAddress('::1', { ...publicOnly, allow: ['0.0.0.0/0'] })).toContain('loopback');
  });
});
