import { createHash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { ApiError } from '../../schema/errors.ts';
import type { FailureLimiter } from './rate-limit.ts';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const shape = /^([a-z][a-z0-9]*)_(live|test)_([0-9A-Za-z]{32})([0-9A-Za-z]{6})$/;

/** The text of a new key: name of the service, mode, 32 random characters, checksum. */
export function newSecret(
  options: { readonly mode?: 'live' | 'test'; readonly service?: string } = {},
  random: (max: number) => number = randomInt,
): string {
  const head = `${options.service ?? 'docent'}_${options.mode ?? 'live'}_`;
  let body = '';
  while (body.length < 32) body += alphabet[random(alphabet.length)];
  return head + body + checksum(head + body);
}

/** Whether a text can be a key at all: its shape, and its checksum. Asked before the database. */
export function isSecret(text: string): boolean {
  const match = shape.exec(text);
  return match !== null && checksum(text.slice(0, -6)) === match[4];
}

/** What is stored of a key instead of the key. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/** A key as lists and logs show it: `docent_live_…x9Qz`. */
export function maskSecret(secret: string): string {
  const match = shape.exec(secret);
  return match ? `${match[1]}_${match[2]}_…${secret.slice(-4)}` : '…';
}

/**
 * Who sends a request, by its key. Wrong keys are counted by address, and an address with too many of them
 * is refused before any other is looked up.
 */
export async function authenticate<Found>(
  header: string | null | undefined,
  {
    address,
    failures,
    find,
  }: {
    readonly address: string;
    readonly failures: FailureLimiter;
    readonly find: (token: string) => Promise<Found | undefined>;
  },
): Promise<Found> {
  await failures.refuse(address);
  if (!header) throw unauthorized();
  const token = bearerToken(header);
  const found = token === undefined ? undefined : await find(token);
  if (found !== undefined) return found;
  await failures.count(address);
  throw unauthorized();
}

/** The bearer token of a header, when it can be a key at all. */
function bearerToken(header: string): string | undefined {
  const token = /^Bearer +([^\s]+) *$/i.exec(header)?.[1];
  return token !== undefined && isSecret(token) ? token : undefined;
}

/** The one answer to every kind of bad credentials. */
function unauthorized(): ApiError {
  return new ApiError(
    'AUTH_ERROR',
    'Missing or invalid API key. Send "Authorization: Bearer <key>".',
    { headers: { 'WWW-Authenticate': 'Bearer' } },
  );
}

function checksum(text: string): string {
  let rest = crc32(text);
  let digits = '';
  for (let place = 0; place < 6; place++) {
    digits = alphabet[rest % 62] + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
}
