import { expect, test } from 'vitest';
import { lineDifference } from '../../../pipeline/output/line-difference.ts';

test('says which lines are in both texts, and which in one', () => {
  expect(lineDifference('a\nb\nc\n', 'a\nB\nc\nd\n')).toEqual({
    ...{ added: 2, removed: 1, truncated: false },
    parts: [
      { type: 'same', lines: ['a'] },
      { type: 'removed', lines: ['b'] },
      { type: 'added', lines: ['B'] },
      { type: 'same', lines: ['c'] },
      { type: 'added', lines: ['d'] },
    ],
  });
});

test('a text that is new or gone is one part, and two that are the same have no difference', () => {
  expect(lineDifference('', 'a\n\nb').parts).toEqual([{ type: 'added', lines: ['a', '', 'b'] }]);
  expect(lineDifference('a\n', '').parts).toEqual([{ type: 'removed', lines: ['a'] }]);
  expect(lineDifference('a\n', 'a\n')).toMatchObject({ added: 0, removed: 0 });
  expect(lineDifference('', '')).toEqual({ added: 0, removed: 0, parts: [], truncated: false });
});

test('a text without a line of the other one is compared in no time, and a long one is cut at a line', () => {
  const lines = (name: string) =>
    Array.from({ length: 20_000 }, (_, at) => `${name} ${at}\n`).join('');
  const start = performance.now();
  const { parts, added, removed, truncated } = lineDifference(
    lines('old and long'),
    lines('new and long'),
  );
  expect(performance.now() - start).toBeLessThan(5_000);
  expect({ added, removed, truncated }).toEqual({
    added: 20_000,
    removed: 20_000,
    truncated: true,
  });
  expect(parts.map(({ type }) => type)).toEqual(['removed', 'added']);
  expect(parts.flatMap((part) => part.lines).join('\n').length).toBeLessThan(500_000);
  expect(parts.at(-1)?.lines.at(-1)).toMatch(/^new and long \d+$/);
});
