import { sql } from 'kysely';
import { ApiError } from '../../schema/errors.ts';
import { planOf } from '../../schema/plans.ts';
import { lockOrg, lockProject } from './locks.ts';
import type { Db, Store, Trx } from './open.ts';
import type { LanguageRow } from './tables.ts';

/** A language with its counts. */
export interface LanguageSummary extends LanguageRow {
  readonly translatedPages: number;
  readonly totalPages: number;
}

/**
 * The languages that a project is translated into. One that turns out to be its source language is kept, but is no
 * target for as long as it is.
 */
export function targets(db: Db, projectId: string) {
  return db
    .selectFrom('languages')
    .where('languages.project_id', '=', projectId)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('projects')
            .select('projects.id')
            .whereRef('projects.id', '=', 'languages.project_id')
            .whereRef('projects.source_language', '=', 'languages.code'),
        ),
      ),
    );
}

/** Their codes. */
export async function targetCodes(db: Db, projectId: string): Promise<ReadonlySet<string>> {
  const rows = await targets(db, projectId).select('code').execute();
  return new Set(rows.map(({ code }) => code));
}

/** The languages of a project in the order they were added, with exact counts. */
export async function listLanguages(db: Db, projectId: string): Promise<LanguageSummary[]> {
  const languages = await targets(db, projectId)
    .selectAll()
    .orderBy('created_at')
    .orderBy('code')
    .execute();
  const totalPages = await countPages(db, projectId);
  const counts = await db
    .selectFrom('records')
    .select((eb) => ['language', eb.fn.countAll<number>().as('count')])
    .where('project_id', '=', projectId)
    .where('status', '=', 'completed')
    .groupBy('language')
    .execute();
  const byCode = new Map(counts.map((row) => [row.language, row.count]));
  return languages.map((row) => ({
    ...row,
    translatedPages: byCode.get(row.code) ?? 0,
    totalPages,
  }));
}

/** One configured language of a project. */
export async function findLanguage(
  db: Db,
  projectId: string,
  code: string,
): Promise<LanguageRow | undefined> {
  return targets(db, projectId).selectAll().where('code', '=', code).executeTakeFirst();
}

/** One language with its counts; undefined if it is not configured. */
export async function findLanguageSummary(
  db: Db,
  projectId: string,
  code: string,
): Promise<LanguageSummary | undefined> {
  const row = await findLanguage(db, projectId, code);
  if (!row) return undefined;
  return {
    ...row,
    translatedPages: await countTranslated(db, projectId, code),
    totalPages: await countPages(db, projectId),
  };
}

async function countTranslated(db: Db, projectId: string, code: string): Promise<number> {
  const { count } = await db
    .selectFrom('records')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('project_id', '=', projectId)
    .where('language', '=', code)
    .where('status', '=', 'completed')
    .executeTakeFirstOrThrow();
  return count;
}

/** Number of pages of a project. */
async function countPages(db: Db, projectId: string): Promise<number> {
  const { count } = await db
    .selectFrom('pages')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('project_id', '=', projectId)
    .executeTakeFirstOrThrow();
  return count;
}

/** Adds a target language; 409 when it is there, 429 over the plan's limit, 400 for the source. */
export async function addLanguage(
  store: Store,
  owner: { readonly orgId: string; readonly projectId: string },
  language: { readonly code: string; readonly autoTranslate: boolean; readonly now: number },
): Promise<LanguageSummary> {
  return store.transaction(async (trx) => {
    const org = await lockOrg(trx, owner.orgId);
    const project = await lockProject(trx, owner.projectId);
    if (!org || !project) throw new ApiError('NOT_FOUND', 'Project not found.');
    if (project.source_language === language.code) {
      const message = `"${language.code}" is the source language of the project and can't be a target language.`;
      throw new ApiError('VALIDATION_ERROR', message, {
        details: [{ path: 'code', code: 'source-language', message }],
      });
    }
    if (await findLanguage(trx, owner.projectId, language.code)) {
      throw new ApiError(
        'ALREADY_EXISTS',
        `The language "${language.code}" is already configured.`,
        {
          details: [{ path: 'code', code: 'taken', message: `"${language.code}" exists` }],
        },
      );
    }
    const limit = planOf(org.plan).languages;
    const count = await countLanguages(trx, owner.projectId);
    if (limit !== null && count >= limit) {
      throw new ApiError(
        'LIMIT_EXCEEDED',
        `The ${org.plan} plan allows ${limit} target language${limit === 1 ? '' : 's'}.`,
        {
          details: [{ path: '', code: 'languages', message: `${count} of ${limit} in use` }],
        },
      );
    }
    await insertLanguage(trx, owner.projectId, language);
    return {
      project_id: owner.projectId,
      code: language.code,
      auto_translate: language.autoTranslate ? 1 : 0,
      created_at: language.now,
      last_translated_at: null,
      translatedPages: await countTranslated(trx, owner.projectId, language.code),
      totalPages: await countPages(trx, owner.projectId),
    };
  });
}

/** Adds the language's row and a pending record for every page of the project. */
export async function insertLanguage(
  trx: Trx,
  projectId: string,
  language: { readonly code: string; readonly autoTranslate: boolean; readonly now: number },
): Promise<void> {
  await trx
    .insertInto('languages')
    .values({
      project_id: projectId,
      code: language.code,
      auto_translate: language.autoTranslate ? 1 : 0,
      created_at: language.now,
      last_translated_at: null,
    })
    .execute();
  await insertPending(trx, projectId, language.code);
}

/** Adds the records that are missing for the pages of a project in one language. */
export async function insertPending(trx: Trx, projectId: string, code: string): Promise<void> {
  await sql`insert into records (project_id, language, page_path, status, human_owned, glossary_outdated)
    select p.project_id, ${code}, p.path, 'pending', 0, 0 from pages p
    where p.project_id = ${projectId} and not exists (
      select 1 from records r
      where r.project_id = p.project_id and r.language = ${code} and r.page_path = p.path
    )`.execute(trx);
}

/** Turns automatic translation on or off; 404 when the language is not configured. */
export async function updateLanguage(
  store: Store,
  projectId: string,
  change: { readonly code: string; readonly autoTranslate: boolean | undefined },
): Promise<LanguageSummary> {
  return store.transaction(async (trx) => {
    await lockProject(trx, projectId);
    if (change.autoTranslate !== undefined) {
      await trx
        .updateTable('languages')
        .set({ auto_translate: change.autoTranslate ? 1 : 0 })
        .where('project_id', '=', projectId)
        .where('code', '=', change.code)
        .execute();
    }
    const found = await findLanguageSummary(trx, projectId, change.code);
    if (!found) throw notConfigured(change.code);
    return found;
  });
}

/** Ends the jobs of a language, but for the pages that a model has in its hands. */
export async function endLanguageJobs(
  store: Store,
  projectId: string,
  work: { readonly code: string; readonly now: number },
): Promise<void> {
  await store.transaction(async (trx) => {
    await lockProject(trx, projectId);
    await requireRow(trx, projectId, work.code);
    await cancelJobs(trx, projectId, { ...work, pages: ['queued'] });
  });
}

/** Pages of a language that a model has in its hands. */
export async function countInFlight(db: Db, projectId: string, code: string): Promise<number> {
  const { count } = await db
    .selectFrom('job_pages')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('project_id', '=', projectId)
    .where('language', '=', code)
    .where('state', '=', 'in_progress')
    .executeTakeFirstOrThrow();
  return count;
}

/**
 * Removes a language with all its translations, including those in the translation memory, and
 * cancels its jobs; returns the number of deleted translations.
 */
export async function removeLanguage(
  store: Store,
  projectId: string,
  work: { readonly code: string; readonly now: number },
): Promise<number> {
  return store.transaction(async (trx) => {
    await lockProject(trx, projectId);
    await requireRow(trx, projectId, work.code);
    await cancelJobs(trx, projectId, { ...work, pages: ['queued', 'in_progress'] });
    const { count } = await trx
      .selectFrom('records')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('project_id', '=', projectId)
      .where('language', '=', work.code)
      .where('translated_hash', 'is not', null)
      .executeTakeFirstOrThrow();
    // Rows of older versions name no language: they may be of this one.
    await trx
      .deleteFrom('translation_memory')
      .where('project_id', '=', projectId)
      .where('language', 'in', [work.code, ''])
      .execute();
    await trx
      .deleteFrom('languages')
      .where('project_id', '=', projectId)
      .where('code', '=', work.code)
      .execute();
    return count;
  });
}

/** What is removed may be the source language by now. */
async function requireRow(trx: Trx, projectId: string, code: string): Promise<void> {
  const row = await trx
    .selectFrom('languages')
    .select('code')
    .where('project_id', '=', projectId)
    .where('code', '=', code)
    .executeTakeFirst();
  if (!row) throw notConfigured(code);
}

/** Cancels the jobs of a language, and their pages in these states. */
export async function cancelJobs(
  trx: Trx,
  projectId: string,
  work: {
    readonly code: string;
    readonly now: number;
    readonly pages: readonly ('queued' | 'in_progress')[];
  },
): Promise<void> {
  await trx
    .updateTable('jobs')
    .set({ status: 'cancelled', finished_at: work.now })
    .where('project_id', '=', projectId)
    .where('language', '=', work.code)
    .where('status', 'in', ['queued', 'running'])
    .execute();
  await trx
    .updateTable('job_pages')
    .set({ state: 'cancelled', updated_at: work.now })
    .where('project_id', '=', projectId)
    .where('language', '=', work.code)
    .where('state', 'in', work.pages)
    .execute();
}

/** The answer for a code that is valid but not a target of the project. */
export function notConfigured(code: string): ApiError {
  return new ApiError('NOT_FOUND', `The language "${code}" is not configured for this project.`);
}

/** Number of target languages of a project. */
export async function countLanguages(db: Db, projectId: string): Promise<number> {
  const { count } = await targets(db, projectId)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}
