import { expect, test } from 'vitest';
import { readers, readSettings } from '../../runtime/environment.ts';
import { readTranslateSettings } from '../../runtime/translation.ts';

test('without settings only the public internet is called, as Docent', () => {
  expect(readSettings({}, {})).toEqual({
    service: 'Docent',
    proxies: [],
    policy: { allow: [], plainHosts: [], ports: [] },
  });
});

test('a wrong value is one sentence that names the flag and the variable', () => {
  expect(() => readSettings({ webhookPorts: '443, no' }, {})).toThrow(
    'Unexpected value of --webhook-ports or DOCENT_WEBHOOK_PORTS: "no" is no port from 1 to 65535.',
  );
  expect(() => readSettings({ trustProxy: 'nginx' }, {})).toThrow('DOCENT_TRUST_PROXY');
});

test('the secret key comes from the environment alone, and a short one is refused', () => {
  expect(readSettings({}, { DOCENT_SECRET_KEY: 'x'.repeat(16) }).secretKey).toBe('x'.repeat(16));
  expect(() => readSettings({}, { DOCENT_SECRET_KEY: 'short' })).toThrow(
    'DOCENT_SECRET_KEY is too short',
  );
});

test('lists are read with blanks and a lone address as a range of one', () => {
  expect(readers.ranges('10.0.0.0/8, 192.168.1.7,::1')).toEqual([
    '10.0.0.0/8',
    '192.168.1.7/32',
    '::1/128',
  ]);
  expect(readers.hosts('Hooks.test., localhost')).toEqual(['hooks.test', 'localhost']);
  expect(readers.ports('8443, 9000')).toEqual([8443, 9000]);
});

test.each([
  ['ranges', '10.0.0.0/40', '"10.0.0.0/40" is neither'],
  ['ranges', 'example.com', '"example.com" is neither'],
  ['hosts', 'http://localhost', '"http://localhost" is no host name'],
  ['ports', '0', '"0" is no port'],
  ['ports', '80x', '"80x" is no port'],
  ['serviceName', 'Acme Docs', '"Acme Docs" is no name'],
  ['serviceName', 'a\r\nX-Evil: 1', 'is no name'],
  ['database', 'mysql://localhost/x', 'Expected postgres://'],
] as const)('%s "%s" is refused with a sentence', (name, text, sentence) => {
  expect(() => readers[name](text)).toThrow(sentence);
});

test('the author of commits is a name and an address', () => {
  const read = (author: string) =>
    readTranslateSettings({ GITHUB_TOKEN: 't', DOCENT_GIT_AUTHOR: author }).github?.author;
  expect(read('Docs Bot <docs@example.com>')).toEqual({
    name: 'Docs Bot',
    email: 'docs@example.com',
  });
  expect(read('')).toBeUndefined();
  expect(() => read('Docs Bot')).toThrow('DOCENT_GIT_AUTHOR');
});
