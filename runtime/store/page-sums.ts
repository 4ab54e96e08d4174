import { type RawBuilder, sql } from 'kysely';
import { dayLength } from './assistant-days.ts';
import { targets } from './languages.ts';
import type { Db } from './open.ts';

/** A page with what is known of it: its translations, and what readers did on the days asked for. */
export interface PageSums {
  readonly path: string;
  readonly title: string;
  readonly words: number;
  readonly sourceUpdatedAt: number;
  readonly views: number;
  readonly visitors: number;
  readonly positive: number;
  readonly negative: number;
  /** Conversations with an answer that cites it. */
  readonly conversations: number;
  /** Those of them that readers rated badly. */
  readonly unhelpful: number;
  /** Questions without an answer that it was nearest to. */
  readonly refused: number;
  /** Searches that led to it. */
  readonly searches: number;
  /** Those of them after which the reader searched again from it. */
  readonly searchedOn: number;
  /** Views of addresses without a page, behind its links. */
  readonly missing: number;
  readonly languages: number;
  readonly translated: number;
  readonly stale: number;
  /** Views in languages whose translation is stale. */
  readonly staleViews: number;
  /** How many views went less well than they could, by a rule that `costs` names. */
  readonly cost: number;
}

/** What a list of pages may be sorted by. */
const pageSorts = {
  path: 'path',
  title: 'title',
  updated: 'source_updated_at',
  words: 'words',
  views: 'views',
  visitors: 'visitors',
  negative: 'negative',
  conversations: 'conversations',
  searches: 'searches',
  notFound: 'missing',
  translated: 'translated',
  cost: 'cost',
} as const;

/** Which pages are listed. */
const pageStates = {
  stale: sql<boolean>`stale > 0`,
  untranslated: sql<boolean>`translated < languages`,
  negative: sql<boolean>`negative > 0`,
  'not-found': sql<boolean>`missing > 0`,
  unread: sql<boolean>`views = 0`,
  costly: sql<boolean>`cost >= 1`,
} as const;

/** Which pages are summed, and of which days. */
export interface SumsQuery {
  readonly projectId: string;
  /** The first day, in days since 1970. */
  readonly from: number;
  /** Pages older than this, in epoch milliseconds, count as long untouched. */
  readonly untouched: number;
  readonly path?: string;
  /** Only pages in this folder or below it; the empty one is the top, with all of them. */
  readonly folder?: string | undefined;
}

/** Of a list with a folder, only the pages directly in it are listed. */
export interface PagesQuery extends SumsQuery {
  /** A part of the path or the title. */
  readonly search?: string | undefined;
  readonly state?: keyof typeof pageStates | undefined;
  /** Only these, such as those with a problem of the build. */
  readonly paths?: readonly string[] | undefined;
  readonly sort: keyof typeof pageSorts;
  readonly order: 'asc' | 'desc';
  readonly limit: number;
  readonly offset: number;
}

/**
 * One page of the pages of a project, and how many there are: two statements, whatever the number of pages.
 * Each table is summed by page once, by the indexes that begin with its project.
 */
export async function listPageSums(
  db: Db,
  query: PagesQuery,
): Promise<{ readonly rows: readonly PageSums[]; readonly total: number }> {
  const { sort, order, limit, offset, state, search, path, paths, folder } = query;
  const conditions: RawBuilder<boolean>[] = [sql`1 = 1`];
  if (state) conditions.push(pageStates[state]);
  if (path !== undefined) conditions.push(sql`path = ${path}`);
  if (folder !== undefined) conditions.push(sql`${restIn(folder)} not like '%/%'`);
  if (paths) conditions.push(sql`path in (${sql.join(['', ...paths])})`);
  if (search !== undefined) {
    const part = `%${search.toLowerCase().replaceAll(/[\\%_]/g, '\\$&')}%`;
    conditions.push(
      sql`(lower(path) like ${part} escape '\\' or lower(title) like ${part} escape '\\')`,
    );
  }
  const where = sql.join(conditions, sql` and `);
  const column = sql.ref(pageSorts[sort]);
  const direction = sql.raw(order === 'asc' ? 'asc' : 'desc');
  const all = sql`${sumsOf(query)} select * from costed where ${where}`;
  const { rows } = await sql<Readonly<Record<string, string | number>>>`
    select listed.*, count(*) over () as total from (${all}) as listed
    order by ${column} ${direction}, path limit ${limit} offset ${offset}`.execute(db);
  if (rows.length === 0 && offset > 0) {
    return { rows: [], total: (await listPageSums(db, { ...query, offset: 0, limit: 1 })).total };
  }
  return { rows: rows.map(viewOf), total: Number(rows[0]?.total ?? 0) };
}

/** The sums of every page, as tables of one statement. */
export function sumsOf(query: SumsQuery): RawBuilder<unknown> {
  const { projectId, from, untouched, path, folder } = query;
  const since = from * dayLength;
  // What is asked of one page or folder must not sum all others.
  const only = (column: string, root = '') => {
    const at = sql.ref(column);
    if (path !== undefined) return sql`${at} = ${root + path}`;
    if (!folder) return sql`1 = 1`;
    // Texts are in the order of their bytes, where 0 comes next after the slash.
    return sql`(${at} >= ${`${root + folder}/`} and ${at} < ${`${root + folder}0`})`;
  };
  return sql`with
    read as (select language, page_path, sum(views) as views, sum(visitors) as visitors
      from view_days where project_id = ${projectId} and day >= ${from} and page_path <> ''
        and ${only('page_path')} group by language, page_path),
    seen as (select read.page_path, sum(views) as views, sum(visitors) as visitors,
        sum(case when status = 'stale' then views else 0 end) as stale_views
      from read left join records on records.project_id = ${projectId}
        and records.language = read.language and records.page_path = read.page_path
      group by read.page_path),
    rated as (select page_path,
        sum(case when rating = 'positive' then 1 else 0 end) as positive,
        sum(case when rating = 'negative' then 1 else 0 end) as negative from feedback
      where project_id = ${projectId} and created_at >= ${since}
        and ${only('page_path')} group by page_path),
    cited as (select page_path, count(*) as conversations,
        sum(case when satisfied = 0 then 1 else 0 end) as unhelpful
      from conversation_pages inner join conversations on conversations.id = conversation_id
      where conversation_pages.project_id = ${projectId} and last_message_at >= ${since}
        and ${only('page_path')} group by page_path),
    refusals as (select page_path, count(*) as refused from refused_pages
      where project_id = ${projectId} and created_at >= ${since}
        and ${only('page_path')} group by page_path),
    searched as (select page_path, sum(opened) as searches, sum(searched_on) as searched_on
      from search_pages where project_id = ${projectId} and day >= ${from}
        and ${only('page_path')} group by page_path),
    lost as (select source, sum(times) as missing from missing_days
      where project_id = ${projectId} and day >= ${from}
        and ${only('source', '/')} group by source),
    told as (select page_path, count(*) as languages,
        sum(case when status = 'completed' then 1 else 0 end) as translated,
        sum(case when status = 'stale' then 1 else 0 end) as stale from records
      where project_id = ${projectId} and ${only('page_path')}
        and language <> (select source_language from projects where id = ${projectId})
      group by page_path),
    known as (select path, title, words, source_updated_at,
        coalesce(views, 0) as views, coalesce(visitors, 0) as visitors,
        coalesce(positive, 0) as positive, coalesce(negative, 0) as negative,
        coalesce(conversations, 0) as conversations, coalesce(unhelpful, 0) as unhelpful,
        coalesce(refused, 0) as refused, coalesce(missing, 0) as missing,
        coalesce(searches, 0) as searches, coalesce(searched_on, 0) as searched_on,
        coalesce(languages, 0) as languages, coalesce(translated, 0) as translated,
        coalesce(stale, 0) as stale, coalesce(stale_views, 0) as stale_views
      from pages
      left join seen on seen.page_path = path left join rated on rated.page_path = path
      left join cited on cited.page_path = path left join refusals on refusals.page_path = path
      left join searched on searched.page_path = path
      left join lost on lost.source = '/' || path left join told on told.page_path = path
      where project_id = ${projectId} and ${only('path')}),
    costed as (select known.*, ${sql.join(
      Object.values(costs(untouched)).map((one) => sql`(${one})`),
      sql` + `,
    )} as cost from known)`;
}

/** What is left of the path of a page within a folder. */
export function restIn(folder: string): RawBuilder<string> {
  // Both databases count characters, not the units that JavaScript counts.
  return sql<string>`substr(path, ${sql.lit(folder === '' ? 1 : [...folder].length + 2)})`;
}

/**
 * What each trouble of a page costs, in views that went less well. Two ratings more are assumed than there
 * are, so that one bad rating of a page that is read often does not outweigh everything else.
 */
function costs(untouched: number) {
  return {
    ratings: sql`case when negative = 0 then 0
      when views < negative then negative
      else 1.0 * views * negative / (negative + positive + 2) end`,
    links: sql`missing`,
    answers: sql`unhelpful + refused`,
    searches: sql`searched_on`,
    translations: sql`stale_views`,
    age: sql`case when source_updated_at < ${untouched} then 0.1 * views else 0 end`,
  };
}

function viewOf(row: Readonly<Record<string, string | number>>): PageSums {
  // PostgreSQL returns sums as text.
  const number = (name: string) => Number(row[name]);
  return {
    ...{ path: String(row.path), title: String(row.title), words: number('words') },
    sourceUpdatedAt: number('source_updated_at'),
    ...{ views: number('views'), visitors: number('visitors') },
    ...{ positive: number('positive'), negative: number('negative') },
    ...{ conversations: number('conversations'), unhelpful: number('unhelpful') },
    ...{ refused: number('refused'), missing: number('missing') },
    ...{ searches: number('searches'), searchedOn: number('searched_on') },
    ...{ languages: number('languages'), translated: number('translated') },
    ...{ stale: number('stale'), staleViews: number('stale_views'), cost: number('cost') },
  };
}

/** The state of a page in each language. */
export async function listRecordsOfPage(db: Db, projectId: string, path: string) {
  return db
    .selectFrom('records')
    .select(['language', 'status', 'translated_at', 'human_owned'])
    .where('project_id', '=', projectId)
    .where('page_path', '=', path)
    .where('language', 'in', targets(db, projectId).select('code'))
    .orderBy('language')
    .execute();
}

/** Which of these paths are pages of the source language. */
export async function listKnownPaths(
  db: Db,
  projectId: string,
  paths: readonly string[],
): Promise<readonly string[]> {
  if (paths.length === 0) return [];
  const rows = await db
    .selectFrom('pages')
    .select('path')
    .where('project_id', '=', projectId)
    .where('path', 'in', paths)
    .execute();
  return rows.map(({ path }) => path);
}
