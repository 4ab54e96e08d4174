import { expect, test } from 'vitest';
import { signOf } from '../../../pipeline/site/icon-sign.ts';

test.each([
  ['check', '✓'],
  ['circle-check', '✓'],
  ['check-circle', '✓'],
  ['lucide:circle-check-big', '✓'],
  ['lucide:square-check', '✓'],
  ['xmark', '✗'],
  ['circle-xmark', '✗'],
  ['x', '✗'],
  ['tabler:circle-x', '✗'],
  ['spell-check', undefined],
  ['x-twitter', undefined],
  ['/icons/check.svg', undefined],
  [undefined, undefined],
])('the icon %s says %s', (icon, sign) => {
  expect(signOf(icon)).toBe(sign);
});
