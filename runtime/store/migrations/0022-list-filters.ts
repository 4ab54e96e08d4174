import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/** Filters of lists: each of them reads an index in the order of the list. */
export const listFilters: Migration = {
  name: '0022-list-filters',
  up: async (db) => {
    await sql`create index projects_by_repository on projects (org_id, repo_owner, repo_name, created_at, id)`.execute(
      db,
    );
    await sql`create index jobs_by_language on jobs (project_id, language, created_at, id)`.execute(
      db,
    );
    await sql`create index jobs_by_status on jobs (project_id, status, created_at, id)`.execute(db);
    await sql`create index jobs_by_both on jobs (project_id, language, status, created_at, id)`.execute(
      db,
    );
    await sql`create index deliveries_by_state on deliveries (webhook_id, state, created_at, id)`.execute(
      db,
    );
    await sql`create index deliveries_by_type on deliveries (webhook_id, event_type, created_at, id)`.execute(
      db,
    );
    await sql`create index deliveries_by_both on deliveries (webhook_id, event_type, state, created_at, id)`.execute(
      db,
    );
    for (const column of ['created_at', 'message_count']) {
      await sql`create index ${sql.ref(`conversations_by_rating_and_${column}`)}
        on conversations (project_id, (coalesce(satisfied, -1)), ${sql.ref(column)}, id)`.execute(
        db,
      );
    }
  },
};
