import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/** What the pages and snippets of a job have cost, and how much of them stays in the source language. */
export const jobCosts: Migration = {
  name: '0026-job-costs',
  up: async (db, { integer }) => {
    for (const column of ['requests', 'input_tokens', 'output_tokens', 'source_words']) {
      await sql`alter table jobs add column ${sql.ref(column)} ${integer} not null default 0`.execute(
        db,
      );
    }
  },
};
