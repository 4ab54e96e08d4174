import { sql } from 'kysely';
import { dayLength } from './assistant-days.ts';
import type { Db, Trx } from './open.ts';
import { hasRoomIn } from './searches.ts';

/** A search that led a reader to a page. */
export interface PageSearch {
  readonly projectId: string;
  readonly language: string;
  readonly question: string;
  /** That of the page in the source language. */
  readonly path: string;
  readonly now: number;
}

/** Counts what a reader searched for at the page that was opened; on a full day, only what is known. */
export async function countPageSearch(trx: Trx, search: PageSearch): Promise<void> {
  const { projectId: project_id, language, question, path: page_path, now } = search;
  const at = { project_id, page_path, day: Math.floor(now / dayLength), language, question };
  const known = await trx
    .updateTable('page_searches')
    .set((eb) => ({ opened: eb('opened', '+', 1) }))
    .where((eb) => eb.and(at))
    .returning('opened')
    .executeTakeFirst();
  if (known || !(await hasRoomIn(trx, 'page_searches', at))) return;
  await trx
    .insertInto('page_searches')
    .values({ ...at, opened: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['project_id', 'page_path', 'day', 'language', 'question'])
        .doUpdateSet((eb) => ({ opened: eb('page_searches.opened', '+', 1) })),
    )
    .execute();
}

/** What led readers to a page since a day, in days since 1970: the most frequent first. */
export async function listPageSearches(
  db: Db,
  query: {
    readonly projectId: string;
    readonly path: string;
    readonly from: number;
    readonly limit: number;
    readonly offset: number;
  },
): Promise<{
  readonly rows: readonly { question: string; language: string; opened: number; day: number }[];
  readonly total: number;
}> {
  const { projectId, path, from, limit, offset } = query;
  const base = db
    .selectFrom('page_searches')
    .where('project_id', '=', projectId)
    .where('page_path', '=', path)
    .where('day', '>=', from)
    .groupBy(['language', 'question']);
  const { total } = await db
    .selectFrom(base.select('question').as('questions'))
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await base
    .select((eb) => [
      ...(['question', 'language'] as const),
      eb.fn.sum<number>('opened').as('opened'),
      eb.fn.max<number>('day').as('day'),
    ])
    .orderBy(sql`sum(opened)`, 'desc')
    .orderBy('question')
    .orderBy('language')
    .limit(limit)
    .offset(offset)
    .execute();
  // PostgreSQL returns sums as text.
  const numbers = rows.map((row) => ({
    ...row,
    ...{ opened: Number(row.opened), day: Number(row.day) },
  }));
  return { rows: numbers, total: Number(total) };
}
