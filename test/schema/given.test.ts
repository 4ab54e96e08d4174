import { expect, test } from 'vitest';
import { given } from '../../schema/given.ts';

test('leaves out undefined fields, and keeps the others in their order', () => {
  const fields = given({ b: 1, a: undefined as string | undefined, c: null, d: '', e: false });
  expect(Object.entries(fields)).toEqual([
    ['b', 1],
    ['c', null],
    ['d', ''],
    ['e', false],
  ]);
  expect('a' in fields).toBe(false);
});
