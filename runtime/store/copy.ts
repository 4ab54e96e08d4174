import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db, Store, Trx } from './open.ts';
import type { Tables } from './tables.ts';

/** Every table with its primary key, parents before children. */
const tables: readonly (readonly [keyof Tables, readonly string[]])[] = [
  ['orgs', ['id']],
  ['projects', ['id']],
  ['keys', ['id']],
  ['ended_sessions', ['id']],
  ['users', ['id']],
  ['identities', ['user_id', 'issuer']],
  ['user_sessions', ['id']],
  ['invitations', ['id']],
  ['languages', ['project_id', 'code']],
  ['pages', ['project_id', 'path']],
  ['records', ['project_id', 'language', 'page_path']],
  ['texts', ['project_id', 'language', 'page_path']],
  ['accepted_texts', ['project_id', 'language', 'page_path']],
  ['translation_memory', ['project_id', 'key']],
  ['labels', ['project_id', 'language', 'label']],
  ['snippet_texts', ['project_id', 'language', 'path']],
  ['kept_headings', ['project_id', 'language', 'page_path']],
  ['exports', ['project_id', 'language', 'page_path']],
  ['holds', ['project_id']],
  ['stored_deployments', ['project_id', 'deployment_id']],
  ['domains', ['domain']],
  ['key_check', ['id']],
  ['told_events', ['project_id', 'deployment_id']],
  ['jobs', ['id']],
  ['job_pages', ['job_id', 'page_path']],
  ['glossary', ['id']],
  ['kept_answers', ['owner', 'key']],
  ['rate_counts', ['key']],
  ['usage', ['org_id', 'meter', 'period']],
  ['usage_days', ['org_id', 'meter', 'day']],
  ['audit', ['id']],
  ['events', ['project_id', 'seq']],
  ['tasks', ['id']],
  ['webhooks', ['id']],
  ['deliveries', ['id']],
  ['attempts', ['delivery_id', 'number']],
  ['feedback', ['id']],
  ['deployments', ['project_id', 'id']],
  ['deployment_changes', ['project_id', 'deployment_id', 'page_path']],
  ['deployment_runs', ['id']],
  ['conversations', ['id']],
  ['conversation_pages', ['project_id', 'page_path', 'conversation_id']],
  ['messages', ['id']],
  ['refused_pages', ['project_id', 'page_path', 'message_id']],
  ['citation_reports', ['id']],
  ['assistant_days', ['project_id', 'day']],
  ['searches', ['project_id', 'day', 'language', 'question']],
  ['search_follows', ['project_id', 'day', 'language', 'question', 'next']],
  ['search_pages', ['project_id', 'day', 'page_path']],
  ['page_searches', ['project_id', 'page_path', 'day', 'language', 'question']],
  ['view_days', ['project_id', 'day', 'language', 'page_path']],
  ['source_days', ['project_id', 'day', 'language', 'page_path', 'source']],
  ['missing_days', ['project_id', 'day', 'address', 'source']],
  ['day_visitors', ['day', 'project_id', 'language', 'page_path', 'visitor']],
  ['visit_salts', ['day']],
  ['payment_links', ['org_id', 'id']],
  ['payment_sessions', ['org_id', 'id']],
  ['payment_transactions', ['org_id', 'id']],
];

const batch = 500;

/** Rows of a table and a hash over all of them, in the order of their keys. */
export interface TableSum {
  readonly table: string;
  readonly rows: number;
  readonly hash: string;
}

/** Called with the number of copied tables, and the total. */
export type Watch = (done: number, total: number) => void;

/**
 * Copies every row to an empty database of either kind and of the same version, in one transaction
 * there and from one consistent snapshot here. Counts and checksums of both are compared before it
 * is committed. With `replace`, the existing rows are deleted in the same transaction.
 */
export async function copyStore(
  from: Store,
  to: Store,
  { replace = false, watch }: { readonly replace?: boolean; readonly watch?: Watch } = {},
): Promise<readonly TableSum[]> {
  const here = new Set(await tablesOf(from));
  const there = new Set(await tablesOf(to));
  if (here.size !== there.size) {
    throw new Error(
      `The databases have different versions: one has ${here.size} tables, the other ${there.size}. Choose a database without tables.`,
    );
  }
  const copied = tables.filter(([table]) => here.has(table));
  return from.snapshot((source) =>
    to.transaction(async (target) => {
      if (replace) {
        for (const [table] of copied.toReversed()) await target.deleteFrom(table).execute();
      }
      await refuseRows(target, copied);
      const sums: TableSum[] = [];
      for (const [table, key] of copied) {
        watch?.(sums.length, copied.length);
        const written = await copyTable(source, target, [table, key]);
        const read = await sumTable(target, [table, key]);
        if (written.rows !== read.rows || written.hash !== read.hash) {
          throw new Error(
            `The table ${table} was not copied correctly: ${written.rows} rows were sent, ${read.rows} were received. Nothing was kept.`,
          );
        }
        sums.push(read);
      }
      return sums;
    }),
  );
}

/** Names of the tables of a database that have rows to copy: all but the list of its migrations. */
export async function tablesOf(store: Store): Promise<(keyof Tables)[]> {
  const { rows } = await (store.kind === 'sqlite'
    ? sql<{ name: string }>`select name from sqlite_master where type = 'table'`
    : sql<{
        name: string;
      }>`select table_name as name from information_schema.tables where table_schema = current_schema()`
  ).execute(store.db);
  const found = new Set(rows.map(({ name }) => name));
  return tables.map(([table]) => table).filter((table) => found.has(table));
}

async function refuseRows(target: Trx, copied: typeof tables): Promise<void> {
  for (const [table] of copied) {
    const { rows } = await sql<{
      one: number;
    }>`select 1 as one from ${sql.table(table)} limit 1`.execute(target);
    if (rows.length > 0) {
      throw new Error(
        `The target database is not empty: its table ${table} has rows. Choose an empty one.`,
      );
    }
  }
}

async function copyTable(
  source: Trx,
  target: Trx,
  [table, key]: (typeof tables)[number],
): Promise<TableSum> {
  return eachBatch(source, [table, key], async (rows) => {
    await target
      .insertInto(table)
      .values(rows as never)
      .execute();
  });
}

async function sumTable(db: Db, table: (typeof tables)[number]): Promise<TableSum> {
  return eachBatch(db, table, async () => {});
}

async function eachBatch(
  db: Db,
  [table, key]: (typeof tables)[number],
  work: (rows: readonly Record<string, unknown>[]) => Promise<void>,
): Promise<TableSum> {
  const hash = createHash('sha256');
  const order = sql.join(key.map((column) => sql.ref(column)));
  let rows = 0;
  let after: readonly unknown[] | undefined;
  for (;;) {
    const start = after ? sql`where (${order}) > (${sql.join(after)})` : sql``;
    const result = await sql<Record<string, unknown>>`select * from ${sql.table(table)} ${start}
      order by ${order} limit ${batch}`.execute(db);
    if (result.rows.length === 0) break;
    await work(result.rows);
    for (const row of result.rows) hash.update(lineOf(row));
    rows += result.rows.length;
    const last = result.rows.at(-1);
    after = key.map((column) => last?.[column]);
  }
  return { table, rows, hash: hash.digest('hex') };
}

/** The same text for the same row, in whatever order a database returns its columns. */
function lineOf(row: Record<string, unknown>): string {
  return `${JSON.stringify(Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1)))}\n`;
}
