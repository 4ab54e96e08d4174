import { gzipSync } from 'node:zlib';
import { hasTag, tagOf } from './etags.ts';
import { json, type State } from './response.ts';

/**
 * Answers with a description that never changes: compressed where the client takes that, and 304 where it has it.
 * It is made by the first request: few servers are ever asked for it.
 */
export function serveDescription(
  describe: () => object,
): (request: Request, state: State) => Response {
  let made: { readonly text: string; readonly hash: string } | undefined;
  let packed: Uint8Array<ArrayBuffer> | undefined;
  return ({ headers }, state) => {
    made ??= described(describe());
    const { text, hash } = made;
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

function described(description: object) {
  const text = JSON.stringify(description);
  return { text, hash: tagOf(text).slice(1, -1) };
}
