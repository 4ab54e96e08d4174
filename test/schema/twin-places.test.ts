import { expect, test } from 'vitest';
import { valueInTwin, withOtherValues } from '../../schema/twin-places.ts';

const twin = 'In us: `us`, [x](https://us/)';
const places = {
  length: twin.length,
  places: [
    { at: 3, length: 2, name: 'region', context: 'text' },
    { at: 8, length: 2, name: 'region', context: 'code' },
    { at: 25, length: 2, name: 'region', context: 'address' },
  ],
} as const;

test('other values are put where the ones at build were, each as its place needs', () => {
  expect(withOtherValues(twin, places, () => '<a b>')).toBe(
    'In \\<a b\\>: `<a b>`, [x](https://%3Ca%20b%3E/)',
  );
  expect(withOtherValues(twin, places, () => undefined)).toBe(twin);
});

test('Markdown of another build stays as it is', () => {
  const newer = `${twin} and more`;
  expect(withOtherValues(newer, places, () => 'eu')).toBe(newer);
});

test('signs of Markdown in a value are text, and plain words have no signs', () => {
  expect(valueInTwin('a_b *c* [d](e) `f`', 'text')).toBe('a_b \\*c\\* \\[d\\](e) \\`f\\`');
  expect(valueInTwin('_a_', 'text')).toBe('\\_a\\_');
  expect(valueInTwin('https://eu.example.com/a-b', 'text')).toBe('https://eu.example.com/a-b');
});
