import { describe, expect, test } from 'vitest';
import { parsePage } from '../../../pipeline/source/parse.ts';
import { prose } from '../../../pipeline/source/prose.ts';

/*
 * Work that grew with the square of a text's length would take minutes here. The clock is not asked: a
 * test that takes too long is ended by its time-out.
 */
const timeout = 60_000;

const parts = [
  ...['<!--', '<', '_a__b', '<a ', '{', '[', '![', '*a_', '> ', '- ', '1. ', '<a>', '</a>', '</'],
  ...[
    '<a b={',
    '<a b="',
    '<a\n',
    '`',
    '$a ',
    '$$',
    '{{a',
    '\\{{',
    'a`b``',
    '{a b}',
    '{/*',
    '{"',
    '{`${',
  ],
  ...[
    'export {\n\n',
    'import a\n',
    'export const a = {\n',
    '<A>\n\n',
    '<b c=d>',
    'a<b>c</b>',
    '<A b="x" ',
  ],
  ...[
    '| a ',
    'a\n|-\n',
    '[a]: x\n',
    '[a](',
    '[^a]',
    '[^a]: x\n',
    '***',
    '~~',
    'http://a ',
    'a@b.c ',
  ],
  ...['# a\n', '```\n', '- a\n  ', 'a'],
];

describe('200 KB of', () => {
  test.each(parts)('%j is read in time, and none of it is lost', { timeout }, (part) => {
    for (const format of ['mdx', 'md'] as const) {
      const text = `${part.repeat(200_000 / part.length)}\n\n\`\`\`\n*/}"\`\n\`\`\`\n\n> The *end*`;
      const { root, problems } = parsePage({ path: 'a.mdx', text }, { format, latex: true });
      expect(JSON.stringify(root)).toContain('end');
      for (const { place } of problems) expect(place?.start.line).toBeGreaterThan(0);
    }
  });

  test('one line of 10,000 tags inside each other shows their content', { timeout }, () => {
    const text = `# Title\n\n${'<b>'.repeat(10_000)}inside${'</b>'.repeat(10_000)}\n\nThe *end*`;
    const { root, problems } = parsePage({ path: 'a.mdx', text }, { format: 'mdx' });
    expect(prose(root)).toContain('inside');
    expect(prose(root)).toContain('The end');
    expect(problems.filter(({ severity }) => severity === 'error')).toMatchObject([
      { ruleId: 'nested-too-deeply', place: { start: { line: 3 } } },
    ]);
  });

  test('words without a blank keep their underscores', () => {
    const text = 'some_name.'.repeat(300);
    expect(prose(parsePage({ path: 'a.mdx', text }, { format: 'mdx' }).root).trim()).toBe(text);
  });
});
