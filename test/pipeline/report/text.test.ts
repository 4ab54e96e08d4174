import { describe, expect, test } from 'vitest';
import { problemsAsJson } from '../../../pipeline/report/json.ts';
import { formatProblems, summarize } from '../../../pipeline/report/text.ts';
import type { Problem } from '../../../schema/errors.ts';
import { range } from '../../../schema/json-text.ts';

const text = '{\n\t"theme": "mnt"\n}\n';

const theme: Problem = {
  severity: 'error',
  source: 'config',
  ruleId: 'unexpected-value',
  file: 'docs.json',
  place: range(text, 12, 17),
  reason: 'Unexpected theme "mnt", expected one of mint, maple',
  actual: 'mnt',
  expected: ['mint', 'maple'],
  note: 'Write "mint".',
};

const link: Problem = {
  severity: 'warning',
  source: 'source',
  ruleId: 'broken-link',
  file: 'a.mdx',
  reason: 'Missing page b',
};

describe('text', () => {
  test('problems are grouped by file with frame and next step, and are counted', () => {
    expect(
      formatProblems([theme, link], {
        textOf: (file) => (file === 'docs.json' ? text : undefined),
      }),
    ).toBe(
      [
        'a.mdx',
        '  warning Missing page b broken-link',
        'docs.json',
        '  2:11 error Unexpected theme "mnt", expected one of mint, maple unexpected-value',
        '      1 | {',
        '    > 2 |   "theme": "mnt"',
        '        |            ^^^^^',
        '      3 | }',
        '    → Write "mint".',
        '1 error, 1 warning',
        '',
      ].join('\n'),
    );
  });

  test('a note that holds for several places of a file is listed at the first', () => {
    const note = (line: number, more: Partial<Problem> = {}): Problem => {
      const at = { line, column: 3, offset: 0 };
      return { ...theme, severity: 'note', place: { start: at, end: at }, ...more };
    };
    const listed = (problems: readonly Problem[]) => formatProblems(problems).split('\n');
    const [first] = listed([note(4)]).slice(1);
    expect(listed([note(9), note(4)])).toEqual([
      ...['docs.json', first, '    → Write "mint".', '    also in line 9', '2 notes', ''],
    ]);
    const many = Array.from({ length: 12 }, (_, at) => note(at + 4));
    expect(listed(many)).toContain('    also in lines 5, 6, 7, 8, 9, 10, 11, 12 and 3 more');
    expect(listed(many.slice(0, 4))).toContain('    also in lines 5, 6 and 7');
    const others = [{ file: 'b.json' }, { reason: 'Else' }, { severity: 'warning' }] as const;
    for (const other of others)
      expect(listed([note(4), note(9, other)]).join()).not.toContain('also in');
    expect(
      listed([note(4, { severity: 'warning' }), note(9, { severity: 'warning' })]).join(),
    ).not.toContain('also');
  });

  test('colours only where asked for', () => {
    expect(formatProblems([theme])).not.toContain('\u001b');
    expect(formatProblems([theme], { color: true })).toContain('\u001b[31merror\u001b[0m');
  });

  test("author content can't control the terminal", () => {
    const evil = { ...link, reason: 'Missing \u001b[2J\u0007', file: '\u001b]0;x' };
    for (const control of ['\u001b', '\u0007']) {
      expect(formatProblems([evil])).not.toContain(control);
    }
  });

  test('a mark is below wide characters and in long lines', () => {
    const wide = `"变量": "x"`;
    const frame = formatProblems([{ ...theme, place: range(wide, 6, 9) }], { textOf: () => wide });
    expect(frame).toContain('    > 1 | "变量": "x"\n        |         ^^^');
    const long = `${'a'.repeat(5000)}"x"${'b'.repeat(5000)}`;
    const lines = formatProblems([{ ...theme, place: range(long, 5000, 5003) }], {
      textOf: () => long,
    }).split('\n');
    const [shown = '', mark = ''] = lines.slice(2);
    expect(shown.length).toBeLessThan(140);
    expect(shown.slice(mark.indexOf('^'), mark.indexOf('^') + 3)).toBe('"x"');
  });

  test('notes can be left out of the list, never of the count', () => {
    const note: Problem = { ...link, severity: 'note' };
    expect(formatProblems([note], { notes: false })).toBe('1 note\n');
    expect(summarize([])).toBe('No problems');
    expect(summarize([theme, theme, note])).toBe('2 errors, 1 note');
  });
});

test('json has the fields of the list, in file and line order', () => {
  expect(problemsAsJson([theme, link])).toEqual([
    {
      path: 'a.mdx',
      code: 'broken-link',
      message: 'Missing page b',
      line: null,
      column: null,
      severity: 'warning',
    },
    {
      path: 'docs.json',
      code: 'unexpected-value',
      message: 'Unexpected theme "mnt", expected one of mint, maple',
      line: 2,
      column: 11,
      severity: 'error',
      found: 'mnt',
      expected: ['mint', 'maple'],
      next: 'Write "mint".',
    },
  ]);
});
