import { sql } from 'kysely';
import { unusable } from './address.ts';
import type { Migration } from './migration.ts';
import { firstTables } from './migrations/0001-first-tables.ts';
import { webhookTables } from './migrations/0002-webhooks.ts';
import { feedbackTable } from './migrations/0003-feedback.ts';
import { conversationTables } from './migrations/0004-conversations.ts';
import { translationMemory } from './migrations/0005-translation-memory.ts';
import { userTable } from './migrations/0006-users.ts';
import { holdTable } from './migrations/0007-holds.ts';
import { translatedParts } from './migrations/0008-translated-parts.ts';
import { domainTable } from './migrations/0009-domains.ts';
import { toldEvents } from './migrations/0010-told-events.ts';
import { endedSessions } from './migrations/0011-ended-sessions.ts';
import { memoryLanguages } from './migrations/0012-memory-languages.ts';
import { jobErrors } from './migrations/0013-job-errors.ts';
import { modelFailures } from './migrations/0014-model-failures.ts';
import { keyCheck } from './migrations/0015-key-check.ts';
import { published } from './migrations/0016-published.ts';
import { untranslatedParts } from './migrations/0017-untranslated-parts.ts';
import { citationReports } from './migrations/0018-citations.ts';
import { segmentProofs } from './migrations/0019-segment-proofs.ts';
import { keptAnswers } from './migrations/0020-kept-answers.ts';
import { searches } from './migrations/0021-searches.ts';
import { listFilters } from './migrations/0022-list-filters.ts';
import { testMode } from './migrations/0023-test-mode.ts';
import { rateCounts } from './migrations/0024-rate-counts.ts';
import { readable } from './migrations/0025-readable.ts';
import { jobCosts } from './migrations/0026-job-costs.ts';
import { keyVersions } from './migrations/0027-key-versions.ts';
import { citedPages } from './migrations/0028-cited-pages.ts';
import { members } from './migrations/0029-members.ts';
import { usageDays } from './migrations/0030-usage-days.ts';
import { deletions } from './migrations/0031-deletions.ts';
import { visits } from './migrations/0032-visits.ts';
import { storedDeployments } from './migrations/0033-stored-deployments.ts';
import { identities } from './migrations/0034-identities.ts';
import { searchPages } from './migrations/0035-search-pages.ts';
import { deploymentFacts } from './migrations/0036-deployment-facts.ts';
import { unanswered } from './migrations/0037-unanswered.ts';
import { feedbackDeployments } from './migrations/0038-feedback-deployments.ts';
import { pageQuestions } from './migrations/0040-page-questions.ts';
import { acceptedTexts } from './migrations/0041-accepted-texts.ts';
import type { Store } from './open.ts';

/** All steps, in order; the version of a database is how many of them it has taken. */
export const migrations: readonly Migration[] = [
  firstTables,
  webhookTables,
  feedbackTable,
  conversationTables,
  translationMemory,
  userTable,
  holdTable,
  translatedParts,
  domainTable,
  toldEvents,
  endedSessions,
  memoryLanguages,
  jobErrors,
  modelFailures,
  keyCheck,
  published,
  untranslatedParts,
  citationReports,
  segmentProofs,
  keptAnswers,
  searches,
  listFilters,
  testMode,
  rateCounts,
  readable,
  jobCosts,
  keyVersions,
  citedPages,
  members,
  usageDays,
  deletions,
  visits,
  storedDeployments,
  identities,
  searchPages,
  deploymentFacts,
  unanswered,
  feedbackDeployments,
  pageQuestions,
  acceptedTexts,
];

/**
 * Migrates a database to the program's version: each step in its own transaction, one process at a
 * time. Throws a sentence if the database is newer than the program.
 */
export async function migrate(
  store: Store,
  steps: readonly Migration[] = migrations,
): Promise<void> {
  await assertReachable(store);
  for (;;) {
    const done = await store.transaction(async (trx) => {
      await store.lock(trx);
      await sql`create table if not exists docent_migrations (
        version ${store.columns.integer} primary key,
        name ${store.columns.text} not null
      )`.execute(trx);
      const { rows } = await sql<{
        version: number | null;
      }>`select max(version) as version from docent_migrations`.execute(trx);
      const version = rows[0]?.version ?? 0;
      if (version > steps.length) {
        throw new Error(
          `The database has version ${version}, but this program supports only ${steps.length}. Use a newer program, or restore the backup made before the upgrade.`,
        );
      }
      const step = steps[version];
      if (!step) return true;
      await step.up(trx, store.columns);
      await sql`insert into docent_migrations (version, name) values (${version + 1}, ${step.name})`.execute(
        trx,
      );
      return false;
    });
    if (done) return;
  }
}

/**
 * Asks the database whether it answers.
 * @throws an `Error` of one sentence when it does not
 */
export async function assertReachable(store: Store): Promise<void> {
  await sql`select 1`.execute(store.db).catch((error: unknown) => {
    throw unusable(store.address, error);
  });
}
