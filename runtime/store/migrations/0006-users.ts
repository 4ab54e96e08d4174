import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/** Readers who sign in with a password of this server. */
export const userTable: Migration = {
  name: '0006-users',
  up: async (db, { text, integer }) => {
    await sql`create table users (
      id ${text} primary key,
      org_id ${text} not null references orgs (id) on delete cascade,
      email ${text} not null,
      password ${text} not null,
      member_of ${text} not null,
      created_at ${integer} not null,
      unique (org_id, email)
    )`.execute(db);
  },
};
