import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/** The translation memory, by content; labels of the navigation; files written to repositories. */
export const translationMemory: Migration = {
  name: '0005-translation-memory',
  up: async (db, { text, integer }) => {
    await sql`create table translation_memory (
      project_id ${text} not null references projects (id) on delete cascade,
      key ${text} not null,
      target ${text} not null,
      created_at ${integer} not null,
      primary key (project_id, key)
    )`.execute(db);
    await sql`create table labels (
      project_id ${text} not null,
      language ${text} not null,
      label ${text} not null,
      target ${text} not null,
      primary key (project_id, language, label),
      foreign key (project_id, language) references languages (project_id, code) on delete cascade
    )`.execute(db);
    await sql`create table exports (
      project_id ${text} not null,
      language ${text} not null,
      page_path ${text} not null,
      blob ${text} not null,
      exported_at ${integer} not null,
      primary key (project_id, language, page_path),
      foreign key (project_id, language, page_path)
        references records (project_id, language, page_path) on delete cascade
    )`.execute(db);
  },
};
