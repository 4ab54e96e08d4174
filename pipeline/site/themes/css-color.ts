import { type Color, converter, displayable, formatHex, interpolate, parse } from 'culori';
import { paint } from './color.ts';

/**
 * A CSS colour as `#rrggbb`; one that sRGB can't show loses chroma. Half-transparent colours are laid
 * over `ground`. Undefined when it is no colour.
 */
export function parseCssColor(text: string, ground = '#ffffff'): string | undefined {
  const written = text.trim().toLowerCase();
  // The library reads bare hex digits as well.
  const color = /^[0-9a-f]+$/.test(written) ? undefined : parse(written);
  if (color === undefined) return undefined;
  const { alpha = 1, ...opaque } = color;
  const hex = displayable(opaque) ? formatHex(opaque) : shown(opaque);
  return formatHex(interpolate([ground, hex], 'rgb')(Math.min(1, Math.max(0, alpha))));
}

const toOklch = converter('oklch');

function shown(color: Color): string {
  const { l, c, h = 0 } = toOklch(color);
  return paint(l, c, h);
}
