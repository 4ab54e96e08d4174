import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/** Deployments in object storage, and which of each project is live on all servers. */
export const storedDeployments: Migration = {
  name: '0033-stored-deployments',
  up: async (db, { text, integer }) => {
    await sql`create table stored_deployments (
      project_id ${text} not null references projects (id) on delete cascade,
      deployment_id ${text} not null,
      list_hash ${text} not null,
      is_live ${integer} not null,
      live_at ${integer} not null,
      primary key (project_id, deployment_id)
    )`.execute(db);
  },
};
