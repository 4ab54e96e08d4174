import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/** What readers say of pages. */
export const feedbackTable: Migration = {
  name: '0003-feedback',
  up: async (db, { text, integer }) => {
    await sql`create table feedback (
      id ${text} primary key,
      project_id ${text} not null references projects (id) on delete cascade,
      page_path ${text} not null,
      rating ${text} not null,
      comment ${text},
      visitor_id ${text} not null,
      created_at ${integer} not null
    )`.execute(db);
    await sql`create index feedback_by_time on feedback (project_id, created_at, id)`.execute(db);
  },
};
