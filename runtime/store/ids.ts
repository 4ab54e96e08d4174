import { randomBytes } from 'node:crypto';

/** What an identifier names; the part before the underscore (S1-12). */
export type IdPrefix =
  | 'org'
  | 'key'
  | 'usr'
  | 'prj'
  | 'job'
  | 'trm'
  | 'whk'
  | 'evt'
  | 'dlv'
  | 'cnv'
  | 'msg'
  | 'tsk'
  | 'aud'
  | 'dpl'
  | 'fbk'
  | 'req';

/** Makes a new identifier such as `prj_01JC…`: opaque, sortable by time of creation. */
export type NewId = (prefix: IdPrefix) => string;

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** A source of identifiers; two made in the same millisecond still sort in the order they were made. */
export function createIds(
  now: () => number = Date.now,
  random: (bytes: number) => Uint8Array = randomBytes,
): NewId {
  let last = -1;
  let tail: number[] = [];
  return (prefix) => {
    const time = now();
    if (time > last) {
      last = time;
      tail = Array.from(random(16), (byte) => byte & 31);
    } else {
      increment(tail);
    }
    return `${prefix}_${encodeTime(last)}${tail.map((digit) => alphabet[digit]).join('')}`;
  };
}

function increment(digits: number[]): void {
  for (let index = digits.length - 1; index >= 0; index--) {
    const digit = digits[index] ?? 0;
    if (digit < 31) {
      digits[index] = digit + 1;
      return;
    }
    digits[index] = 0;
  }
}

function encodeTime(time: number): string {
  let text = '';
  for (let rest = time, place = 0; place < 10; place++) {
    text = alphabet[rest % 32] + text;
    rest = Math.floor(rest / 32);
  }
  return text;
}
