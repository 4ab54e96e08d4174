import { expect, test } from 'vitest';
import { worthFollowing } from '../../commands/problems.ts';
import type { Problem } from '../../schema/errors.ts';

const problem = (file: string, reason: string, more: Partial<Problem> = {}): Problem => ({
  ...{ severity: 'note', source: 'source', ruleId: 'frontmatter-unknown-key', file, reason },
  ...more,
});

test('docent dev prints a field without a meaning once, on however many pages it is', () => {
  const shown = worthFollowing([
    problem('a.mdx', 'No meaning here for "x".'),
    problem('b.mdx', 'No meaning here for "x".'),
    problem('c.mdx', 'No meaning here for "y".'),
    problem('d.mdx', 'Drawn in a free style.', { ruleId: 'icon-style' }),
    problem('e.mdx', 'Unknown icon.', { ruleId: 'unknown-icon', severity: 'warning' }),
  ]);
  expect(shown.map(({ file, reason }) => `${file}: ${reason}`)).toEqual([
    'a.mdx: No meaning here for "x". The same on 1 more page.',
    'c.mdx: No meaning here for "y".',
    'e.mdx: Unknown icon.',
  ]);
});
