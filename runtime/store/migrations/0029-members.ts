import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/** Accounts that are members of an organization, their sessions and invitations; what they have changed. */
export const members: Migration = {
  name: '0029-members',
  up: async (db, { text, integer }) => {
    await sql`alter table users add column role ${text}`.execute(db);
    await sql`alter table users add column name ${text} not null default ''`.execute(db);
    await sql`alter table users add column languages ${text}`.execute(db);
    await sql`create index users_by_email on users (email)`.execute(db);
    await sql`create table user_sessions (
      id ${text} primary key,
      user_id ${text} not null references users (id) on delete cascade,
      hash ${text} not null unique,
      created_at ${integer} not null,
      seen_at ${integer} not null
    )`.execute(db);
    await sql`create index user_sessions_of on user_sessions (user_id)`.execute(db);
    await sql`create index user_sessions_by_use on user_sessions (seen_at)`.execute(db);
    await sql`create table invitations (
      id ${text} primary key,
      org_id ${text} not null references orgs (id) on delete cascade,
      email ${text},
      role ${text} not null,
      languages ${text},
      hash ${text} not null unique,
      created_at ${integer} not null,
      expires_at ${integer} not null
    )`.execute(db);
    await sql`create index invitations_of on invitations (org_id, created_at, id)`.execute(db);
    await sql`alter table audit add column request_id ${text}`.execute(db);
    await sql`create index audit_by_actor on audit (org_id, actor, created_at, id)`.execute(db);
    await sql`create index audit_by_action on audit (org_id, action, created_at, id)`.execute(db);
  },
};
