import { expect, test } from 'vitest';
import { fill, loadWords } from '../../../../pipeline/site/client/words.ts';
import { wordsOf } from '../../../../pipeline/site/words.ts';

test.each(['en', 'en-GB', 'de-AT', 'zh', 'zh-CN', 'zh-HK', 'xx'])(
  'the browser has the words that the server has for %s',
  async (language) => {
    const { search, reader, keys } = await loadWords(language);
    expect({ ...search }).toEqual(wordsOf(language).search);
    expect({ ...reader }).toEqual(wordsOf(language).reader);
    expect({ ...keys }).toEqual(wordsOf(language).keys);
  },
);

test('a value fills the place of a word as it is', () => {
  expect(fill('Found {}', '$&')).toBe('Found $&');
});
