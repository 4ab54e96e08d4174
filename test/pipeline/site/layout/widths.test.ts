import { describe, expect, test } from 'vitest';
import { withWidths } from '../../../../pipeline/site/layout/widths.ts';

describe('withWidths', () => {
  test('fills in the widths that conditions name', () => {
    expect(withWidths('@media (--from-sidebar) and (--below-contents) {}')).toBe(
      '@media (min-width: 900px) and (max-width: 1199px) {}',
    );
  });

  test('refuses a name that the layout does not have', () => {
    expect(() => withWidths('@media (--from-nowhere) {}')).toThrow('no width "nowhere"');
  });
});
