import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/** Which deployment was live when feedback was given; null for earlier feedback. */
export const feedbackDeployments: Migration = {
  name: '0038-feedback-deployments',
  up: async (db, { text }) => {
    await sql`alter table feedback add column deployment_id ${text}`.execute(db);
  },
};
