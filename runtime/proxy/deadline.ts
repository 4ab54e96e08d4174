/** How long an exchange with an API may take, in ms. */
export interface ProxyTimes {
  /** Until the headers of the answer. */
  readonly first: number;
  /** Between two pieces of its body. */
  readonly idle: number;
  /** From the first byte sent to the last one received. */
  readonly total: number;
}

/** The times of one exchange. */
export interface Deadline {
  /** Aborted once one of them is up. */
  readonly signal: AbortSignal;
  /** The next piece is waited for. */
  readonly wait: () => void;
  /** A piece has arrived: a reader may take as long as the total allows. */
  readonly rest: () => void;
  /** Nothing is waited for any more. */
  readonly end: () => void;
}

/** Begins with the wait for the first byte. */
export function createDeadline({ first, idle, total }: ProxyTimes): Deadline {
  const controller = new AbortController();
  const abort = () => controller.abort();
  const whole = setTimeout(abort, total);
  let next = setTimeout(abort, first);
  const rest = () => clearTimeout(next);
  return {
    signal: controller.signal,
    wait: () => {
      rest();
      next = setTimeout(abort, idle);
    },
    rest,
    end: () => {
      rest();
      clearTimeout(whole);
    },
  };
}
