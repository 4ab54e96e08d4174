import { isFinal, ModelUnavailableError, nameError } from './model-errors.ts';

/** Consecutive failures that open the circuit, and how long it stays open (ms). */
const limits = { failures: 5, pause: 15_000 } as const;

/** Runs a call, and throws its errors under our names. */
export type Guard = <T>(signal: AbortSignal | undefined, run: () => Promise<T>) => Promise<T>;

/** A circuit breaker: after several failures in a row, calls fail at once for a while. */
export function openCircuit(now: () => number): Guard {
  const state = { failures: 0, openUntil: 0, last: '' };
  return async (signal, run) => {
    if (now() < state.openUntil) throw pausedError(state, now());
    try {
      const result = await run();
      state.failures = 0;
      return result;
    } catch (error) {
      const named = nameError(error, signal);
      if (named instanceof ModelUnavailableError) countFailure(state, named, now);
      throw named;
    }
  };
}

interface State {
  failures: number;
  openUntil: number;
  /** What the provider said last. */
  last: string;
}

function pausedError({ openUntil, last }: State, now: number): ModelUnavailableError {
  return new ModelUnavailableError(
    `The language model failed repeatedly and is paused for a moment. ${last}`,
    { retryAfter: Math.ceil((openUntil - now) / 1000) },
  );
}

function countFailure(state: State, error: ModelUnavailableError, now: () => number): void {
  // A provider that says what is wrong with a request is there.
  state.failures = isFinal(error) ? 0 : state.failures + 1;
  if (state.failures < limits.failures) return;
  state.openUntil = now() + limits.pause;
  state.last = error.message;
  state.failures = 0;
}
