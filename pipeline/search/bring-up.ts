import type { Connection, Table } from '@lancedb/lancedb';
import type { SearchRow } from '../../schema/build.ts';
import { messageOf } from '../../schema/errors.ts';
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
  readonly rows: Iterable<SearchRow>;
  readonly dimension: number;
  readonly embed?: EmbedTexts | undefined;
}

/**
 * Writes rows of another hash, and those that the model has not read; vectors of the same text are
 * kept. Rows are read once, in portions.
 */
export async function bringUp(
  connection: Connection,
  table: Table,
  { rows, dimension, embed }: WantedRows,
): Promise<TableChange> {
  const { hashes, read } = await readOld(table, embed !== undefined);
  // Vectors of rows that are about to go may be those of new ones.
  const before = await connection.openTable(table.name);
  await before.checkout(await table.version());
  const writing: Writing = { table, before, read, dimension, embed };
  let written = 0;
  let removed = 0;
  const drop = async (ids: readonly string[]): Promise<void> => {
    await remove(table, ids);
    for (const id of ids) hashes.delete(id);
    removed += ids.length;
  };
  try {
    for (const fresh of freshRows(rows, hashes)) {
      await drop(fresh.flatMap(({ row: { id } }) => (hashes.has(id) ? [id] : [])));
      await addRows(writing, fresh);
      written += fresh.length;
    }
    // No row has asked for them.
    await drop([...hashes.keys()]);
  } finally {
    before.close();
  }
  if ((await table.countRows()) > 0) await indexIds(table);
  const { failed } = writing;
  const change = { written, removed };
  return failed === undefined ? change : { ...change, withoutVectors: failed };
}

interface HashedRow {
  readonly row: SearchRow;
  readonly hash: string;
}

/** Rows that a table does not have, in portions; those that it has are taken out of `hashes`. */
function* freshRows(
  rows: Iterable<SearchRow>,
  hashes: Map<string, string>,
): Iterable<readonly HashedRow[]> {
  let fresh: HashedRow[] = [];
  for (const row of rows) {
    const hash = rowHash(row);
    if (hashes.get(row.id) === hash) {
      hashes.delete(row.id);
      continue;
    }
    fresh.push({ row, hash });
    if (fresh.length < portion) continue;
    yield fresh;
    fresh = [];
  }
  if (fresh.length > 0) yield fresh;
}

/** What a table has. */
interface OldRows {
  /** Id → hash; '' for a row that has to be written again. */
  readonly hashes: Map<string, string>;
  /** Hash of a text that a model has read → a row with its vector. */
  readonly read: ReadonlyMap<string, string>;
}

async function readOld(table: Table, needsVectors: boolean): Promise<OldRows> {
  const old = await table.query().select(['id', 'hash', 'meaning']).toArrow();
  const [ids, texts, meanings] = ['id', 'hash', 'meaning'].map((name) => old.getChild(name));
  const hashes = new Map<string, string>();
  const read = new Map<string, string>();
  for (let i = 0; i < old.numRows; i++) {
    const id = String(ids?.get(i));
    const meaning = String(meanings?.get(i));
    if (meaning !== '') read.set(meaning, id);
    // A row that is stored twice is written again.
    const isKept = !hashes.has(id) && (meaning !== '' || !needsVectors);
    hashes.set(id, isKept ? String(texts?.get(i)) : '');
  }
  return { hashes, read };
}

/** A table while rows are written to it. */
interface Writing {
  readonly table: Table;
  /** The table as it was. */
  readonly before: Table;
  readonly read: OldRows['read'];
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
    writing.failed = messageOf(error);
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
