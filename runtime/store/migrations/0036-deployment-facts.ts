import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/** Deployments that are being made. Of the others, why they were made, what their builds found wrong, and when they were made live again: null for earlier ones. */
export const deploymentFacts: Migration = {
  name: '0036-deployment-facts',
  up: async (db, { integer, text }) => {
    for (const name of ['errors', 'warnings', 'notes', 'promoted_at']) {
      await sql`alter table deployments add column ${sql.ref(name)} ${integer}`.execute(db);
    }
    for (const name of ['cause', 'rebuild_of', 'before_id']) {
      await sql`alter table deployments add column ${sql.ref(name)} ${text}`.execute(db);
    }
    await sql`create table deployment_runs (
      id ${text} primary key,
      project_id ${text} not null references projects (id) on delete cascade,
      cause ${text} not null,
      state ${text} not null,
      stage ${text} not null,
      done ${integer} not null,
      total ${integer},
      messages ${text} not null,
      error ${text},
      started_at ${integer} not null,
      updated_at ${integer} not null
    )`.execute(db);
    await sql`create index deployment_runs_by_project on deployment_runs (project_id, id)`.execute(
      db,
    );
    await sql`alter table stored_deployments add column rebuild_of ${text}`.execute(db);
  },
};
