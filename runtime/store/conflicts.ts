import { setTimeout } from 'node:timers/promises';
import { ApiError } from '../../schema/errors.ts';

/** Milliseconds that a write waits for other processes. */
export const patience = 5000;

/** Waits for other processes without holding up this one. */
export async function untilFree<T>(run: () => Promise<T>): Promise<T> {
  const start = Date.now();
  for (let wait = 2; ; wait = Math.min(wait * 2, 50)) {
    try {
      return await run();
    } catch (error) {
      if (!codeOf(error).startsWith('SQLITE_BUSY')) throw error;
      if (Date.now() - start > patience) throw tooBusy(error);
    }
    await setTimeout(wait * (0.5 + Math.random()));
  }
}

const mostTries = 8;

/** Retries a transaction that conflicted with another one, after a random delay. */
export async function againAfterConflicts<T>(run: () => Promise<T>): Promise<T> {
  for (let tried = 1; ; tried++) {
    try {
      return await run();
    } catch (error) {
      // A serialization failure, and a deadlock.
      if (!/^(40001|40P01)$/.test(codeOf(error))) throw error;
      if (tried === mostTries) throw tooBusy(error);
    }
    await setTimeout(Math.random() * 10 * 2 ** tried);
  }
}

function tooBusy(cause: unknown): ApiError {
  const busy = new ApiError('UNAVAILABLE', 'The database is busy. Try again shortly.', {
    headers: { 'Retry-After': '1' },
  });
  busy.cause = cause;
  return busy;
}

/** The code of a database's error; empty when it has none. */
export function codeOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
}
