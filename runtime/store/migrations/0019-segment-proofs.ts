import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/** Which model made an entry of the translation memory, and which checks it has passed. */
export const segmentProofs: Migration = {
  name: '0019-segment-proofs',
  up: async (db, { text }) => {
    await sql`alter table translation_memory add column model ${text} not null default ''`.execute(
      db,
    );
    await sql`alter table translation_memory add column checks ${text} not null default ''`.execute(
      db,
    );
  },
};
