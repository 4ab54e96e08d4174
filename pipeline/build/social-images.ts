import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { Site } from '../../schema/site.ts';
import type { Cache } from '../cache/cache.ts';
import { encode } from '../output/encode.ts';
import type { OutputFile } from '../output/output-file.ts';
import { cardsOf, type SocialCard } from '../site/social/card.ts';

/** Cards drawn at once: no more than wait for the disk anyway. */
const atOnce = Math.min(4, availableParallelism());

/**
 * The pictures that social networks show for the pages of a site, as files. Nothing is drawn before
 * its content is asked for, which happens only when the live deployment has no such picture; what a
 * picture is made of is its name, so the cache keeps no more than its hash.
 */
export function socialImages(input: {
  readonly site: Site;
  readonly dir: string;
  readonly cache: Cache;
}): OutputFile[] {
  const { site, dir, cache } = input;
  const { basePath } = site.config.hosting;
  const inTurn = queue(atOnce);
  return [...cardsOf(site).values()].map((card) => {
    const hash = cache.get<string>('social', card.path);
    return {
      path: card.path,
      address: `${basePath}/${card.path}`,
      immutable: true,
      ...(hash === undefined ? {} : { hash }),
      content: () =>
        inTurn(async () => {
          const file = encode(card.path, await drawn(card, dir));
          cache.set('social', card.path, file.hash);
          return file;
        }),
    };
  });
}

async function drawn(card: SocialCard, dir: string): Promise<Uint8Array> {
  const { drawCard } = await import('../site/social/draw.ts');
  const { loadFaces, rasterize } = await import('../site/social/raster.ts');
  const { face, mark, picture } = card.facts;
  const faces = loadFaces(face && join(dir, face.path));
  // Only what the source tree lists: no path can lead out of it.
  const read = (file: { readonly path: string } | undefined) =>
    file && readFileSync(join(dir, file.path));
  const pictures = { mark: read(mark), ground: read(picture) };
  return rasterize(drawCard(card.facts, faces, pictures), faces.files);
}

/** Runs work a few at a time. */
function queue(most: number): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    while (running >= most) await new Promise<void>((resolve) => waiting.push(resolve));
    running++;
    try {
      return await work();
    } finally {
      running--;
      waiting.shift()?.();
    }
  };
}
