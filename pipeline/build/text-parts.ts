import type { FilePart } from '../../schema/build.ts';
import { type Cache, keyOf } from '../cache/cache.ts';
import { encode } from '../output/encode.ts';
import type { ContentPart } from '../output/output-file.ts';
import type { TextPart } from '../site/machine/site.ts';
import type { RenderedSite } from './render-site.ts';

/** What is remembered of the parts of texts. */
export interface PartsBefore {
  readonly rendered: Pick<RenderedSite, 'textsKey'>;
  readonly cache: Cache;
}

/** The parts of a text: those that are as they were are neither made nor read again. */
export function textParts(
  parts: readonly TextPart[],
  { rendered, cache }: PartsBefore,
): readonly ContentPart[] {
  return parts.map(({ pages, ends, text }) => {
    const key = keyOf(...ends, rendered.textsKey(pages));
    return {
      known: cache.get<FilePart>('full-text', key),
      make: () => {
        const made = encode('part.txt', text());
        const { hash, bytes } = made;
        cache.set('full-text', key, { hash, bytes: bytes.length } satisfies FilePart);
        return made;
      },
    };
  });
}
