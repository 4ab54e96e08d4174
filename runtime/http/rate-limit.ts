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
  const policy = `"${limit.name}";q=${limit.perMinute};w=60`;
  const headers = (state: { remainingPoints: number; msBeforeNext: number }) => ({
    'RateLimit-Policy': policy,
    RateLimit: `"${limit.name}";r=${Math.max(0, state.remainingPoints)};t=${Math.ceil(Math.max(0, state.msBeforeNext) / 1000)}`,
  });
  return async (key) => {
    try {
      return headers((await limiter.consume(key)) as RateLimiterRes);
    } catch (refused) {
      if (refused instanceof Error) throw refused;
      const { msBeforeNext } = refused as RateLimiterRes;
      throw tooMany(limit, 'requests', {
        ...headers({ remainingPoints: 0, msBeforeNext }),
        ...retryAfter(msBeforeNext),
      });
    }
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

function retryAfter(milliseconds: number): { readonly 'Retry-After': string } {
  return { 'Retry-After': String(Math.max(1, Math.ceil(milliseconds / 1000))) };
}

function tooMany(
  { perMinute }: RateLimit,
  what: string,
  headers: Readonly<Record<string, string>>,
): ApiError {
  return new ApiError('LIMIT_EXCEEDED', `More than ${perMinute} ${what} per minute. Slow down.`, {
    details: [{ path: '', code: 'rate', message: `${perMinute} a minute` }],
    headers,
  });
}
