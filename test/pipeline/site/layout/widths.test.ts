import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { withWidths } from '../../../../pipeline/site/layout/widths.ts';
import { projectRoot } from '../../../support/corpus.ts';

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

/** Widths that matter to one rule alone. */
const single: Readonly<Record<string, string>> = {
  'layout/header.css': '(max-width: 359px)',
  'themes/looks/house.css': '(min-width: 1400px)',
  'client/assistant/panel.css': '(max-width: 1700px)',
};

test('styles and scripts name widths of the window instead of repeating them', () => {
  const site = join(projectRoot, 'pipeline/site');
  const repeated = globSync('**/*.{css,ts,tsx}', { cwd: site }).flatMap((file) => {
    const text = readFileSync(join(site, file), 'utf8');
    const found = text.match(
      /(?<=@media[^{]*|matchMedia\([^)]*)\((?:min|max)-width: ?[\d.]+\w+\)/g,
    );
    return (found ?? [])
      .filter((condition) => condition !== single[file])
      .map((condition) => `${file}: ${condition}`);
  });
  expect(repeated).toEqual([]);
});
