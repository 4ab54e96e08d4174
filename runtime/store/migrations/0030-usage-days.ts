import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/** What an organization uses, by day; nothing is known of the days before this version. */
export const usageDays: Migration = {
  name: '0030-usage-days',
  up: async (db, { text, integer }) => {
    await sql`create table usage_days (
      org_id ${text} not null references orgs (id) on delete cascade,
      meter ${text} not null,
      day ${integer} not null,
      used ${integer} not null,
      primary key (org_id, meter, day)
    )`.execute(db);
  },
};
