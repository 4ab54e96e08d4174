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
    '[a](<',
    '[a]: <',
    '[^a]',
    '[^a]: x\n',
    '***',
    '~~',
    'http://a ',
    'a@b.c ',
  ],
  ...['# a\n', '```\n', '- a\n  ', 'a'],
  ...[
    '&amp;',
    '&#1;',
    '&amp;\n',
    '&amp;|\n',
    '{{a}} ',
    '{1}',
    'a {1}\n',
    'a | {1}\n',
    '}{',
    '{[',
    '{<a/>}',
  ],
  ...[
    'a<b/>',
    '<br>',
    '<!-- a -->',
    '{#',
    '# {#',
    '[a](<b',
    '{/*\n',
    '{`${\n',
    '}{\n',
    'a {1}{2}{\n',
  ],
  ...['| a | b |\n', '[^1]', '[^1]: a\n', '[a]: b\n\n', '$x$', ':::a\n', '> > ', 'a\n===\n'],
  ...[
    'http://a.',
    'www.',
    'www.a ',
    '![a](b)',
    '`a` ',
    '\\\n',
    '*\n',
    '\ue000{{a}}',
    'é[',
    'é*',
    '字[a](b)',
    'é`a` ',
    '{\n',
  ],
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

  test('crowded paragraphs are shown as they are, and reported', { timeout }, () => {
    for (const format of ['mdx', 'md'] as const) {
      const part = '&amp;'.repeat(10_000);
      const text = `# Title\n\n${part}\n\nThe *end* &amp;\n\n${part}`;
      const { root, problems } = parsePage({ path: 'a.mdx', text }, { format });
      expect(prose(root)).toContain(part);
      expect(prose(root)).toContain('The end &\n');
      expect(problems).toMatchObject([
        { ruleId: 'crowded-paragraph', place: { start: { line: 3 } } },
        { ruleId: 'crowded-paragraph', place: { start: { line: 7 } } },
      ]);
    }
  });

  test('a table of thousands of tags and references is a table', { timeout }, () => {
    const rows = '| a<br/>b | &lt;c&gt; {1} |\n'.repeat(300);
    const text = `| a | b |\n|---|---|\n${rows}${'| a<br/>b | &lt;c&gt; |\n'.repeat(3000)}`;
    const { root, problems } = parsePage({ path: 'a.mdx', text }, { format: 'mdx' });
    expect(problems).toEqual([]);
    expect(root.children).toMatchObject([{ type: 'table' }]);
    expect(prose(root)).toContain('<c>');
  });

  test('data of many braces in one line is no crowded paragraph', () => {
    const data = JSON.stringify(Array.from({ length: 3000 }, (_, index) => ({ index })));
    for (const text of [`<A b={${data}} />`, `\`\`\`\n${data}\n\`\`\``]) {
      expect(parsePage({ path: 'a.mdx', text }, { format: 'mdx' }).problems).toEqual([]);
    }
  });

  test.each([
    [2000, 'nested-too-deeply'],
    [10_000, 'crowded-paragraph'],
  ])('one line of %i tags inside each other shows their content', { timeout }, (depth, ruleId) => {
    const text = `# Title\n\n${'<b>'.repeat(depth)}inside${'</b>'.repeat(depth)}\n\nThe *end*`;
    const { root, problems } = parsePage({ path: 'a.mdx', text }, { format: 'mdx' });
    expect(prose(root)).toContain('inside');
    expect(prose(root)).toContain('The end');
    expect(problems.filter(({ severity }) => severity === 'error')).toMatchObject([
      { ruleId, place: { start: { line: 3 } } },
    ]);
  });

  test('words without a space keep their underscores', () => {
    const text = 'some_name.'.repeat(300);
    expect(prose(parsePage({ path: 'a.mdx', text }, { format: 'mdx' }).root).trim()).toBe(text);
  });
});
