import { type Cache, keyOf } from '../cache/cache.ts';
import { type Frame, packFrame } from '../output/frame.ts';
import type { FileFrames } from '../output/output-file.ts';
import type { TextPart, TextParts } from '../site/machine/site.ts';
import type { RenderedSite } from './render-site.ts';

/** Where a part of a text was last: in which content, and in which of its frames. */
interface Place {
  readonly hash: string;
  readonly index: number;
}

/** What is remembered of the parts of texts, and where they are. */
export interface PartsBefore {
  readonly rendered: Pick<RenderedSite, 'textsKey'>;
  readonly cache: Cache;
  /** A frame of a content that the live deployment has. */
  readonly frameBefore: ((hash: string, index: number) => Frame | undefined) | undefined;
}

/** The frames of a text: the live deployment has those of most parts, which are neither made nor compressed again. */
export function textFrames({ parts }: TextParts, before: PartsBefore): FileFrames {
  const { cache, frameBefore } = before;
  const knownFrame = (part: TextPart): Frame | undefined => {
    const place = cache.get<Place>('full-text-part', partKey(part, before));
    return place && frameBefore?.(place.hash, place.index);
  };
  function* frames(): Iterable<Frame> {
    for (const part of parts) yield knownFrame(part) ?? packFrame(part.text());
  }
  const onHash = (hash: string): void => {
    for (const [index, part] of parts.entries()) {
      const place: Place = { hash, index };
      if (part.pages.length > 0) cache.set('full-text-part', partKey(part, before), place);
    }
  };
  return { frames: frames(), onHash };
}

/** Keeps what is remembered of the parts of a text that stays as it is: what a build doesn't ask for is forgotten. */
export function keepParts({ parts }: TextParts, before: PartsBefore): void {
  for (const part of parts) before.cache.has('full-text-part', partKey(part, before));
}

function partKey({ pages }: TextPart, { rendered }: PartsBefore): string {
  return keyOf('part', rendered.textsKey(pages));
}
