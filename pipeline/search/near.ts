import type { EmbeddingModel } from '../model.ts';
import { isDenseText } from './words.ts';

/** Whether a model should read it: a word that is still being typed means nothing yet. */
export function isWorthAModel({
  query,
  typing,
}: {
  readonly query: string;
  readonly typing?: boolean;
}): boolean {
  return (
    query.trim() !== '' && (!typing || query.trim().split(/\s+/).length > 2 || isDenseText(query))
  );
}

/** Makes the vector of a question. */
export type Embed = (text: string, signal: AbortSignal | undefined) => Promise<readonly number[]>;

/** A model that remembers questions: the same ones are asked again and again. */
export function remembering(embeddings: EmbeddingModel): Embed {
  const known = new Map<string, readonly number[]>();
  return async (text, signal) => {
    const before = known.get(text);
    if (before) return before;
    const limit = AbortSignal.timeout(patience);
    const [vector = []] = await embeddings.embed(
      [text],
      signal ? AbortSignal.any([signal, limit]) : limit,
    );
    if (known.size > 500) known.clear();
    known.set(text, vector);
    return vector;
  };
}

/** Milliseconds that a question waits for the model. */
const patience = 2_000;
