import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/** What translations were before a person declared them current: that can be taken back for a while. */
export const acceptedTexts: Migration = {
  name: '0041-accepted-texts',
  up: async (db, { text, integer }) => {
    await sql`create table accepted_texts (
      project_id ${text} not null,
      language ${text} not null,
      page_path ${text} not null,
      source_hash ${text} not null,
      content_hash ${text} not null,
      before ${text} not null,
      accepted_at ${integer} not null,
      primary key (project_id, language, page_path),
      foreign key (project_id, language, page_path)
        references records (project_id, language, page_path) on delete cascade
    )`.execute(db);
  },
};
