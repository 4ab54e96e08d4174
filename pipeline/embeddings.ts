import { type EmbeddingModel, openEmbeddings } from './model.ts';

/**
 * The model that makes vectors for the search: `DOCENT_EMBEDDING_MODEL` at `OPENAI_BASE_URL` with
 * `OPENAI_API_KEY`. Undefined when no model is named: a key that happens to be in the environment
 * sends nothing anywhere.
 * @throws an `Error` of one sentence when it is not said where the model is
 */
export function readEmbeddings(
  environment: Readonly<Record<string, string | undefined>>,
): EmbeddingModel | undefined {
  const { OPENAI_BASE_URL, OPENAI_API_KEY, DOCENT_EMBEDDING_MODEL } = environment;
  if (!DOCENT_EMBEDDING_MODEL) return undefined;
  if (!OPENAI_BASE_URL && !OPENAI_API_KEY) {
    throw new Error(
      'DOCENT_EMBEDDING_MODEL is set, but neither OPENAI_API_KEY nor OPENAI_BASE_URL is. Set one of them, or unset DOCENT_EMBEDDING_MODEL.',
    );
  }
  if (OPENAI_BASE_URL && !/^https?:\/\//.test(OPENAI_BASE_URL)) {
    throw new Error(
      `Unexpected OPENAI_BASE_URL "${OPENAI_BASE_URL}", expected a URL such as http://localhost:11434/v1.`,
    );
  }
  return openEmbeddings({
    baseUrl: OPENAI_BASE_URL || 'https://api.openai.com/v1',
    // Servers on one's own machine want none, the package wants any.
    apiKey: OPENAI_API_KEY || 'none',
    model: DOCENT_EMBEDDING_MODEL,
  });
}
