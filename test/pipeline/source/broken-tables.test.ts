import { expect, test } from 'vitest';
import { parsePage } from '../../../pipeline/source/parse.ts';

const problemsOf = (text: string, format: 'mdx' | 'md' = 'mdx') =>
  parsePage({ path: 'a.mdx', text }, { format }).problems;
const found = (text: string) =>
  problemsOf(text).map(({ severity, ruleId, reason, place }) => [
    `${severity} ${ruleId} ${place?.start.line}:${place?.start.column}-${place?.end.column}`,
    reason,
  ]);

test('a row of dashes with another number of cells than its header is a warning at its place', () => {
  expect(
    found('---\ntitle: A\n---\n\nText\n\n| a | b | c |\n| --- | --- |  \n| 1 | 2 | 3 |'),
  ).toEqual([
    [
      'warning table-columns 8:1-14',
      'The row of dashes has 2 cells, and the header above it 3: the table is shown as text.',
    ],
  ]);
});

test.each([
  ['in a component', '<Note>\n  | a | b |\n  |---|\n  | 1 | 2 |\n</Note>', '3:3-8'],
  ['in a quote', '> | a | b |\n> |:--|:-:|--:|', '2:3-16'],
  ['in a list', '- a\n\n  | a | b |\n  |---|', '4:3-8'],
  ['below words', 'Words\n| a | b |\n|---|\n| 1 | 2 |', '3:1-6'],
  ['without bars at the edges', 'a | b | c\n--- | ---', '2:1-10'],
  ['with a bar in code', '| `a|b` | c |\n| --- | --- |', '2:1-14'],
  ['with line ends of Windows', '| a | b |\r\n|---|\r\n', '2:1-6'],
])('it is found %s', (_, text, place) => {
  expect(found(text).map(([head]) => head)).toEqual([`warning table-columns ${place}`]);
});

test.each([
  '| a | b |\n|---|---|\n| 1 |',
  '| a \\| b | c |\n| --- | --- |\n| 1 | 2 |',
  '```\n| a | b |\n|---|\n```',
  'Words\n|---|---|',
  'a | b\nc | d',
  '| a | b |\n\n|---|',
  '| a | b |\n| - x | y |',
])('nothing is said of %j', (text) => {
  expect(found(text)).toEqual([]);
});

test('it takes time in proportion to the text', () => {
  const lines = (count: number) => '| a | b |\n|---|\n\n'.repeat(count);
  const start = performance.now();
  expect(problemsOf(lines(5000))).toHaveLength(5000);
  problemsOf(`| a | b |\n${'|  '.repeat(50_000)}`, 'md');
  problemsOf(`| a | b |\n|${' '.repeat(100_000)}x`, 'md');
  expect(performance.now() - start).toBeLessThan(10_000);
});
