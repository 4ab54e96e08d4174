import { sql } from 'kysely';
import { cancelHeld } from './job-candidates.ts';
import { lockProject } from './locks.ts';
import type { Db, Store } from './open.ts';
import { textsWithRecords } from './records.ts';

/** A text that may be written to a repository. */
export interface ExportableText {
  readonly pagePath: string;
  readonly text: string;
  /** A person owns it. */
  readonly isOwned: boolean;
  /** The site has it as a file, which is never written again. */
  readonly isFile: boolean;
  /** Git's name of the file as we wrote it last. */
  readonly blob: string | null;
}

interface Where {
  readonly projectId: string;
  readonly language: string;
}

/** Texts of one language that are completed or stale, by page path. */
export async function exportableTexts(db: Db, where: Where): Promise<ExportableText[]> {
  const rows = await textsWithRecords(db)
    .leftJoin('exports', (join) =>
      join
        .onRef('exports.project_id', '=', 'texts.project_id')
        .onRef('exports.language', '=', 'texts.language')
        .onRef('exports.page_path', '=', 'texts.page_path'),
    )
    .select(['texts.page_path', 'texts.text', 'records.human_owned', 'records.owned_hash'])
    .select('exports.blob')
    .where('texts.project_id', '=', where.projectId)
    .where('texts.language', '=', where.language)
    .where('records.status', 'in', ['completed', 'stale'])
    .orderBy('texts.page_path')
    .execute();
  return rows.map((row) => ({
    pagePath: row.page_path,
    text: row.text,
    isOwned: row.human_owned === 1,
    isFile: row.owned_hash !== null,
    blob: row.blob,
  }));
}

/** Marks pages as owned by a person, once the branch contains them. */
export async function markExported(
  store: Store,
  where: Where,
  files: readonly { readonly pagePath: string; readonly blob: string; readonly now: number }[],
): Promise<void> {
  await store.transaction(async (trx) => {
    await lockProject(trx, where.projectId);
    for (const { pagePath, blob, now } of files) {
      const { numUpdatedRows } = await trx
        .updateTable('records')
        .set({
          human_owned: 1,
          // A translation on its way is discarded: its page is a person's now.
          status: sql`case when status = 'in_progress' then coalesce(previous_status, 'completed') else status end`,
          previous_status: null,
        })
        .where('project_id', '=', where.projectId)
        .where('language', '=', where.language)
        .where('page_path', '=', pagePath)
        .executeTakeFirst();
      // Page or language were deleted meanwhile: the file stays in the repository.
      if (numUpdatedRows === 0n) continue;
      await cancelHeld(trx, { ...where, pagePath }, now);
      await trx
        .insertInto('exports')
        .values({
          project_id: where.projectId,
          language: where.language,
          page_path: pagePath,
          blob,
          exported_at: now,
        })
        .onConflict((conflict) =>
          conflict
            .columns(['project_id', 'language', 'page_path'])
            .doUpdateSet({ blob, exported_at: now }),
        )
        .execute();
    }
  });
}
