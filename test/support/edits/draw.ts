import fc from 'fast-check';

/** Choices that follow from a seed. */
export interface Draw {
  /** A whole number below a limit. */
  readonly below: (limit: number) => number;
  readonly one: <T>(list: readonly T[]) => T;
  /** Whether something happens that happens once in so many times. */
  readonly oneIn: (times: number) => boolean;
  /** A few words with a capital letter and a full stop. */
  readonly sentence: () => string;
}

/** Choices from a seed: the same each time. */
export function drawFrom(seed: number): Draw {
  const numbers = draws(seed);
  const below = (limit: number): number => (numbers.next().value ?? 0) % limit;
  const one = <T>(list: readonly T[]): T => {
    const found = list[below(list.length)];
    if (found === undefined) throw new Error('There is nothing to choose from.');
    return found;
  };
  const sentence = () => {
    const text = Array.from({ length: 3 + below(6) }, () => one(words)).join(' ');
    return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
  };
  return { below, one, oneIn: (times) => below(times) === 0, sentence };
}

function* draws(seed: number): Generator<number, undefined> {
  for (let part = 0; ; part++) {
    // Evenly: by itself, it prefers small numbers.
    yield* fc.sample(fc.noBias(fc.nat()), { seed: seed + part, numRuns: 1000 });
  }
}

const words =
  'alpha beta token webhook index page search deploy cache router vector sign-on 日本語 größer'.split(
    ' ',
  );
