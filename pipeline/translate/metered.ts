import type { Model } from '../net/model.ts';

/** What a model was asked for. */
export interface Spent {
  readonly requests: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/** A model whose requests are counted, whatever they are for. */
export function metered(model: Model): { readonly model: Model; readonly spent: () => Spent } {
  const total = { requests: 0, inputTokens: 0, outputTokens: 0 };
  const complete: Model['complete'] = async (request) => {
    total.requests++;
    const answer = await model.complete(request);
    total.inputTokens += answer.usage.input;
    total.outputTokens += answer.usage.output;
    return answer;
  };
  return { model: { ...model, complete }, spent: () => ({ ...total }) };
}
