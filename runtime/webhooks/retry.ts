/** Seconds between the end of a failed attempt and the next one. */
export const retryDelays: readonly number[] = [30, 120, 900, 3600, 14_400];

/** How an attempt ended. `status` is 0 when no answer came. */
export interface AttemptOutcome {
  readonly status: number;
  /** Value of the answer's `Retry-After` header, as received. */
  readonly retryAfter?: string;
}

/** What follows from an attempt. */
export type Verdict =
  | { readonly type: 'delivered' }
  | { readonly type: 'retry'; readonly at: Date }
  | { readonly type: 'failed' }
  /** The receiver said 410: the webhook itself ends. */
  | { readonly type: 'gone' };

/**
 * Judges an attempt. `failures` counts the failed attempts of this delivery, this one included; `random`
 * gives 0 ≤ x < 1 for the jitter, which only ever delays (0–10 %).
 */
export function judge(
  outcome: AttemptOutcome,
  {
    failures,
    endedAt,
    random,
    maxRetries = retryDelays.length,
  }: {
    readonly failures: number;
    readonly endedAt: Date;
    readonly random: () => number;
    readonly maxRetries?: number;
  },
): Verdict {
  if (outcome.status >= 200 && outcome.status < 300) return { type: 'delivered' };
  if (outcome.status === 410) return { type: 'gone' };
  const step = failures > maxRetries ? undefined : retryDelays[failures - 1];
  if (step === undefined) return { type: 'failed' };
  const asked =
    outcome.status === 429 || outcome.status === 503
      ? retryAfterSeconds(outcome.retryAfter, endedAt)
      : 0;
  const delay = Math.max(step, Math.min(asked, 2 * step));
  return {
    type: 'retry',
    at: new Date(endedAt.getTime() + Math.ceil(delay * 1000 * (1 + random() * 0.1))),
  };
}

/** Seconds in a `Retry-After`: a number or an HTTP date; 0 if it is unusable. */
function retryAfterSeconds(value: string | undefined, now: Date): number {
  if (value === undefined) return 0;
  if (/^\d+$/.test(value)) return Number(value);
  const date = Date.parse(value);
  return Number.isNaN(date) ? 0 : Math.max(0, (date - now.getTime()) / 1000);
}
