import { createHash } from 'node:crypto';
import { ApiError } from '../../schema/errors.ts';
import { invalid } from './body.ts';

/** The first response. */
export interface KeptAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Where answers are kept: the store, seen from here. */
export interface IdempotencyStore {
  readonly claim: (
    ref: { readonly keyId: string; readonly key: string },
    fingerprint: string,
  ) => Promise<
    | { readonly type: 'first' | 'running' | 'other' }
    | { readonly type: 'replay'; readonly answer: KeptAnswer }
  >;
  readonly keep: (
    ref: { readonly keyId: string; readonly key: string },
    answer: KeptAnswer,
  ) => Promise<void>;
  readonly drop: (ref: { readonly keyId: string; readonly key: string }) => Promise<void>;
}

/**
 * Runs a request once per Idempotency-Key: a repeat gets the first response again, a repeat with
 * other content 422, and one that arrives while the first is still in progress 409. A rejected
 * request changed nothing and may be sent again.
 */
export async function runOnce(
  store: IdempotencyStore,
  request: {
    readonly keyId: string;
    readonly key: string;
    readonly method: string;
    readonly path: string;
    readonly body: string;
  },
  run: () => Promise<KeptAnswer>,
): Promise<KeptAnswer> {
  if (!/^[\x21-\x7e]{1,255}$/.test(request.key)) {
    throw invalid('Idempotency-Key', 'wrong-format', 'Expected 1 to 255 visible ASCII characters');
  }
  const ref = { keyId: request.keyId, key: request.key };
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
    case 'first': {
      let answer: KeptAnswer;
      try {
        answer = await run();
      } catch (error) {
        await store.drop(ref);
        throw error;
      }
      await store.keep(ref, answer);
      return answer;
    }
  }
}
