import { messageOf } from '../../../../schema/errors.ts';
import { fill } from '../words.ts';
import { CutError } from './receive.ts';
import type { BuiltRequest } from './request.ts';
import { isSetByBrowser, MixedError, patience, RefusedError, SlowError } from './send.ts';
import type { PlayWords } from './words.ts';

/** Why there is no response, and what to do about it. */
export interface Failure {
  readonly text: string;
  /** Headers that the API lacks, one per line. */
  readonly header?: string;
}

/** What a failed request has asked for. */
type Asked = Pick<BuiltRequest, 'method' | 'url' | 'headers' | 'body'>;

/** Explains what `send` and `receive` threw. */
export async function explain(fault: unknown, asked: Asked, words: PlayWords): Promise<Failure> {
  const { url } = asked;
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
    return { text: words.cors, header: neededHeaders(asked).join('\n') };
  }
  return { text: fill(words.unreachable, origin) };
}

/** What the API has to send for the browser to let this page send the request and read the response. */
function neededHeaders({ method, headers, body }: Asked): readonly string[] {
  const names = headers.map(([name]) => name.toLowerCase()).filter((name) => !isSetByBrowser(name));
  const type = body?.mediaType ?? '';
  if (type !== '' && !plainTypes.test(type)) names.push('content-type');
  const asked = [...new Set(names)].filter((name) => !plainHeaders.has(name));
  return [
    `Access-Control-Allow-Origin: ${location.origin}`,
    ...(/^(GET|HEAD|POST)$/.test(method) ? [] : [`Access-Control-Allow-Methods: ${method}`]),
    ...(asked.length > 0 ? [`Access-Control-Allow-Headers: ${asked.join(', ')}`] : []),
  ];
}

/** Headers and types of bodies that need no permission. */
const plainHeaders = new Set(['accept', 'accept-language', 'content-language']);
const plainTypes = /^(?:multipart\/form-data|application\/x-www-form-urlencoded|text\/plain)\b/i;

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
