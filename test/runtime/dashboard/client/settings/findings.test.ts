import { expect, test } from 'vitest';
import type { Finding } from '../../../../../runtime/dashboard/client/settings/check-text.ts';
import { byOwner, byPath } from '../../../../../runtime/dashboard/client/settings/forms/form.ts';

const finding = (path: string): Finding => ({
  ...{ severity: 'error', code: 'x', reason: path, note: '', path },
  ...{ from: 0, to: 0, line: 1, column: 1 },
});

test('each problem of the navigation is at the innermost entry that is shown, or at its top', () => {
  const paths = [
    'navigation',
    'navigation.groups',
    'navigation.groups[0].icon',
    'navigation.groups[0].pages',
    'navigation.groups[0].pages[1]',
    'navigation.groups[1]["a [0].b"].c',
    'navigation.global.anchors[0]',
    'navigations',
    'name',
  ];
  const rows = new Set([
    'navigation.groups[0]',
    'navigation.groups[0].pages[1]',
    'navigation.groups[1]',
  ]);
  const found = byOwner(byPath(paths.map(finding)), 'navigation', rows);
  const shown = [...found].map(([owner, list]) => [owner, list.map(({ path }) => path)]);
  expect(Object.fromEntries(shown)).toEqual({
    navigation: ['navigation', 'navigation.groups', 'navigation.global.anchors[0]'],
    'navigation.groups[0]': ['navigation.groups[0].icon', 'navigation.groups[0].pages'],
    'navigation.groups[0].pages[1]': ['navigation.groups[0].pages[1]'],
    'navigation.groups[1]': ['navigation.groups[1]["a [0].b"].c'],
  });
});
