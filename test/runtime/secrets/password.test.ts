import { scryptSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { hashPassword, isPassword } from '../../../runtime/secrets/password.ts';
import { passwordCost } from '../../../runtime/secrets/password-cost.ts';

const { N, r, p } = passwordCost;

/** A password as a server stores it; other tests store theirs at a lower cost. */
const stored = (password: string) => {
  const salt = Buffer.from('0123456789abcdef');
  const hash = scryptSync(password, salt, 32, passwordCost);
  return ['scrypt', N, r, p, salt.toString('base64'), hash.toString('base64')].join('$');
};

test('a try costs 32 MB, and not less than it should', () => {
  expect(128 * N * r).toBe(32 * 1024 * 1024);
  expect({ N, r, p }).toEqual({ N: 32_768, r: 8, p: 1 });
});

test('a password is checked at the cost that it was stored with', async () => {
  expect(await isPassword('correct horse', stored('correct horse'))).toBe(true);
  expect(await isPassword('correct house', stored('correct horse'))).toBe(false);
});

test('a stored password says what it costs, and has a salt of its own', async () => {
  const [one, other] = [await hashPassword('a password'), await hashPassword('a password')];
  expect(one).toMatch(/^scrypt\$\d+\$8\$1\$[A-Za-z0-9+/=]{24}\$[A-Za-z0-9+/=]{44}$/);
  expect(one).not.toBe(other);
  expect(await isPassword('a password', one)).toBe(true);
  expect(await isPassword('another', one)).toBe(false);
});

test('letters that are typed in two ways are the same, and no account has no password', async () => {
  expect(await isPassword('cafe\u0301', await hashPassword('caf\u00e9'))).toBe(true);
  expect(await isPassword('', undefined)).toBe(false);
});
