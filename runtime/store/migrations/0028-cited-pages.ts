import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/** The pages that the answers of a conversation cite; of those before this version they are not known. */
export const citedPages: Migration = {
  name: '0028-cited-pages',
  up: async (db, { text }) => {
    await sql`create table conversation_pages (
      project_id ${text} not null references projects (id) on delete cascade,
      page_path ${text} not null,
      conversation_id ${text} not null references conversations (id) on delete cascade,
      primary key (project_id, page_path, conversation_id)
    )`.execute(db);
    await sql`create index conversation_pages_of on conversation_pages (conversation_id)`.execute(
      db,
    );
  },
};
