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

/** Where requests are counted: in this process, or in the database for all of them. */
export interface RateCounts {
  /** Counts a request in the minute that began with the first one of the key. */
  readonly inWindow: (
    key: string,
    now: number,
  ) => Promise<{ readonly used: number; readonly until: number }>;
  /** Counts a request unless the last minute is full; the times of those in it, oldest first. */
  readonly inLastMinute: (
    key: string,
    most: number,
    now: number,
  ) => Promise<{ readonly isFull: boolean; readonly times: readonly number[] }>;
}

const minute = 60_000;

/** Counts of this process. */
export function memoryCounts(): RateCounts {
  const windows = new Map<string, { used: number; until: number }>();
  const lists = new Map<string, readonly number[]>();
  let swept = 0;
  const sweep = (now: number): void => {
    if (now - swept <= minute) return;
    swept = now;
    for (const [key, { until }] of windows) if (until <= now) windows.delete(key);
    for (const [key, times] of lists) if ((times.at(-1) ?? 0) <= now - minute) lists.delete(key);
  };
  return {
    inWindow: async (key, now) => {
      sweep(now);
      const known = windows.get(key);
      const isOpen = known !== undefined && known.until > now;
      const window = isOpen ? known : { used: 0, until: now + minute };
      window.used++;
      windows.set(key, window);
      return { ...window };
    },
    inLastMinute: async (key, most, now) => {
      sweep(now);
      const recent = (lists.get(key) ?? []).filter((time) => time > now - minute);
      const isFull = recent.length >= most;
      const times = isFull ? recent : [...recent, now];
      lists.set(key, times);
      return { isFull, times };
    },
  };
}

/** A limiter with a minute that begins with the first request; the burst is part of it. */
export function createRateLimiter(
  { name, perMinute, burst }: RateLimit,
  counts: RateCounts = memoryCounts(),
  now: () => number = Date.now,
): RateLimiter {
  const limit = { name, perMinute: perMinute + burst };
  return async (key) => {
    const time = now();
    const { used, until } = await counts.inWindow(key, time);
    const wait = Math.max(1, until - time);
    const headers = stateHeaders(limit, Math.max(0, limit.perMinute - used), wait);
    if (used <= limit.perMinute) return headers;
    throw tooMany(limit, 'requests', { ...headers, ...retryAfter(wait) });
  };
}

/** A limiter with a sliding minute: never more than so many in any sixty seconds. */
export function createSlidingLimiter(
  limit: { readonly name: string; readonly perMinute: number },
  now: () => number,
  counts: RateCounts = memoryCounts(),
): RateLimiter {
  return async (key) => {
    const time = now();
    const { isFull, times } = await counts.inLastMinute(key, limit.perMinute, time);
    const wait = Math.max(1, (times[0] ?? time) + minute - time);
    const headers = stateHeaders(limit, limit.perMinute - times.length, wait);
    if (!isFull) return headers;
    throw tooMany(limit, 'requests', { ...headers, ...retryAfter(wait) });
  };
}

/** Of the limits that a request is held to, the one that is reached first. */
export function leastLeft(
  ...limits: readonly (Readonly<Record<string, string>> | undefined)[]
): Readonly<Record<string, string>> {
  let least: Readonly<Record<string, string>> = {};
  let left = Number.POSITIVE_INFINITY;
  for (const headers of limits) {
    const remaining = Number(/;r=(\d+)/.exec(headers?.RateLimit ?? '')?.[1] ?? Number.NaN);
    if (!headers || !(remaining < left)) continue;
    left = remaining;
    const { RateLimit = '', 'RateLimit-Policy': policy = '' } = headers;
    least = { RateLimit, 'RateLimit-Policy': policy };
  }
  return least;
}

/**
 * A limiter of failures: at most this many in a minute, starting with the first. Requests without a failure
 * are not counted and ask no database: a process learns that the limit is reached when it counts one itself.
 */
export function createFailureLimiter(
  limit: RateLimit,
  counts: RateCounts = memoryCounts(),
  now: () => number = Date.now,
): FailureLimiter {
  /** Keys that are refused, and until when. */
  const refused = new Map<string, number>();
  return {
    refuse: async (key) => {
      const wait = (refused.get(key) ?? 0) - now();
      if (wait > 0) throw tooMany(limit, 'failures', retryAfter(wait));
    },
    count: async (key) => {
      const time = now();
      const { used, until } = await counts.inWindow(key, time);
      if (used < limit.perMinute) return;
      for (const [other, end] of refused) if (end <= time) refused.delete(other);
      refused.set(key, until);
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
