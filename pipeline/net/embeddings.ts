import { type EmbeddingModel, openEmbeddings } from './model.ts';
import { readModelAddress } from './model-address.ts';

/**
 * The model that makes vectors for the search: `DOCENT_EMBEDDING_MODEL` at `OPENAI_BASE_URL` with
 * `OPENAI_API_KEY`. Undefined when no model is named: a key that happens to be in the environment
 * sends nothing anywhere.
 * @throws an `Error` of one sentence when it is not said where the model is
 */
export function readEmbeddings(
  environment: Readonly<Record<string, string | undefined>>,
): EmbeddingModel | undefined {
  const address = readModelAddress(environment, 'DOCENT_EMBEDDING_MODEL');
  return address && openEmbeddings(address);
}
