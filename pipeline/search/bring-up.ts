import type { Connection, Table } from '@lancedb/lancedb';
import type { SearchRow } from '../../schema/build.ts';
import type { ArrowRow } from './arrow.ts';
import { inList, loadLance, mostIds } from './lance.ts';
import { rowHash, textHash } from './rows.ts';

/** Rows passed at a time: they are in memory several times meanwhile. */
const portion = 2500;

/** Makes vectors of texts. */
export type EmbedTexts = (texts: readonly string[]) => Promise<readonly (readonly number[])[]>;

/** What was done with a table. */
export interface TableChange {
  readonly written: number;
  readonly removed: number;
  /** Why some rows have no vectors, though a model was asked. */
  readonly withoutVectors?: string;
}

/** The rows that a table should have. */
export interface WantedRows {
  readonly rows: readonly SearchRow[];
  readonly dimension: number;
  readonly embed?: EmbedTexts | undefined;
}

/** Writes rows of another hash, and those that the model has not read; vectors of the same text are kept. */
export async function bringUp(
  connection: Connection,
  table: Table,
  { rows, dimension, embed }: WantedRows,
): Promise<TableChange> {
  const wanted = new Map(rows.map((row) => [row.id, { row, hash: rowHash(row) }]));
  const { kept, gone, read } = await compareRows(table, wanted, embed !== undefined);
  const fresh = [...wanted.values()].filter(({ row }) => !kept.has(row.id));
  // Vectors of rows that are about to go may be those of new ones.
  const before = await connection.openTable(table.name);
  await before.checkout(await table.version());
  const writing: Writing = { table, before, read, dimension, embed };
  try {
    await remove(table, [...gone]);
    for (let at = 0; at < fresh.length; at += portion) {
      await addRows(writing, fresh.slice(at, at + portion));
    }
  } finally {
    before.close();
  }
  if (wanted.size > 0) await indexIds(table);
  const { failed } = writing;
  const change = { written: fresh.length, removed: gone.size };
  return failed === undefined ? change : { ...change, withoutVectors: failed };
}

interface HashedRow {
  readonly row: SearchRow;
  readonly hash: string;
}

/** The ids of a table's rows that stay and that go. */
interface Comparison {
  readonly kept: ReadonlySet<string>;
  readonly gone: ReadonlySet<string>;
  /** Hash of a text that a model has read → a row with its vector. */
  readonly read: ReadonlyMap<string, string>;
}

async function compareRows(
  table: Table,
  wanted: ReadonlyMap<string, HashedRow>,
  needsVectors: boolean,
): Promise<Comparison> {
  const old = await table.query().select(['id', 'hash', 'meaning']).toArrow();
  const [ids, hashes, meanings] = ['id', 'hash', 'meaning'].map((name) => old.getChild(name));
  const kept = new Set<string>();
  const gone = new Set<string>();
  const read = new Map<string, string>();
  for (let i = 0; i < old.numRows; i++) {
    const id = String(ids?.get(i));
    const meaning = String(meanings?.get(i));
    if (meaning !== '') read.set(meaning, id);
    const isSame = wanted.get(id)?.hash === hashes?.get(i) && (meaning !== '' || !needsVectors);
    // A row that is stored twice is written again.
    if (isSame && !kept.has(id) && !gone.has(id)) kept.add(id);
    else {
      gone.add(id);
      kept.delete(id);
    }
  }
  return { kept, gone, read };
}

/** A table while rows are written to it. */
interface Writing {
  readonly table: Table;
  /** The table as it was. */
  readonly before: Table;
  readonly read: Comparison['read'];
  readonly dimension: number;
  readonly embed: EmbedTexts | undefined;
  /** Why the model failed; it is not called again. */
  failed?: string;
}

async function addRows(writing: Writing, rows: readonly HashedRow[]): Promise<void> {
  const { table, before, read, dimension } = writing;
  const described = rows.map(({ row, hash }) => {
    const text = dimension > 0 ? meaningOf(row) : '';
    return { row, hash, text, meaning: text === '' ? '' : textHash(text) };
  });
  const vectors = await vectorsOf(before, read, new Set(described.map(({ meaning }) => meaning)));
  const missing = new Map(described.map(({ meaning, text }) => [meaning, text]));
  for (const meaning of ['', ...vectors.keys()]) missing.delete(meaning);
  for (const [meaning, vector] of await embedded(writing, missing)) vectors.set(meaning, vector);
  const entries = described.map(({ row, hash, meaning }) => {
    const vector = vectors.get(meaning);
    return { ...arrowRow(row), hash, meaning: vector ? meaning : '', vector };
  });
  const { arrowTable } = await import('./arrow.ts');
  await table.add(arrowTable(entries, dimension));
}

/** Vectors of texts by their hashes; none once the model has failed. */
async function embedded(
  writing: Writing,
  texts: ReadonlyMap<string, string>,
): Promise<(readonly [meaning: string, vector: readonly number[]])[]> {
  const { embed, dimension } = writing;
  if (!embed || writing.failed !== undefined || texts.size === 0) return [];
  try {
    const vectors = await embed([...texts.values()]);
    return [...texts.keys()].flatMap((meaning, index) => {
      const vector = vectors[index];
      return vector?.length === dimension ? [[meaning, vector] as const] : [];
    });
  } catch (error) {
    writing.failed = (error as Error).message;
    return [];
  }
}

async function indexIds(table: Table): Promise<void> {
  const indexes = await table.listIndices();
  if (indexes.some(({ columns }) => columns.includes('id'))) return;
  const { Index } = await loadLance();
  await table.createIndex('id', { config: Index.btree() });
}

/** The text of a row for the model: its headings, then its content. */
function meaningOf(row: SearchRow): string {
  const place = [...row.breadcrumbs, row.title, ...row.trail].join(' > ');
  return `${place}\n${row.text}\n${row.code}`.slice(0, 4000).trim();
}

/** Vectors that a table has of some of the texts that a model has read. */
async function vectorsOf(
  table: Table,
  read: ReadonlyMap<string, string>,
  meanings: ReadonlySet<string>,
): Promise<Map<string, readonly number[]>> {
  const vectors = new Map<string, readonly number[]>();
  const ids = [...meanings].flatMap((meaning) => read.get(meaning) ?? []);
  for (let at = 0; at < ids.length; at += mostIds) {
    const found = await table
      .query()
      .where(inList(ids.slice(at, at + mostIds)))
      .select(['meaning', 'vector'])
      .toArray();
    for (const { meaning, vector } of found) vectors.set(meaning, Array.from(vector));
  }
  return vectors;
}

function arrowRow(row: SearchRow): Omit<ArrowRow, 'hash' | 'meaning'> {
  const { groups } = row;
  const members = groups.length === 0 ? ['session'] : groups.map((name) => `group:${name}`);
  return { ...row, readers: row.protected ? members : ['everyone'] };
}

async function remove(table: Table, ids: readonly string[]): Promise<void> {
  for (let at = 0; at < ids.length; at += mostIds) {
    await table.delete(inList(ids.slice(at, at + mostIds)));
  }
}
