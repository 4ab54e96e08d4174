import { expect, test } from 'vitest';
import { haveSameMarks, inlineMarks, withoutMarks } from '../../../pipeline/source/inline-marks.ts';

test('plain words are what is left of links, emphasis and code', () => {
  expect(withoutMarks('Run `npx x`, **now** or *then* or _later_: see [the `a` page](/a).')).toBe(
    'Run npx x, now or then or later: see the a page.',
  );
});

test.each([
  '2 * 3 * 4',
  'snake_case_x and __init__',
  '*.ts and *.tsx',
  'a [note] in brackets',
  '** no **',
  'one ` only',
])('%j has no marks', (text) => {
  expect(inlineMarks(text)).toEqual([]);
  expect(withoutMarks(text)).toBe(text);
});

test('the order of marks does not count, their addresses do', () => {
  expect(haveSameMarks('*a* and [b](/x)', '[c](/x) und *d*')).toBe(true);
  expect(haveSameMarks('[b](/x)', '[b](/y)')).toBe(false);
  expect(haveSameMarks('b', '[b](https://example.com)')).toBe(false);
});

test('marks that never end take time in proportion to the text', () => {
  const start = performance.now();
  for (const part of ['[', '[a](', '**a', '*a ', ' _a', '`', '![a', '*', '**', '[a]']) {
    withoutMarks(part.repeat(100_000));
  }
  expect(performance.now() - start).toBeLessThan(5000);
});
