import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/** Whom an identity provider means by a subject: one member of each organization. */
export const identities: Migration = {
  name: '0034-identities',
  up: async (db, { text, integer }) => {
    await sql`create table identities (
      user_id ${text} not null references users (id) on delete cascade,
      issuer ${text} not null,
      subject ${text} not null,
      created_at ${integer} not null,
      primary key (user_id, issuer)
    )`.execute(db);
    await sql`create index identities_by_subject on identities (issuer, subject)`.execute(db);
  },
};
