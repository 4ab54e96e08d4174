import { ApiError } from '../../schema/errors.ts';
import type { Period } from '../../schema/plans.ts';
import type { UntranslatedPart } from '../../schema/site.ts';
import { glossaryState } from './glossary.ts';
import { findLanguage, notConfigured } from './languages.ts';
import { type Listed, type ListPart, listPart } from './list-part.ts';
import { lockProject } from './locks.ts';
import type { Db, Store, Trx } from './open.ts';
import type { PageRow, RecordRow } from './tables.ts';
import { partsColumn } from './untranslated-column.ts';
import { addUsage } from './usage.ts';

/** A record with data of its page. */
export interface RecordView extends Omit<RecordRow, 'project_id'> {
  readonly title: string;
  readonly source_hash: string;
  readonly words: number;
  readonly source_updated_at: number;
}

export interface RecordQuery {
  readonly projectId: string;
  readonly language: string;
  readonly status: string | null;
}

/** Number of records of one language, of one status or of all. */
async function countRecords(db: Db, query: RecordQuery): Promise<number> {
  const { count } = await select(db, query)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** One page of the records of one language, by page path. */
export async function listRecords(
  db: Db,
  query: RecordQuery & ListPart,
): Promise<Listed<RecordView>> {
  const total = await countRecords(db, query);
  const sort = { columns: ['records.page_path'], order: 'asc' } as const;
  return { ...(await listPart(views(db, query), sort, query)), total };
}

/** One record. */
export async function findRecord(
  db: Db,
  where: { readonly projectId: string; readonly language: string; readonly pagePath: string },
): Promise<RecordView | undefined> {
  return views(db, { ...where, status: null })
    .where('records.page_path', '=', where.pagePath)
    .executeTakeFirst();
}

/** A page of a project. */
export async function findPage(
  db: Db,
  projectId: string,
  path: string,
): Promise<PageRow | undefined> {
  return db
    .selectFrom('pages')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('path', '=', path)
    .executeTakeFirst();
}

/** Every text next to its record. */
export function textsWithRecords(db: Db) {
  return db
    .selectFrom('texts')
    .innerJoin('records', (join) =>
      join
        .onRef('records.project_id', '=', 'texts.project_id')
        .onRef('records.language', '=', 'texts.language')
        .onRef('records.page_path', '=', 'texts.page_path'),
    );
}

/** Texts of one language that may be served or exported, with their records. */
export async function listTexts(
  db: Db,
  where: { readonly projectId: string; readonly language: string },
): Promise<{ page_path: string; text: string; status: string; human_owned: 0 | 1 }[]> {
  return textsWithRecords(db)
    .select(['texts.page_path', 'texts.text', 'records.status', 'records.human_owned'])
    .where('texts.project_id', '=', where.projectId)
    .where('texts.language', '=', where.language)
    .orderBy('texts.page_path')
    .execute();
}

export interface RecordRef {
  readonly projectId: string;
  readonly language: string;
  readonly pagePath: string;
}

/** What of a finished translation is in the source language. */
export interface Fallback {
  readonly segments: number;
  readonly parts: readonly UntranslatedPart[];
}

/**
 * Stores a finished translation and counts it once towards the month. It is immediately `stale` if
 * its source has changed meanwhile; undefined if page or language were deleted.
 */
export async function completeRecord(
  trx: Trx,
  ref: RecordRef,
  done: {
    readonly orgId: string;
    readonly period: Period;
    readonly text: string;
    readonly title: string;
    readonly fromHash: string;
    readonly contentHash: string;
    readonly fallback?: Fallback;
    /** State of the glossary that it was made with. */
    readonly glossary?: string;
    readonly now: number;
  },
): Promise<'completed' | 'stale' | undefined> {
  const record = await findRecord(trx, ref);
  if (!record || record.human_owned === 1) return undefined;
  const status = record.source_hash === done.fromHash ? 'completed' : 'stale';
  const before = await trx
    .selectFrom('texts')
    .select('text')
    .where('project_id', '=', ref.projectId)
    .where('language', '=', ref.language)
    .where('page_path', '=', ref.pagePath)
    .executeTakeFirst();
  const isSame = before?.text === done.text && record.translated_hash === done.fromHash;
  const isOutdated =
    done.glossary !== undefined && done.glossary !== (await glossaryState(trx, ref.projectId));
  await trx
    .updateTable('records')
    .set({
      status,
      previous_status: null,
      translated_title: done.title,
      translated_hash: done.fromHash,
      content_hash: done.contentHash,
      translated_at: done.now,
      glossary_outdated: isOutdated ? 1 : 0,
      ...(isSame ? {} : { published_at: null }),
      fallback_segments: done.fallback?.segments ?? 0,
      error_code: null,
      error_message: null,
    })
    .where('project_id', '=', ref.projectId)
    .where('language', '=', ref.language)
    .where('page_path', '=', ref.pagePath)
    .execute();
  await storeText(trx, ref, done);
  await trx
    .updateTable('languages')
    .set({ last_translated_at: done.now })
    .where('project_id', '=', ref.projectId)
    .where('code', '=', ref.language)
    .execute();
  // A page with an unchanged result is free, and so is one whose source has changed meanwhile: it is translated again.
  const { orgId, period, now } = done;
  if (!isSame && status === 'completed')
    await addUsage(trx, orgId, { meter: 'pages', period, units: 1, now });
  return status;
}

async function storeText(
  trx: Trx,
  { projectId, language, pagePath }: RecordRef,
  { text, fallback }: { readonly text: string; readonly fallback?: Fallback },
): Promise<void> {
  const stored = { text, untranslated: partsColumn(fallback?.parts) };
  await trx
    .insertInto('texts')
    .values({ project_id: projectId, language, page_path: pagePath, ...stored })
    .onConflict((conflict) =>
      conflict.columns(['project_id', 'language', 'page_path']).doUpdateSet(stored),
    )
    .execute();
}

/** Marks a translation as failed; the text that was there stays and is served. */
export async function failRecord(
  trx: Trx,
  ref: RecordRef,
  error: { readonly code: string; readonly message: string; readonly now: number },
): Promise<void> {
  await trx
    .updateTable('records')
    .set({
      status: 'failed',
      previous_status: null,
      error_code: error.code,
      error_message: error.message,
    })
    .where('project_id', '=', ref.projectId)
    .where('language', '=', ref.language)
    .where('page_path', '=', ref.pagePath)
    .where('human_owned', '=', 0)
    .execute();
  await trx
    .updateTable('languages')
    .set({ last_translated_at: error.now })
    .where('project_id', '=', ref.projectId)
    .where('code', '=', ref.language)
    .execute();
}

/**
 * Gives a translation back to the machine.
 * @throws ApiError `CONFLICT` if it is a file of the site: the next deployment would make it a person's again
 */
export async function releaseOwnership(store: Store, ref: RecordRef): Promise<RecordView> {
  return store.transaction(async (trx) => {
    await lockProject(trx, ref.projectId);
    if (!(await findLanguage(trx, ref.projectId, ref.language))) throw notConfigured(ref.language);
    await release(trx, ref);
    const record = await findRecord(trx, ref);
    if (!record) throw new ApiError('NOT_FOUND', `There is no page "${ref.pagePath}".`);
    return record;
  });
}

/** The same within a transaction that has locked the project. */
export async function release(trx: Trx, ref: RecordRef): Promise<void> {
  const record = await findRecord(trx, ref);
  if (record && record.owned_hash !== null) {
    throw new ApiError('CONFLICT', 'The translation is a file of the site. Remove the file first.');
  }
  await giveBack(trx, ref);
}

/** Gives a page back that no file of the site translates. Without a stored text it is pending again. */
export async function giveBack(trx: Trx, ref: RecordRef): Promise<void> {
  const owned = () =>
    trx
      .updateTable('records')
      .where('project_id', '=', ref.projectId)
      .where('language', '=', ref.language)
      .where('page_path', '=', ref.pagePath)
      .where('human_owned', '=', 1);
  await owned()
    .set({
      ...{
        status: 'pending',
        previous_status: null,
        translated_title: null,
        translated_hash: null,
      },
      ...{ content_hash: null, translated_at: null, published_at: null },
    })
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('texts')
            .select('texts.page_path')
            .whereRef('texts.project_id', '=', 'records.project_id')
            .whereRef('texts.language', '=', 'records.language')
            .whereRef('texts.page_path', '=', 'records.page_path'),
        ),
      ),
    )
    .execute();
  await owned().set({ human_owned: 0, owned_hash: null }).execute();
}

const recordColumns = [
  'records.language',
  'records.page_path',
  'records.status',
  'records.previous_status',
  'records.translated_title',
  'records.translated_hash',
  'records.content_hash',
  'records.translated_at',
  'records.human_owned',
  'records.owned_hash',
  'records.glossary_outdated',
  'records.published_at',
  'records.error_code',
  'records.error_message',
  'records.fallback_segments',
] as const;

function select(db: Db, query: RecordQuery) {
  const base = db
    .selectFrom('records')
    .where('records.project_id', '=', query.projectId)
    .where('records.language', '=', query.language);
  return query.status ? base.where('records.status', '=', query.status) : base;
}

function views(db: Db, query: RecordQuery) {
  return select(db, query)
    .innerJoin('pages', (join) =>
      join
        .onRef('pages.project_id', '=', 'records.project_id')
        .onRef('pages.path', '=', 'records.page_path'),
    )
    .select([...recordColumns, 'title', 'source_hash', 'words', 'source_updated_at']);
}
