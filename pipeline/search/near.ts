import type { EmbeddingModel } from '../net/model.ts';
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

/** Pages in order of both lists: 1 / (60 + rank) of each, added up. */
export function fused(first: readonly number[], second: readonly number[]): number[] {
  const scores = new Map<number, number>();
  for (const list of [first, second]) {
    for (const [rank, page] of list.entries()) {
      scores.set(page, (scores.get(page) ?? 0) + 1 / (60 + rank + 1));
    }
  }
  return [...scores].sort((a, b) => b[1] - a[1]).map(([page]) => page);
}
