import { rasterize as draw } from '../../pipeline/site/social/raster.ts';

export { loadFaces } from '../../pipeline/site/social/raster.ts';

const drawn = new Map<string, Promise<Uint8Array>>();

/** In place of `rasterize` where sites are built (`vitest.config.ts`): the card of most is the same, and takes half of a small build. */
export function rasterize(svg: string, files: readonly string[]): Promise<Uint8Array> {
  const name = [svg, ...files].join('\n');
  const card = drawn.get(name) ?? draw(svg, files);
  drawn.set(name, card);
  return card;
}
