import { gzipSync } from 'node:zlib';
import { hasTag, tagOf } from './etags.ts';
import { json, type State } from './response.ts';

/** Answers with a text that never changes: compressed where the client takes that, and 304 where it has it. */
export function serveDescription(text: string): (request: Request, state: State) => Response {
  const hash = tagOf(text).slice(1, -1);
  let packed: Uint8Array<ArrayBuffer> | undefined;
  return ({ headers }, state) => {
    const isPacked = /(?:^|,)\s*gzip\s*(?:;\s*q=(?!0(?:\.0*)?\s*(?:,|$))[\d.]+\s*)?(?:,|$)/i.test(
      headers.get('accept-encoding') ?? '',
    );
    // The two forms differ in their bytes, and so in their tags.
    const tag = `"${hash}${isPacked ? '-gzip' : ''}"`;
    const isKnown = hasTag(headers.get('if-none-match'), tag, 'weakly');
    const more = { ETag: tag, Vary: 'Accept-Encoding', 'Cache-Control': 'no-cache' };
    const whole = json(200, text, state, more);
    if (isKnown) {
      whole.headers.delete('content-type');
      return new Response(null, { status: 304, headers: whole.headers });
    }
    if (!isPacked) return whole;
    packed ??= new Uint8Array(gzipSync(text));
    whole.headers.set('content-encoding', 'gzip');
    return new Response(packed, { headers: whole.headers });
  };
}
