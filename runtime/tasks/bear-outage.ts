import { isFinal, type Model, ModelUnavailableError } from '../../pipeline/model.ts';

/** Milliseconds to leave a model alone that does not answer; doubles up to the last. */
const pauses = { first: 2_000, longest: 60_000, mostAsked: 10 * 60_000 } as const;

/** Since when a model has answered nobody; undefined when its last answer was one. */
export interface Outage {
  since: number | undefined;
}

/**
 * The model as one page asks it: what fails is tried again until `patience` has passed since the page's
 * first failure. All pages share an outage, so that a dead model costs a job that time once and not once
 * for each page.
 */
export function bearOutage(
  model: Model,
  tools: {
    readonly outage: Outage;
    /** Milliseconds. */
    readonly patience: number;
    readonly now: () => number;
    readonly sleep: (milliseconds: number, signal: AbortSignal) => Promise<void>;
    readonly log: (line: string) => void;
    readonly signal: AbortSignal;
  },
): Model {
  const { outage, patience, now, sleep, log, signal } = tools;
  let failing: number | undefined;
  return {
    ...model,
    complete: async (request) => {
      for (let pause: number = pauses.first; ; pause = Math.min(pauses.longest, pause * 2)) {
        try {
          const answer = await model.complete(request);
          outage.since = undefined;
          return answer;
        } catch (error) {
          if (!(error instanceof ModelUnavailableError) || signal.aborted) throw error;
          // A model that says what is wrong with a request is there: it will say so again.
          if (isFinal(error)) throw error;
          outage.since ??= now();
          failing ??= now();
          const left = Math.min(failing, outage.since) + patience - now();
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
