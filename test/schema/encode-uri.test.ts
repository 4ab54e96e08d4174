import { expect, test } from 'vitest';
import { encodeUri, encodeUriPart } from '../../schema/encode-uri.ts';

test('texts are encoded as the language does, and half of a surrogate pair as U+FFFD', () => {
  expect(encodeUri('/a b/é?c=😀')).toBe(encodeURI('/a b/é?c=😀'));
  expect(encodeUriPart('a/b?é😀')).toBe(encodeURIComponent('a/b?é😀'));
  expect(encodeUri('/a\ud800b')).toBe('/a%EF%BF%BDb');
  expect(encodeUriPart('\udc00/')).toBe('%EF%BF%BD%2F');
});
