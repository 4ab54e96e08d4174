import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/** Feedback, events and deployments as the API reads them, with an index for each filter. */
export const readable: Migration = {
  name: '0025-readable',
  up: async (db, { text, integer }) => {
    await sql`alter table feedback add column resolved ${integer} not null default 0`.execute(db);
    await sql`alter table feedback add column resolved_at ${integer}`.execute(db);
    await sql`create index feedback_by_page on feedback (project_id, page_path, created_at, id)`.execute(
      db,
    );
    await sql`create index feedback_by_rating on feedback (project_id, rating, created_at, id)`.execute(
      db,
    );
    await sql`create index feedback_by_resolved on feedback (project_id, resolved, created_at, id)`.execute(
      db,
    );
    await sql`create index feedback_by_both on feedback (project_id, rating, resolved, created_at, id)`.execute(
      db,
    );
    await sql`create index events_by_type on events (project_id, type, seq)`.execute(db);
    await sql`create index events_by_time on events (project_id, created_at, seq)`.execute(db);
    await sql`create index events_by_type_and_time on events (project_id, type, created_at, seq)`.execute(
      db,
    );
    await sql`create table deployments (
      project_id ${text} not null references projects (id) on delete cascade,
      id ${text} not null,
      branch ${text} not null,
      commit_sha ${text} not null,
      pages ${integer} not null,
      duration ${integer} not null,
      pages_created ${integer} not null,
      pages_updated ${integer} not null,
      pages_deleted ${integer} not null,
      config_changed ${integer} not null,
      created_at ${integer} not null,
      primary key (project_id, id)
    )`.execute(db);
    await sql`create index deployments_by_time on deployments (project_id, created_at, id)`.execute(
      db,
    );
    await sql`create index deployments_by_branch on deployments (project_id, branch, created_at, id)`.execute(
      db,
    );
    await sql`create table deployment_changes (
      project_id ${text} not null,
      deployment_id ${text} not null,
      page_path ${text} not null,
      title ${text} not null,
      change ${text} not null,
      primary key (project_id, deployment_id, page_path),
      foreign key (project_id, deployment_id)
        references deployments (project_id, id) on delete cascade
    )`.execute(db);
    await sql`create index deployment_changes_by_kind
      on deployment_changes (project_id, deployment_id, change, page_path)`.execute(db);
  },
};
