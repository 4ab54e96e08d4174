import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/** Deployments that are built but not shown yet. */
export const holdTable: Migration = {
  name: '0007-holds',
  up: async (db, { text, integer }) => {
    await sql`create table holds (
      project_id ${text} primary key references projects (id) on delete cascade,
      deployment_id ${text} not null,
      live_id ${text} not null,
      events_since ${text},
      waits ${integer} not null,
      since ${integer} not null
    )`.execute(db);
  },
};
