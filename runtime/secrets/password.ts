import { createHash, randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { createLane } from '../http/lane.ts';
import { passwordCost as cost } from './password-cost.ts';

const shape = /^scrypt\$(\d+)\$(\d+)\$(\d+)\$([A-Za-z0-9+/=]+)\$([A-Za-z0-9+/=]+)$/;

/** The stored form of a password: the method with its cost, a salt, and the result of scrypt. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const hash = await derive(password, salt, cost);
  return ['scrypt', cost.N, cost.r, cost.p, salt.toString('base64'), hash.toString('base64')].join(
    '$',
  );
}

/**
 * Whether a password is the one that was stored. Without a stored one it takes as long and says no, so
 * that the time of an answer does not tell which accounts there are.
 */
export async function isPassword(password: string, stored: string | undefined): Promise<boolean> {
  const match = shape.exec(stored ?? (await nobody()));
  if (!match) throw new Error('Unknown format of a stored password.');
  const [, N, r, p, salt = '', hash = ''] = match;
  const expected = Buffer.from(hash, 'base64');
  const options = { ...cost, N: Number(N), r: Number(r), p: Number(p) };
  const found = await derive(password, Buffer.from(salt, 'base64'), options);
  return timingSafeEqual(found, expected) && stored !== undefined;
}

/** Differs after every change of a password, and says nothing about it: `stored` has a salt. */
export function stampOf(stored: string): string {
  return createHash('sha256').update(stored).digest('base64url').slice(0, 16);
}

let unknown: Promise<string> | undefined;
/** A password that matches no account. */
function nobody(): Promise<string> {
  unknown ??= hashPassword(randomBytes(32).toString('base64'));
  return unknown;
}

/**
 * Threads that hash at the same time: the same few also read files and resolve names, which must not wait
 * for everyone who tries passwords.
 */
const hashing = createLane(2);

async function derive(
  password: string,
  salt: Uint8Array,
  options: { readonly N: number; readonly r: number; readonly p: number; readonly maxmem: number },
): Promise<Buffer> {
  const leave = await hashing();
  try {
    return await new Promise((resolve, reject) => {
      // The same letters may be typed as one character or as two.
      scrypt(password.normalize('NFKC'), salt, 32, options, (error, key) =>
        error ? reject(error) : resolve(key),
      );
    });
  } finally {
    leave();
  }
}
