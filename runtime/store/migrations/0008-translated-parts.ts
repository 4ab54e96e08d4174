import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/** Translations of snippets; headings that translations were made from; properties to translate. */
export const translatedParts: Migration = {
  name: '0008-translated-parts',
  up: async (db, { text }) => {
    await sql`create table snippet_texts (
      project_id ${text} not null,
      language ${text} not null,
      path ${text} not null,
      text ${text} not null,
      translated_hash ${text} not null,
      primary key (project_id, language, path),
      foreign key (project_id, language) references languages (project_id, code) on delete cascade
    )`.execute(db);
    await sql`create table kept_headings (
      project_id ${text} not null,
      language ${text} not null,
      page_path ${text} not null,
      source_hash ${text} not null,
      headings ${text} not null,
      primary key (project_id, language, page_path),
      foreign key (project_id, language, page_path)
        references records (project_id, language, page_path) on delete cascade
    )`.execute(db);
    await sql`alter table projects add column translate_props ${text}`.execute(db);
  },
};
