import { createHash } from 'node:crypto';
import { ApiError } from '../../schema/errors.ts';
import { invalid } from './body.ts';

/** The first response. */
export interface KeptAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A response as it is sent: its body, or a stream. */
export interface SentAnswer extends KeptAnswer {
  readonly stream?: ReadableStream<Uint8Array> | undefined;
  /** Whether a stream with that text may be repeated; else the request may be sent again. */
  readonly isWhole?: ((text: string) => boolean) | undefined;
}

/** An Idempotency-Key, and who sent it: a key of the API, a member, or a reader of a project. */
export interface IdempotencyRef {
  readonly by: 'key' | 'member' | 'reader';
  readonly owner: string;
  readonly key: string;
}

/** Where answers are kept: the store, seen from here. */
export interface IdempotencyStore {
  readonly claim: (
    ref: IdempotencyRef,
    fingerprint: string,
  ) => Promise<
    | { readonly type: 'first' | 'running' | 'other' }
    | { readonly type: 'replay'; readonly answer: KeptAnswer }
  >;
  readonly renew: (ref: IdempotencyRef) => Promise<void>;
  readonly keep: (ref: IdempotencyRef, answer: KeptAnswer) => Promise<void>;
  readonly drop: (ref: IdempotencyRef) => Promise<void>;
}

/** Milliseconds after which a request in progress holds its key again. */
const renewal = 20_000;

/** Characters of a stream that are kept; the assistant writes a fraction of it. */
const longest = 1_000_000;

/** Throws what an Idempotency-Key that can't be one is answered with. */
export function checkIdempotencyKey(key: string): void {
  if (/^[\x21-\x7e]{1,255}$/.test(key)) return;
  throw invalid('Idempotency-Key', 'wrong-format', 'Expected 1 to 255 visible ASCII characters');
}

/** The Idempotency-Key of a reader: another visitor or session never finds its answer. */
export function readerKey(visitorId: string, session: string, key: string): string {
  return createHash('sha256')
    .update(JSON.stringify([visitorId, session, key]))
    .digest('hex');
}

/**
 * Runs a request once per Idempotency-Key: a repeat gets the first response again, a repeat with
 * other content 422, and one that arrives while the first is still in progress 409. A rejected
 * request changed nothing and may be sent again. A stream is written to its end although its
 * reader is gone, and repeated as a whole.
 */
export async function runOnce(
  store: IdempotencyStore,
  ref: IdempotencyRef,
  request: { readonly method: string; readonly path: string; readonly body: string },
  run: () => Promise<SentAnswer>,
): Promise<SentAnswer> {
  const fingerprint = createHash('sha256')
    .update(`${request.method} ${request.path}\n${request.body}`)
    .digest('hex');
  const claim = await store.claim(ref, fingerprint);
  switch (claim.type) {
    case 'replay':
      return {
        ...claim.answer,
        headers: { ...claim.answer.headers, 'Idempotent-Replayed': 'true' },
      };
    case 'running':
      throw new ApiError(
        'IDEMPOTENCY_CONFLICT',
        'A request with this Idempotency-Key is still in progress. Try again shortly.',
        { headers: { 'Retry-After': '1' } },
      );
    case 'other':
      throw new ApiError(
        'IDEMPOTENCY_MISMATCH',
        'This Idempotency-Key was already used for a different request. Use a new one.',
      );
    case 'first':
      return runFirst(store, ref, run);
  }
}

async function runFirst(
  store: IdempotencyStore,
  ref: IdempotencyRef,
  run: () => Promise<SentAnswer>,
): Promise<SentAnswer> {
  const timer = setInterval(() => void store.renew(ref).catch(() => {}), renewal).unref();
  let isStreaming = false;
  try {
    const answer = await run().catch(async (error: unknown) => {
      await store.drop(ref);
      throw error;
    });
    if (!answer.stream) {
      await store.keep(ref, lasting(answer));
      return answer;
    }
    isStreaming = true;
    // The source of both goes on as long as one of them is read.
    const [sent, kept] = answer.stream.tee();
    void keepStream(store, ref, { ...answer, stream: kept }).finally(() => clearInterval(timer));
    return { ...answer, stream: sent };
  } finally {
    if (!isStreaming) clearInterval(timer);
  }
}

/** Keeps a stream once it has ended; if that fails, its claim ends by itself. */
async function keepStream(
  store: IdempotencyStore,
  ref: IdempotencyRef,
  { stream, isWhole, ...answer }: SentAnswer,
): Promise<void> {
  try {
    const text = await new Response(stream ?? null).text();
    // Comments only keep the connection open.
    const body = text.replace(/^:.*\n\n/gm, '');
    if (body.length <= longest && isWhole?.(body) !== false) {
      await store.keep(ref, { ...lasting(answer), body });
    } else await store.drop(ref);
  } catch {
    await store.drop(ref).catch(() => {});
  }
}

/** An answer without what is true at its own moment only. */
function lasting({ status, headers, body }: KeptAnswer): KeptAnswer {
  const entries = Object.entries(headers).filter(([name]) => !/^ratelimit/i.test(name));
  return { status, headers: Object.fromEntries(entries), body };
}
