import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/** What tells the key that secrets are sealed with from any other. */
export const keyCheck: Migration = {
  name: '0015-key-check',
  up: async (db, { text }) => {
    await sql`create table key_check (
      id ${text} primary key,
      value ${text} not null
    )`.execute(db);
  },
};
