import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/** What readers search for, in counts per day; nothing says who searched. */
export const searches: Migration = {
  name: '0021-searches',
  up: async (db, { text, integer }) => {
    await sql`create table searches (
      project_id ${text} not null references projects (id) on delete cascade,
      day ${integer} not null,
      language ${text} not null,
      question ${text} not null,
      asked ${integer} not null,
      clicked ${integer} not null,
      empty ${integer} not null,
      primary key (project_id, day, language, question)
    )`.execute(db);
    await sql`create table search_follows (
      project_id ${text} not null references projects (id) on delete cascade,
      day ${integer} not null,
      language ${text} not null,
      question ${text} not null,
      next ${text} not null,
      times ${integer} not null,
      primary key (project_id, day, language, question, next)
    )`.execute(db);
    await sql`create index searches_by_day on searches (day)`.execute(db);
    await sql`create index search_follows_by_day on search_follows (day)`.execute(db);
  },
};
