import { sql } from 'kysely';
import { chunks } from './events.ts';
import type { Db, Trx } from './open.ts';
import type { PaymentLinkRow, PaymentSessionRow, PaymentTransactionRow } from './payment-tables.ts';

/** Which part of a list, and in which order. */
export interface ListQuery {
  readonly orgId: string;
  readonly sort: 'created_at' | 'updated_at' | 'name' | 'current_uses';
  readonly order: 'asc' | 'desc';
  readonly limit: number;
  readonly offset: number;
}

export interface Listed<Row> {
  readonly rows: Row[];
  readonly total: number;
}

/** One page of the payment links. */
export async function listLinks(
  db: Db,
  query: ListQuery & { readonly search: string | null; readonly active: boolean | null },
): Promise<Listed<PaymentLinkRow>> {
  let base = db.selectFrom('payment_links').where('org_id', '=', query.orgId);
  if (query.active !== null) base = base.where('active', '=', query.active ? 1 : 0);
  if (query.search) {
    const pattern = `%${foldSearch(query.search).replace(/[\\%_]/g, '\\$&')}%`;
    base = base.where(sql<boolean>`search like ${pattern} escape '\\'`);
  }
  return page(query, {
    count: () => base.select((eb) => eb.fn.countAll<number>().as('n')).executeTakeFirstOrThrow(),
    rows: (order, limit, offset) =>
      base
        .selectAll()
        .orderBy(query.sort, order)
        .orderBy('id', order)
        .limit(limit)
        .offset(offset)
        .execute(),
  });
}

/** One page of a link's sessions; undefined when the organization has no such link. */
export async function listSessions(
  db: Db,
  query: ListQuery & { readonly linkId: string; readonly status: string | null },
): Promise<Listed<PaymentSessionRow> | undefined> {
  const link = await db
    .selectFrom('payment_links')
    .select('id')
    .where('org_id', '=', query.orgId)
    .where('id', '=', query.linkId)
    .executeTakeFirst();
  if (!link) return undefined;
  let base = db
    .selectFrom('payment_sessions')
    .where('org_id', '=', query.orgId)
    .where('payment_link_id', '=', query.linkId);
  if (query.status !== null) base = base.where('status', '=', query.status);
  return page(query, {
    count: () => base.select((eb) => eb.fn.countAll<number>().as('n')).executeTakeFirstOrThrow(),
    rows: (order, limit, offset) =>
      base
        .selectAll()
        .orderBy('created_at', order)
        .orderBy('id', order)
        .limit(limit)
        .offset(offset)
        .execute(),
  });
}

/** One page of the transactions. */
export async function listTransactions(
  db: Db,
  query: TransactionsQuery,
): Promise<Listed<PaymentTransactionRow>> {
  return page(query, {
    count: () =>
      transactions(db, query)
        .select((eb) => eb.fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow(),
    rows: (order, limit, offset) => transactionRows(db, query, { order, limit, offset }).execute(),
  });
}

export type TransactionsQuery = ListQuery & {
  readonly status: string | null;
  readonly chainId: number | null;
};

/** The query behind a page of transactions: a test holds its plan against the indexes. */
export function transactionRows(
  db: Db,
  query: TransactionsQuery,
  part: { readonly order: 'asc' | 'desc'; readonly limit: number; readonly offset: number },
) {
  return transactions(db, query)
    .selectAll()
    .orderBy('created_at', part.order)
    .orderBy('id', part.order)
    .limit(part.limit)
    .offset(part.offset);
}

function transactions(db: Db, query: TransactionsQuery) {
  let base = db.selectFrom('payment_transactions').where('org_id', '=', query.orgId);
  if (query.status !== null) base = base.where('status', '=', query.status);
  if (query.chainId !== null) base = base.where('chain_id', '=', query.chainId);
  return base;
}

/** A page in the far half of a list is read from its end: an offset costs what it skips. */
async function page<Row>(
  { order, limit, offset }: ListQuery,
  read: {
    readonly count: () => Promise<{ n: number }>;
    readonly rows: (order: 'asc' | 'desc', limit: number, offset: number) => Promise<Row[]>;
  },
): Promise<Listed<Row>> {
  const { n: total } = await read.count();
  if (offset >= total) return { rows: [], total };
  const size = Math.min(limit, total - offset);
  const behind = total - offset - size;
  if (behind >= offset) return { rows: await read.rows(order, size, offset), total };
  const rows = await read.rows(order === 'asc' ? 'desc' : 'asc', size, behind);
  return { rows: rows.reverse(), total };
}

/** The form names and codes are searched in. */
export function foldSearch(text: string): string {
  return text.normalize('NFC').toLowerCase().replaceAll('\n', ' ');
}

/** Rows of an import, put in or replaced by their id. */
export async function upsertRows(
  trx: Trx,
  rows: {
    readonly links: readonly PaymentLinkRow[];
    readonly sessions: readonly PaymentSessionRow[];
    readonly transactions: readonly PaymentTransactionRow[];
  },
): Promise<void> {
  for (const part of chunks(rows.links, 500)) {
    await trx
      .insertInto('payment_links')
      .values(part)
      .onConflict((conflict) =>
        conflict.columns(['org_id', 'id']).doUpdateSet((eb) => ({
          name: eb.ref('excluded.name'),
          short_code: eb.ref('excluded.short_code'),
          search: eb.ref('excluded.search'),
          active: eb.ref('excluded.active'),
          current_uses: eb.ref('excluded.current_uses'),
          created_at: eb.ref('excluded.created_at'),
          updated_at: eb.ref('excluded.updated_at'),
        })),
      )
      .execute();
  }
  for (const part of chunks(rows.sessions, 500)) {
    await trx
      .insertInto('payment_sessions')
      .values(part)
      .onConflict((conflict) =>
        conflict.columns(['org_id', 'id']).doUpdateSet((eb) => ({
          payment_link_id: eb.ref('excluded.payment_link_id'),
          status: eb.ref('excluded.status'),
          created_at: eb.ref('excluded.created_at'),
        })),
      )
      .execute();
  }
  for (const part of chunks(rows.transactions, 500)) {
    await trx
      .insertInto('payment_transactions')
      .values(part)
      .onConflict((conflict) =>
        conflict.columns(['org_id', 'id']).doUpdateSet((eb) => ({
          status: eb.ref('excluded.status'),
          chain_id: eb.ref('excluded.chain_id'),
          created_at: eb.ref('excluded.created_at'),
        })),
      )
      .execute();
  }
  // A list right after a large import must not be planned as if the tables were empty.
  for (const table of ['payment_links', 'payment_sessions', 'payment_transactions'] as const) {
    await sql`analyze ${sql.table(table)}`.execute(trx);
  }
}

/** Ids of an organization's links: sessions of an import must belong to one. */
export async function linkIds(db: Db, orgId: string): Promise<Set<string>> {
  const rows = await db
    .selectFrom('payment_links')
    .select('id')
    .where('org_id', '=', orgId)
    .execute();
  return new Set(rows.map((row) => row.id));
}

/** The status of each of these sessions that is stored. */
export async function sessionStatuses(
  db: Db,
  orgId: string,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const statuses = new Map<string, string>();
  for (const part of chunks(ids, 500)) {
    const rows = await db
      .selectFrom('payment_sessions')
      .select(['id', 'status'])
      .where('org_id', '=', orgId)
      .where('id', 'in', part)
      .execute();
    for (const row of rows) statuses.set(row.id, row.status);
  }
  return statuses;
}
