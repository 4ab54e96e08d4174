import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/**
 * Since when the model has been failing, for a page and for its job: a server that starts again goes on
 * counting from there.
 */
export const modelFailures: Migration = {
  name: '0014-model-failures',
  up: async (db, { integer }) => {
    await sql`alter table job_pages add column failing_since ${integer}`.execute(db);
    await sql`alter table jobs add column failing_since ${integer}`.execute(db);
  },
};
