import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/** The data of test keys: an organization of their own next to each that has such keys. */
export const testMode: Migration = {
  name: '0023-test-mode',
  up: async (db, { text, integer }) => {
    await sql`alter table orgs add column test_of ${text} references orgs (id) on delete cascade`.execute(
      db,
    );
    await sql`create unique index orgs_by_test_of on orgs (test_of)`.execute(db);
    await sql`alter table projects add column livemode ${integer} not null default 1`.execute(db);
    await sql`alter table webhooks add column livemode ${integer} not null default 1`.execute(db);
  },
};
