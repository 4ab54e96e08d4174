import type { Config } from '../../../schema/config/config.ts';
import type { Problem } from '../../../schema/errors.ts';
import { given } from '../../../schema/given.ts';
import { contrast, fitColor, greyChroma, type Lch, paint, toLch } from './color.ts';
import { parseCssColor } from './css-color.ts';
import { looks } from './look.ts';

/** Tokens of one mode: custom property without its dashes → `#rrggbb`. */
export type Palette = Readonly<Record<string, string>>;

/** Hue of each callout kind; fixed, so that a warning is amber on every site. Chips of HTTP methods have the same. */
export const calloutHues = {
  note: 255,
  info: 225,
  tip: 300,
  check: 150,
  warning: 75,
  danger: 25,
} as const;

/** What of a configuration the colours of a site depend on. */
export type Coloured = Pick<Config, 'theme' | 'colors' | 'background'>;

type Brand = {
  readonly primary: string;
  readonly light?: string;
  readonly dark?: string;
  readonly background?: string;
  /** Hue and chroma of greys; the brand's own where it is left out. */
  readonly grey?: Omit<Lch, 'l'>;
};

/** Chroma from which a ground is no grey. */
const coloured = 0.03;

/** Lightness that boxes and lines on a black ground are reckoned from: next to black, equal steps show nothing. */
const blackest = 0.155;

/** All colours of one mode from the brand's colours (the theme mint; shares are measured, see the test). */
export function makePalette(mode: 'light' | 'dark', brand: Brand): Palette {
  const ground = brand.background ?? (mode === 'light' ? '#ffffff' : undefined);
  const primary = toLch(brand.primary);
  const { c: n, h: hue } = brand.grey ?? { c: greyChroma(primary), h: primary.h };
  const bg = ground ?? paint(0.178, n, hue);
  const base = brand.background ? Math.max(toLch(bg).l, blackest) : mode === 'light' ? 1 : 0.178;
  // The direction follows the ground's own lightness, not the mode's name.
  const dark = brand.background ? base < 0.545 : mode === 'dark';
  const by = <T>(light: T, inDark: T): T => (dark ? inDark : light);
  const s = by(-1, 1);
  const toInk = by<-1 | 1>(-1, 1);
  // Boxes on a coloured ground of the author have its colour.
  const own = toLch(bg);
  const surface = brand.background !== undefined && own.c > coloured ? own : { c: n, h: hue };
  const neutral = (step: number): string => paint(base + s * step, surface.c, surface.h);
  const tint = (h: number, c: number): string =>
    paint(base + s * by(0.04, 0.085), Math.min(0.35 * c, by(0.032, 0.05)), h);

  const subtle = neutral(by(0.018, 0.03));
  const code = neutral(by(0.025, 0.036));
  const hover = neutral(by(0.042, 0.062));
  const active = tint(primary.h, primary.c);
  const callouts = Object.entries(calloutHues).map(([kind, h]) => ({ kind, h, bg: tint(h, 0.14) }));
  const all = [bg, subtle, code, hover, active, ...callouts.map((item) => item.bg)];

  const accent = dark && brand.light ? toLch(brand.light) : primary;
  const tokens: Record<string, string> = {
    bg,
    subtle,
    code,
    hover,
    active,
    border: neutral(by(0.095, 0.12)),
    line: fitColor({ l: by(0.75, 0.45), c: n, h: hue }, [bg, subtle, hover], 3, toInk),
    muted: fitColor({ l: by(0.5, 0.72), c: 1.3 * n, h: hue }, all, by(5, 6), toInk),
    text: fitColor({ l: by(0.31, 0.905), c: 1.2 * n, h: hue }, all, by(9.5, 10), toInk),
    heading: fitColor({ l: by(0.21, 0.97), c: 1.2 * n, h: hue }, all, 13, toInk),
    'accent-text': fitColor(
      {
        l: by(accent.l, Math.max(accent.l, 0.74)),
        c: Math.min(accent.c, by(0.22, 0.17)),
        h: accent.h,
      },
      all,
      4.6,
      toInk,
    ),
    'accent-mark': fitColor(accent, all, 3, toInk),
    ...fillTokens(brand, primary),
  };
  for (const { kind, h, bg: box } of callouts)
    Object.assign(tokens, chip(kind, box, h, base + s * by(0.04, 0.085) + s * by(0.09, 0.13)));
  // A white button on white, or a black one on black, needs an edge; all others need none.
  tokens['fill-edge'] = contrast(tokens.fill ?? bg, bg) < 1.6 ? (tokens.line ?? '') : '#00000000';
  tokens['neutral-border'] = neutral(by(0.13, 0.19));
  tokens.hit = paint(base + s * by(0.07, 0.14), by(0.09, 0.07), 95);
  return tokens;

  function chip(kind: string, own: string, h: number, edge: number): Record<string, string> {
    return {
      [`${kind}-bg`]: own,
      [`${kind}-border`]: paint(edge, 0.06, h),
      [`${kind}-ink`]: fitColor({ l: by(0.5, 0.8), c: 0.15, h }, [own, bg, subtle], 4.6, toInk),
    };
  }
}

/** The filled button: the brand's own colour wherever it can carry words. */
function fillTokens(brand: Brand, primary: Lch): Record<string, string> {
  const fitted = fitColor(primary, ['#ffffff'], 4.6, -1);
  const moved = primary.l - toLch(fitted).l;
  const onWhite = moved <= 0.1;
  const ink = onWhite ? '#ffffff' : '#000000';
  const fill = onWhite ? fitted : fitColor(primary, [ink], 4.5, 1);
  const own = toLch(fill);
  const usable = (hex: string): boolean =>
    contrast(hex, ink) >= 4.5 && Math.abs(toLch(hex).l - own.l) >= 0.02;
  const auto = (up: boolean): string => {
    const dim = primary.l < 0.25;
    const l = dim ? primary.l + (up ? 0.1 : 0.16) : primary.l * (up ? 1.12 : 0.88);
    return paint(l, primary.c, primary.h);
  };
  const wantedHover = brand.light ?? auto(true);
  const hover = usable(wantedHover) ? wantedHover : carry(paint(own.l * 0.92, own.c, own.h), own);
  const wantedPressed = brand.dark ?? auto(false);
  const pressed = usable(wantedPressed)
    ? wantedPressed
    : onWhite
      ? paint(Math.max(0, own.l * 0.88 - 0.03), own.c, own.h)
      : paint(Math.min(1, own.l * 1.2), own.c, own.h);
  return { fill, 'on-fill': ink, 'fill-hover': hover, 'fill-pressed': pressed };

  /** A darker hover carries white words by itself; under black words it may have to stay lighter. */
  function carry(hex: string, from: Lch): string {
    if (contrast(hex, ink) >= 4.5) return hex;
    return paint(Math.min(1, from.l * 1.08), from.c, from.h);
  }
}

/** The colours of a site on another ground than its own. */
export function paletteOn(config: Pick<Config, 'colors'>, background: string): Palette {
  return makePalette(toLch(background).l < 0.545 ? 'dark' : 'light', {
    ...config.colors,
    background,
  });
}

/** The palettes of a site's text and code, which a theme may put on another ground than its frame. */
export function textPalettes(config: Coloured): {
  readonly light: Palette;
  readonly dark: Palette;
} {
  const surface = looks[config.theme].surfaces?.find(({ hasText }) => hasText);
  const site = sitePalettes(config);
  if (!surface) return site;
  const brand = toLch(config.colors.primary);
  const of = (mode: 'light' | 'dark') =>
    hasOwnGround(config, mode) ? site[mode] : paletteOn(config, surface.ground(mode, brand));
  return { light: of('light'), dark: of('dark') };
}

/** Whether the author names the ground of the page. */
export function hasOwnGround(
  config: Pick<Config, 'colors' | 'background'>,
  mode: 'light' | 'dark',
): boolean {
  return (config.colors.background[mode] ?? config.background.color[mode]) !== undefined;
}

/** The palettes of a site, with the problems of its page grounds. */
export function sitePalettes(config: Coloured): {
  readonly light: Palette;
  readonly dark: Palette;
  readonly problems: readonly (Omit<Problem, 'file'> & { readonly pointer: string })[];
} {
  const problems: (Omit<Problem, 'file'> & { readonly pointer: string })[] = [];
  const paletteOf = (mode: 'light' | 'dark'): Palette => {
    const written = config.colors.background[mode] ?? config.background.color[mode];
    const background = written === undefined ? undefined : parseCssColor(written);
    const field = config.colors.background[mode]
      ? `colors.background.${mode}`
      : `background.color.${mode}`;
    if (written !== undefined && background === undefined) {
      problems.push({
        severity: 'warning',
        source: 'site',
        ruleId: 'background-color',
        pointer: `/${field.replaceAll('.', '/')}`,
        reason: `Can't parse the colour "${written}" in ${field}, expected a hex colour, rgb(), hsl(), oklch() or a common name.`,
        actual: written,
        note: "The theme's background is used instead.",
      });
    }
    if (background !== undefined) {
      const { l } = toLch(background);
      if (l > 0.47 && l < 0.62) {
        problems.push({
          severity: 'warning',
          source: 'site',
          ruleId: 'background-contrast',
          pointer: `/${field.replaceAll('.', '/')}`,
          reason: `The background "${written}" in ${field} is neither light nor dark (lightness ${l.toFixed(2)}): no text colour is easy to read on it.`,
          ...given({ actual: written }),
          note: 'Choose a lightness (OKLCH) of at least 0.62 for dark text, or at most 0.47 for light text.',
        });
      }
    }
    const { primary, light, dark } = config.colors;
    const look = looks[config.theme];
    const ground = background ?? look.ground?.(mode, toLch(primary));
    return makePalette(mode, {
      primary,
      ...(look.grey && background === undefined ? { grey: look.grey } : {}),
      ...given({ light, dark, background: ground }),
    });
  };
  return { light: paletteOf('light'), dark: paletteOf('dark'), problems };
}
