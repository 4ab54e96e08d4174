import { expect, test } from 'vitest';
import { placesAt } from '../../../pipeline/openapi/problems.ts';

const linesOf = (text: string, pointers: readonly string[]) =>
  placesAt(text, pointers).map((place) => place?.start.line);

test('places are found behind aliases and merge keys, and by keys that are numbers', () => {
  const text = `error: &error
  description: Bad
base: &base
  <<: *error
  summary: Short
list:
  - *base
get:
  <<: [*error, *base]
  200: fine
`;
  const pointers = ['/list/0/summary', '/list/0/description', '/get/summary', '/get/200'];
  expect(linesOf(text, pointers)).toEqual([5, 2, 5, 10]);
  expect(linesOf(text, ['/get/gone', '/gone/a', '/list/0'])).toEqual([undefined, undefined, 7]);
});

test('what merge keys multiply is searched no longer than a place is worth', () => {
  const levels = Array.from({ length: 60 }, (_, index) => {
    const name = `a${index}`;
    return `a${index + 1}: &a${index + 1} {<<: [*${name}, *${name}]}`;
  });
  const text = `a0: &a0 {x: 1}\n${levels.join('\n')}\n`;
  expect(linesOf(text, ['/a60/gone'])).toEqual([undefined]);
});
