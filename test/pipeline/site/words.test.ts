import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Words, wordsOf } from '../../../pipeline/site/words.ts';
import { languages } from '../../../schema/languages.ts';

const english = wordsOf('en');
const others = Object.keys(languages).filter((code) => code !== 'en');

/** Words that other languages write as English does. */
const alike: Readonly<Record<string, string>> = {
  Menu: 'fr pt it nl pl da id ms',
  Email: 'id vi',
  Password: 'it',
  Pages: 'fr',
  Version: 'fr de sv da',
  Feed: 'de pt it nl da',
  Product: 'nl',
  Prompt: 'fr de it nl sv da',
  Danger: 'fr',
  Code: 'fr de nl',
  Image: 'fr',
  'Tab {number}': 'id ms',
  Cookies: 'fr de es pt nl da',
  Webhook: 'fr de es pt it nl pl sv no da fi zh-CN zh-TW ja vi id ms ar he tr',
  Body: 'de nl',
  Headers: 'nl',
  Sources: 'fr',
  No: 'es it',
  Transaction: 'fr',
  Contract: 'nl',
  Send: 'no da',
  Stop: 'da',
  Messages: 'fr',
  Message: 'fr',
  Servers: 'nl',
  Server: 'de it nl sv da',
  Token: 'de',
  Name: 'de',
};

describe.each(Object.keys(english) as (keyof Words)[])('words of %s', (part) => {
  const wordsIn = (language: string): Readonly<Record<string, string>> => wordsOf(language)[part];

  test.each(Object.keys(languages))('are all there in %s, none empty', (language) => {
    expect(Object.keys(wordsIn(language))).toEqual(Object.keys(english[part]));
    for (const [name, word] of Object.entries(wordsIn(language))) expect(word, name).toMatch(/\S/);
  });

  test.each(others)('are not left English in %s', (language) => {
    const left = Object.entries(english[part])
      .filter(([name, word]) => wordsIn(language)[name] === word)
      .filter(([, word]) => !alike[word]?.split(' ').includes(language));
    expect(left).toEqual([]);
  });

  test.each(others)('keep the places for values in %s', (language) => {
    const places = (word = '') => [...word.matchAll(/\{\w*\}/g)].map(([place]) => place).sort();
    for (const [name, word] of Object.entries(english[part])) {
      expect(places(wordsIn(language)[name]), name).toEqual(places(word));
    }
  });
});

describe('words of the playground', () => {
  const folder = join(import.meta.dirname, '../../../pipeline/site/words/playground');
  const read = (language: string): Record<string, string> =>
    JSON.parse(readFileSync(join(folder, `${language}.json`), 'utf8'));
  const own = read('en');

  test.each(others)('are all there in %s, translated, with their places for values', (language) => {
    const words = read(language);
    expect(Object.keys(words)).toEqual(Object.keys(own));
    for (const [name, word] of Object.entries(own)) {
      const places = (text = '') => text.split('{}').length;
      expect(words[name], name).toMatch(/\S/);
      expect(places(words[name]), name).toBe(places(word));
    }
    const left = Object.entries(own)
      .filter(([name, word]) => words[name] === word)
      .filter(([, word]) => !alike[word]?.split(' ').includes(language));
    expect(left).toEqual([]);
  });
});

test('a region has its own words, else those of its language, else English ones', () => {
  expect(wordsOf('zh-HK')).toBe(wordsOf('zh-TW'));
  expect(wordsOf('zh')).toBe(wordsOf('zh-CN'));
  expect(wordsOf('pt-BR')).toBe(wordsOf('pt'));
  expect(wordsOf('xx')).toBe(english);
  expect(wordsOf('../en')).toBe(english);
});

test('English words are Latin-1: one other character makes the text of a page take twice the memory', () => {
  for (const word of [...Object.values(english.shell), ...Object.values(english.components)]) {
    expect(word).toMatch(/^[ -ÿ]*$/);
  }
});
