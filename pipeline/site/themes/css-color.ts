import { paint } from './color.ts';

// The sixteen basic names and the ones people write for page grounds; others are refused with a hint.
const named: Readonly<Record<string, string>> = {
  aliceblue: '#f0f8ff',
  antiquewhite: '#faebd7',
  aqua: '#00ffff',
  azure: '#f0ffff',
  beige: '#f5f5dc',
  black: '#000000',
  blue: '#0000ff',
  cornsilk: '#fff8dc',
  darkslategray: '#2f4f4f',
  floralwhite: '#fffaf0',
  fuchsia: '#ff00ff',
  gainsboro: '#dcdcdc',
  ghostwhite: '#f8f8ff',
  gray: '#808080',
  green: '#008000',
  grey: '#808080',
  honeydew: '#f0fff0',
  indigo: '#4b0082',
  ivory: '#fffff0',
  lavender: '#e6e6fa',
  lavenderblush: '#fff0f5',
  lemonchiffon: '#fffacd',
  lightcyan: '#e0ffff',
  lightgray: '#d3d3d3',
  lightgrey: '#d3d3d3',
  lightyellow: '#ffffe0',
  lime: '#00ff00',
  linen: '#faf0e6',
  maroon: '#800000',
  midnightblue: '#191970',
  mintcream: '#f5fffa',
  mistyrose: '#ffe4e1',
  navy: '#000080',
  oldlace: '#fdf5e6',
  olive: '#808000',
  orange: '#ffa500',
  purple: '#800080',
  rebeccapurple: '#663399',
  red: '#ff0000',
  seashell: '#fff5ee',
  silver: '#c0c0c0',
  snow: '#fffafa',
  teal: '#008080',
  tomato: '#ff6347',
  wheat: '#f5deb3',
  white: '#ffffff',
  whitesmoke: '#f5f5f5',
  yellow: '#ffff00',
};

/**
 * A CSS colour as `#rrggbb`: hex (3, 4, 6, 8 digits), `rgb()`, `hsl()`, `oklch()`, common names.
 * Half-transparent colours are laid over `ground`. Undefined when it is none of these.
 */
export function parseCssColor(text: string, ground = '#ffffff'): string | undefined {
  const value = text.trim().toLowerCase();
  if (named[value]) return named[value];
  const hex = /^#([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/.exec(value)?.[1];
  if (hex) {
    const long = hex.length < 6 ? [...hex].map((c) => c + c).join('') : hex;
    const alpha = long.length === 8 ? Number.parseInt(long.slice(6), 16) / 255 : 1;
    return over(`#${long.slice(0, 6)}`, alpha, ground);
  }
  const call = /^(rgba?|hsla?|oklch)\(([^()]*)\)$/.exec(value);
  if (!call) return undefined;
  const [, name = '', inside = ''] = call;
  const [main = '', slash] = inside.split('/');
  const parts = main.split(/[\s,]+/).filter(Boolean);
  const alphaText = slash?.trim() ?? parts[3];
  if (parts.length < 3 || parts.length > 4) return undefined;
  const alpha = alphaText === undefined ? 1 : share(alphaText, 1);
  const numbers = parts.slice(0, 3);
  const color = readColor(name, numbers);
  return color === undefined || Number.isNaN(alpha) ? undefined : over(color, alpha, ground);
}

function readColor(name: string, [a = '', b = '', c = '']: readonly string[]): string | undefined {
  if (name.startsWith('rgb')) {
    const channels = [a, b, c].map((part) => Math.round(share(part, 255) * 255));
    return channels.some(Number.isNaN) ? undefined : hexOf(channels);
  }
  const hue = (text: string): number => Number(text.replace(/deg$/, ''));
  if (name === 'oklch') {
    const [l, chroma, h] = [share(a, 1), b.endsWith('%') ? share(b, 1) * 0.4 : Number(b), hue(c)];
    return [l, chroma, h].some(Number.isNaN) ? undefined : paint(l, chroma, h);
  }
  const [h, s, l] = [hue(a), share(b, 100), share(c, 100)];
  if ([h, s, l].some(Number.isNaN)) return undefined;
  const channel = (n: number): number => {
    const k = (((n + h / 30) % 12) + 12) % 12;
    return Math.round(255 * (l - s * Math.min(l, 1 - l) * Math.max(-1, Math.min(k - 3, 9 - k, 1))));
  };
  return hexOf([channel(0), channel(8), channel(4)]);
}

/** A part as 0–1: a percentage, or a number of `full`. */
function share(text: string, full: number): number {
  const value = text.endsWith('%') ? Number(text.slice(0, -1)) / 100 : Number(text) / full;
  return text === '' ? Number.NaN : Math.min(1, Math.max(0, value));
}

function over(color: string, alpha: number, ground: string): string {
  if (alpha >= 1) return color;
  const channels = [1, 3, 5].map((at) => {
    const top = Number.parseInt(color.slice(at, at + 2), 16);
    const bottom = Number.parseInt(ground.slice(at, at + 2), 16);
    return Math.round(top * alpha + bottom * (1 - alpha));
  });
  return hexOf(channels);
}

function hexOf(channels: readonly number[]): string {
  return `#${channels.map((v) => Math.min(255, Math.max(0, v)).toString(16).padStart(2, '0')).join('')}`;
}
