import { describe, expect, test } from 'vitest';
import { readIgnore } from '../../../pipeline/source/ignore.ts';

describe('readIgnore', () => {
  test.each([
    ['*.md', 'a/b.md', true],
    ['*.md', 'b.mdx', false],
    ['/a', 'x/a', false],
    ['a/b', 'x/a/b', false],
    ['**/b', 'x/a/b', true],
    ['a/**', 'a/b/c', true],
    ['a/**/c', 'a/c', true],
    ['a/*/c', 'a/b/b/c', false],
    ['draft-?', 'draft-1', true],
    ['[ab].md', 'b.md', true],
    ['[!ab].md', 'b.md', false],
    ['a.b', 'axb', false],
    ['\\#a', '#a', true],
    ['# a', '# a', false],
    ['x\n!x', 'x', false],
    ['a/', 'a', false],
    // As Git has it: a set that is never closed fits nothing.
    ['[', '[', false],
    ['drafts', 'drafts/a/b.md', true],
    ['(', '(', true],
  ])('reads %j for %s', (rules, path, ignored) => {
    expect(readIgnore(rules)(path, false)).toBe(ignored);
  });

  test('reads a slash at the end as "folders only"', () => {
    expect(readIgnore('a/')('x/a', true)).toBe(true);
  });
});
