import { messageOf } from '../../../../schema/errors.ts';
import { fill } from '../words.ts';
import { CutError } from './receive.ts';
import { MixedError, patience, RefusedError, SlowError } from './send.ts';
import type { PlayWords } from './words.ts';

/** Why there is no response, and what to do about it. */
export interface Failure {
  readonly text: string;
  /** A header that the API lacks. */
  readonly header?: string;
}

/** Explains what `send` and `receive` threw. */
export async function explain(fault: unknown, url: string, words: PlayWords): Promise<Failure> {
  if (fault instanceof DOMException && fault.name === 'AbortError')
    return { text: words.cancelled };
  if (fault instanceof SlowError) return { text: fill(words.timeout, patience) };
  if (fault instanceof MixedError) return { text: words.mixed };
  if (fault instanceof CutError) return { text: words.cutOff };
  if (fault instanceof RefusedError) return { text: fill(words.refused, fault.message) };
  const address = URL.canParse(url) ? new URL(url) : undefined;
  if (!(fault instanceof TypeError) || !address) {
    return { text: fill(words.failed, messageOf(fault)) };
  }
  const { origin } = address;
  if (origin !== location.origin && (await answers(origin))) {
    return { text: words.cors, header: `Access-Control-Allow-Origin: ${location.origin}` };
  }
  return { text: fill(words.unreachable, origin) };
}

/** Milliseconds that a server has to show that it is there. */
const probe = 5000;

/**
 * Whether a server answers at all. A browser says nothing else about a request that failed; an answer that nothing
 * may be read of is enough to tell a missing server from one that does not let this page in.
 */
async function answers(origin: string): Promise<boolean> {
  try {
    await fetch(origin, {
      mode: 'no-cors',
      credentials: 'omit',
      cache: 'no-store',
      referrerPolicy: 'no-referrer',
      signal: AbortSignal.timeout(probe),
    });
    return true;
  } catch {
    return false;
  }
}
