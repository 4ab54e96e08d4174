import { describe, expect, test } from 'vitest';
import { contrast, toLch } from '../../../../pipeline/site/themes/color.ts';
import { makePalette } from '../../../../pipeline/site/themes/palette.ts';
import { brands, expectReadable, worstOf } from '../../../support/palettes.ts';

describe('makePalette', () => {
  test('gives the measured example of a green brand', () => {
    const light = makePalette('light', { primary: '#16A34A' });
    expect(light).toMatchObject({
      bg: '#ffffff',
      subtle: '#f6fbf6',
      code: '#f3f8f4',
      hover: '#eef3ee',
      active: '#e4f8e6',
      border: '#dce1dd',
      line: '#888d89',
      muted: '#5f6560',
      text: '#2d322e',
      heading: '#151a16',
      'accent-text': '#007e35',
      'accent-mark': '#0fa048',
      fill: '#008739',
      'on-fill': '#ffffff',
      'fill-hover': '#007832',
      'fill-pressed': '#00672a',
    });
    const dark = makePalette('dark', { primary: '#16A34A' });
    expect(dark).toMatchObject({
      bg: '#0f120f',
      subtle: '#151916',
      code: '#171a17',
      hover: '#1d201d',
      active: '#112b17',
      border: '#2b2e2b',
      line: '#666b67',
      muted: '#a0a6a1',
      text: '#dbe1dc',
      heading: '#f1f7f2',
      'accent-text': '#4bc76c',
      'accent-mark': '#16a34a',
    });
  });

  test('keeps every pair of colours readable for 5,832 brands in both modes', () => {
    const all = function* () {
      for (const primary of brands())
        for (const mode of ['light', 'dark'] as const) yield makePalette(mode, { primary });
    };
    expectReadable(worstOf(all()));
  }, 120_000);

  const grounds = ['#1A003B', '#26000e', '#fff0d0', '#ffe0ee', '#d7f2ff'];

  test("gives boxes the colour of an author's coloured ground", () => {
    for (const background of grounds) {
      const own = toLch(background);
      const mode = own.l < 0.5 ? 'dark' : 'light';
      const palette = makePalette(mode, { primary: '#FF5CB2', background });
      for (const name of ['subtle', 'code', 'hover', 'border']) {
        const { c, h } = toLch(palette[name] ?? '');
        expect(c, `${name} on ${background}`).toBeGreaterThan(0.02);
        expect(Math.abs(((h - own.h + 540) % 360) - 180), `${name} on ${background}`).toBeLessThan(
          12,
        );
      }
    }
    // What is nearly grey says nothing.
    const grey = makePalette('dark', { primary: '#16A34A', background: '#101214' });
    expect(toLch(grey.code ?? '').c).toBeLessThan(0.02);
  });

  test.each(['#000000', '#050505', '#0a0a0a'])('shows boxes and lines on %s', (background) => {
    const palette = makePalette('dark', { primary: '#16A34A', background });
    expect(palette.bg).toBe(background);
    expect(contrast(palette.border ?? '', background)).toBeGreaterThan(1.3);
    for (const name of ['code', 'hover', 'active', 'note-bg'])
      expect(contrast(palette[name] ?? '', background), name).toBeGreaterThan(1.06);
  });

  test('keeps every pair of colours readable on coloured and black grounds', () => {
    const all = function* () {
      for (const background of [...grounds, '#000000'])
        for (const primary of brands())
          yield makePalette(toLch(background).l < 0.5 ? 'dark' : 'light', { primary, background });
    };
    expectReadable(worstOf(all()));
  }, 240_000);
});
