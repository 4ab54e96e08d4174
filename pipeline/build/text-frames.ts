import { crc32 } from 'node:zlib';
import { type Cache, keyOf } from '../cache/cache.ts';
import { type Frame, packFrame } from '../output/frame.ts';
import type { FileFrames } from '../output/output-file.ts';
import type { TextPart, TextParts } from '../site/machine/site.ts';
import type { RenderedSite } from './render-site.ts';

/**
 * Where a part of a text was last: in which content, and in which of its frames. A content that was uploaded may have
 * others, so length and checksum say whether a frame is the part.
 */
interface Place extends Sum {
  readonly hash: string;
  readonly index: number;
}

/** Bytes of a frame, and their checksum. */
interface Sum {
  readonly bytes: number;
  readonly crc: number;
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
  const frameOf = (part: TextPart): Frame & { readonly sum: Sum } => {
    const place = cache.get<Place>('full-text-part', partKey(part, before));
    const known = place && frameBefore?.(place.hash, place.index);
    const sum = known && sumOf(known);
    if (known && sum?.bytes === place.bytes && sum.crc === place.crc) return { ...known, sum };
    const made = packFrame(part.text());
    return { ...made, sum: sumOf(made) };
  };
  const sums: Sum[] = [];
  function* frames(): Iterable<Frame> {
    for (const part of parts) {
      const { sum, ...frame } = frameOf(part);
      sums.push(sum);
      yield frame;
    }
  }
  const onHash = (hash: string): void => {
    for (const [index, sum] of sums.entries()) {
      const part = parts[index];
      if (!part || part.pages.length === 0) continue;
      cache.set('full-text-part', partKey(part, before), { hash, index, ...sum } satisfies Place);
    }
  };
  return { frames: frames(), onHash };
}

function sumOf({ bytes }: Frame): Sum {
  return { bytes: bytes.length, crc: crc32(bytes) };
}

/** Keeps what is remembered of the parts of a text that stays as it is: what a build doesn't ask for is forgotten. */
export function keepParts({ parts }: TextParts, before: PartsBefore): void {
  for (const part of parts) before.cache.has('full-text-part', partKey(part, before));
}

function partKey({ pages }: TextPart, { rendered }: PartsBefore): string {
  return keyOf('part', rendered.textsKey(pages));
}
