import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/** What the sentences of an answer rest on, and what readers find wrong about it. */
export const citationReports: Migration = {
  name: '0018-citations',
  up: async (db, { text, integer }) => {
    await sql`alter table messages add column cited ${text}`.execute(db);
    await sql`create table citation_reports (
      id ${text} primary key,
      project_id ${text} not null references projects (id) on delete cascade,
      conversation_id ${text} not null references conversations (id) on delete cascade,
      message_id ${text} not null references messages (id) on delete cascade,
      span_start ${integer} not null,
      passage_number ${integer} not null,
      question ${text} not null,
      sentence ${text} not null,
      passage ${text} not null,
      created_at ${integer} not null,
      unique (message_id, span_start, passage_number)
    )`.execute(db);
    await sql`create index citation_reports_by_time on citation_reports (project_id, created_at, id)`.execute(
      db,
    );
    await sql`create index citation_reports_of_conversation on citation_reports (conversation_id)`.execute(
      db,
    );
  },
};
