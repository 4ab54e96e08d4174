import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/**
 * Whether a conversation has an answer that cites no page: its list can be filtered by that. And when a reported citation
 * was dealt with.
 */
export const unanswered: Migration = {
  name: '0037-unanswered',
  up: async (db, { integer }) => {
    await sql`alter table conversations add column unanswered ${integer} not null default 0`.execute(
      db,
    );
    await sql`update conversations set unanswered = 1 where id in (
      select conversation_id from messages
      where role = 'assistant' and status = 'completed' and sources = '[]'
    )`.execute(db);
    for (const column of ['created_at', 'message_count']) {
      await sql`create index ${sql.ref(`conversations_by_unanswered_and_${column}`)}
        on conversations (project_id, unanswered, ${sql.ref(column)}, id)`.execute(db);
    }
    await sql`alter table citation_reports add column resolved_at ${integer}`.execute(db);
  },
};
