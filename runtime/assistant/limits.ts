import { ApiError } from '../../schema/errors.ts';
import type { RateLimiter } from '../http/rate-limit.ts';

/** What readers may send the assistant, and what agents may ask of `/mcp`. */
export const chatLimits = {
  visitor: { name: 'visitor', perMinute: 10 },
  address: { name: 'address', perMinute: 30 },
  agent: { name: 'agent', perMinute: 60 },
} as const;

/** Reads a minute of conversations and usage, by plan. */
export const readsPerMinute = {
  free: 30,
  starter: 60,
  pro: 120,
  business: 300,
  enterprise: 600,
} as const;

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
    const wait = Math.max(1, Math.ceil(((recent[0] ?? time) + minute - time) / 1000));
    const headers = {
      'RateLimit-Policy': `"${limit.name}";q=${limit.perMinute};w=60`,
      RateLimit: `"${limit.name}";r=${limit.perMinute - recent.length};t=${wait}`,
    };
    if (!isFull) return headers;
    throw new ApiError(
      'LIMIT_EXCEEDED',
      `More than ${limit.perMinute} requests per minute. Slow down.`,
      {
        details: [{ path: '', code: 'rate', message: `${limit.perMinute} a minute` }],
        headers: { ...headers, 'Retry-After': String(wait) },
      },
    );
  };
}

/**
 * Lets work that comes at the same moment begin one after the other, each in its own turn of the event loop:
 * looking an answer up takes milliseconds, and three hundred of them in a row would hold up all else.
 */
export function createTurnstile(): () => Promise<void> {
  let last = Promise.resolve();
  return () => {
    last = last.then(() => new Promise((resolve) => setImmediate(resolve)));
    return last;
  };
}

/** Waits for a place, and answers what gives it back; whoever came first goes first. */
export type Lane = () => Promise<() => void>;

/** A lane with so many places: work that takes the processor is done by so many at once, however many ask. */
export function createLane(places: number): Lane {
  const waiting: (() => void)[] = [];
  let free = places;
  const leave = (): void => {
    const next = waiting.shift();
    // The place goes on to the next one, in a turn of the event loop of its own.
    if (next) setImmediate(next);
    else free++;
  };
  return async () => {
    if (free > 0) free--;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    let isOver = false;
    return () => {
      if (!isOver) leave();
      isOver = true;
    };
  };
}

/** Lets everything else that waits come first. */
export function breathe(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
