import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/** Which pages searches led to, and from which of them readers searched again. */
export const searchPages: Migration = {
  name: '0035-search-pages',
  up: async (db, { text, integer }) => {
    await sql`create table search_pages (
      project_id ${text} not null references projects (id) on delete cascade,
      day ${integer} not null,
      page_path ${text} not null,
      opened ${integer} not null,
      searched_on ${integer} not null,
      primary key (project_id, day, page_path)
    )`.execute(db);
    await sql`create index search_pages_by_day on search_pages (day)`.execute(db);
  },
};
