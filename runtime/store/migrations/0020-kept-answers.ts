import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/** Answers to requests with an Idempotency-Key, now also to those of readers, who have no key of the API. */
export const keptAnswers: Migration = {
  name: '0020-kept-answers',
  up: async (db, { text, integer }) => {
    await sql`create table kept_answers (
      owner ${text} not null,
      key ${text} not null,
      key_id ${text} references keys (id) on delete cascade,
      project_id ${text} references projects (id) on delete cascade,
      fingerprint ${text} not null,
      status ${integer} not null,
      headers ${text} not null,
      body ${text} not null,
      created_at ${integer} not null,
      locked_until ${integer} not null,
      primary key (owner, key)
    )`.execute(db);
    await sql`insert into kept_answers
      select key_id, key, key_id, null, fingerprint, status, headers, body, created_at, locked_until
      from idempotency`.execute(db);
    await sql`drop table idempotency`.execute(db);
    await sql`create index kept_answers_by_time on kept_answers (created_at)`.execute(db);
    await sql`create index kept_answers_by_owner on kept_answers (owner, created_at)`.execute(db);
    await sql`create index kept_answers_by_key on kept_answers (key_id)`.execute(db);
    await sql`create index kept_answers_by_project on kept_answers (project_id)`.execute(db);
  },
};
