import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/** Why the last page of a job that failed did so: its record forgets it with the next job. */
export const jobErrors: Migration = {
  name: '0013-job-errors',
  up: async (db, { text }) => {
    await sql`alter table jobs add column error_message ${text}`.execute(db);
  },
};
