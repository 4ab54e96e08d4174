import { expect, test } from 'vitest';
import { loadWords } from '../../../pipeline/site/client/reader-words.ts';
import { readerWords } from '../../../pipeline/site/client/reader-words-table.ts';
import { languages } from '../../../schema/languages.ts';

test('every language of the service has all words of the panel, each its own', async () => {
  const english = await loadWords('en');
  for (const code of Object.keys(languages)) {
    const words = await loadWords(code);
    expect(Object.keys(words)).toEqual(Object.keys(english));
    if (code !== 'en') expect(words.placeholder, code).not.toBe(english.placeholder);
    for (const name of ['searching', 'reading', 'found'] as const) {
      expect(words[name], `${code} ${name}`).toContain('{}');
    }
  }
  for (const [code, line] of Object.entries(readerWords)) {
    expect(line.split('|').length, code).toBe(Object.keys(english).length);
  }
});

test('a region has its own words, a language nobody knows has English ones', async () => {
  expect((await loadWords('zh-HK')).send).toBe('傳送');
  expect((await loadWords('zh-CN')).send).toBe('发送');
  expect((await loadWords('de-AT')).send).toBe('Senden');
  expect((await loadWords('xx')).send).toBe('Send');
});
