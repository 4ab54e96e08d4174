import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/** The version of the API that a key was created with; those before there were versions have the first. */
export const keyVersions: Migration = {
  name: '0027-key-versions',
  up: async (db, { text }) => {
    await sql`alter table keys add column api_version ${text} not null default '2026-11-22'`.execute(
      db,
    );
  },
};
