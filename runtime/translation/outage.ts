import type { Model } from '../../pipeline/net/model.ts';
import { ApiError, messageOf } from '../../schema/errors.ts';

/** Failures in a row after which a model is taken to be out. */
const failuresOfOutage = 5;

/** Milliseconds that a caller waits for the answer to whether it is. */
const patience = 5_000;

/** A model that is watched while it works. */
export interface WatchedModel {
  readonly model: Model;
  /**
   * Checks whether the model responds, but only if its last calls have all failed. @throws ApiError
   * `TRANSLATION_FAILED` if it does not
   */
  readonly assertReachable: () => Promise<void>;
}

/** Counts the failures of a model, so that no job is begun that could only wait. */
export function watchModel(model: Model): WatchedModel {
  let failures = 0;
  const complete: Model['complete'] = async (request) => {
    try {
      const answer = await model.complete(request);
      failures = 0;
      return answer;
    } catch (error) {
      if ((error as Error).name === 'ModelUnavailableError') failures++;
      throw error;
    }
  };
  return {
    model: { ...model, complete },
    assertReachable: async () => {
      if (failures < failuresOfOutage) return;
      const signal = AbortSignal.timeout(patience);
      const messages = [{ role: 'user', content: 'Answer with the word "yes".' }] as const;
      try {
        await complete({ messages, maxOutputTokens: 5, signal });
      } catch (error) {
        throw new ApiError(
          'TRANSLATION_FAILED',
          `The language model can't be reached: ${messageOf(error)} Try again later; running jobs continue on their own.`,
        );
      }
    },
  };
}
