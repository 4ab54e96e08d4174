/** A colour as OKLCH: lightness 0–1, chroma 0–0.4, hue in degrees. */
export interface Lch {
  readonly l: number;
  readonly c: number;
  readonly h: number;
}

// Linear value of each 8-bit channel: contrasts are taken after rounding, so there are only 256.
const linear = Float64Array.from({ length: 256 }, (_, i) => {
  const v = i / 255;
  return v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
});

/** The colour as `#rrggbb`; chroma is reduced until sRGB can show it. */
export function paint(l: number, c: number, h: number): string {
  const lightness = Math.min(1, Math.max(0, l));
  const cos = Math.cos((h * Math.PI) / 180);
  const sin = Math.sin((h * Math.PI) / 180);
  let chroma = Math.max(0, c);
  if (!inGamut(toLinear(lightness, chroma * cos, chroma * sin))) {
    let low = 0;
    let high = chroma;
    for (let i = 0; i < 16; i++) {
      const middle = (low + high) / 2;
      if (inGamut(toLinear(lightness, middle * cos, middle * sin))) low = middle;
      else high = middle;
    }
    chroma = low;
  }
  return toHex(toLinear(lightness, chroma * cos, chroma * sin));
}

/**
 * The lightness nearest to `color.l`, moving towards black (-1) or white (+1), that reaches `ratio` on
 * every ground; black or white itself when even that misses.
 */
export function fitColor(
  color: Lch,
  grounds: readonly string[],
  ratio: number,
  direction: -1 | 1,
): string {
  const lights = grounds.map(luminance);
  const reaches = (hex: string): boolean => {
    const own = luminance(hex);
    return lights.every((light) => ratioOf(own, light) >= ratio);
  };
  const at = (l: number): string => paint(l, color.c, color.h);
  const first = at(color.l);
  if (reaches(first)) return first;
  let miss = { l: color.l, hex: first };
  const end = direction < 0 ? 0 : 1;
  let hit = { l: end, hex: at(end) };
  // Between two lightnesses of one rounded colour is nothing nearer.
  for (let i = 0; i < 18 && hit.hex !== miss.hex; i++) {
    const l = (miss.l + hit.l) / 2;
    const middle = { l, hex: at(l) };
    if (reaches(middle.hex)) hit = middle;
    else miss = middle;
  }
  return hit.hex;
}

/** WCAG 2 contrast of two `#rrggbb` colours, 1 to 21. */
export function contrast(a: string, b: string): number {
  return ratioOf(luminance(a), luminance(b));
}

/** `#rrggbb` as OKLCH. */
export function toLch(hex: string): Lch {
  const value = Number.parseInt(hex.slice(1, 7), 16);
  const r = linear[(value >> 16) & 255] ?? 0;
  const g = linear[(value >> 8) & 255] ?? 0;
  const b = linear[value & 255] ?? 0;
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  const b2 = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  return {
    l: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    c: Math.hypot(a, b2),
    h: ((Math.atan2(b2, a) * 180) / Math.PI + 360) % 360,
  };
}

function toLinear(l: number, a: number, b: number): [number, number, number] {
  const l3 = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m3 = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s3 = (l - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l3 - 3.3077115913 * m3 + 0.2309699292 * s3,
    -1.2684380046 * l3 + 2.6097574011 * m3 - 0.3413193965 * s3,
    -0.0041960863 * l3 - 0.7034186147 * m3 + 1.707614701 * s3,
  ];
}

function inGamut([r, g, b]: readonly [number, number, number]): boolean {
  const low = -0.0001;
  const high = 1.0001;
  return r >= low && r <= high && g >= low && g <= high && b >= low && b <= high;
}

function toHex(rgb: readonly [number, number, number]): string {
  let value = 0;
  for (const channel of rgb) {
    const v = Math.min(1, Math.max(0, channel));
    const gamma = v <= 0.0031308 ? 12.92 * v : 1.055 * v ** (1 / 2.4) - 0.055;
    value = value * 256 + Math.round(gamma * 255);
  }
  return `#${value.toString(16).padStart(6, '0')}`;
}

function luminance(hex: string): number {
  const value = Number.parseInt(hex.slice(1, 7), 16);
  return (
    0.2126 * (linear[(value >> 16) & 255] ?? 0) +
    0.7152 * (linear[(value >> 8) & 255] ?? 0) +
    0.0722 * (linear[value & 255] ?? 0)
  );
}

function ratioOf(a: number, b: number): number {
  return a > b ? (a + 0.05) / (b + 0.05) : (b + 0.05) / (a + 0.05);
}

/** Chroma of a brand's greys: a hint of its hue. */
export function greyChroma(brand: Lch): number {
  return Math.min(0.008, 0.05 * brand.c);
}
