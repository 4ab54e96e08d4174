import { ApiError } from '../../schema/errors.ts';

/** Places of requests that run at the same time; taking one answers the function that gives it back. */
export interface Slots {
  readonly take: (key: string) => () => void;
}

/** As many places as given, and no more than `each` for one key; 503 with Retry-After if none is free. */
export function createSlots({
  atOnce,
  each,
}: {
  readonly atOnce: number;
  readonly each: number;
}): Slots {
  const taken = new Map<string, number>();
  let all = 0;
  return {
    take: (key) => {
      const own = taken.get(key) ?? 0;
      if (all >= atOnce || own >= each) {
        throw new ApiError('UNAVAILABLE', 'Too many requests are running. Try again in a moment.', {
          headers: { 'Retry-After': '1' },
        });
      }
      all += 1;
      taken.set(key, own + 1);
      let isFree = false;
      return () => {
        if (isFree) return;
        isFree = true;
        all -= 1;
        const left = (taken.get(key) ?? 1) - 1;
        if (left === 0) taken.delete(key);
        else taken.set(key, left);
      };
    },
  };
}
