import { describe, expect, test } from 'vitest';
import { readerPlace, stranger } from '../../../../runtime/assistant/site/site.ts';
import { siteOf } from '../world.ts';

const site = siteOf([
  { path: 'index', markdown: 'Home.' },
  { path: 'v1/set up', markdown: 'By hand.', version: 'v1' },
  { path: 'v2/index', markdown: 'New.', version: 'v2' },
  { path: 'team/plans', markdown: 'Later.', version: 'v3', protected: true },
]);

describe('the place of a reader', () => {
  test.each([
    ['/docs/v1/set%20up', { version: 'v1' }],
    ['/docs/v1/set%20up/', { version: 'v1' }],
    ['/docs/v2', { version: 'v2' }],
    ['/docs', {}],
  ])('is read from the address %s', (address, expected) => {
    expect(readerPlace(site, address, stranger)).toEqual(expected);
  });

  test.each([
    ['is left out', undefined],
    ['is of no page', '/docs/v9/nothing'],
    ['is not an address', '/docs/%E0%A4%A'],
    ['is of a page that they may not read', '/docs/team/plans'],
  ])('is not known when it %s', (_why, address) => {
    expect(readerPlace(site, address, stranger)).toBeUndefined();
  });

  test('is that of a protected page for those who may read it', () => {
    expect(readerPlace(site, '/docs/team/plans', { session: true, groups: [] })).toEqual({
      version: 'v3',
    });
  });
});
