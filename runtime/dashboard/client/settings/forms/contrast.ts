/** What a colour is seen on: the pages of a site in both modes. */
export const grounds = [
  { name: 'light', color: '#ffffff' },
  { name: 'dark', color: '#0f1115' },
] as const;

/** The contrast of two colours as WCAG defines it, from 1 to 21; both are `#rrggbb`. */
export function contrastOf(one: string, other: string): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
