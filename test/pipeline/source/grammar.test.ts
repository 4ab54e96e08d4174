import { expect, test } from 'vitest';
import { proseProblems } from '../../../pipeline/source/grammar.ts';
import { parsePage } from '../../../pipeline/source/parse.ts';

function found(text: string): string[] {
  const file = { path: 'a.mdx', text };
  const tree = parsePage(file, { format: 'mdx', latex: false });
  return proseProblems(file, tree.root, 'warning').map(
    ({ ruleId, actual, place }) =>
      `${place?.start.line}:${place?.start.column} ${ruleId} ${JSON.stringify(actual)}`,
  );
}

test('mistakes are reported at their position', () => {
  expect(found('Read *all* of the the text.\n\nIt is a error, an mistake, an user.')).toEqual([
    '1:15 doubled-word "the the"',
    '3:7 article "a error"',
    '3:16 article "an mistake"',
    '3:28 article "an user"',
  ]);
  expect(found('It could of been  said alot.')).toEqual([
    '1:4 wrong-word "could of"',
    '1:24 wrong-word "alot"',
    '1:17 double-blank "  "',
  ]);
});

test('a doubled word across the end of a line is also found', () => {
  expect(found('Close the\nthe door.')).toEqual(['1:7 doubled-word "the\\nthe"']);
});

test.each([
  'A user, a unit, a one-time code, a European, a URL, a union, an hour, an honest answer.',
  'An npm package, an SDK, an mdx file, an X.509 key, an idea, an example, a `id`, a US state.',
  'He had had that that he knew. Options a and b. Vitamin A increases. Log in in time. I.e. a .env file.',
  'Write `the the`, [a](/an) error or *a* b. Point a also moves. What it is is known.',
  'The values are a, an, the. New York, New York! Bye bye. Try on-demand on demand.',
  '| a  | b   |\n|----|-----|\n| c  | d   |',
])('good English is left alone: %s', (text) => {
  expect(found(text)).toEqual([]);
});
