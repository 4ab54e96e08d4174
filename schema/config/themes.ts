/** The themes; the first is the default. */
export const themes = [
  'mint',
  'maple',
  'palm',
  'willow',
  'linden',
  'almond',
  'aspen',
  'house',
  'atlas',
  'nova',
  'cipher',
] as const;

/** Name of a theme. */
export type ThemeName = (typeof themes)[number];
