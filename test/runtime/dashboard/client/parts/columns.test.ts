import { expect, test } from 'vitest';
import { type Column, layOut } from '../../../../../runtime/dashboard/client/parts/columns.ts';

const column = (
  title: string,
  width: string,
  narrow?: NonNullable<Column<unknown>['narrow']>,
): Column<unknown> => ({ title, width, cell: () => title, ...(narrow ? { narrow } : {}) });

test('a tablet shows all columns that it has room for', () => {
  const { classes, widths } = layOut([
    column('Name', 'minmax(0, 2fr)', 'title'),
    column('Sent', '9rem', 'none'),
  ]);
  expect(widths['--tablet-columns']).toBe(widths['--columns']);
  expect(classes).toEqual(['cell at-title', 'cell at-none']);
});

test('a tablet leaves out the last of the columns that a phone leaves out', () => {
  const { classes, widths } = layOut([
    column('Name', 'minmax(0, 2fr)', 'title'),
    column('Project', '9rem', 'none'),
    column('State', '9rem'),
    column('Used', '9rem', 'none'),
    column('Revoke', '6rem', 'end'),
  ]);
  expect(widths).toEqual({
    '--columns': 'minmax(0, 2fr) 9rem 9rem 9rem 6rem',
    '--tablet-columns': 'minmax(0, 2fr) 9rem 9rem 6rem',
  });
  expect(classes.filter((names) => names.includes('not-on-tablet'))).toEqual([
    'cell at-none not-on-tablet',
  ]);
  expect(classes[3]).toBe('cell at-none not-on-tablet');
});

test('what a phone shows stays, however little room there is', () => {
  const wide = [column('Name', 'minmax(12rem, 3fr)', 'title'), column('State', '40rem')];
  expect(layOut(wide).classes).toEqual(['cell at-title', 'cell at-side']);
});
