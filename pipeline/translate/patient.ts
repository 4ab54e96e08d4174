import type { Model } from '../net/model.ts';
import { isFinal, ModelUnavailableError } from '../net/model-errors.ts';

/** How long to bear with a model that is busy. */
export interface Patience {
  /** Calls that run at once. */
  readonly parallel: number;
  /** How often a call is tried before its error is reported. */
  readonly tries: number;
  readonly sleep: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
  /** Told before each pause, in seconds. */
  readonly onPause?: (seconds: number, reason: string) => void;
}

const longestPause = 60;

/** A model that is asked by so many at once and no more, and left alone for a while when it is busy. */
export function patient(model: Model, patience: Patience): Model {
  const { parallel, tries, sleep } = patience;
  const waiting: (() => void)[] = [];
  let running = 0;
  let pausedUntil: Promise<void> | undefined;
  const enter = async () => {
    if (running >= parallel) await new Promise<void>((go) => waiting.push(go));
    else running++;
  };
  const leave = () => {
    const next = waiting.shift();
    if (next) next();
    else running--;
  };
  return {
    ...model,
    complete: async (request) => {
      await enter();
      try {
        for (let attempt = 1; ; attempt++) {
          request.signal?.throwIfAborted();
          // One pause holds all calls back: whoever is asked too often is not asked more.
          await pausedUntil;
          try {
            return await model.complete(request);
          } catch (error) {
            if (!(error instanceof ModelUnavailableError) || isFinal(error)) throw error;
            if (attempt >= tries) throw error;
            const seconds = Math.min(longestPause, error.retryAfter ?? 2 ** (attempt - 1));
            if (pausedUntil === undefined) {
              patience.onPause?.(seconds, error.message);
              pausedUntil = sleep(seconds * 1000, request.signal).finally(() => {
                pausedUntil = undefined;
              });
            }
          }
        }
      } finally {
        leave();
      }
    },
  };
}
