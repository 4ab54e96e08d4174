import { expect, test } from 'vitest';
import { readTranslateSettings } from '../../../runtime/translation/environment.ts';

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

test('the prices of tokens are two numbers', () => {
  const read = (price: string) => readTranslateSettings({ DOCENT_TRANSLATE_PRICE: price }).price;
  expect(read('0.15, 0.6')).toEqual({ input: 0.15, output: 0.6 });
  expect(read('')).toBeUndefined();
  expect(() => read('0.15')).toThrow('DOCENT_TRANSLATE_PRICE');
});
