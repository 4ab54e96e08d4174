import type { Insertable } from 'kysely';
import type { Db, Store, Trx } from './open.ts';
import type { Tables } from './tables.ts';

/** What was counted of a project on a day, since it was written last. */
export interface CountedDay {
  readonly projectId: string;
  /** Days since 1970. */
  readonly day: number;
  readonly views: readonly Read[];
  /** Whoever read, once for each page; the database knows who was here before. */
  readonly visitors: readonly (Omit<Read, 'times'> & { readonly visitor: string })[];
  readonly sources: readonly (Read & { readonly source: string })[];
  readonly missing: readonly {
    readonly address: string;
    readonly source: string;
    readonly times: number;
  }[];
}

interface Read {
  readonly language: string;
  readonly page: string;
  readonly times: number;
}

/** Rows that are kept of a project and day: whoever invents addresses and names fills nothing. */
export const mostOfADay = { sources: 2000, missing: 1000, visitors: 200_000 } as const;

/** Adds what was counted to the sums of the day; nothing if the project was deleted meanwhile. */
export async function addVisits(store: Store, counted: CountedDay): Promise<void> {
  await store.transaction(async (trx) => {
    const project = await trx
      .selectFrom('projects')
      .select('id')
      .where('id', '=', counted.projectId)
      .executeTakeFirst();
    if (!project) return;
    await addViews(trx, counted, await addVisitors(trx, counted));
    await addSources(trx, counted);
    await addMissing(trx, counted);
  });
}

const keyOf = (...parts: readonly string[]) => parts.join('\n');

/** Notes visitors; answers how many of them are new, by language and page. */
async function addVisitors(trx: Trx, counted: CountedDay): Promise<ReadonlyMap<string, number>> {
  const { projectId: project_id, day, visitors } = counted;
  const fresh = new Map<string, number>();
  // As many as there are rows of visitors, and far fewer to read.
  const { known } = await trx
    .selectFrom('view_days')
    .select((eb) => eb.fn.sum<number | null>('visitors').as('known'))
    .where('project_id', '=', project_id)
    .where('day', '=', day)
    .executeTakeFirstOrThrow();
  const room = Math.max(0, mostOfADay.visitors - Number(known ?? 0));
  const rows = visitors
    .slice(0, room)
    .map(({ language, page, visitor }) => ({ ...at(counted), language, page_path: page, visitor }));
  for (const part of parts(rows, ({ language, page_path, visitor }) => [
    ...[language, page_path, visitor],
  ])) {
    const added = await trx
      .insertInto('day_visitors')
      .values(part)
      .onConflict((conflict) => conflict.doNothing())
      .returning(['language', 'page_path'])
      .execute();
    for (const { language, page_path } of added) {
      const key = keyOf(language, page_path);
      fresh.set(key, (fresh.get(key) ?? 0) + 1);
    }
  }
  return fresh;
}

async function addViews(
  trx: Trx,
  counted: CountedDay,
  visitors: ReadonlyMap<string, number>,
): Promise<void> {
  const rows = counted.views.map(({ language, page, times }) => ({
    ...{ ...at(counted), language, page_path: page, views: times },
    visitors: visitors.get(keyOf(language, page)) ?? 0,
  }));
  for (const part of parts(rows, ({ language, page_path }) => [language, page_path])) {
    await trx
      .insertInto('view_days')
      .values(part)
      .onConflict((conflict) =>
        conflict.columns(['project_id', 'day', 'language', 'page_path']).doUpdateSet((eb) => ({
          views: eb('view_days.views', '+', eb.ref('excluded.views')),
          visitors: eb('view_days.visitors', '+', eb.ref('excluded.visitors')),
        })),
      )
      .execute();
  }
}

async function addSources(trx: Trx, counted: CountedDay): Promise<void> {
  const rows = counted.sources.map(({ language, page, source, times }) => ({
    ...{ ...at(counted), language, page_path: page, source, views: times },
  }));
  const key = (row: Insertable<Tables['source_days']>) => [
    ...[row.language, row.page_path, row.source],
  ];
  const kept = await withRoom(rows, key, mostOfADay.sources, () =>
    trx
      .selectFrom('source_days')
      .selectAll()
      .where('project_id', '=', counted.projectId)
      .where('day', '=', counted.day)
      .execute(),
  );
  for (const part of parts(kept, key)) {
    await trx
      .insertInto('source_days')
      .values(part)
      .onConflict((conflict) =>
        conflict
          .columns(['project_id', 'day', 'language', 'page_path', 'source'])
          .doUpdateSet((eb) => ({ views: eb('source_days.views', '+', eb.ref('excluded.views')) })),
      )
      .execute();
  }
}

async function addMissing(trx: Trx, counted: CountedDay): Promise<void> {
  const rows = counted.missing.map((one) => ({ ...at(counted), ...one }));
  const key = (row: Insertable<Tables['missing_days']>) => [row.address, row.source];
  const kept = await withRoom(rows, key, mostOfADay.missing, () =>
    trx
      .selectFrom('missing_days')
      .selectAll()
      .where('project_id', '=', counted.projectId)
      .where('day', '=', counted.day)
      .execute(),
  );
  for (const part of parts(kept, key)) {
    await trx
      .insertInto('missing_days')
      .values(part)
      .onConflict((conflict) =>
        conflict.columns(['project_id', 'day', 'address', 'source']).doUpdateSet((eb) => ({
          times: eb('missing_days.times', '+', eb.ref('excluded.times')),
        })),
      )
      .execute();
  }
}

function at({ projectId, day }: CountedDay) {
  return { project_id: projectId, day };
}

/** The rows that are known, and of the others as many as there is room for. */
async function withRoom<Row extends object>(
  rows: readonly Row[],
  key: (row: Row) => readonly string[],
  most: number,
  read: () => Promise<readonly Row[]>,
): Promise<readonly Row[]> {
  if (rows.length === 0) return [];
  const known = new Set((await read()).map((row) => keyOf(...key(row))));
  let room = most - known.size;
  return rows.filter((row) => known.has(keyOf(...key(row))) || room-- > 0);
}

/** Rows of one statement each, in the order of their keys: two processes never wait for each other. */
function* parts<Row>(
  rows: readonly Row[],
  key: (row: Row) => readonly string[],
): Generator<readonly Row[]> {
  const keyed = rows.map((row) => ({ row, key: keyOf(...key(row)) }));
  keyed.sort((a, b) => (a.key < b.key ? -1 : 1));
  for (let i = 0; i < keyed.length; i += 500) yield keyed.slice(i, i + 500).map(({ row }) => row);
}

/** The salt of a day: whichever process asks first decides on it. */
export async function saltOf(db: Db, day: number, proposed: string): Promise<string> {
  await db
    .insertInto('visit_salts')
    .values({ day, salt: proposed })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { salt } = await db
    .selectFrom('visit_salts')
    .select('salt')
    .where('day', '=', day)
    .executeTakeFirstOrThrow();
  return salt;
}

/** Forgets who visited before a day, and with it what their hashes were made with. */
export async function forgetVisitors(db: Db, day: number): Promise<void> {
  await db.deleteFrom('visit_salts').where('day', '<', day).execute();
  await db.deleteFrom('day_visitors').where('day', '<', day).execute();
}

/** Forgets the sums before a day. */
export async function forgetVisits(db: Db, day: number): Promise<void> {
  for (const table of ['view_days', 'source_days', 'missing_days'] as const) {
    await db.deleteFrom(table).where('day', '<', day).execute();
  }
}
