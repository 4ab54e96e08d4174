import { sql } from 'kysely';
import type { Db, Store } from './open.ts';

const minute = 60_000;

/** Counts without waiting for the disk: after a crash, some requests of a minute are not counted. */
const unhurried = sql`select set_config('synchronous_commit', 'off', true)`;

/**
 * Counts of requests for all processes of a server, which have PostgreSQL in common. Each is one statement,
 * and requests of one key wait for each other.
 */
export function sharedCounts({ db }: Pick<Store, 'db'>, space: string) {
  return {
    inWindow: async (key: string, now: number) => {
      const { rows } = await sql<{ used: number; until: number }>`
        with unhurried as (${unhurried})
        insert into rate_counts as known (key, used, until, times)
        select ${`${space} ${key}`}, 1, ${now + minute}::bigint, '' from unhurried
        on conflict (key) do update set
          used = case when known.until <= ${now} then 1 else known.used + 1 end,
          until = case when known.until <= ${now} then ${now + minute}::bigint else known.until end
        returning used, until`.execute(db);
      return rows[0] ?? { used: 1, until: now + minute };
    },
    inLastMinute: async (key: string, most: number, now: number) => {
      const recent = sql`array(
        select time from unnest(known.times::bigint[]) as time where time > ${now - minute} order by time)`;
      const { rows } = await sql<{ used: number; times: string }>`
        with unhurried as (${unhurried})
        insert into rate_counts as known (key, used, until, times)
        select ${`${space} ${key}`}, 0, ${now + minute}::bigint, array[${now}::bigint]::text
        from unhurried
        on conflict (key) do update set
          used = case when cardinality(${recent}) >= ${most} then 1 else 0 end,
          until = ${now + minute}::bigint,
          times = case when cardinality(${recent}) >= ${most} then ${recent}
            else ${recent} || ${now}::bigint end::text
        returning used, times`.execute(db);
      const [row] = rows;
      const times = row?.times.match(/\d+/g)?.map(Number) ?? [now];
      return { isFull: row?.used === 1, times };
    },
  };
}

/** Forgets what was counted in minutes that are over. */
export async function sweepRateCounts(db: Db, now: number): Promise<void> {
  await db.deleteFrom('rate_counts').where('until', '<=', now).execute();
}
