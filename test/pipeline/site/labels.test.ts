import { describe, expect, test } from 'vitest';
import { apiLabels, apiWords } from '../../../pipeline/site/components/api/labels.ts';
import { componentLabels, componentWords } from '../../../pipeline/site/components/labels.ts';
import { fillLabel } from '../../../pipeline/site/labels.ts';
import { labelsOf, shellWords } from '../../../pipeline/site/layout/labels.ts';
import { languages } from '../../../schema/languages.ts';

const rooms = [
  { room: 'shell', words: shellWords, of: labelsOf },
  { room: 'components', words: componentWords, of: componentLabels },
  { room: 'API pages', words: apiWords, of: apiLabels },
] as const;

/** Words that other languages write as English does. */
const alike: Readonly<Record<string, string>> = {
  Menu: 'fr pt it nl pl da id ms',
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
};

describe.each(rooms)('words of $room', ({ words, of }) => {
  const labels = (language: string) => of(language) as Readonly<Record<string, string>>;
  const english = labels('en');

  test.each(Object.keys(languages))('are all there in %s, none empty', (language) => {
    for (const name of words) expect(labels(language)[name], name).toMatch(/\S/);
    expect(Object.keys(labels(language))).toEqual([...words]);
  });

  test.each(Object.keys(languages).filter((code) => code !== 'en'))(
    'are not left English in %s',
    (language) => {
      const left = words
        .filter((name) => labels(language)[name] === english[name])
        .map((name) => english[name] ?? '')
        .filter((word) => !alike[word]?.split(' ').includes(language));
      expect(left).toEqual([]);
    },
  );

  test.each(Object.keys(languages))('keep the places for values in %s', (language) => {
    const places = (label = '') => [...label.matchAll(/\{\w+\}/g)].map(([place]) => place).sort();
    for (const name of words) {
      expect(places(labels(language)[name]), name).toEqual(places(english[name]));
    }
  });
});

test('a region takes its own words, then those of its language, then English ones', () => {
  expect(labelsOf('zh-HK').menu).toBe(labelsOf('zh-TW').menu);
  expect(labelsOf('pt-BR').menu).toBe(labelsOf('pt').menu);
  expect(labelsOf('xx').menu).toBe('Menu');
});

test('values fill the places of a label', () => {
  expect(fillLabel('Show all {count} lines', { count: 20 })).toBe('Show all 20 lines');
  expect(fillLabel('Copy {name}', { other: 1 })).toBe('Copy {name}');
});
