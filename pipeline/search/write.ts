import type { PageRecord } from '../../schema/build.ts';
import type { EmbeddingModel } from '../net/model.ts';
import type { TableChange } from './bring-up.ts';
import { rowsOf } from './rows.ts';
import { writeVersion } from './table.ts';
import { deploymentsIn, lastVersion, reuseVersion, type SectionStore } from './versions.ts';
import { withWriter } from './writer.ts';

/** What a build tells the store of sections. */
export interface SectionsInput {
  readonly store: SectionStore;
  readonly deployment: string;
  /** Deployments that are kept, and this one; all when it is left out. */
  readonly keep?: readonly string[];
  /** Hash over the records (`recordsKey`): they are asked for only when it is new. */
  readonly key: string;
  readonly records: () => Iterable<PageRecord>;
  /** Without it rows that change lose their vectors, and all others keep them. */
  readonly embeddings?: EmbeddingModel;
  /** Whatever is there is of no use. */
  readonly rewrite?: boolean;
}

/** The result for the sections. */
export interface SectionsChange extends TableChange {
  /** The same rows already existed. */
  readonly reused: boolean;
}

/**
 * Writes the sections of a deployment; nothing is opened when the same ones are there, and a model reads
 * only those that it has not. A model that fails costs the vectors, not the sections.
 */
export async function writeSections(input: SectionsInput): Promise<SectionsChange> {
  const { store, deployment, key, embeddings } = input;
  const keep = input.keep ?? deploymentsIn(store);
  return withWriter(store.folder, async () => {
    const { rewrite = false } = input;
    if (!rewrite && reuseVersion(store, deployment, { key, keep, model: embeddings?.name ?? '' })) {
      return { written: 0, removed: 0, reused: true };
    }
    const last = rewrite ? undefined : lastVersion(store);
    const rows = rowsOf(input.records());
    const write = async (
      made: Pick<Parameters<typeof writeVersion>[2], 'base' | 'model' | 'dimension' | 'embed'>,
    ) => ({
      reused: false,
      ...(await writeVersion(store, deployment, { rows, key, keep, ...made })),
    });
    if (!embeddings) {
      const { model = '', dimension = 0 } = last ?? {};
      return write({ model, dimension, ...(last ? { base: last } : {}) });
    }
    const embed = (texts: readonly string[]) => embeddings.embed(texts);
    const model = embeddings.name;
    if (last?.model === model)
      return write({ base: last, model, dimension: last.dimension, embed });
    let dimension: number;
    try {
      dimension = await lengthOf(embeddings);
    } catch (error) {
      const { message } = error as Error;
      const plain = { model: '', dimension: 0, ...(last?.model === '' ? { base: last } : {}) };
      return { ...(await write(plain)), withoutVectors: message };
    }
    return write({ model, dimension, embed });
  });
}

/** How long a model's vectors are is only known from one of them. */
async function lengthOf(embeddings: EmbeddingModel): Promise<number> {
  const [vector = []] = await embeddings.embed(['dimension']);
  if (vector.length === 0) throw new Error('The embedding model returned an empty vector.');
  return vector.length;
}
