import type { Model } from '../../pipeline/net/model.ts';
import { isFinal, ModelUnavailableError } from '../../pipeline/net/model-errors.ts';

/** Milliseconds to leave a model alone that does not answer; doubles up to the last. */
const pauses = { first: 2_000, longest: 60_000, mostAsked: 10 * 60_000 } as const;

/** Since when a model has been failing; undefined when it has not. */
export interface Failing {
  since: number | undefined;
  /** Lets it outlive the process. */
  readonly keep?: (since: number | undefined) => Promise<void>;
}

/**
 * The model as one page asks it: what fails is tried again until `patience` has passed since the page's
 * first failure. All pages share an outage, so that a dead model costs a job that time once and not once
 * for each page.
 */
export function bearOutage(
  model: Model,
  tools: {
    /** Ends with the first answer that any page gets. */
    readonly outage: Failing;
    /** The page's own, which its answers do not end. */
    readonly page?: Failing;
    /** Milliseconds. */
    readonly patience: number;
    readonly now: () => number;
    readonly sleep: (milliseconds: number, signal: AbortSignal) => Promise<void>;
    readonly log: (line: string) => void;
    readonly signal: AbortSignal;
  },
): Model {
  const { outage, page = { since: undefined }, patience, now, sleep, log, signal } = tools;
  return {
    ...model,
    complete: async (request) => {
      for (let pause: number = pauses.first; ; pause = Math.min(pauses.longest, pause * 2)) {
        try {
          const answer = await model.complete(request);
          if (outage.since !== undefined) await change(outage, undefined);
          return answer;
        } catch (error) {
          if (!(error instanceof ModelUnavailableError) || signal.aborted) throw error;
          // A model that rejects a request is available, and would reject it again.
          if (isFinal(error)) throw error;
          const failed = now();
          if (outage.since === undefined) await change(outage, failed);
          if (page.since === undefined) await change(page, failed);
          const since = Math.min(page.since ?? failed, outage.since ?? failed);
          const left = since + patience - now();
          if (left <= 0) throw error;
          const asked = error.retryAfter === undefined ? pause : error.retryAfter * 1000;
          const wait = Math.min(asked, pauses.mostAsked, left);
          log(`${error.message} Translation waits ${Math.ceil(wait / 1000)} s.`);
          await sleep(wait, signal);
        }
      }
    },
  };
}

async function change(failing: Failing, since: number | undefined): Promise<void> {
  failing.since = since;
  await failing.keep?.(since);
}
