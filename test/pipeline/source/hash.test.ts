import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { sourceHash } from '../../../pipeline/source/hash.ts';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

test.each([
  ['is plain', 'Text\n', 'Text\n'],
  ['has a byte-order mark', '\ufeffText\n', 'Text\n'],
  ['has line endings of Windows and of old Macs', 'a\r\nb\rc\n', 'a\nb\nc\n'],
  ['has accents of one character', 'caf\xe9', 'caf\xe9'],
  ['has accents as characters of their own', 'cafe\u0301', 'caf\xe9'],
  ['has a sign that stands for a letter', '\u212b', '\xc5'],
  ['has all of them', '\ufeffcafe\u0301\r\n', 'caf\xe9\n'],
])('the hash of a page that %s is that of its normal form', (_, text, normal) => {
  expect(sourceHash(text)).toBe(sha256(normal));
});
