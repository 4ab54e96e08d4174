import { expect, test } from 'vitest';
import { apiLabels } from '../../../../../pipeline/site/components/api/labels.ts';
import { languages } from '../../../../../schema/languages.ts';

test('every language has all words of its own', () => {
  const english = apiLabels('en');
  for (const code of Object.keys(languages)) {
    const labels = apiLabels(code);
    expect(Object.keys(labels)).toEqual(Object.keys(english));
    for (const [name, word] of Object.entries(labels)) {
      expect(word, `${code}.${name}`).not.toBe('');
    }
    expect(labels.webhook).not.toBe('webhook');
    if (code !== 'en') expect(labels.required, code).not.toBe(english.required);
  }
  expect(apiLabels('zh-TW').path).not.toBe(apiLabels('zh-CN').path);
  expect(apiLabels('xx')).toEqual(english);
});
