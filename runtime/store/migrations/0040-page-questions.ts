import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/**
 * Which page was nearest to a question without an answer, and what readers searched for when a search led them to a page.
 * Of earlier questions the nearest page is not known: they stay with the pages that other answers of the same
 * conversation cite, as they were counted before. Nothing says who searched.
 */
export const pageQuestions: Migration = {
  name: '0040-page-questions',
  up: async (db, { text, integer }) => {
    await sql`create table refused_pages (
      project_id ${text} not null references projects (id) on delete cascade,
      page_path ${text} not null,
      message_id ${text} not null references messages (id) on delete cascade,
      created_at ${integer} not null,
      primary key (project_id, page_path, message_id)
    )`.execute(db);
    await sql`create index refused_pages_of on refused_pages (message_id)`.execute(db);
    await sql`insert into refused_pages (project_id, page_path, message_id, created_at)
      select conversation_pages.project_id, page_path, messages.id, messages.created_at
      from conversation_pages
      inner join messages on messages.conversation_id = conversation_pages.conversation_id
      where role = 'assistant' and status = 'completed' and sources = '[]'`.execute(db);
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
