import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/**
 * Since when readers get the translation of a record; set for live translations at the next start.
 */
export const published: Migration = {
  name: '0016-published',
  up: async (db, { integer }) => {
    await sql`alter table records add column published_at ${integer}`.execute(db);
  },
};
