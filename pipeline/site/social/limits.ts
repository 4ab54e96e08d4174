/** Size of every card in pixels: what social networks show whole. */
export const cardSize = { width: 1200, height: 630 } as const;

/** Whether a picture has a format that cards can hold. */
export function isDrawable(path: string): boolean {
  return /\.(svg|png|jpe?g|gif)$/i.test(path.trim());
}
