import { type RawBuilder, sql } from 'kysely';
import type { Db } from './open.ts';
import { restIn, type SumsQuery, sumsOf } from './page-sums.ts';

/** A folder of pages with the sums of those in it and below it. */
export interface FolderSums {
  readonly name: string;
  readonly pages: number;
  /** Folders directly in it. */
  readonly folders: number;
  readonly words: number;
  readonly views: number;
  readonly positive: number;
  readonly negative: number;
  /** Pages with more bad ratings than good ones. */
  readonly ratedBadly: number;
  /** Views of addresses without a page, behind their links. */
  readonly missing: number;
  readonly languages: number;
  readonly translated: number;
  readonly stale: number;
}

/** One page of the folders directly in a folder, and how many there are: two statements at most. */
export async function listFolderSums(
  db: Db,
  query: SumsQuery & { readonly folder: string; readonly limit: number; readonly offset: number },
): Promise<{ readonly rows: readonly FolderSums[]; readonly total: number }> {
  const { folder, limit, offset } = query;
  const { rows } = await sql<Readonly<Record<string, string | number>>>`${sumsOf(query)},
    split as (select costed.*, ${restIn(folder)} as rest from costed),
    named as (select split.*, ${firstOf(sql`rest`)} as name from split where rest like '%/%'),
    placed as (select named.*, substr(rest, length(name) + 2) as below from named),
    grouped as (select name, count(*) as pages,
        count(distinct case when below like '%/%' then ${firstOf(sql`below`)} end) as folders,
        sum(words) as words, sum(views) as views,
        sum(positive) as positive, sum(negative) as negative,
        sum(case when negative > positive then 1 else 0 end) as rated_badly,
        sum(missing) as missing, sum(languages) as languages,
        sum(translated) as translated, sum(stale) as stale
      from placed group by name)
    select grouped.*, count(*) over () as total from grouped
    order by name limit ${limit} offset ${offset}`.execute(db);
  if (rows.length === 0 && offset > 0) {
    return { rows: [], total: (await listFolderSums(db, { ...query, offset: 0, limit: 1 })).total };
  }
  return { rows: rows.map(viewOf), total: Number(rows[0]?.total ?? 0) };
}

/** What a path begins with, up to its first slash: it loses all characters in front that are not one. */
function firstOf(path: RawBuilder<unknown>): RawBuilder<string> {
  return sql<string>`substr(${path}, 1, length(${path}) - length(ltrim(${path}, replace(${path}, '/', ''))))`;
}

function viewOf(row: Readonly<Record<string, string | number>>): FolderSums {
  // PostgreSQL returns sums as text.
  const number = (name: string) => Number(row[name]);
  return {
    ...{ name: String(row.name), pages: number('pages'), folders: number('folders') },
    ...{ words: number('words'), views: number('views') },
    ...{ positive: number('positive'), negative: number('negative') },
    ...{ ratedBadly: number('rated_badly'), missing: number('missing') },
    ...{ languages: number('languages'), translated: number('translated') },
    stale: number('stale'),
  };
}
