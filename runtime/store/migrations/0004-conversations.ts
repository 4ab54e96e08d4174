import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/** Conversations with the assistant, their messages, and their daily cost. */
export const conversationTables: Migration = {
  name: '0004-conversations',
  up: async (db, { text, integer }) => {
    await sql`create table conversations (
      id ${text} primary key,
      project_id ${text} not null references projects (id) on delete cascade,
      visitor_id ${text} not null,
      first_message ${text} not null,
      message_count ${integer} not null,
      tokens_used ${integer} not null,
      satisfied ${integer},
      created_at ${integer} not null,
      last_message_at ${integer} not null,
      closed_at ${integer}
    )`.execute(db);
    await sql`create index conversations_by_time on conversations (project_id, created_at, id)`.execute(
      db,
    );
    await sql`create index conversations_by_count on conversations (project_id, message_count, id)`.execute(
      db,
    );
    await sql`create index conversations_open on conversations (last_message_at) where closed_at is null`.execute(
      db,
    );
    await sql`create table messages (
      id ${text} primary key,
      conversation_id ${text} not null references conversations (id) on delete cascade,
      role ${text} not null,
      content ${text} not null,
      status ${text} not null,
      sources ${text} not null,
      tokens ${integer} not null,
      estimated ${integer} not null,
      created_at ${integer} not null
    )`.execute(db);
    await sql`create index messages_of_conversation on messages (conversation_id, id)`.execute(db);
    await sql`create table assistant_days (
      project_id ${text} not null references projects (id) on delete cascade,
      day ${integer} not null,
      conversations ${integer} not null,
      messages ${integer} not null,
      tokens ${integer} not null,
      answers ${integer} not null,
      duration ${integer} not null,
      first_texts ${integer} not null,
      first_text_duration ${integer} not null,
      primary key (project_id, day)
    )`.execute(db);
  },
};
