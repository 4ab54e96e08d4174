/** Widths of a window, in pixels, from which on there is room for more. */
export const widths = {
  /** A row of buttons with their words; phones in a hand are narrower. */
  phone: 480,
  /** Two things next to each other. */
  columns: 600,
  /** The sidebar next to the text. */
  sidebar: 900,
  /** The contents list, or examples, next to both. */
  contents: 1200,
} as const;

/** Fills in the widths of conditions such as `@media (--from-sidebar)` and `(--below-sidebar)`. */
export function withWidths(css: string): string {
  return css.replace(/\(--(from|below)-(\w+)\)/g, (_, side: string, name: string) => {
    const width = (widths as Readonly<Record<string, number>>)[name];
    if (width === undefined) throw new Error(`The layout has no width "${name}"`);
    return side === 'from' ? `(min-width: ${width}px)` : `(max-width: ${width - 1}px)`;
  });
}
