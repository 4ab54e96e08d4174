import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/** What readers searched for when a search led them to a page, in counts per day; nothing says who searched. */
export const pageSearches: Migration = {
  name: '0041-page-searches',
  up: async (db, { text, integer }) => {
    await sql`create table page_searches (
      project_id ${text} not null references projects (id) on delete cascade,
      page_path ${text} not null,
      day ${integer} not null,
      language ${text} not null,
      question ${text} not null,
      opened ${integer} not null,
      primary key (project_id, page_path, day, language, question)
    )`.execute(db);
    await sql`create index page_searches_by_day on page_searches (day, project_id)`.execute(db);
  },
};
