import type { EmbeddingModel, ModelAddress } from './model.ts';
import { readModelAddress } from './model-address.ts';
import { ModelUnavailableError, nameError } from './model-errors.ts';
import { createClient } from './model-wire.ts';

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

/** Opens an embedding endpoint; vectors come back in the order of the texts, 96 texts a request. */
export function openEmbeddings(
  address: ModelAddress,
  options: { readonly timeout?: number } = {},
): EmbeddingModel {
  const client = createClient(address, options.timeout ?? 60_000, 2);
  return {
    name: address.model,
    embed: async (texts, signal) => {
      const vectors: (readonly number[])[] = [];
      for (let start = 0; start < texts.length; start += 96) {
        try {
          const answer = await (await client).embeddings.create(
            {
              model: address.model,
              input: texts.slice(start, start + 96),
              encoding_format: 'float',
            },
            signal ? { signal } : {},
          );
          for (const row of answer.data.toSorted((a, b) => a.index - b.index))
            vectors.push(row.embedding);
        } catch (error) {
          throw nameError(error, signal);
        }
      }
      if (vectors.length !== texts.length) {
        throw new ModelUnavailableError(
          `The embedding model returned ${vectors.length} vectors for ${texts.length} texts.`,
        );
      }
      return vectors;
    },
  };
}
