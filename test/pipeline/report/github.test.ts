import { describe, expect, test } from 'vitest';
import { githubCommand, problemsForGithub } from '../../../pipeline/report/github.ts';
import type { Problem } from '../../../schema/errors.ts';

const places = { dir: '/repo/docs', root: '/repo' };
const at = (line: number, column: number) => ({ line, column, offset: 0 });
const problem: Problem = {
  severity: 'warning',
  source: 'site',
  ruleId: 'unknown-component',
  file: 'guides/a, b: c.mdx',
  place: { start: at(7, 1), end: at(7, 5) },
  reason: 'Unknown component "Crad": 100% wrong,\nreally.',
  note: 'Write "Card".',
};

describe('annotations of GitHub', () => {
  test('name the file from the root of the repository, and escape what ends a command', () => {
    expect(problemsForGithub([problem], places)).toEqual([
      '::warning file=docs/guides/a%2C b%3A c.mdx,line=7,col=1,endLine=7,endColumn=5,title=unknown-component' +
        '::Unknown component "Crad": 100%25 wrong,%0Areally.%0AWrite "Card".',
    ]);
  });

  test('have no column at the end of another line', () => {
    const place = { start: at(1, 3), end: at(4, 2) };
    const [line] = problemsForGithub([{ ...problem, severity: 'error', place }], places);
    expect(line).toMatch(/^::error file=\S+ b%3A c\.mdx,line=1,col=3,endLine=4,title=/);
  });

  test('show notes as notices, and problems of the whole site in docs.json', () => {
    const { place: _, ...whole } = problem;
    const [line] = problemsForGithub([{ ...whole, severity: 'note', file: '' }], places);
    expect(line).toMatch(/^::notice file=docs\/docs\.json,title=unknown-component::/);
  });

  test('can have a title that looks like a command', () => {
    expect(githubCommand('error', { title: 'a::b\r' }, '::set-output::\r')).toBe(
      '::error title=a%3A%3Ab%0D::::set-output::%0D',
    );
  });

  test('of a site outside of the repository name paths inside the site', () => {
    const [line] = problemsForGithub([problem], { dir: '/elsewhere', root: '/repo' });
    expect(line).toMatch(/^::warning file=guides\//);
  });
});
