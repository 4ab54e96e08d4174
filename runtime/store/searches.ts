import { sql } from 'kysely';
import { dayLength } from './assistant-days.ts';
import type { Db, Trx } from './open.ts';

/** A search as a reader ended it. */
export interface EndedSearch {
  readonly question: string;
  readonly hasResults: boolean;
  readonly isClicked: boolean;
}

/** Searches of one reader, one after the other. */
export interface SearchSeries {
  readonly projectId: string;
  readonly language: string;
  readonly searches: readonly EndedSearch[];
  readonly now: number;
}

/** Pages of a series, by their paths in the source language. */
export interface SearchedPages {
  /** The page whose result was opened. */
  readonly opened?: string | undefined;
  /** The page on which the series began, where an earlier search had led there. */
  readonly after?: string | undefined;
}

/** Questions that are kept of a project and day, pairs of questions, and questions of pages: whoever invents more fills nothing. */
export const mostADay = 1000;

/**
 * Counts searches. A series whose last search was clicked also says what the ones before it should have
 * found. Rows are written in the order of their keys, so that two series never wait for each other.
 */
export async function countSearches(trx: Trx, series: SearchSeries): Promise<void> {
  const { projectId: project_id, language, searches, now } = series;
  const at = { project_id, day: Math.floor(now / dayLength), language };
  const byQuestion = Map.groupBy(searches, ({ question }) => question);
  const hasRoom = await hasRoomIn(trx, 'searches', at);
  for (const question of [...byQuestion.keys()].sort()) {
    const same = byQuestion.get(question) ?? [];
    const counts = {
      asked: same.length,
      clicked: same.filter(({ isClicked }) => isClicked).length,
      empty: same.filter(({ hasResults }) => !hasResults).length,
    };
    if (!hasRoom && !(await isKnown(trx, { ...at, question }))) continue;
    await trx
      .insertInto('searches')
      .values({ ...at, question, ...counts })
      .onConflict((conflict) =>
        conflict.columns(['project_id', 'day', 'language', 'question']).doUpdateSet((eb) => ({
          asked: eb('searches.asked', '+', counts.asked),
          clicked: eb('searches.clicked', '+', counts.clicked),
          empty: eb('searches.empty', '+', counts.empty),
        })),
      )
      .execute();
  }
  const last = searches.at(-1);
  if (!last?.isClicked || !(await hasRoomIn(trx, 'search_follows', at))) return;
  const failed = new Set(searches.filter((one) => !one.isClicked).map(({ question }) => question));
  failed.delete(last.question);
  for (const question of [...failed].sort()) {
    await trx
      .insertInto('search_follows')
      .values({ ...at, question, next: last.question, times: 1 })
      .onConflict((conflict) =>
        conflict
          .columns(['project_id', 'day', 'language', 'question', 'next'])
          .doUpdateSet((eb) => ({ times: eb('search_follows.times', '+', 1) })),
      )
      .execute();
  }
}

/** Counts the page that a search led to, and the one that did not end the search before. */
export async function countSearchedPages(
  trx: Trx,
  { projectId: project_id, now }: Pick<SearchSeries, 'projectId' | 'now'>,
  { opened, after }: SearchedPages,
): Promise<void> {
  const day = Math.floor(now / dayLength);
  const pages = [...new Set([opened, after])].filter((path) => path !== undefined).sort();
  for (const page_path of pages) {
    const counts = {
      opened: Number(page_path === opened),
      searched_on: Number(page_path === after),
    };
    await trx
      .insertInto('search_pages')
      .values({ project_id, day, page_path, ...counts })
      .onConflict((conflict) =>
        conflict.columns(['project_id', 'day', 'page_path']).doUpdateSet((eb) => ({
          opened: eb('search_pages.opened', '+', counts.opened),
          searched_on: eb('search_pages.searched_on', '+', counts.searched_on),
        })),
      )
      .execute();
  }
}

/** Whether another row of a project and day is kept. */
export async function hasRoomIn(
  trx: Trx,
  table: 'searches' | 'search_follows' | 'page_searches',
  { project_id, day }: { readonly project_id: string; readonly day: number },
): Promise<boolean> {
  const { rows } = await trx
    .selectFrom(table)
    .select((eb) => eb.fn.countAll<number>().as('rows'))
    .where('project_id', '=', project_id)
    .where('day', '=', day)
    .executeTakeFirstOrThrow();
  return Number(rows) < mostADay;
}

async function isKnown(
  trx: Trx,
  key: {
    readonly project_id: string;
    readonly day: number;
    readonly language: string;
    readonly question: string;
  },
): Promise<boolean> {
  const row = await trx
    .selectFrom('searches')
    .select('asked')
    .where('project_id', '=', key.project_id)
    .where('day', '=', key.day)
    .where('language', '=', key.language)
    .where('question', '=', key.question)
    .executeTakeFirst();
  return row !== undefined;
}

/** A question with its counts over all days that are kept. */
export interface SearchTotal {
  readonly question: string;
  readonly language: string;
  readonly asked: number;
  readonly clicked: number;
  readonly empty: number;
  /** The last day, in days since 1970. */
  readonly day: number;
}

/** One page of a project's searches: the most frequent first, or those that failed most often. */
export async function listSearches(
  db: Db,
  query: {
    readonly projectId: string;
    readonly failed: boolean;
    readonly language?: string;
    readonly limit: number;
    readonly offset: number;
  },
): Promise<{ rows: SearchTotal[]; total: number }> {
  const { projectId, failed, language, limit, offset } = query;
  const failures = sql<number>`sum(asked) - sum(clicked)`;
  let base = db
    .selectFrom('searches')
    .where('project_id', '=', projectId)
    .groupBy(['language', 'question']);
  if (language !== undefined) base = base.where('language', '=', language);
  if (failed) base = base.having(failures, '>', 0);
  const { total } = await db
    .selectFrom(base.select('question').as('questions'))
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await base
    .select((eb) => [
      'question',
      'language',
      eb.fn.sum<number>('asked').as('asked'),
      eb.fn.sum<number>('clicked').as('clicked'),
      eb.fn.sum<number>('empty').as('empty'),
      eb.fn.max<number>('day').as('day'),
    ])
    .orderBy(failed ? failures : sql`sum(asked)`, 'desc')
    .orderBy('question')
    .orderBy('language')
    .limit(limit)
    .offset(offset)
    .execute();
  // PostgreSQL returns sums as text.
  const numbers = rows.map((row) => ({
    ...{ question: row.question, language: row.language },
    ...{ asked: Number(row.asked), clicked: Number(row.clicked), empty: Number(row.empty) },
    day: Number(row.day),
  }));
  return { rows: numbers, total: Number(total) };
}

/** What readers searched for next, and opened, after a question without a click; the most frequent first. */
export async function listFollows(
  db: Db,
  projectId: string,
  limit: number,
): Promise<{ question: string; language: string; next: string; times: number }[]> {
  const rows = await db
    .selectFrom('search_follows')
    .select((eb) => ['question', 'language', 'next', eb.fn.sum<number>('times').as('times')])
    .where('project_id', '=', projectId)
    .groupBy(['language', 'question', 'next'])
    .orderBy(sql`sum(times)`, 'desc')
    .orderBy('question')
    .orderBy('next')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ ...row, times: Number(row.times) }));
}

/** Forgets the searches before a time. */
export async function forgetSearches(db: Db, before: number): Promise<void> {
  const day = Math.floor(before / dayLength);
  await db.deleteFrom('searches').where('day', '<', day).execute();
  await db.deleteFrom('search_follows').where('day', '<', day).execute();
  await db.deleteFrom('search_pages').where('day', '<', day).execute();
  await db.deleteFrom('page_searches').where('day', '<', day).execute();
}
