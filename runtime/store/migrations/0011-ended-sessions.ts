import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/** Sessions of readers who have signed out, until they would have ended anyway. */
export const endedSessions: Migration = {
  name: '0011-ended-sessions',
  up: async (db, { text, integer }) => {
    await sql`create table ended_sessions (
      id ${text} primary key,
      until ${integer} not null
    )`.execute(db);
    await sql`create index ended_sessions_until on ended_sessions (until)`.execute(db);
  },
};
