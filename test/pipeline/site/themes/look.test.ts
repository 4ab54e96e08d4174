import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { bundleStyles } from '../../../../pipeline/site/layout/bundle.ts';
import { toLch } from '../../../../pipeline/site/themes/color.ts';
import { looks } from '../../../../pipeline/site/themes/look.ts';
import {
  type Palette,
  paletteOn,
  sitePalettes,
  textPalettes,
} from '../../../../pipeline/site/themes/palette.ts';
import { resolveConfig, type WrittenConfig } from '../../../../schema/config/config.ts';
import { type ThemeName, themes } from '../../../../schema/config/themes.ts';
import { brands, expectReadable, worstOf } from '../../../support/palettes.ts';

/** Themes with colours that mint does not have; the palette's own test measures those of mint. */
const recoloured = themes.filter((theme) => {
  const { ground, colors, surfaces } = looks[theme];
  return (ground ?? colors ?? surfaces) !== undefined;
});
const others = themes.filter((theme) => theme !== 'mint');

describe('every theme', () => {
  test.each(recoloured)(
    '%s keeps its colours readable on each of its grounds for 5,832 brands',
    (theme) => {
      expectReadable(worstOf(palettesOf(theme)));
    },
    120_000,
  );

  test.each(others.filter((theme) => !recoloured.includes(theme)))(
    '%s has the colours of mint',
    (theme) => {
      const of = (name: ThemeName) => sitePalettes(configOf({ theme: name }));
      expect(of(theme)).toEqual(of('mint'));
    },
  );

  test.each(others)('%s costs at most 3 KB of compressed styles', async (theme) => {
    const bytes = async (name: typeof theme | 'mint') =>
      gzipSync((await bundleStyles(configOf({ theme: name }))).site.content).length;
    expect((await bytes(theme)) - (await bytes('mint'))).toBeLessThanOrEqual(3000);
  });
});

describe('a theme and the fields of docs.json', () => {
  const css = async (settings: Partial<WrittenConfig>) =>
    (await bundleStyles(configOf(settings))).site.content;

  test('a theme chooses what the author leaves open, and no more', async () => {
    expect(await css({ theme: 'nova' })).toContain('--radius:20px');
    expect(await css({ theme: 'nova', componentTheme: { radius: '4px' } })).toContain(
      '--radius:4px',
    );
    expect(await css({ theme: 'house' })).toMatch(/--sans:ui-serif/);
    expect(await css({ theme: 'house', fonts: { family: 'Inter' } })).toMatch(/--sans:"?Inter/);
    expect(configOf({ theme: 'cipher' }).appearance.default).toBe('dark');
    expect(
      configOf({ theme: 'cipher', appearance: { default: 'system' } }).appearance.default,
    ).toBe('system');
    expect(configOf({ theme: 'atlas' }).styling.codeblocks.mode).toBe('dark');
    expect(
      configOf({ theme: 'atlas', styling: { codeblocks: 'system' } }).styling.codeblocks.mode,
    ).toBe('system');
  });

  test("an author's ground is the ground of text and code under every theme", () => {
    for (const theme of themes) {
      const config = configOf({
        theme,
        colors: { primary: '#16A34A', background: { light: '#fff8e7', dark: '#101820' } },
      });
      const { light, dark } = textPalettes(config);
      expect([theme, light.bg, dark.bg]).toEqual([theme, '#fff8e7', '#101820']);
    }
  });

  test('a sheet holds the rules of its own theme alone', async () => {
    expect(await css({ theme: 'linden' })).toContain('"## "');
    for (const theme of themes.filter((name) => name !== 'linden'))
      expect(await css({ theme })).not.toContain('"## "');
  });
});

function configOf(written: Partial<WrittenConfig>) {
  return resolveConfig({
    name: 'Example',
    colors: { primary: '#16A34A' },
    navigation: { groups: [{ group: 'Start', pages: ['index'] }] },
    ...written,
  });
}

/** All palettes of a theme that are not mint's own. */
function* palettesOf(theme: ThemeName): Generator<Palette> {
  const { ground, colors, surfaces = [] } = looks[theme];
  const config = configOf({ theme });
  for (const primary of brands()) {
    const branded = { ...config, colors: { ...config.colors, primary } };
    if (ground ?? colors) {
      const { light, dark } = sitePalettes(branded);
      for (const palette of [light, dark]) {
        const own = { ...palette, ...colors?.(palette) };
        yield own;
        // Words of the page's top are on the band behind it; fields are on their own grounds.
        if (own.stage)
          yield { ...own, bg: laidOver(own.bg ?? '', own.stage), line: own.text ?? '' };
      }
    }
    const brand = toLch(primary);
    const grounds = surfaces.flatMap((one) => [
      one.ground('light', brand),
      one.ground('dark', brand),
    ]);
    for (const one of new Set(grounds)) yield paletteOn(branded, one);
  }
}

/** A colour, `#rrggbbaa`, over another. */
function laidOver(ground: string, colour: string): string {
  const channels = (hex: string) =>
    [1, 3, 5, 7].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
  const [over, under] = [channels(colour), channels(ground)];
  const share = (over[3] ?? 255) / 255;
  const mixed = [0, 1, 2].map((at) =>
    Math.round(share * (over[at] ?? 0) + (1 - share) * (under[at] ?? 0)),
  );
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}
