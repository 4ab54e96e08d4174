import { randomBytes } from 'node:crypto';
import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { diskCache, keyOf, memoryCache } from '../../../pipeline/cache/cache.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'docent-cache-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('a cache on disk', () => {
  test('computes once, and gives the value to the next opening', async () => {
    const first = diskCache(folder);
    expect(await first.through('body', 'k', () => ({ html: 'ä→' }))).toEqual({ html: 'ä→' });
    await first.save();
    const second = diskCache(folder);
    const value = await second.through('body', 'k', () => {
      throw new Error('must not be computed again');
    });
    expect(value).toEqual({ html: 'ä→' });
  });

  test('forgets what a build did not use', async () => {
    const first = diskCache(folder);
    first.set('body', 'old', 1);
    first.set('body', 'kept', 2);
    await first.save();
    const second = diskCache(folder);
    expect(second.has('body', 'kept')).toBe(true);
    await second.save();
    const third = diskCache(folder);
    expect(third.get('body', 'kept')).toBe(2);
    expect(third.get('body', 'old')).toBeUndefined();
  });

  test('takes a damaged entry for a miss and keeps its neighbours', async () => {
    const first = diskCache(folder);
    first.set('body', 'a', 'aaaaaaaa');
    first.set('body', 'b', 'bbbbbbbb');
    await first.save();
    const file = join(folder, 'body.pack');
    const bytes = readFileSync(file);
    bytes.write('X', bytes.indexOf('aaaa'));
    writeFileSync(file, bytes);
    const second = diskCache(folder);
    expect(second.get('body', 'a')).toBeUndefined();
    expect(second.get('body', 'b')).toBe('bbbbbbbb');
  });

  test('gives the same entries in whatever order they are read', async () => {
    const first = diskCache(folder);
    // Some are larger than what is read at once.
    const entries = Array.from({ length: 60 }, (_, n) => {
      const bytes = randomBytes(n % 20 === 19 ? 100_000 : 37 * n + 1);
      return [`${n}`, bytes] as const;
    });
    for (const [key, bytes] of entries) first.setBytes('body', key, bytes);
    await first.save();
    const inTwos = entries.flatMap((_, n) => [(n * 2) % 60, (n * 2 + 1) % 60]);
    for (const order of [entries, entries.toReversed(), inTwos.map((n) => entries[n]!)]) {
      const second = diskCache(folder);
      // They are read first and compared later: none is overwritten.
      const read = order.map(([key]) => second.getBytes('body', key));
      for (const [place, [, bytes]] of order.entries()) {
        expect(bytes.equals(read[place]!)).toBe(true);
      }
      second.close();
    }
  });

  test.each([0, 1, 7, 20, 60])('takes a pack cut to %i bytes for an empty one', async (length) => {
    const first = diskCache(folder);
    first.set('body', 'a', 'a value long enough to be cut');
    await first.save();
    truncateSync(join(folder, 'body.pack'), length);
    expect(diskCache(folder).get('body', 'a')).toBeUndefined();
  });

  test('gives what it was given before and after it is saved, and leaves no half file', async () => {
    const cache = diskCache(folder);
    const big = 'x'.repeat(600_000);
    for (const key of ['a', 'b', 'c']) cache.set('body', key, `${key}${big}`);
    expect(cache.get('body', 'a')).toBe(`a${big}`);
    cache.set('body', 'a', 'again');
    expect(cache.get('body', 'a')).toBe('again');
    await cache.save();
    expect(cache.get('body', 'a')).toBe('again');
    cache.set('body', 'd', 1);
    expect(cache.get('body', 'd')).toBe(1);
    cache.close();
    expect(readdirSync(folder)).toEqual(['body.pack']);
    const next = diskCache(folder);
    expect(next.get('body', 'c')).toBe(`c${big}`);
    expect(next.get('body', 'd')).toBeUndefined();
  });

  test('appends a changed entry to a large pack, and is the pack before until that is complete', async () => {
    const first = diskCache(folder);
    const big = 'x'.repeat(1_500_000);
    first.setBytes('body', 'kept', Buffer.from(big));
    first.set('body', 'changed', 'was');
    await first.save();
    const file = join(folder, 'body.pack');
    const before = readFileSync(file);
    const second = diskCache(folder);
    expect(second.has('body', 'kept')).toBe(true);
    second.set('body', 'new', 'is');
    await second.save();
    const after = readFileSync(file);
    // Existing entries keep their places; only the first bytes and the end of the file change.
    const head = 'docent-pack-3'.length + 8;
    expect(after.subarray(head, before.length).equals(before.subarray(head))).toBe(true);
    expect(after.length).toBeLessThan(before.length + 1000);
    const third = diskCache(folder);
    expect(third.get('body', 'changed')).toBeUndefined();
    expect(third.get('body', 'new')).toBe('is');
    expect(third.getBytes('body', 'kept')?.length).toBe(big.length);
    third.close();

    writeFileSync(file, Buffer.concat([before, after.subarray(before.length)]));
    const interrupted = diskCache(folder);
    expect(interrupted.get('body', 'changed')).toBe('was');
    expect(interrupted.get('body', 'new')).toBeUndefined();
  });

  test('appends many entries, and writes a pack again that is mostly forgotten ones', async () => {
    const file = join(folder, 'body.pack');
    const text = (name: string) => `${name}${'y'.repeat(3000)}`;
    const names = (round: number) => Array.from({ length: 1000 }, (_, i) => `${round}-${i}`);
    for (const round of [0, 1, 2, 3]) {
      const cache = diskCache(folder);
      for (const name of names(round - 1)) if (round > 0) cache.get('body', name);
      for (const name of names(round)) cache.set('body', name, text(name));
      await cache.save();
      const next = diskCache(folder);
      for (const name of [...names(round), ...(round > 0 ? names(round - 1) : [])]) {
        expect(next.get('body', name)).toBe(text(name));
      }
      next.close();
      expect(statSync(file).size).toBeLessThan(2 * 2 * 1000 * 3100 + 1_000_000);
    }
  });

  test('removes what a killed build has left', () => {
    writeFileSync(join(folder, 'body.pack.123'), 'half');
    diskCache(folder);
    expect(readdirSync(folder)).toEqual([]);
  });

  test('does not write when nothing changed', async () => {
    const first = diskCache(folder);
    for (let i = 0; i < 1200; i++) first.set('body', `k${i}`, i);
    await first.save();
    const before = statSync(join(folder, 'body.pack'));
    const second = diskCache(folder);
    for (let i = 0; i < 1200; i++) expect(second.get('body', `k${i}`)).toBe(i);
    await second.save();
    expect(statSync(join(folder, 'body.pack')).ino).toBe(before.ino);
  });
});

describe('a cache in memory', () => {
  test('hands out the very value, and drops it after two saves without use', async () => {
    const cache = memoryCache();
    const value = { deep: [1] };
    cache.set('page', 'k', value);
    await cache.save();
    expect(cache.get('page', 'k')).toBe(value);
    await cache.save();
    await cache.save();
    expect(cache.get('page', 'k')).toBeUndefined();
  });
});

test('keys tell apart where one part ends and the next begins', () => {
  expect(keyOf('ab', 'c')).not.toBe(keyOf('a', 'bc'));
  expect(keyOf('a', undefined)).not.toBe(keyOf('a'));
});
