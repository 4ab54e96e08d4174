import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Table } from '@lancedb/lancedb';
import type { SearchRow } from '../../schema/build.ts';
import { arrowSchema, arrowTable } from './arrow.ts';
import { rowHash } from './rows.ts';

/** What an index is made with; an index of another identity is made anew. */
export interface IndexIdentity {
  /** Rises when rows or columns change their meaning. */
  readonly format: number;
  /** Name of the embedding model and the length of its vectors; '' and 0 without one. */
  readonly model: string;
  readonly dimension: number;
}

/** Version of the rows and columns below. */
export const format = 1;

/** What lies beside the table: which deployment reads which version of it. */
interface State {
  readonly identity: IndexIdentity;
  /** Deployment → tag of the table. */
  readonly deployments: Readonly<Record<string, string>>;
  /** Tag → hash over all rows of that version. */
  readonly tags: Readonly<Record<string, string>>;
}

/** A row on its way into the table. */
export interface TableRow {
  readonly row: SearchRow;
  readonly vector?: readonly number[];
}

/** The index can't be read: it is missing, damaged, or made with something else. */
export class IndexUnusableError extends Error {
  override readonly name = 'IndexUnusableError';
}

const tableName = 'rows';

/** Folder of the index below `<out>`. */
export function indexFolder(out: string): string {
  return join(out, 'search');
}

/**
 * The tag whose rows have this hash, so that nothing need be written; also notes that the deployment
 * reads it. Needs no database.
 */
export function reuseVersion(
  folder: string,
  deployment: string,
  want: {
    readonly identity: IndexIdentity;
    readonly key: string;
    readonly keep: readonly string[];
  },
): boolean {
  const state = readState(folder);
  if (!state || !sameIdentity(state.identity, want.identity)) return false;
  if (!existsSync(join(folder, `${tableName}.lance`))) return false;
  const tag = Object.keys(state.tags).find((name) => state.tags[name] === want.key);
  if (tag === undefined) return false;
  writeState(folder, withDeployment(state, deployment, tag, want.keep));
  return true;
}

/** Writes what changed, tags the version with the deployment and forgets those that are gone. */
export async function writeVersion(
  folder: string,
  deployment: string,
  input: {
    readonly rows: readonly TableRow[];
    readonly identity: IndexIdentity;
    readonly key: string;
    /** Deployments that are kept. */
    readonly keep: readonly string[];
  },
): Promise<{ readonly written: number; readonly removed: number }> {
  const { identity, rows } = input;
  let state = readState(folder);
  let table = state && sameIdentity(state.identity, identity) ? await tryOpen(folder) : undefined;
  try {
    let change = table && (await bringUp(table, rows, identity).catch(() => undefined));
    if (!table || !state || !change) {
      // Missing, damaged or made with something else: everything is written again.
      table?.close();
      rmSync(folder, { recursive: true, force: true });
      mkdirSync(folder, { recursive: true });
      state = { identity, deployments: {}, tags: {} };
      table = await create(folder, identity);
      change = await bringUp(table, rows, identity);
    }
    const tags = await table.tags();
    const known = await tags.list();
    if (known[deployment]) await tags.delete(deployment);
    await tags.create(deployment, await table.version());
    const noted = withDeployment(
      { ...state, tags: { ...state.tags, [deployment]: input.key } },
      deployment,
      deployment,
      input.keep,
    );
    // Noted before anything is removed: whoever reads the note finds its tag.
    writeState(folder, noted);
    const gone = Object.keys(known).filter((tag) => noted.tags[tag] === undefined);
    for (const tag of gone) await tags.delete(tag);
    if (gone.length > 0) await tidy(table);
    return change;
  } finally {
    table?.close();
  }
}

/** Removes what only versions before the oldest tagged one are made of. */
async function tidy(table: Table): Promise<void> {
  const kept = new Set(Object.values(await (await table.tags()).list()).map((tag) => tag.version));
  const versions = await table.listVersions();
  const oldest = versions
    .filter(({ version }) => kept.has(version))
    .sort((a, b) => a.version - b.version)[0];
  // What can't be removed now is removed by a later build.
  if (oldest) await table.optimize({ cleanupOlderThan: oldest.timestamp }).catch(() => {});
}

/** All rows of a deployment, in page order. */
export async function readVersion(
  folder: string,
  deployment: string,
): Promise<{ readonly rows: SearchRow[]; readonly vectors?: VectorTable }> {
  const state = readState(folder);
  const tag = state?.deployments[deployment];
  if (!state || tag === undefined) {
    throw new IndexUnusableError(`there is no version of the index for ${deployment}`);
  }
  if (state.identity.format !== format) throw new IndexUnusableError('it has another format');
  let table: Table | undefined;
  try {
    table = await open(folder);
    await table.checkout(tag);
    const data = await table.query().select(['data']).toArrow();
    const rows: SearchRow[] = [];
    const column = data.getChild('data');
    for (let i = 0; i < data.numRows; i++) rows.push(JSON.parse(String(column?.get(i))));
    inPageOrder(rows);
    if (state.identity.dimension === 0) {
      table.close();
      return { rows };
    }
    return { rows, vectors: vectorTable(table, state.identity) };
  } catch (error) {
    table?.close();
    if (error instanceof IndexUnusableError) throw error;
    throw new IndexUnusableError((error as Error).message.split('\n')[0], { cause: error });
  }
}

/** Rows near to a question's vector. */
export interface VectorTable {
  readonly identity: IndexIdentity;
  near(
    vector: readonly number[],
    options: { readonly language: string; readonly limit: number },
  ): Promise<readonly { readonly id: string; readonly distance: number }[]>;
  close(): void;
}

function vectorTable(table: Table, identity: IndexIdentity): VectorTable {
  return {
    identity,
    near: async (vector, { language, limit }) => {
      const found = await table
        .vectorSearch([...vector])
        .distanceType('cosine')
        .where(`language = '${language.replaceAll("'", "''")}'`)
        .select(['id', '_distance'])
        .limit(limit)
        .toArray();
      return found.map((row: { id: string; _distance: number }) => ({
        id: row.id,
        distance: row._distance,
      }));
    },
    close: () => table.close(),
  };
}

/** Vectors of unchanged rows stay with their rows: only rows of another hash are written. */
async function bringUp(
  table: Table,
  rows: readonly TableRow[],
  identity: IndexIdentity,
): Promise<{ written: number; removed: number }> {
  await table.checkoutLatest();
  const wanted = new Map<string, { hash: string; row: TableRow }>();
  for (const row of rows) wanted.set(row.row.id, { hash: rowHash(row.row), row });
  const gone = new Set<string>();
  const kept = new Set<string>();
  const old = await table.query().select(['id', 'hash']).toArrow();
  const ids = old.getChild('id');
  const hashes = old.getChild('hash');
  for (let i = 0; i < old.numRows; i++) {
    const id = String(ids?.get(i));
    // A row that stands there twice is written again.
    if (wanted.get(id)?.hash === hashes?.get(i) && !kept.has(id) && !gone.has(id)) kept.add(id);
    else {
      gone.add(id);
      kept.delete(id);
    }
  }
  const fresh = [...wanted].filter(([id]) => !kept.has(id)).map(([, one]) => one);
  if (gone.size > 0) await remove(table, [...gone]);
  for (let at = 0; at < fresh.length; at += portion) {
    const some = fresh.slice(at, at + portion).map(({ hash, row: { row, vector } }) => {
      const { id, page, language } = row;
      const data = JSON.stringify(row);
      return { id, page, language, hash, data, ...(vector ? { vector } : {}) };
    });
    await table.add(arrowTable(some, identity.dimension));
  }
  return { written: fresh.length, removed: gone.size };
}

/** Rows that are handed over at once: they stand in memory several times meanwhile. */
const portion = 2500;

async function remove(table: Table, ids: readonly string[]): Promise<void> {
  for (let at = 0; at < ids.length; at += 500) {
    const list = ids.slice(at, at + 500).map((id) => `'${id.replaceAll("'", "''")}'`);
    await table.delete(`id IN (${list.join(',')})`);
  }
}

/** The engine speaks of every file it opens, unless told otherwise before it is loaded. */
async function load(): Promise<typeof import('@lancedb/lancedb')> {
  process.env.LANCEDB_LOG ??= 'error';
  return import('@lancedb/lancedb');
}

async function tryOpen(folder: string): Promise<Table | undefined> {
  try {
    return await open(folder);
  } catch {
    return undefined;
  }
}

async function open(folder: string): Promise<Table> {
  const { connect } = await load();
  const connection = await connect(folder, { readConsistencyInterval: 0 });
  try {
    return await connection.openTable(tableName);
  } finally {
    connection.close();
  }
}

async function create(folder: string, { dimension }: IndexIdentity): Promise<Table> {
  const { connect } = await load();
  const connection = await connect(folder, { readConsistencyInterval: 0 });
  try {
    return await connection.createEmptyTable(tableName, arrowSchema(dimension), {
      mode: 'overwrite',
    });
  } finally {
    connection.close();
  }
}

/** The table gives rows in the order of writing. */
function inPageOrder(rows: SearchRow[]): void {
  const positions = new Map(rows.map((row, index) => [row, index]));
  rows.sort((a, b) =>
    a.page === b.page
      ? (positions.get(a) ?? 0) - (positions.get(b) ?? 0)
      : a.page < b.page
        ? -1
        : 1,
  );
}

function withDeployment(
  state: State,
  deployment: string,
  tag: string,
  keep: readonly string[],
): State {
  const kept = Object.entries(state.deployments).filter(([id]) => keep.includes(id));
  const deployments = { ...Object.fromEntries(kept), [deployment]: tag };
  const used = new Set(Object.values(deployments));
  return {
    identity: state.identity,
    deployments,
    tags: Object.fromEntries(Object.entries(state.tags).filter(([name]) => used.has(name))),
  };
}

function readState(folder: string): State | undefined {
  try {
    const state: unknown = JSON.parse(readFileSync(join(folder, 'state.json'), 'utf8'));
    const { identity, deployments, tags } = state as Partial<State>;
    return identity && deployments && tags ? { identity, deployments, tags } : undefined;
  } catch {
    return undefined;
  }
}

function writeState(folder: string, state: State): void {
  const file = join(folder, 'state.json');
  const half = `${file}.${process.pid}`;
  writeFileSync(half, `${JSON.stringify(state)}\n`);
  renameSync(half, file);
}

function sameIdentity(a: IndexIdentity, b: IndexIdentity): boolean {
  return a.format === b.format && a.model === b.model && a.dimension === b.dimension;
}
