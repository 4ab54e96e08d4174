import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/** Host names that are proven to belong to a project: by the operator, or by a record of its DNS. */
export const domainTable: Migration = {
  name: '0009-domains',
  up: async (db, { text, integer }) => {
    await sql`create table domains (
      domain ${text} primary key,
      project_id ${text} not null references projects (id) on delete cascade,
      proof ${text} not null,
      proven_at ${integer} not null
    )`.execute(db);
    await sql`create index domains_project on domains (project_id)`.execute(db);
  },
};
