import { setTimeout } from 'node:timers/promises';
import type { Model } from '../net/model.ts';
import { readModelAddress } from '../net/model-address.ts';
import { openModel } from '../net/open-model.ts';
import { patient } from '../translate/patient.ts';
import { pseudoModel, pseudoName } from '../translate/pseudo.ts';

/** The name of the model for an estimate, which calls none. */
export function namedModel(
  environment: Readonly<Record<string, string | undefined>>,
  name: string | undefined,
): Model {
  const called = (): never => {
    throw new Error('An estimate calls no model.');
  };
  return {
    name: name ?? environment.DOCENT_TRANSLATE_MODEL ?? '',
    ...{ complete: called, stream: called },
  };
}

/**
 * The model that translates: `DOCENT_TRANSLATE_MODEL` at `OPENAI_BASE_URL` with `OPENAI_API_KEY`.
 * @throws Error that names the variables to set
 */
export function translationModel(
  environment: Readonly<Record<string, string | undefined>>,
  options: {
    /** Overrides the environment; `pseudo` calls no model. */
    readonly name?: string;
    readonly onPause?: (seconds: number, reason: string) => void;
    readonly parallel?: number;
    readonly tries?: number;
  } = {},
): Model {
  const { OPENAI_BASE_URL, OPENAI_API_KEY, DOCENT_TRANSLATE_MODEL } = environment;
  const name = options.name ?? DOCENT_TRANSLATE_MODEL;
  if (name === pseudoName) return pseudoModel();
  const isPlaced = OPENAI_BASE_URL || OPENAI_API_KEY;
  const address = isPlaced && readModelAddress(environment, 'DOCENT_TRANSLATE_MODEL', name);
  if (!address) {
    throw new Error(
      [
        'No language model is configured. Set',
        '  OPENAI_BASE_URL         URL of an OpenAI-compatible server, such as http://localhost:11434/v1',
        '  OPENAI_API_KEY          its API key, if required',
        '  DOCENT_TRANSLATE_MODEL  name of the model to translate with',
        'or preview the layout with --model pseudo.',
      ].join('\n'),
    );
  }
  const model = openModel(address);
  return patient(model, {
    parallel: options.parallel ?? 16,
    tries: options.tries ?? 6,
    sleep: (milliseconds, signal) =>
      setTimeout(milliseconds, undefined, signal ? { signal } : {}) as Promise<void>,
    ...(options.onPause ? { onPause: options.onPause } : {}),
  });
}
