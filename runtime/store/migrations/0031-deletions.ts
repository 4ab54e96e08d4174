import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/** Every deployment asks which projects were deleted: that must not read the whole log of changes. */
export const deletions: Migration = {
  name: '0031-deletions',
  up: async (db) => {
    await sql`create index audit_by_operation on audit (action)`.execute(db);
  },
};
