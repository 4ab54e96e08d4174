import type { TranslatedText } from '../../schema/build.ts';
import { ApiError } from '../../schema/errors.ts';
import type { KeptHeading } from '../../schema/site.ts';
import { forgetBefore, keepBefore } from './accepted-texts.ts';
import { cancelHeld } from './job-candidates.ts';
import { lockProject } from './locks.ts';
import type { Db, Store, Trx } from './open.ts';
import { type Fallback, findRecord, type RecordRef, type RecordView } from './records.ts';
import { storeHeadings } from './translated-parts.ts';
import { partsColumn, partsIn } from './untranslated-column.ts';

/** The text of a translation, and what of it is in the source language; undefined if there is none. */
export async function findText(
  db: Db,
  ref: RecordRef,
): Promise<Pick<TranslatedText, 'text' | 'untranslated'> | undefined> {
  const row = await db
    .selectFrom('texts')
    .select(['text', 'untranslated'])
    .where('project_id', '=', ref.projectId)
    .where('language', '=', ref.language)
    .where('page_path', '=', ref.pagePath)
    .executeTakeFirst();
  return row && { text: row.text, ...partsIn(row.untranslated) };
}

/** A translation that a person has edited. */
export interface HandText {
  /** The record's hashes as the person has seen them. */
  readonly seen: { readonly sourceHash: string; readonly contentHash: string | null };
  readonly text: string;
  readonly title: string;
  readonly contentHash: string;
  readonly headings: readonly KeptHeading[];
  readonly fallback: Fallback;
  /** Whether no part of it is from an earlier source. */
  readonly isCurrent: boolean;
  /** Whether the person says so, whatever was changed: what it was before is kept for a while. */
  readonly isAccepted: boolean;
  readonly now: number;
}

/**
 * Stores a translation as that of a person: no job overwrites it.
 * @throws ApiError `CONFLICT` if page or translation have changed since the person has read them
 */
export async function storeHandText(
  store: Store,
  ref: RecordRef,
  made: HandText,
  then: (trx: Trx) => Promise<void>,
): Promise<RecordView> {
  return store.transaction(async (trx) => {
    await lockProject(trx, ref.projectId);
    const record = await findRecord(trx, ref);
    if (!record) throw new ApiError('NOT_FOUND', `There is no page "${ref.pagePath}".`);
    assertEditable(record);
    const { seen, now } = made;
    if (record.source_hash !== seen.sourceHash || record.content_hash !== seen.contentHash) {
      throw new ApiError(
        'CONFLICT',
        'The page or its translation was changed in the meantime. Read it again, and repeat the change.',
      );
    }
    if (made.isAccepted) {
      const { contentHash } = made;
      await keepBefore(trx, ref, { sourceHash: record.source_hash, contentHash, now });
    } else await forgetBefore(trx, ref);
    const translatedHash = made.isCurrent
      ? record.source_hash
      : (record.translated_hash ?? record.source_hash);
    await trx
      .updateTable('records')
      .set({
        status: made.isCurrent ? 'completed' : 'stale',
        previous_status: null,
        translated_title: made.title,
        translated_hash: translatedHash,
        content_hash: made.contentHash,
        translated_at: now,
        human_owned: 1,
        glossary_outdated: 0,
        published_at: null,
        fallback_segments: made.fallback.segments,
        error_code: null,
        error_message: null,
      })
      .where('project_id', '=', ref.projectId)
      .where('language', '=', ref.language)
      .where('page_path', '=', ref.pagePath)
      .execute();
    await cancelHeld(trx, ref, now);
    const text = { text: made.text, untranslated: partsColumn(made.fallback.parts) };
    await trx
      .insertInto('texts')
      .values({
        ...{ project_id: ref.projectId, language: ref.language, page_path: ref.pagePath },
        ...text,
      })
      .onConflict((conflict) =>
        conflict.columns(['project_id', 'language', 'page_path']).doUpdateSet(text),
      )
      .execute();
    // The text has the form of the page as it is now, whatever is still to be edited in it.
    await storeHeadings(trx, ref, { sourceHash: translatedHash, headings: made.headings });
    await trx
      .updateTable('languages')
      .set({ last_translated_at: now })
      .where('project_id', '=', ref.projectId)
      .where('code', '=', ref.language)
      .execute();
    await then(trx);
    return (await findRecord(trx, ref)) ?? record;
  });
}

/** @throws ApiError `CONFLICT` where an edit would be lost */
export function assertEditable({ owned_hash: file, status }: RecordView): void {
  if (file !== null) {
    throw new ApiError(
      'CONFLICT',
      'The translation is a file of the site. Edit the file, or remove it first.',
    );
  }
  if (status === 'in_progress') {
    throw new ApiError('CONFLICT', 'The page is being translated. Wait for the job, or cancel it.');
  }
}
