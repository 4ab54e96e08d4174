import { BurstyRateLimiter, RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible';
import { ApiError } from '../../schema/errors.ts';

/** Requests per minute, and additional requests in a burst once they are used up. */
export interface RateLimit {
  readonly name: string;
  readonly perMinute: number;
  readonly burst: number;
}

/** Counts failures, such as wrong keys from an address. */
export interface FailureLimiter {
  /** 429 with Retry-After when there were too many. */
  readonly refuse: (key: string) => Promise<void>;
  readonly count: (key: string) => Promise<void>;
}

/** Counts one request of a key; the headers that tell the client, or 429 with Retry-After. */
export type RateLimiter = (key: string) => Promise<Readonly<Record<string, string>>>;

/** What the requests of keys are held to. */
export interface KeyLimiters {
  readonly all: RateLimiter;
  readonly heavy: RateLimiter;
  readonly wrongKeys: FailureLimiter;
}

/** Counts nothing: for benchmarks. */
export const unlimited: KeyLimiters = {
  all: async () => ({}),
  heavy: async () => ({}),
  wrongKeys: { refuse: async () => {}, count: async () => {} },
};

/** A limiter in memory: each process counts for itself. */
export function createRateLimiter(limit: RateLimit): RateLimiter {
  const base = new RateLimiterMemory({ points: limit.perMinute, duration: 60 });
  const limiter =
    limit.burst > 0
      ? new BurstyRateLimiter(base, new RateLimiterMemory({ points: limit.burst, duration: 60 }))
      : base;
  return async (key) => {
    try {
      const { remainingPoints, msBeforeNext } = (await limiter.consume(key)) as RateLimiterRes;
      return stateHeaders(limit, Math.max(0, remainingPoints), Math.max(0, msBeforeNext));
    } catch (refused) {
      if (refused instanceof Error) throw refused;
      const { msBeforeNext } = refused as RateLimiterRes;
      throw tooMany(limit, 'requests', {
        ...stateHeaders(limit, 0, Math.max(0, msBeforeNext)),
        ...retryAfter(msBeforeNext),
      });
    }
  };
}

const minute = 60_000;

/** A limiter with a sliding minute, in memory: never more than so many in any sixty seconds. */
export function createSlidingLimiter(
  limit: { readonly name: string; readonly perMinute: number },
  now: () => number,
): RateLimiter {
  const times = new Map<string, number[]>();
  let swept = 0;
  return async (key) => {
    const time = now();
    if (time - swept > minute) {
      swept = time;
      for (const [other, list] of times) {
        if ((list.at(-1) ?? 0) <= time - minute) times.delete(other);
      }
    }
    const recent = (times.get(key) ?? []).filter((one) => one > time - minute);
    const isFull = recent.length >= limit.perMinute;
    if (!isFull) recent.push(time);
    times.set(key, recent);
    const wait = Math.max(1, (recent[0] ?? time) + minute - time);
    const headers = stateHeaders(limit, limit.perMinute - recent.length, wait);
    if (!isFull) return headers;
    throw tooMany(limit, 'requests', { ...headers, ...retryAfter(wait) });
  };
}

/** A limiter of failures in memory: at most this many in a minute, starting with the first. */
export function createFailureLimiter(limit: RateLimit): FailureLimiter {
  const limiter = new RateLimiterMemory({ points: limit.perMinute, duration: 60 });
  return {
    refuse: async (key) => {
      const state = await limiter.get(key);
      if (state === null || state.consumedPoints < limit.perMinute) return;
      throw tooMany(limit, 'failures', retryAfter(state.msBeforeNext));
    },
    count: async (key) => {
      await limiter.penalty(key);
    },
  };
}

function stateHeaders(
  { name, perMinute }: Pick<RateLimit, 'name' | 'perMinute'>,
  remaining: number,
  milliseconds: number,
): Readonly<Record<string, string>> {
  return {
    'RateLimit-Policy': `"${name}";q=${perMinute};w=60`,
    RateLimit: `"${name}";r=${remaining};t=${Math.ceil(milliseconds / 1000)}`,
  };
}

function retryAfter(milliseconds: number): { readonly 'Retry-After': string } {
  return { 'Retry-After': String(Math.max(1, Math.ceil(milliseconds / 1000))) };
}

function tooMany(
  { perMinute }: Pick<RateLimit, 'perMinute'>,
  what: string,
  headers: Readonly<Record<string, string>>,
): ApiError {
  return new ApiError('LIMIT_EXCEEDED', `More than ${perMinute} ${what} per minute. Slow down.`, {
    details: [{ path: '', code: 'rate', message: `${perMinute} a minute` }],
    headers,
  });
}
