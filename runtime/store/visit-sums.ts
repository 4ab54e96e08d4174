import { sql } from 'kysely';
import { dayLength } from './assistant-days.ts';
import type { Db } from './open.ts';

/** Which sums are asked for. */
export interface SumsOf {
  readonly projectId: string;
  /** The first day and the one after the last, in days since 1970. */
  readonly from: number;
  readonly to: number;
  readonly language?: string | undefined;
  readonly pagePath?: string | undefined;
}

/** Entries of each of the lists that one answer has. */
const mostListed = 50;

/** Views and visitors by day; days without any are left out. */
export async function viewsByDay(db: Db, of: SumsOf) {
  const rows = await viewsOf(db, of)
    .select((eb) => [
      'day',
      eb.fn.sum<number>('views').as('views'),
      eb.fn.sum<number>('visitors').as('visitors'),
    ])
    .groupBy('day')
    .execute();
  return rows.map((row) => ({
    ...{ day: Number(row.day), views: Number(row.views), visitors: Number(row.visitors) },
  }));
}

function viewsOf(db: Db, { projectId, from, to, language, pagePath }: SumsOf) {
  const rows = db
    .selectFrom('view_days')
    .where('project_id', '=', projectId)
    .where('day', '>=', from)
    .where('day', '<', to)
    .where('page_path', '=', pagePath ?? '');
  // The sum of all languages is a row of its own for the site, and none for a page.
  if (language === undefined && pagePath !== undefined) return rows.where('language', '<>', '');
  return rows.where('language', '=', language ?? '');
}

/** The pages that were read most, with their titles as far as the database knows them. */
export async function topPages(db: Db, { projectId, from, to, language, pagePath }: SumsOf) {
  let views = db
    .selectFrom('view_days')
    .where('project_id', '=', projectId)
    .where('day', '>=', from)
    .where('day', '<', to)
    .where('page_path', '<>', '');
  if (language !== undefined) views = views.where('language', '=', language);
  if (pagePath !== undefined) views = views.where('page_path', '=', pagePath);
  const top = views
    .select((eb) => [
      'page_path',
      eb.fn.sum<number>('views').as('views'),
      eb.fn.sum<number>('visitors').as('visitors'),
    ])
    .groupBy('page_path')
    .orderBy(sql`sum(views)`, 'desc')
    .orderBy('page_path')
    .limit(mostListed);
  const rows = await db
    .selectFrom(top.as('top'))
    .leftJoin('pages', (join) =>
      join.onRef('pages.path', '=', 'top.page_path').on('pages.project_id', '=', projectId),
    )
    .select(['top.page_path', 'top.views', 'top.visitors', 'pages.title'])
    .orderBy('top.views', 'desc')
    .orderBy('top.page_path')
    .execute();
  return rows.map((row) => ({
    ...{ pagePath: row.page_path, title: row.title },
    ...{ views: Number(row.views), visitors: Number(row.visitors) },
  }));
}

function sourcesOf(db: Db, { projectId, from, to, language, pagePath }: SumsOf) {
  let rows = db
    .selectFrom('source_days')
    .where('project_id', '=', projectId)
    .where('day', '>=', from)
    .where('day', '<', to);
  if (language !== undefined) rows = rows.where('language', '=', language);
  if (pagePath !== undefined) rows = rows.where('page_path', '=', pagePath);
  return rows;
}

/** The hosts whose links were followed most. */
export async function topReferrers(db: Db, of: SumsOf) {
  const rows = await sourcesOf(db, of)
    .where('source', 'not like', '/%')
    .select((eb) => ['source', eb.fn.sum<number>('views').as('views')])
    .groupBy('source')
    .orderBy(sql`sum(views)`, 'desc')
    .orderBy('source')
    .limit(mostListed)
    .execute();
  return rows.map(({ source, views }) => ({ host: source, views: Number(views) }));
}

/** The steps from page to page that were taken most; of a page, those that led to it. */
export async function topSteps(db: Db, of: SumsOf) {
  const rows = await sourcesOf(db, of)
    .where('source', 'like', '/%')
    .select((eb) => ['source', 'page_path', eb.fn.sum<number>('views').as('views')])
    .groupBy(['source', 'page_path'])
    .orderBy(sql`sum(views)`, 'desc')
    .orderBy('source')
    .orderBy('page_path')
    .limit(mostListed)
    .execute();
  return rows.map(({ source, page_path, views }) => ({
    ...{ from: source.slice(1), to: page_path, views: Number(views) },
  }));
}

function missingOf(db: Db, { projectId, from, to, pagePath }: SumsOf) {
  const rows = db
    .selectFrom('missing_days')
    .where('project_id', '=', projectId)
    .where('day', '>=', from)
    .where('day', '<', to);
  return pagePath === undefined ? rows : rows.where('source', '=', `/${pagePath}`);
}

/** How often there was nothing at an address; for a page, behind one of its links. */
export async function countMissing(db: Db, of: SumsOf): Promise<number> {
  const { times } = await missingOf(db, of)
    .select((eb) => eb.fn.sum<number | null>('times').as('times'))
    .executeTakeFirstOrThrow();
  return Number(times ?? 0);
}

/** The addresses without a page that were asked for most, and where their readers came from. */
export async function topMissing(db: Db, of: SumsOf) {
  const rows = await missingOf(db, of)
    .select((eb) => ['address', eb.fn.sum<number>('times').as('times')])
    .groupBy('address')
    .orderBy(sql`sum(times)`, 'desc')
    .orderBy('address')
    .limit(mostListed)
    .execute();
  if (rows.length === 0) return [];
  const addresses = rows.map(({ address }) => address);
  const sources = await missingOf(db, of)
    .where('address', 'in', addresses)
    .where('source', '<>', '')
    .select((eb) => ['address', 'source', eb.fn.sum<number>('times').as('times')])
    .groupBy(['address', 'source'])
    .orderBy(sql`sum(times)`, 'desc')
    .orderBy('source')
    .execute();
  const byAddress = Map.groupBy(sources, ({ address }) => address);
  return rows.map(({ address, times }) => ({
    ...{ address, times: Number(times) },
    sources: (byAddress.get(address) ?? []).slice(0, 5).map(({ source, times: of }) => ({
      source: source.startsWith('/') ? null : source,
      pagePath: source.startsWith('/') ? source.slice(1) : null,
      times: Number(of),
    })),
  }));
}

type DayTimes = readonly { readonly day: number; readonly times: number }[];

/**
 * What readers asked and said on each of these days; days without any are left out. Of a page, the searches are those
 * that led to it, and the questions are the conversations with an answer that cites it.
 */
export async function askedByDay(db: Db, of: SumsOf) {
  const { projectId, from, to, pagePath } = of;
  // PostgreSQL divides whole numbers without a rest, as SQLite does.
  const day = sql<number>`created_at / ${sql.lit(dayLength)}`;
  let ratings = db
    .selectFrom('feedback')
    .select((eb) => [day.as('day'), 'rating', eb.fn.countAll<number>().as('times')])
    .where('project_id', '=', projectId)
    .where('created_at', '>=', from * dayLength)
    .where('created_at', '<', to * dayLength)
    .groupBy([day, 'rating']);
  if (pagePath !== undefined) ratings = ratings.where('page_path', '=', pagePath);
  const rated = await ratings.execute();
  const byDay = (rows: DayTimes) =>
    new Map(rows.map((row) => [Number(row.day), Number(row.times)]));
  const asked = pagePath === undefined ? askedOfSite(db, of) : askedOfPage(db, of, pagePath);
  return {
    searches: byDay(await asked.searches.execute()),
    questions: byDay(await asked.questions.execute()),
    positive: byDay(rated.filter(({ rating }) => rating === 'positive')),
    negative: byDay(rated.filter(({ rating }) => rating === 'negative')),
  };
}

function askedOfSite(db: Db, { projectId, from, to, language }: SumsOf) {
  let searches = db
    .selectFrom('searches')
    .select((eb) => ['day', eb.fn.sum<number>('asked').as('times')])
    .where('project_id', '=', projectId)
    .where('day', '>=', from)
    .where('day', '<', to)
    .groupBy('day');
  if (language !== undefined) searches = searches.where('language', '=', language);
  const questions = db
    .selectFrom('assistant_days')
    .select(['day', 'answers as times'])
    .where('project_id', '=', projectId)
    .where('day', '>=', from)
    .where('day', '<', to);
  return { searches, questions };
}

function askedOfPage(db: Db, { projectId, from, to }: SumsOf, pagePath: string) {
  const day = sql<number>`last_message_at / ${sql.lit(dayLength)}`;
  const searches = db
    .selectFrom('search_pages')
    .select(['day', 'opened as times'])
    .where('project_id', '=', projectId)
    .where('page_path', '=', pagePath)
    .where('day', '>=', from)
    .where('day', '<', to);
  const questions = db
    .selectFrom('conversation_pages')
    .innerJoin('conversations', 'conversations.id', 'conversation_pages.conversation_id')
    .select((eb) => [day.as('day'), eb.fn.countAll<number>().as('times')])
    .where('conversation_pages.project_id', '=', projectId)
    .where('page_path', '=', pagePath)
    .where('last_message_at', '>=', from * dayLength)
    .where('last_message_at', '<', to * dayLength)
    .groupBy(day);
  return { searches, questions };
}
