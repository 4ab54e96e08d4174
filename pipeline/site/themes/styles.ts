import { siteAddress } from '../../../schema/address.ts';
import type { Config } from '../../../schema/config/config.ts';
import type { HostedFonts } from '../../../schema/site.ts';
import { toLch } from './color.ts';
import { cssText, cssUrl } from './css-text.ts';
import { fontStyles } from './fonts.ts';
import { type Look, looks, type Surface } from './look.ts';
import { hasOwnGround, type Palette, paletteOn, sitePalettes } from './palette.ts';

/** The theme's tokens and the author's fonts, background and component shapes, as CSS. */
export function themeStyles(
  config: Config,
  fonts?: HostedFonts,
  languages: readonly string[] = [],
): string {
  const look = looks[config.theme];
  const { light, dark } = sitePalettes(config);
  const lightColors = colorsOf(light, config);
  const lightRules = modeRules(lightColors, light, 'light', config);
  // Colors that both modes have in common come from the light one.
  const darkColors = colorsOf(dark, config).filter((color) => !lightColors.includes(color));
  const darkRules = modeRules(darkColors, dark, 'dark', config);
  return [
    `:root{${lightRules}${scale}${look.tokens ?? ''}${shapeRules(config, look)}}`,
    // Without JavaScript no mode is set: the system setting applies.
    `@media screen and (prefers-color-scheme:dark){:root:not([data-mode]){${darkRules}}}`,
    // Paper is light, and white unless the author chose a ground.
    `@media screen{:root[data-mode="dark"]{${darkRules}}}`,
    hasOwnGround(config, 'light') ? '' : '@media print{:root{--bg:#fff}}',
    config.cookieConsent.enabled
      ? `.consent-${config.cookieConsent.theme}{${config.cookieConsent.theme === 'dark' ? darkRules : lightRules}}`
      : '',
    ...(look.surfaces ?? []).map((surface) => surfaceRules(surface, config)),
    fontStyles(config, fonts, languages),
    backgroundRules(config),
    motionRules(config),
  ].join('\n');
}

const scale = [
  ...[4, 8, 12, 16, 20, 24, 32, 40, 48, 64].map((px, i) => `--s${i + 1}:${px / 16}rem;`),
  '--text-base:clamp(1rem,.925rem + .3vw,1.0625rem);',
  '--text-h1:clamp(1.75rem,1.5rem + .85vw,2.25rem);',
  '--text-lead:clamp(1.0625rem,1.03rem + .12vw,1.125rem);',
  '--text-h2:clamp(1.375rem,1.3rem + .25vw,1.5rem);',
  '--text-h3:1.1875rem;--text-h4:1.0625rem;',
  '--text-small:.875rem;--text-tiny:.8125rem;--text-code:.84375rem;',
  '--leading:1.7;--pill:999px;',
  '--measure:calc(var(--text-base)*32);--column:43rem;',
  '--ease:cubic-bezier(.2,0,0,1);',
].join('');

/** The colors of a palette and of the theme, as declarations. */
function colorsOf(palette: Palette, config: Config): readonly string[] {
  const own = looks[config.theme].colors?.(palette) ?? {};
  return Object.entries({ ...palette, ...own }).map(([name, hex]) => `--${name}:${hex};`);
}

function modeRules(
  colors: readonly string[],
  palette: Palette,
  mode: 'light' | 'dark',
  config: Config,
): string {
  const shadow =
    mode === 'light'
      ? '--shadow:0 8px 24px rgb(0 0 0/.12),0 1px 2px rgb(0 0 0/.08);--menu-border:var(--border);'
      : '--shadow:0 8px 24px rgb(0 0 0/.4);--menu-border:var(--line);';
  const show =
    mode === 'light'
      ? '--show-light:inline-block;--show-dark:none;'
      : '--show-light:none;--show-dark:inline-block;';
  return `color-scheme:${mode};${show}${colors.join('')}${shadow}${imageRule(palette, mode, config)}`;
}

/** The palette of a part with its own ground. */
function surfaceRules(surface: Surface, config: Config): string {
  const { selector, media } = surface;
  const [light, dark] = [groundOf(surface, 'light', config), groundOf(surface, 'dark', config)];
  const rules = (root: string, ground: string | undefined, mode: 'light' | 'dark'): string => {
    if (ground === undefined) return '';
    const isDark = toLch(ground).l < 0.545;
    const colors = Object.entries(paletteOn(config, ground)).map(
      ([name, hex]) => `--${name}:${hex};`,
    );
    const logo = isDark
      ? '--show-light:none;--show-dark:inline-block'
      : '--show-light:inline-block;--show-dark:none';
    // The author's picture continues on it, below a layer of its own ground.
    const picture = surface.hasText ? imageRule(paletteOn(config, ground), mode, config) : '';
    const shown = picture && `${picture}background:var(--page-image);background-attachment:fixed;`;
    return `@media ${media}{${root}${selector}{${shown}color-scheme:${isDark ? 'dark' : 'light'};background-color:var(--bg);color:var(--text);${colors.join('')}${cardRules(config, looks[config.theme])}}${root}${selector} .dc-logo{${logo}}}`;
  };
  if (light === dark) return rules('', light, 'light');
  return [
    rules('', light, 'light'),
    `@media screen and (prefers-color-scheme:dark){${rules(':root:not([data-mode]) ', dark, 'dark')}}`,
    `@media screen{${rules(':root[data-mode="dark"] ', dark, 'dark')}}`,
  ].join('\n');
}

function groundOf(
  { ground, hasText }: Surface,
  mode: 'light' | 'dark',
  config: Config,
): string | undefined {
  if (hasText && hasOwnGround(config, mode)) return undefined;
  return ground(mode, toLch(config.colors.primary));
}

/** The author's picture or decoration, below a layer of the page's ground of 92 %. */
function imageRule(palette: Palette, mode: 'light' | 'dark', config: Config): string {
  const { decoration, image } = config.background;
  const veil = `${palette.bg}eb`;
  const layers: string[] = [];
  const mark = palette['accent-mark'];
  const edge = palette.border;
  if (decoration === 'gradient')
    layers.push(
      `radial-gradient(60rem 30rem at 75% -8rem,${mark}24,transparent 70%)`,
      `radial-gradient(40rem 24rem at 10% -6rem,${mark}14,transparent 70%)`,
    );
  if (decoration === 'grid')
    layers.push(
      `linear-gradient(${palette.bg}00,${palette.bg} 36rem)`,
      `repeating-linear-gradient(to right,${edge}80 0 1px,transparent 1px 3rem)`,
      `repeating-linear-gradient(to bottom,${edge}80 0 1px,transparent 1px 3rem)`,
    );
  if (decoration === 'windows')
    layers.push(
      `linear-gradient(${palette.bg}00,${palette.bg} 30rem)`,
      `repeating-linear-gradient(100deg,${mark}12 0 9rem,transparent 9rem 18rem)`,
    );
  const picture = image?.[mode];
  if (picture)
    layers.push(
      `linear-gradient(${veil},${veil})`,
      `${cssUrl(siteAddress(picture, config.hosting.basePath))} center top/cover no-repeat`,
    );
  return layers.length === 0 ? '' : `--page-image:${layers.join(',')};`;
}

function backgroundRules(config: Config): string {
  const { decoration, image } = config.background;
  if (!decoration && !image) return '';
  return '@media not print{body::before{content:"";position:fixed;inset:0;z-index:-1;background:var(--page-image);pointer-events:none}}';
}

/** `componentTheme`: the radius replaces the theme's and scales the others with it. */
function shapeRules(config: Config, look: Look): string {
  const radius = cssText(config.componentTheme.radius) ?? look.radius ?? '12px';
  const padding = cssText(config.componentTheme.padding) ?? '18px 20px';
  const [round] = lengthsOf(radius);
  const [top, side = top] = lengthsOf(padding);
  return [
    `--radius:${radius};--radius-row:calc(${round}*.6667);--radius-small:calc(${round}*.5);`,
    `--card-padding:${padding};--card-top:${top};--card-side:${side};`,
    cardRules(config, look),
  ].join('');
}

/** The lengths of a value such as `8px calc(1rem + 2px)`. */
function lengthsOf(value: string): string[] {
  return value.split(/\s+(?![^(]*\))/);
}

/** The colours of cards; on a part with its own ground they are made of its colours. */
function cardRules({ componentTheme }: Config, look: Look): string {
  const { defaultVariant, border } = componentTheme;
  const variant = defaultVariant === 'default' ? (look.card ?? defaultVariant) : defaultVariant;
  const variants = {
    default: 'var(--bg);--card-line:var(--border)',
    outlined: 'transparent;--card-line:var(--line)',
    filled: 'var(--subtle);--card-line:transparent',
    ghost: 'transparent;--card-line:transparent',
  } as const;
  return `--card-bg:${variants[variant]};--card-border:${cssText(border) ?? '1px solid var(--card-line)'};`;
}

/** Cards and steps move in once; titles and text never wait. */
function motionRules(config: Config): string {
  const { enabled, style, stagger } = config.appearance.animations;
  if (!enabled || style === 'none') return '';
  const from = {
    fade: '',
    fadeUp: 'transform:translateY(6px)',
    slideUp: 'transform:translateY(16px)',
    scale: 'transform:scale(.97)',
  }[style];
  // Those after the twelfth come with it.
  const delays = Array.from({ length: 11 }, (_, i) => i + 1).map(
    (i) =>
      `.mdx-content :is(.dc-card,.dc-step):nth-child(${i < 11 ? i + 1 : 'n+12'}){animation-delay:${i * Math.min(200, Math.max(0, stagger))}ms}`,
  );
  return `@media (prefers-reduced-motion:no-preference) and (scripting:enabled){@keyframes docent-in{from{opacity:0;${from}}}.mdx-content :is(.dc-card,.dc-step){animation:docent-in 200ms var(--ease) backwards}${stagger > 0 ? delays.join('') : ''}}`;
}
