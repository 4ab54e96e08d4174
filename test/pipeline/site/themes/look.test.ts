import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { bundleStyles } from '../../../../pipeline/site/layout/bundle.ts';
import { contrast, toLch } from '../../../../pipeline/site/themes/color.ts';
import { looks } from '../../../../pipeline/site/themes/look.ts';
import {
  type Palette,
  paletteOn,
  sitePalettes,
  textPalettes,
} from '../../../../pipeline/site/themes/palette.ts';
import { resolveConfig, type WrittenConfig } from '../../../../schema/config/config.ts';
import { themes } from '../../../../schema/config/themes.ts';

const others = themes.filter((theme) => theme !== 'mint');

describe('every theme', () => {
  test.each(themes)('%s keeps its colours readable on each of its grounds', (theme) => {
    const worst: Record<string, number> = {};
    for (let r = 0; r < 256; r += 51)
      for (let g = 0; g < 256; g += 51)
        for (let b = 0; b < 256; b += 51) {
          const primary = `#${[r, g, b].map((v) => v.toString(16).padStart(2, '0')).join('')}`;
          const config = configOf({ theme, colors: { primary } });
          const { light, dark } = sitePalettes(config);
          const surfaces = (looks[theme].surfaces ?? []).flatMap(({ ground }) => [
            paletteOn(config, ground('light', toLch(primary))),
            paletteOn(config, ground('dark', toLch(primary))),
          ]);
          for (const palette of [light, dark, ...surfaces]) note(worst, palette);
        }
    expect(worst.text).toBeGreaterThanOrEqual(9.5);
    expect(worst.muted).toBeGreaterThanOrEqual(5);
    expect(worst['accent-text']).toBeGreaterThanOrEqual(4.6);
    expect(worst['accent-mark']).toBeGreaterThanOrEqual(3);
    expect(worst.line).toBeGreaterThanOrEqual(3);
  });

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

function note(worst: Record<string, number>, palette: Palette): void {
  const grounds = ['bg', 'subtle', 'code', 'hover', 'active'].map((name) => palette[name] ?? '');
  for (const name of ['text', 'muted', 'accent-text', 'accent-mark']) {
    for (const ground of grounds) {
      worst[name] = Math.min(worst[name] ?? 99, contrast(palette[name] ?? '', ground));
    }
  }
  for (const name of ['bg', 'subtle', 'hover']) {
    worst.line = Math.min(worst.line ?? 99, contrast(palette.line ?? '', palette[name] ?? ''));
  }
}
