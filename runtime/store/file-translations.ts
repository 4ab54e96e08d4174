import type { KeptHeading } from '../../schema/site.ts';
import type { Trx } from './open.ts';
import type { Fallback } from './records.ts';
import type { RecordRow } from './tables.ts';
import { storeHeadings } from './translated-parts.ts';
import { partsColumn } from './untranslated-column.ts';

/** The result of `docent translate` for a page. */
export interface TranslatedFile {
  readonly language: string;
  readonly path: string;
  /** The text that may be served. */
  readonly made?: {
    readonly text: string;
    readonly title: string | null;
    /** Source hash it was made from. */
    readonly fromHash: string;
    readonly contentHash: string;
    readonly headings: readonly KeptHeading[];
    readonly fallback: Fallback;
    readonly at: number;
  };
  /** Why the last run failed, and on which source. */
  readonly failed?: { readonly hash: string; readonly message: string };
}

/**
 * Imports translations of the command line into the records of a project. The newer one is used;
 * translations owned by a person, or in progress in a job, are unchanged. They do not count towards
 * the monthly limit.
 */
export async function takeFileTranslations(
  trx: Trx,
  projectId: string,
  files: readonly TranslatedFile[],
): Promise<void> {
  if (files.length === 0) return;
  const rows = await trx
    .selectFrom('records')
    .innerJoin('pages', (join) =>
      join
        .onRef('pages.project_id', '=', 'records.project_id')
        .onRef('pages.path', '=', 'records.page_path'),
    )
    .select(['language', 'page_path', 'status', 'human_owned', 'translated_at', 'source_hash'])
    .where('records.project_id', '=', projectId)
    .execute();
  const known = new Map(rows.map((row) => [`${row.language} ${row.page_path}`, row]));
  const latest = new Map<string, number>();
  for (const { language, path, made, failed } of files) {
    const row = known.get(`${language} ${path}`);
    if (!row || row.human_owned === 1 || row.status === 'in_progress') continue;
    const ref = { projectId, language, pagePath: path };
    if (made && made.at > (row.translated_at ?? 0)) {
      await storeMade(trx, ref, made);
      latest.set(language, Math.max(made.at, latest.get(language) ?? 0));
    } else if (!made && failed?.hash === row.source_hash && row.status === 'pending') {
      await updateRecord(trx, ref, {
        status: 'failed',
        error_code: 'TRANSLATION_FAILED',
        error_message: failed.message,
      });
    }
  }
  for (const [language, at] of latest) {
    await trx
      .updateTable('languages')
      .set({ last_translated_at: at })
      .where('project_id', '=', projectId)
      .where('code', '=', language)
      .where((eb) =>
        eb.or([eb('last_translated_at', 'is', null), eb('last_translated_at', '<', at)]),
      )
      .execute();
  }
}

interface Ref {
  readonly projectId: string;
  readonly language: string;
  readonly pagePath: string;
}

async function storeMade(
  trx: Trx,
  ref: Ref,
  made: NonNullable<TranslatedFile['made']>,
): Promise<void> {
  const { projectId, language, pagePath } = ref;
  await updateRecord(trx, ref, {
    // Whether it is stale is determined next, when the deployment is imported.
    status: 'completed',
    previous_status: null,
    translated_title: made.title,
    translated_hash: made.fromHash,
    content_hash: made.contentHash,
    translated_at: made.at,
    glossary_outdated: 0,
    published_at: null,
    fallback_segments: made.fallback.segments,
    error_code: null,
    error_message: null,
  });
  const text = { text: made.text, untranslated: partsColumn(made.fallback.parts) };
  await trx
    .insertInto('texts')
    .values({ project_id: projectId, language, page_path: pagePath, ...text })
    .onConflict((conflict) =>
      conflict.columns(['project_id', 'language', 'page_path']).doUpdateSet(text),
    )
    .execute();
  await storeHeadings(trx, ref, { sourceHash: made.fromHash, headings: made.headings });
}

async function updateRecord(trx: Trx, ref: Ref, set: Partial<RecordRow>): Promise<void> {
  await trx
    .updateTable('records')
    .set(set)
    .where('project_id', '=', ref.projectId)
    .where('language', '=', ref.language)
    .where('page_path', '=', ref.pagePath)
    .execute();
}
