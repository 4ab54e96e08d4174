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
