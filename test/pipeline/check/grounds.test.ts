import { expect, test } from 'vitest';
import { groundsOf, shownOn } from '../../../pipeline/check/grounds.ts';
import { textPalettes } from '../../../pipeline/site/themes/palette.ts';
import { resolveConfig } from '../../../schema/config/config.ts';
import { themes } from '../../../schema/config/themes.ts';

const minimum = { name: 'A', navigation: { pages: ['index'] } };

test.each(themes)('the grounds of the theme %s are those of its pages', (theme) => {
  const written = { ...minimum, theme, colors: { primary: '#b45309' } };
  const { light, dark } = textPalettes(resolveConfig(written));
  expect(groundsOf(written)).toEqual({ light: light.bg, dark: dark.bg });
});

test("an author's own grounds come first, and what is no color is left out", () => {
  const colors = { primary: 'x', background: { light: 'ivory', dark: '#12' } };
  const { light, dark } = groundsOf({ theme: 'none', colors, background: { color: 5 } });
  expect(light).toBe('#fffff0');
  expect(dark).toBe(groundsOf({}).dark);
  expect(groundsOf({ background: { color: { dark: 'rgb(0 0 40)' } } }).dark).toBe('#000028');
});

test.each([
  ['#000000', '21.0'],
  ['#777', '4.5'],
  ['navy', '16.0'],
  ['rgb(0 0 0 / 50%)', '3.9'],
  ['hsl(0 100% 50%)', '4.0'],
  ['#12', undefined],
  ['nothing', undefined],
])('the contrast of %s with white is %s', (color, ratio) => {
  expect(shownOn(color, '#ffffff')?.ratio.toFixed(1)).toBe(ratio);
});
