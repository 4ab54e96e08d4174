import type { ModelAddress } from '../../../pipeline/net/model.ts';
import { messageOf } from '../../../schema/errors.ts';

/** Model id as a `docs.json` writes it → where that model is, and its name there. */
export type Catalogue = ReadonlyMap<string, ModelAddress>;

type Environment = Readonly<Record<string, string | undefined>>;

/** Fields of an entry that is more than a name. */
const fields = ['model', 'baseUrl', 'apiKey'];

/**
 * Reads a catalogue: `{"openai/gpt-4.1": "gpt-4.1"}`, or an object with `model`, `baseUrl` and `apiKey`, the
 * name of the variable that holds a key. What an entry leaves out is the instance's own.
 * @throws an `Error` of one sentence that names the entry
 */
export function readCatalogue(
  text: string,
  own: Omit<ModelAddress, 'model'>,
  environment: Environment,
): Catalogue {
  let written: unknown;
  try {
    written = JSON.parse(text);
  } catch (error) {
    throw new Error(`The file in DOCENT_MODELS is not valid JSON: ${messageOf(error)}`);
  }
  if (!isObject(written)) {
    throw new Error(
      'The file in DOCENT_MODELS must contain an object of model ids and their names.',
    );
  }
  return new Map(
    Object.entries(written).map(([id, entry]) => [id, addressOf(id, entry, { own, environment })]),
  );
}

function addressOf(
  id: string,
  entry: unknown,
  {
    own,
    environment,
  }: { readonly own: Omit<ModelAddress, 'model'>; readonly environment: Environment },
): ModelAddress {
  const wrong = (what: string) => new Error(`Model "${id}" of DOCENT_MODELS: ${what}`);
  const given = typeof entry === 'string' ? { model: entry } : entry;
  if (!isObject(given)) throw wrong('expected a name, or an object with "model".');
  for (const [field, value] of Object.entries(given)) {
    if (!fields.includes(field)) {
      throw wrong(`unexpected field "${field}", expected one of ${fields.join(', ')}.`);
    }
    if (typeof value !== 'string' || value === '') throw wrong(`"${field}" is not a string.`);
  }
  const { model = id, baseUrl = own.baseUrl, apiKey } = given as Record<string, string>;
  if (!/^https?:\/\//.test(baseUrl) || !URL.canParse(baseUrl)) {
    throw wrong(`"${baseUrl}" is not a URL such as http://localhost:11434/v1.`);
  }
  if (apiKey !== undefined && !environment[apiKey]) {
    throw wrong(`the variable ${apiKey} with its API key is not set.`);
  }
  // Another server never sees the key of this one.
  const inherited = baseUrl === own.baseUrl ? own.apiKey : 'none';
  return { model, baseUrl, apiKey: apiKey === undefined ? inherited : (environment[apiKey] ?? '') };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
