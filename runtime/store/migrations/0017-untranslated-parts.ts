import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/** What of a translation is in the source language: how many segments, and where they are in the text. */
export const untranslatedParts: Migration = {
  name: '0017-untranslated-parts',
  up: async (db, { text, integer }) => {
    await sql`alter table records add column fallback_segments ${integer} not null default 0`.execute(
      db,
    );
    await sql`alter table texts add column untranslated ${text}`.execute(db);
    await sql`alter table snippet_texts add column untranslated ${text}`.execute(db);
  },
};
