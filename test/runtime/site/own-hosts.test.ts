import { expect, test } from 'vitest';
import { ownHosts } from '../../../runtime/site/own-hosts.ts';

const loopback = [
  'localhost',
  'LOCALHOST:3000',
  'docs.localhost:3000',
  'localhost.',
  '127.0.0.1:3000',
  '127.1.2.3',
  '[::1]:3000',
  '[::1]',
];
const strange = [
  '',
  'evil.example:3000',
  'localhost.evil.example',
  'notlocalhost',
  '127.0.0.1.evil.example',
  'evil.example:127.0.0.1',
];

test.each(['127.0.0.1', 'localhost', '0.0.0.0', '::', 'docs.internal', '192.0.2.7'])(
  'a server at %s answers to the names of its machine, and not to others',
  (listening) => {
    const isOwn = ownHosts(listening);
    expect(loopback.filter((host) => !isOwn(host))).toEqual([]);
    expect(strange.filter(isOwn)).toEqual([]);
  },
);

test('the address or name it listens on is its own, addresses of others are not', () => {
  expect(ownHosts('192.0.2.7')('192.0.2.7:80')).toBe(true);
  expect(ownHosts('192.0.2.7')('192.0.2.8:80')).toBe(false);
  expect(ownHosts('docs.internal')('Docs.Internal:3000')).toBe(true);
  expect(ownHosts('127.0.0.1')('192.0.2.7')).toBe(false);
});

test('a server that listens everywhere answers to every address', () => {
  for (const listening of ['0.0.0.0', '::']) {
    expect(ownHosts(listening)('192.0.2.7:3000')).toBe(true);
    expect(ownHosts(listening)('[2001:db8::1]:3000')).toBe(true);
  }
});
