import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  authenticate,
  hashSecret,
  isSecret,
  maskSecret,
  newSecret,
} from '../../../runtime/http/auth.ts';
import { unlimited } from '../../../runtime/http/rate-limit.ts';

test('a key names service and mode, then 32 random characters and a checksum', () => {
  const secret = newSecret();
  expect(secret).toMatch(/^docent_live_[0-9A-Za-z]{38}$/);
  expect(newSecret({ mode: 'test' })).toMatch(/^docent_test_/);
  expect(isSecret(secret)).toBe(true);
  expect(newSecret()).not.toBe(secret);
});

test('any one changed character is found by the checksum, without a database', () => {
  const secret = newSecret();
  fc.assert(
    fc.property(fc.nat(37), fc.constantFrom(...'abcXYZ019'), (place, letter) => {
      const at = 'docent_live_'.length + place;
      fc.pre(secret[at] !== letter);
      expect(isSecret(secret.slice(0, at) + letter + secret.slice(at + 1))).toBe(false);
    }),
  );
});

test('what is stored and what is shown do not give the key away', () => {
  const secret = newSecret();
  expect(hashSecret(secret)).toMatch(/^[0-9a-f]{64}$/);
  expect(maskSecret(secret)).toBe(`docent_live_…${secret.slice(-4)}`);
  expect(maskSecret('something else')).toBe('…');
});

test.each([null, '', 'Bearer', 'Basic abc', 'Bearer a b', 'Bearer docent_live_x'])(
  'no token in %j',
  (header) => {
    const find = () => Promise.reject(new Error('It was looked up.'));
    const tried = authenticate(header, { address: '::1', failures: unlimited.wrongKeys, find });
    return expect(tried).rejects.toThrow(/Missing or invalid API key/);
  },
);
