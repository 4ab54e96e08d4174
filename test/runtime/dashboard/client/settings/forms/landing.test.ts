import { describe, expect, test } from 'vitest';
import { nameOf } from '../../../../../../runtime/dashboard/client/settings/forms/form.ts';
import { landingOn } from '../../../../../../runtime/dashboard/client/settings/forms/landing.ts';
import { rowsOf } from '../../../../../../runtime/dashboard/client/settings/forms/tree.ts';

const navigation = {
  tabs: [
    {
      tab: 'Guides',
      groups: [
        { group: 'One', pages: ['a', { group: 'Inner', pages: ['b', 'c'] }] },
        { group: 'Empty', pages: [] },
      ],
    },
    { tab: 'API', groups: [{ group: 'Rest', pages: ['d'] }] },
  ],
};
const rows = rowsOf(navigation, ['navigation'], () => false);
const row = (name: string) => {
  const found = rows.find(({ value }) =>
    typeof value === 'string'
      ? value === name
      : [(value as { group?: string }).group, (value as { tab?: string }).tab].includes(name),
  );
  if (!found) throw new Error(name);
  return found;
};

/** `list[index] depth, edge of a row`. */
function land(dragged: string, target: string, part: number, level = 9): string | undefined {
  const landing = landingOn(rows, row(dragged), row(target), { part, level });
  if (!landing) return undefined;
  const { list, index, depth, edge } = landing;
  return `${nameOf(list).replace('navigation.', '')}[${index}] ${depth}, ${edge} of ${landing.row.replace('navigation.', '')}`;
}

describe('what is dragged lands', () => {
  const inner = 'tabs[0].groups[0].pages[1]';
  test.each([
    [
      'in front of an entry',
      'd',
      'a',
      0.2,
      9,
      'tabs[0].groups[0].pages[0] 2, top of tabs[0].groups[0].pages[0]',
    ],
    ['behind an entry', 'd', 'b', 0.9, 9, `${inner}.pages[1] 3, bottom of ${inner}.pages[0]`],
    ['at the end of a list', 'd', 'c', 0.9, 9, `${inner}.pages[2] 3, bottom of ${inner}.pages[1]`],
    [
      'behind the group that ends there',
      'd',
      'c',
      0.9,
      2,
      `tabs[0].groups[0].pages[2] 2, bottom of ${inner}.pages[1]`,
    ],
    [
      'in an empty list',
      'd',
      'Empty',
      0.5,
      9,
      'tabs[0].groups[1].pages[0] 2, bottom of tabs[0].groups[1]',
    ],
    [
      'at the end of a group that it is dropped on',
      'd',
      'One',
      0.5,
      9,
      `tabs[0].groups[0].pages[2] 2, bottom of ${inner}.pages[1]`,
    ],
    [
      'in front of the first entry, below the name of its group',
      'd',
      'One',
      0.9,
      9,
      'tabs[0].groups[0].pages[0] 2, top of tabs[0].groups[0].pages[0]',
    ],
    [
      'as a group among groups',
      'Rest',
      'Empty',
      0.1,
      9,
      'tabs[0].groups[1] 1, top of tabs[0].groups[1]',
    ],
    [
      'as a group in a group',
      'Rest',
      'Empty',
      0.5,
      9,
      'tabs[0].groups[1].pages[0] 2, bottom of tabs[0].groups[1]',
    ],
    [
      'as a tab among tabs alone',
      'Guides',
      'API',
      0.9,
      0,
      'tabs[2] 0, bottom of tabs[1].groups[0].pages[0]',
    ],
  ])('%s', (_, dragged, target, part, level, expected) => {
    expect(land(dragged, target, part, level)).toBe(expected);
  });

  test('nowhere if that changes nothing, or would be in itself', () => {
    expect(land('a', 'a', 0.2)).toBeUndefined();
    expect(land('b', 'c', 0.2)).toBeUndefined();
    expect(land('One', 'Inner', 0.5)).toBeUndefined();
    expect(land('Guides', 'a', 0.5)).toBeUndefined();
  });
});
