import type { Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { type Dispatcher, request as send } from 'undici';
import { ApiError, messageOf } from '../../schema/errors.ts';
import { given } from '../../schema/given.ts';
import { proxyLimits } from '../http/limits.ts';
import { createDeadline, type Deadline, type ProxyTimes } from './deadline.ts';
import { answerHeaders } from './headers.ts';

/** A request on its way to an API. */
export interface Outgoing {
  readonly url: URL;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array | undefined;
  /** Connects to vetted addresses only. */
  readonly agent: Dispatcher;
  readonly times: ProxyTimes;
  /** Aborted when the reader leaves. */
  readonly signal: AbortSignal;
  /** Called once, when nothing more is sent or received. */
  readonly done: () => void;
}

/**
 * Sends a request and hands the answer on as it arrives. Redirects are part of the answer: they are never
 * followed, so that no server can send a request elsewhere.
 */
export async function sendOn(outgoing: Outgoing): Promise<Response> {
  const { url, method, headers, body, agent } = outgoing;
  const deadline = createDeadline(outgoing.times);
  const signal = AbortSignal.any([deadline.signal, outgoing.signal]);
  const done = () => {
    deadline.end();
    outgoing.done();
  };
  try {
    const answer = await send(url, {
      method: method as Dispatcher.HttpMethod,
      headers: {
        ...headers,
        'accept-encoding': 'identity',
        'user-agent': 'Docent-Playground',
      },
      ...given({ body }),
      dispatcher: agent,
      signal,
    });
    deadline.rest();
    return await answerOf(answer, { method, host: url.host, deadline, done });
  } catch (error) {
    done();
    throw explain(error, { host: url.host, isLate: deadline.signal.aborted });
  }
}

/** An answer that is being received. */
interface Incoming {
  readonly method: string;
  readonly host: string;
  readonly deadline: Deadline;
  readonly done: () => void;
}

async function answerOf(answer: Dispatcher.ResponseData, incoming: Incoming): Promise<Response> {
  const { method, host, done } = incoming;
  const { statusCode: status, headers, body } = answer;
  // Whatever happens to the body: an unhandled error would end the process.
  body.on('error', () => {});
  const refuse = (message: string) => {
    body.destroy();
    return new ApiError('UPSTREAM_ERROR', message);
  };
  if (status < 200 || status > 599) throw refuse(`${host} answered with status ${status}.`);
  if (method === 'HEAD' || [204, 205, 304].includes(status)) {
    await body.dump();
    done();
    return new Response(null, { status, headers: answerHeaders(headers, false) });
  }
  const decoder = decoderOf(headers['content-encoding']);
  if (!decoder && Number(headers['content-length']) > proxyLimits.answer)
    throw refuse(tooLarge(host));
  const plain = decoder ? decoded(body, decoder) : body;
  return new Response(bounded(plain, incoming), {
    status,
    headers: answerHeaders(headers, decoder !== undefined),
  });
}

/** Some servers compress although they are asked not to. */
function decoderOf(encoding: string | readonly string[] | undefined) {
  if (encoding === 'gzip' || encoding === 'x-gzip') return createGunzip();
  if (encoding === 'br') return createBrotliDecompress();
  return encoding === 'deflate' ? createInflate() : undefined;
}

function decoded(body: Readable, decoder: ReturnType<typeof createGunzip>): Readable {
  body.on('error', (error) => decoder.destroy(error));
  decoder.on('error', () => body.destroy());
  decoder.on('close', () => body.destroy());
  return body.pipe(decoder);
}

/** A body piece by piece; one that is too large ends with an error, so that it can't look complete. */
function bounded(body: Readable, { host, deadline, done }: Incoming): ReadableStream<Uint8Array> {
  const pieces: AsyncIterator<Uint8Array> = body[Symbol.asyncIterator]();
  let size = 0;
  body.once('close', done);
  return new ReadableStream(
    {
      pull: async (controller) => {
        try {
          deadline.wait();
          const { done: isDone, value } = await pieces.next();
          deadline.rest();
          if (isDone) return controller.close();
          size += value.byteLength;
          if (size > proxyLimits.answer) throw new Error(tooLarge(host));
          controller.enqueue(value);
        } catch (error) {
          body.destroy();
          const why = deadline.signal.aborted ? `${host} took too long.` : messageOf(error);
          controller.error(new CutAnswerError(why));
        }
      },
      cancel: () => {
        body.destroy();
      },
    },
    { highWaterMark: 0 },
  );
}

/** An answer that ends too early. The server's adapter logs it with its stack, where one line is enough. */
class CutAnswerError extends Error {
  override readonly name = 'CutAnswerError';

  constructor(message: string) {
    super(message);
    this.stack = `${this.name}: ${message}`;
  }
}

function tooLarge(host: string): string {
  return `The answer of ${host} is larger than ${proxyLimits.answer / 1024 / 1024} MB.`;
}

function explain(
  error: unknown,
  { host, isLate }: { readonly host: string; readonly isLate: boolean },
): unknown {
  if (error instanceof ApiError) return error;
  if (isLate) {
    return new ApiError('UPSTREAM_ERROR', `${host} did not answer in time.`, { status: 504 });
  }
  const chain = [error, (error as { cause?: unknown })?.cause].filter(
    (one) => one instanceof Error,
  );
  if (chain.some(({ name }) => name === 'BlockedAddressError')) {
    // Where a name leads inside of this network is not for readers.
    return new ApiError('FORBIDDEN', `${host} does not have a public address.`);
  }
  const code = chain.map((one) => (one as NodeJS.ErrnoException).code).find(Boolean);
  if (code === undefined) return error;
  return new ApiError('UPSTREAM_ERROR', `${host} can't be reached (${code}).`);
}
