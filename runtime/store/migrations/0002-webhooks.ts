import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/** Webhooks, their deliveries, and every attempt. */
export const webhookTables: Migration = {
  name: '0002-webhooks',
  up: async (db, { text, integer }) => {
    const run = (statement: ReturnType<typeof sql>) => statement.execute(db);
    await run(sql`create table webhooks (
      id ${text} primary key,
      project_id ${text} not null references projects (id) on delete cascade,
      url ${text} not null,
      url_key ${text} not null,
      events ${text} not null,
      description ${text} not null,
      active ${integer} not null,
      body_signature ${integer} not null,
      legacy_envelope ${integer} not null,
      secret ${text} not null,
      secret_hint ${text} not null,
      old_secret ${text},
      old_secret_until ${integer},
      failures ${integer} not null,
      failing_since ${integer},
      disabled_reason ${text},
      last_status ${integer},
      last_event ${text},
      last_at ${integer},
      last_duration ${integer},
      created_at ${integer} not null,
      updated_at ${integer} not null,
      unique (project_id, url_key)
    )`);
    await run(sql`create table deliveries (
      id ${text} primary key,
      project_id ${text} not null references projects (id) on delete cascade,
      webhook_id ${text} not null references webhooks (id) on delete cascade,
      event_id ${text} not null references events (id) on delete cascade,
      event_type ${text} not null,
      state ${text} not null,
      failures ${integer} not null,
      next_at ${integer} not null,
      lease_until ${integer} not null,
      created_at ${integer} not null,
      finished_at ${integer},
      unique (webhook_id, event_id)
    )`);
    // Only pending deliveries are queried constantly.
    await run(sql`create index deliveries_due on deliveries (webhook_id, next_at, id)
                  where state = 'pending'`);
    await run(sql`create index deliveries_next on deliveries (next_at) where state = 'pending'`);
    await run(sql`create index deliveries_by_time on deliveries (webhook_id, created_at, id)`);
    await run(sql`create index deliveries_by_event on deliveries (event_id)`);
    await run(sql`create table attempts (
      delivery_id ${text} not null references deliveries (id) on delete cascade,
      number ${integer} not null,
      started_at ${integer} not null,
      status ${integer} not null,
      duration ${integer} not null,
      error ${text},
      response_body ${text} not null,
      primary key (delivery_id, number)
    )`);
  },
};
