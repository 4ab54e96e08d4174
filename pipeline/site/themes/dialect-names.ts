import { greyChroma, paint, toLch } from './color.ts';
import { type Coloured, sitePalettes } from './palette.ts';

/**
 * Style sheet with what a text reads of the custom properties that the related dialect has, as in `rgb(var(--primary))`
 * and `var(--font-inter)`; '' for most. Those that the text sets itself are left to it.
 */
export function dialectNames(text: string, config: Coloured): string {
  if (!text.includes('var(')) return '';
  const read = [...text.matchAll(colorName), ...text.matchAll(fontName)].map(([, name]) => name);
  const names = [...new Set(read)].filter((name) => !new RegExp(`${name}\\s*:`).test(text)).sort();
  if (names.length === 0) return '';
  const values = valuesOf(config);
  return `:root{${names.map((name) => `${name}:${values.get(name ?? '')}`).join(';')}}`;
}

/** Colours are channels there, so they are read as `rgb(var(--gray-950) / .1)` only: other sites have these names too. */
const colorName =
  /\brgba?\(\s*var\(\s*(--(?:primary(?:-light|-dark)?|background-(?:light|dark)|gray-(?:50|[1-9]00|950)))\s*\)/g;

const fontName = /\bvar\(\s*(--font-(?:inter|jetbrains-mono))\s*[,)]/g;

/** Lightness of the greys, from white to black. */
const greys = {
  50: 0.985,
  100: 0.967,
  200: 0.928,
  300: 0.872,
  400: 0.71,
  500: 0.551,
  600: 0.446,
  700: 0.373,
  800: 0.278,
  900: 0.21,
  950: 0.13,
} as const;

function valuesOf(config: Coloured): ReadonlyMap<string, string> {
  const { primary, light = primary, dark = primary } = config.colors;
  const brand = toLch(primary);
  const grounds = sitePalettes(config);
  const hexes = {
    '--primary': primary,
    '--primary-light': light,
    '--primary-dark': dark,
    '--background-light': grounds.light.bg ?? '',
    '--background-dark': grounds.dark.bg ?? '',
    ...Object.fromEntries(
      Object.entries(greys).map(([step, l]) => [
        `--gray-${step}`,
        paint(l, greyChroma(brand), brand.h),
      ]),
    ),
  };
  return new Map([
    ...Object.entries(hexes).map(([name, hex]) => [name, channels(hex)] as const),
    ['--font-inter', 'var(--sans)'],
    ['--font-jetbrains-mono', 'var(--mono)'],
  ]);
}

/** `22 163 74` for `#16a34a`, or `#fff`. */
function channels(hex: string): string {
  const digits = hex.slice(1).replace(/^(.)(.)(.)$/, '$1$1$2$2$3$3');
  return [0, 2, 4].map((at) => Number.parseInt(digits.slice(at, at + 2), 16)).join(' ');
}
