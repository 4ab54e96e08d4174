import { expect, test } from 'vitest';
import { bannerInk } from '../../../../pipeline/site/themes/banner-ink.ts';

const white = '#banner,#banner strong{color:#ffffff}';
const black = '#banner,#banner strong{color:#000000}';

test.each([
  ['#banner { background: #123 }', white],
  ['.a, #banner{background-color:rgb(20 20 60) !important}', white],
  ['#banner { background: linear-gradient(90deg, #0d1b2e 0%, #2d0f22 100%); border: 0 }', white],
  ['@media (min-width: 9px) { #banner { background: #ffe9a8 } }', black],
  // Words that no single colour fits are left to the site, and so are those that have one.
  ['#banner { background: linear-gradient(#000, #fff) }', ''],
  ['#banner { background: #123; color: #eee }', ''],
  ['#banner { background: #123 }\n#banner { color: #eee }', ''],
  ['#banner { background: var(--brand) }', ''],
  ['#banner { border-color: #123 }', ''],
  ['.dark #banner { background: #123 }', ''],
  ['#banner a { background: #123 }', ''],
  ['/* #banner { background: #123 } */', ''],
  ['#banner {', ''],
  ['#banner', ''],
])('the words of a banner fit %s', (css, ink) => {
  expect(bannerInk(css)).toBe(ink);
});

test('a sheet of a megabyte is read at once', () => {
  const start = performance.now();
  for (const css of ['#banner ', '#banner{', '/*#banner', '#banner{background:'])
    bannerInk(css.repeat(50_000));
  expect(performance.now() - start).toBeLessThan(3000);
});
