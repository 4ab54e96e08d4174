import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/** What is read of sites, in sums of a day. Who read is known as a number, and only until the day is over. */
export const visits: Migration = {
  name: '0032-visits',
  up: async (db, { text, integer }) => {
    await sql`create table view_days (
      project_id ${text} not null references projects (id) on delete cascade,
      day ${integer} not null,
      language ${text} not null,
      page_path ${text} not null,
      views ${integer} not null,
      visitors ${integer} not null,
      primary key (project_id, day, language, page_path)
    )`.execute(db);
    await sql`create table source_days (
      project_id ${text} not null references projects (id) on delete cascade,
      day ${integer} not null,
      language ${text} not null,
      page_path ${text} not null,
      source ${text} not null,
      views ${integer} not null,
      primary key (project_id, day, language, page_path, source)
    )`.execute(db);
    await sql`create table missing_days (
      project_id ${text} not null references projects (id) on delete cascade,
      day ${integer} not null,
      address ${text} not null,
      source ${text} not null,
      times ${integer} not null,
      primary key (project_id, day, address, source)
    )`.execute(db);
    await sql`create table day_visitors (
      day ${integer} not null,
      project_id ${text} not null references projects (id) on delete cascade,
      language ${text} not null,
      page_path ${text} not null,
      visitor ${text} not null,
      primary key (day, project_id, language, page_path, visitor)
    )`.execute(db);
    await sql`create table visit_salts (day ${integer} primary key, salt ${text} not null)`.execute(
      db,
    );
    for (const table of ['view_days', 'source_days', 'missing_days']) {
      const index = sql.raw(`${table}_by_day`);
      await sql`create index ${index} on ${sql.table(table)} (day)`.execute(db);
    }
    // Of a deleted project.
    await sql`create index day_visitors_by_project on day_visitors (project_id)`.execute(db);
  },
};
