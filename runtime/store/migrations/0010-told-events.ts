import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/** How many of the events reported by each deployment are in the outbox. */
export const toldEvents: Migration = {
  name: '0010-told-events',
  up: async (db, { text, integer }) => {
    await sql`create table told_events (
      project_id ${text} not null references projects (id) on delete cascade,
      deployment_id ${text} not null,
      lines ${integer} not null,
      primary key (project_id, deployment_id)
    )`.execute(db);
  },
};
