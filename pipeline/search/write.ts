import { rmSync } from 'node:fs';
import type { PageRecord, SearchRow } from '../../schema/build.ts';
import type { Cache } from '../cache.ts';
import { keyOf } from '../cache.ts';
import type { EmbeddingModel } from '../model.ts';
import { rowsOf } from './rows.ts';
import {
  format,
  type IndexIdentity,
  indexFolder,
  reuseVersion,
  type TableRow,
  writeVersion,
} from './table.ts';
import { withWriter } from './writer.ts';

/** What a build tells the index. */
export interface IndexInput {
  readonly out: string;
  readonly deployment: string;
  /** Deployments that are kept, this one among them. */
  readonly keep: readonly string[];
  /** Hash over the records (`recordsKey`): they are asked for only when it is new. */
  readonly key: string;
  readonly records: () => Iterable<PageRecord>;
  readonly embeddings?: EmbeddingModel;
  /** Whatever is there is of no use. */
  readonly anew?: boolean;
  /** Keeps vectors by content and model. */
  readonly cache?: Cache;
}

/** What became of the index. */
export interface IndexChange {
  readonly written: number;
  readonly removed: number;
  /** The same rows were there already. */
  readonly reused: boolean;
  /** Why there are no vectors, though a model was asked for them. */
  readonly withoutVectors?: string;
}

/**
 * Writes the rows of a deployment into the index; nothing is opened when the same rows are there. A
 * model that fails costs the vectors, not the index.
 */
export async function writeIndex(input: IndexInput): Promise<IndexChange> {
  const folder = indexFolder(input.out);
  return withWriter(folder, async () => {
    if (input.anew) rmSync(folder, { recursive: true, force: true });
    try {
      return await writeWith(folder, input);
    } catch (error) {
      if (!input.embeddings || !(error instanceof VectorsError)) throw error;
      const { embeddings: _, ...plain } = input;
      return { ...(await writeWith(folder, plain)), withoutVectors: error.message };
    }
  });
}

async function writeWith(folder: string, input: IndexInput): Promise<IndexChange> {
  const { deployment, keep, key } = input;
  const identity = await withReason(() => identityOf(input));
  if (reuseVersion(folder, deployment, { identity, key, keep })) {
    return { written: 0, removed: 0, reused: true };
  }
  const rows = await withReason(() => withVectors(rowsOf(input.records()), input));
  const change = await writeVersion(folder, deployment, { rows, identity, key, keep });
  return { ...change, reused: false };
}

class VectorsError extends Error {
  override readonly name = 'VectorsError';
}

async function withReason<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw new VectorsError((error as Error).message, { cause: error });
  }
}

/** The length of a model's vectors is only known from one of them. */
async function identityOf({ embeddings, cache }: IndexInput): Promise<IndexIdentity> {
  if (!embeddings) return { format, model: '', dimension: 0 };
  const key = keyOf('dimension', embeddings.name);
  const measure = async () => (await embeddings.embed(['dimension']))[0]?.length ?? 0;
  const dimension = cache ? await cache.through('vectors', key, measure) : await measure();
  return { format, model: embeddings.name, dimension };
}

/** Vectors of all rows; the model is asked only for texts it has not seen. */
async function withVectors(rows: readonly SearchRow[], input: IndexInput): Promise<TableRow[]> {
  const { embeddings, cache } = input;
  if (!embeddings) return rows.map((row) => ({ row }));
  const texts = rows.map(embeddingText);
  const keys = texts.map((text) => keyOf(embeddings.name, text));
  const known = keys.map((key) => cache?.get<readonly number[]>('vectors', key));
  const missing = known.flatMap((vector, index) => (vector ? [] : [index]));
  const made = await embeddings.embed(missing.map((index) => texts[index] ?? ''));
  for (const [i, index] of missing.entries()) {
    const vector = made[i];
    known[index] = vector;
    if (vector) cache?.set('vectors', keys[index] ?? '', vector);
  }
  return rows.map((row, index) => ({ row, vector: known[index] ?? [] }));
}

/** What a model reads of a row: where it stands, then what it says. */
function embeddingText(row: SearchRow): string {
  const place = [...row.breadcrumbs, row.title, ...row.trail].join(' > ');
  return `${place}\n${row.text}\n${row.code}`.slice(0, 4000).trim();
}
