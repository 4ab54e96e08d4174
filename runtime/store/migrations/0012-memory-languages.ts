import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/**
 * The language of entries of the translation memory, so that removing a language deletes them.
 * Older rows have none: their keys are hashes.
 */
export const memoryLanguages: Migration = {
  name: '0012-memory-languages',
  up: async (db, { text }) => {
    await sql`alter table translation_memory add column language ${text} not null default ''`.execute(
      db,
    );
    await sql`create index translation_memory_language on translation_memory (project_id, language)`.execute(
      db,
    );
  },
};
