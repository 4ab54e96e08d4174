import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/** Requests of the current minute, for servers of several processes. */
export const rateCounts: Migration = {
  name: '0024-rate-counts',
  up: async (db, { text, integer }) => {
    await sql`create table rate_counts (
      key ${text} primary key,
      used ${integer} not null,
      until ${integer} not null,
      times ${text} not null
    )`.execute(db);
    await sql`create index rate_counts_by_time on rate_counts (until)`.execute(db);
  },
};
