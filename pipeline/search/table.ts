import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Connection, Table } from '@lancedb/lancedb';
import type { SearchRow } from '../../schema/build.ts';
import type { SearchQuestion } from './answer.ts';
import { type ArrowRow, arrowSchema, arrowTable } from './arrow.ts';
import { rowHash, textHash } from './rows.ts';

/**
 * Where the sections of a site are stored: the tables in the output folder or elsewhere, the note
 * always in the output folder.
 */
export interface SectionStore {
  readonly folder: string;
  /** Folder of the tables that are written, or an address such as `s3://bucket/site`. */
  readonly tables: string;
}

/** What a deployment reads: a tagged version of a table. */
export interface TableVersion {
  readonly table: string;
  readonly tag: string;
  /** Hash over all rows. */
  readonly key: string;
  /** Name of the embedding model and the length of its vectors; '' and 0 without one. */
  readonly model: string;
  readonly dimension: number;
  /** Whether the model has read all rows. */
  readonly complete: boolean;
  /** Where the table is, if not in the output folder. */
  readonly tables?: string;
}

/** Which deployment reads which version; the most recent one is last. */
interface Note {
  /** Rises when the columns change their meaning. */
  readonly format: number;
  readonly deployments: Readonly<Record<string, TableVersion>>;
}

/** Version of the columns. */
const format = 3;

/** Makes vectors of texts. */
export type EmbedTexts = (texts: readonly string[]) => Promise<readonly (readonly number[])[]>;

/** The store of an output folder; its tables at the address that is given, else where they were written last. */
export function storeOf(out: string, address?: string): SectionStore {
  const folder = join(out, 'search');
  return { folder, tables: address ?? lastVersion({ folder })?.tables ?? folder };
}

/** What a deployment reads of the store; undefined when nothing was written for it. Needs no database. */
export function versionOf(
  store: Pick<SectionStore, 'folder'>,
  deployment: string,
): TableVersion | undefined {
  return readNote(store)?.deployments[deployment];
}

/** Ids of the deployments that read the store. */
export function deploymentsIn(store: Pick<SectionStore, 'folder'>): string[] {
  return Object.keys(readNote(store)?.deployments ?? {});
}

/** The version that was written last. */
export function lastVersion(store: Pick<SectionStore, 'folder'>): TableVersion | undefined {
  return Object.values(readNote(store)?.deployments ?? {}).at(-1);
}

/**
 * Lets a deployment read a version with the same rows, so that nothing needs to be written.
 * Requires no database. False if there is none, or if it lacks vectors of the requested model.
 */
export function reuseVersion(
  store: SectionStore,
  deployment: string,
  want: { readonly key: string; readonly model: string; readonly keep: readonly string[] },
): boolean {
  const same = Object.values(readNote(store)?.deployments ?? {}).findLast(
    (one) =>
      one.key === want.key &&
      isHere(store, one) &&
      (want.model === '' || (one.model === want.model && one.complete)),
  );
  if (same) noteVersion(store, deployment, same, want.keep);
  return same !== undefined;
}

/** Whether a version is where the store writes its tables. */
function isHere({ folder, tables }: SectionStore, version: TableVersion): boolean {
  return (version.tables ?? folder) === tables;
}

/** Removes a store with all of its tables, wherever they are. */
export async function removeStore({ folder }: Pick<SectionStore, 'folder'>): Promise<void> {
  const versions = Object.values(readNote({ folder })?.deployments ?? {});
  const addresses = new Set(versions.flatMap(({ tables }) => tables ?? []));
  for (const address of addresses) {
    const connection = await connect(address);
    try {
      await dropOthers(connection, new Set());
    } finally {
      connection.close();
    }
  }
  rmSync(folder, { recursive: true, force: true });
}

/** What to do with a table. */
export interface TableChange {
  readonly written: number;
  readonly removed: number;
  /** Why some rows have no vectors, though a model was asked. */
  readonly withoutVectors?: string;
}

/**
 * Brings a table up to these rows and lets the deployment read that version; a table that can't be
 * brought up is left to the deployments that read it, and another one written.
 */
export async function writeVersion(
  store: SectionStore,
  deployment: string,
  input: {
    readonly rows: readonly SearchRow[];
    readonly key: string;
    /** Deployments that are kept. */
    readonly keep: readonly string[];
    /** The table to bring up; absent where none has what is wanted. */
    readonly base?: TableVersion;
    readonly model: string;
    readonly dimension: number;
    readonly embed?: EmbedTexts;
  },
): Promise<TableChange> {
  const { rows, key, keep, base, model, dimension, embed } = input;
  mkdirSync(store.folder, { recursive: true });
  const connection = await connect(store.tables);
  const place = store.tables === store.folder ? {} : { tables: store.tables };
  try {
    const write = async (name: string): Promise<TableChange> => {
      const table = await connection.openTable(name);
      try {
        const change = await bringUp(connection, table, rows, {
          dimension,
          ...(embed ? { embed } : {}),
        });
        const tags = await table.tags();
        if ((await tags.list())[deployment]) await tags.delete(deployment);
        await tags.create(deployment, await table.version());
        const complete =
          change.withoutVectors === undefined && (embed !== undefined || model === '');
        const version = { table: name, tag: deployment, key, model, dimension, complete, ...place };
        // Noted before anything is removed: whoever reads the note finds its tag.
        const kept = noteVersion(store, deployment, version, keep).filter((one) =>
          isHere(store, one),
        );
        await tidy(table, new Set(kept.filter((one) => one.table === name).map(({ tag }) => tag)));
        await dropOthers(connection, new Set(kept.map((one) => one.table)));
        return change;
      } finally {
        table.close();
      }
    };
    if (base && isHere(store, base)) {
      try {
        return await write(base.table);
      } catch {
        // Missing or damaged: everything is written again.
      }
    }
    const name = await freeName(connection);
    (await connection.createEmptyTable(name, arrowSchema(dimension))).close();
    return await write(name);
  } finally {
    connection.close();
  }
}

/** Texts of sections by their ids, code where they have no prose. */
export async function readTexts(
  store: SectionStore,
  deployment: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const found = await withTable(store, deployment, (table) =>
    table.query().where(inList(ids)).select(['id', 'text', 'code']).toArray(),
  );
  const rows = found as readonly Pick<ArrowRow, 'id' | 'text' | 'code'>[];
  return new Map(rows.flatMap(({ id, text, code }) => (text || code ? [[id, text || code]] : [])));
}

/** Ids of the sections nearest to a vector, among those that the question may find and asks for. */
export async function nearIds(
  store: SectionStore,
  deployment: string,
  asked: {
    readonly vector: readonly number[];
    readonly language: string;
    readonly question: SearchQuestion;
    readonly limit: number;
  },
): Promise<readonly string[]> {
  const { vector, language, question, limit } = asked;
  const found = await withTable(store, deployment, (table) =>
    table
      .vectorSearch([...vector])
      .distanceType('cosine')
      .where(filterOf(question, language))
      .select(['id', '_distance'])
      .limit(limit)
      .toArray(),
  );
  return found.map((row: { id: string }) => row.id);
}

/** What this reader may find, and asks for; the same rule as for the pieces (`kindsFor`). */
function filterOf(question: SearchQuestion, language: string): string {
  const { version, product, groups, audience = 'search' } = question;
  const readers = [
    'everyone',
    ...(groups ? ['session', ...groups.map((name) => `group:${name}`)] : []),
  ];
  const parts = [
    `language = ${quoted(language)}`,
    audience,
    `array_has_any(readers, [${readers.map(quoted).join(',')}])`,
    version ? `version IN ('', ${quoted(version)})` : 'NOT hidden',
    ...(product ? [`product IN ('', ${quoted(product)})`] : []),
  ];
  return parts.join(' AND ');
}

/** Rows passed at a time: they are in memory several times meanwhile. */
const portion = 2500;

/** Writes rows of another hash, and those that the model has not read; vectors of the same text are kept. */
async function bringUp(
  connection: Connection,
  table: Table,
  rows: readonly SearchRow[],
  tools: { readonly dimension: number; readonly embed?: EmbedTexts },
): Promise<TableChange> {
  const { dimension, embed } = tools;
  const wanted = new Map(rows.map((row) => [row.id, { row, hash: rowHash(row) }]));
  const old = await table.query().select(['id', 'hash', 'meaning']).toArrow();
  const [ids, hashes, meanings] = ['id', 'hash', 'meaning'].map((name) => old.getChild(name));
  const gone = new Set<string>();
  const kept = new Set<string>();
  /** What a model has read → a row that has its vector. */
  const read = new Map<string, string>();
  for (let i = 0; i < old.numRows; i++) {
    const id = String(ids?.get(i));
    const meaning = String(meanings?.get(i));
    if (meaning !== '') read.set(meaning, id);
    const isSame = wanted.get(id)?.hash === hashes?.get(i) && (meaning !== '' || !embed);
    // A row that is stored twice is written again.
    if (isSame && !kept.has(id) && !gone.has(id)) kept.add(id);
    else {
      gone.add(id);
      kept.delete(id);
    }
  }
  const fresh = [...wanted.values()].filter(({ row }) => !kept.has(row.id));
  // Vectors of rows that are about to go may be those of new ones.
  const before = await connection.openTable(table.name);
  await before.checkout(await table.version());
  let withoutVectors: string | undefined;
  try {
    await remove(table, [...gone]);
    for (let at = 0; at < fresh.length; at += portion) {
      const some = fresh
        .slice(at, at + portion)
        .map((one) => ({ ...one, text: dimension > 0 ? meaningOf(one.row) : '' }))
        .map((one) => ({ ...one, meaning: one.text === '' ? '' : textHash(one.text) }));
      const vectors = await vectorsOf(before, read, new Set(some.map(({ meaning }) => meaning)));
      const missing = new Map(some.map(({ meaning, text }) => [meaning, text]));
      for (const meaning of ['', ...vectors.keys()]) missing.delete(meaning);
      if (embed && withoutVectors === undefined && missing.size > 0) {
        try {
          const made = await embed([...missing.values()]);
          for (const [index, meaning] of [...missing.keys()].entries()) {
            const vector = made[index];
            if (vector?.length === dimension) vectors.set(meaning, vector);
          }
        } catch (error) {
          withoutVectors = (error as Error).message;
        }
      }
      const entries = some.map(({ row, hash, meaning }) => {
        const vector = vectors.get(meaning);
        return { ...arrowRow(row), hash, meaning: vector ? meaning : '', vector };
      });
      await table.add(arrowTable(entries, dimension));
    }
  } finally {
    before.close();
  }
  const isIndexed = (await table.listIndices()).some(({ columns }) => columns.includes('id'));
  if (!isIndexed && wanted.size > 0) {
    const { Index } = await load();
    await table.createIndex('id', { config: Index.btree() });
  }
  const change = { written: fresh.length, removed: gone.size };
  return withoutVectors === undefined ? change : { ...change, withoutVectors };
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
  for (let at = 0; at < ids.length; at += listed) {
    const found = await table
      .query()
      .where(inList(ids.slice(at, at + listed)))
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
  for (let at = 0; at < ids.length; at += listed) {
    await table.delete(inList(ids.slice(at, at + listed)));
  }
}

/** Number of ids in one condition. */
const listed = 500;

function inList(ids: readonly string[]): string {
  return `id IN (${ids.map(quoted).join(',')})`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** Removes what only versions before the oldest tagged one are made of. */
async function tidy(table: Table, used: ReadonlySet<string>): Promise<void> {
  const tags = await table.tags();
  const known = Object.entries(await tags.list());
  const gone = known.filter(([tag]) => !used.has(tag));
  for (const [tag] of gone) await tags.delete(tag);
  if (gone.length === 0) return;
  const kept = new Set(known.flatMap(([tag, { version }]) => (used.has(tag) ? [version] : [])));
  const versions = await table.listVersions();
  const oldest = versions
    .filter(({ version }) => kept.has(version))
    .sort((a, b) => a.version - b.version)[0];
  // What can't be removed now is removed by a later build.
  if (oldest) await table.optimize({ cleanupOlderThan: oldest.timestamp }).catch(() => {});
}

async function dropOthers(connection: Connection, used: ReadonlySet<string>): Promise<void> {
  for (const name of await connection.tableNames()) {
    if (!used.has(name)) await connection.dropTable(name).catch(() => {});
  }
}

async function freeName(connection: Connection): Promise<string> {
  const taken = new Set(await connection.tableNames());
  let number = 1;
  while (taken.has(`sections-${number}`)) number++;
  return `sections-${number}`;
}

/**
 * Reads the version of a deployment. Opening takes a millisecond, so that no table is kept open: a
 * server of many sites would hold them all.
 */
async function withTable<T>(
  store: SectionStore,
  deployment: string,
  work: (table: Table) => Promise<T>,
): Promise<T> {
  const version = versionOf(store, deployment);
  if (!version) throw new Error(`no sections were written for ${deployment}`);
  const connection = await connect(version.tables ?? store.folder);
  try {
    const table = await connection.openTable(version.table);
    try {
      await table.checkout(version.tag);
      return await work(table);
    } finally {
      table.close();
    }
  } catch (error) {
    throw new Error((error as Error).message.split('\n')[0], { cause: error });
  } finally {
    connection.close();
  }
}

/** The engine speaks of every file it opens, unless told otherwise before it is loaded. */
async function load(): Promise<typeof import('@lancedb/lancedb')> {
  process.env.LANCEDB_LOG ??= 'error';
  return import('@lancedb/lancedb');
}

async function connect(tables: string): Promise<Connection> {
  const lancedb = await load();
  return lancedb.connect(tables, { readConsistencyInterval: 0 });
}

/** Lets a deployment read a version; answers the versions that are read from now on. */
function noteVersion(
  store: SectionStore,
  deployment: string,
  version: TableVersion,
  keep: readonly string[],
): readonly TableVersion[] {
  const others = Object.entries(readNote(store)?.deployments ?? {}).filter(
    ([id]) => id !== deployment && keep.includes(id),
  );
  const note: Note = {
    format,
    deployments: { ...Object.fromEntries(others), [deployment]: version },
  };
  const file = join(store.folder, 'state.json');
  const half = `${file}.${process.pid}`;
  writeFileSync(half, `${JSON.stringify(note)}\n`);
  renameSync(half, file);
  return Object.values(note.deployments);
}

function readNote({ folder }: Pick<SectionStore, 'folder'>): Note | undefined {
  try {
    const note: Partial<Note> = JSON.parse(readFileSync(join(folder, 'state.json'), 'utf8'));
    const { deployments } = note;
    return note.format === format && deployments ? { format, deployments } : undefined;
  } catch {
    return undefined;
  }
}
