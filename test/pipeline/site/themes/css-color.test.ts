import { describe, expect, test } from 'vitest';
import { parseCssColor } from '../../../../pipeline/site/themes/css-color.ts';
import { sitePalettes } from '../../../../pipeline/site/themes/palette.ts';
import { themeProblems } from '../../../../pipeline/site/themes/theme.ts';
import { sampleConfig } from '../layout/sample.ts';

describe('parseCssColor', () => {
  test.each([
    ['#fff', '#ffffff'],
    ['#0F1210', '#0f1210'],
    ['#00000080', '#7f7f7f'],
    ['rgb(10, 20, 30)', '#0a141e'],
    ['rgb(0 0 0 / 50%)', '#808080'],
    ['hsl(120deg 100% 25%)', '#008000'],
    ['oklch(1 0 0)', '#ffffff'],
    ['rebeccapurple', '#663399'],
    ['Salmon', '#fa8072'],
    ['transparent', '#ffffff'],
    ['hwb(120 0% 0%)', '#00ff00'],
    ['lab(50% 40 59.5)', '#bf5700'],
    ['color(display-p3 1 1 1)', '#ffffff'],
  ])('reads %s as %s', (text, hex) => {
    expect(parseCssColor(text)).toBe(hex);
  });

  test.each(['', 'red;}', 'url(x)', 'rgb(1,2)', 'hsl(a b c)', '#12345', 'abc', 'var(--x)'])(
    'refuses %j',
    (text) => {
      expect(parseCssColor(text)).toBeUndefined();
    },
  );
});

describe('the ground of a site', () => {
  test('decides by its own lightness which way the text goes', () => {
    const { light } = sitePalettes(
      sampleConfig({ colors: { primary: '#16A34A', background: { light: '#101010' } } }),
    );
    expect(light.bg).toBe('#101010');
    expect(Number.parseInt(light.text?.slice(1, 3) ?? '0', 16)).toBeGreaterThan(0xc0);
  });

  test('is named as a problem when no text is easy to read on it', () => {
    const ground = (light: string) =>
      themeProblems(sampleConfig({ colors: { primary: '#16A34A', background: { light } } })).map(
        (problem) => problem.ruleId,
      );
    expect(ground('#777777')).toContain('background-contrast');
    expect(ground('#eeeeee')).toEqual([]);
    expect(ground('not a colour')).toContain('background-color');
  });

  test('is pointed at where it is written', () => {
    const config = sampleConfig({
      colors: { primary: '#16A34A', background: { dark: '#777777' } },
    });
    const pointers: string[] = [];
    themeProblems(config, (pointer) => {
      pointers.push(pointer);
      return { file: 'docs.json' };
    });
    expect(pointers.sort()).toEqual(['/colors/background/dark']);
  });
});
