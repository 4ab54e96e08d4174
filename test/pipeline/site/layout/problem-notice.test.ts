import { describe, expect, test } from 'vitest';
import { editorAddress } from '../../../../pipeline/dev/editors.ts';
import {
  type NoticeTools,
  problemNotice,
  renderProblems,
} from '../../../../pipeline/site/layout/problem-notice.tsx';
import type { Problem } from '../../../../schema/errors.ts';

const text = 'one\ntwo <b>\nthree\n';
const tools: NoticeTools = {
  textOf: (file) => (file === 'a.mdx' ? text : undefined),
  open: (file, at) => editorAddress('vscode', `/site/${file}`, at),
};
const problem: Problem = {
  severity: 'error',
  source: 'source',
  ruleId: 'mdx-syntax',
  file: 'a.mdx',
  place: { start: { line: 2, column: 5, offset: 8 }, end: { line: 2, column: 8, offset: 11 } },
  reason: 'Unexpected end of <b>.',
  note: 'Close it.',
};
const at = (line: number): Problem => ({
  ...problem,
  reason: `Mistake ${line}`,
  place: { start: { line, column: 1, offset: 0 }, end: { line, column: 2, offset: 1 } },
});

describe('the notice of docent dev', () => {
  test('is not there without problems', () => {
    expect(problemNotice([], tools)).toBe('');
  });

  test('says what is wrong, where, and what to do, and opens the editor there', () => {
    const html = problemNotice([problem], tools);
    expect(html).toContain('1 problem to fix');
    expect(html).toContain('Unexpected end of &lt;b>.');
    expect(html).toContain('Close it.');
    expect(html).toContain('<a href="vscode://file/site/a.mdx:2:5">a.mdx:2:5</a>');
    expect(html).toContain('two <mark>&lt;b></mark>');
    expect(html).not.toContain('three');
  });

  test('folds what is more than three', () => {
    const html = problemNotice([1, 2, 3, 4, 5].map(at), tools);
    expect(html).toContain('5 problems to fix');
    expect(html).toMatch(/<summary>.*?2 more<\/summary>/);
    expect(html.split('<details>')[0]).not.toContain('Mistake 4');
  });

  test('has the same key when the same problems move, and another for others', () => {
    const keyOf = (problems: readonly Problem[]) =>
      /data-problems="(\w+)"/.exec(problemNotice(problems, tools))?.[1];
    const moved = { ...problem, place: at(3).place as NonNullable<Problem['place']> };
    expect(keyOf([problem, at(1)])).toBe(keyOf([at(1), moved]));
    expect(keyOf([problem])).not.toBe(keyOf([problem, at(1)]));
  });

  test('cuts a line that is too long around its place', () => {
    const long = `${'x'.repeat(500)}HERE${'y'.repeat(500)}`;
    const place = {
      start: { line: 1, column: 501, offset: 500 },
      end: { line: 1, column: 505, offset: 504 },
    };
    const html = problemNotice([{ ...problem, place }], { ...tools, textOf: () => long });
    expect(html).toContain('<mark>HERE</mark>');
    expect(html).not.toContain('x'.repeat(60));
    expect(html).not.toContain('y'.repeat(200));
  });

  test('shows a place as text when no editor opens it', () => {
    const html = problemNotice([problem], { ...tools, open: () => undefined });
    expect(html).toContain('<span>a.mdx:2:5</span>');
    expect(html).not.toContain('href=');
  });
});

test('a document without a site lists all problems, and loads again when something changes', () => {
  const html = renderProblems([1, 2, 3, 4, 5].map(at), tools, 3);
  expect(html).toContain('Mistake 5');
  expect(html).not.toContain('<details');
  expect(html).toContain('EventSource("/_docent/dev?build=3"');
});
