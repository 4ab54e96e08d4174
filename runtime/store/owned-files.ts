import { cancelHeld } from './job-candidates.ts';
import type { Trx } from './open.ts';
import { giveBack } from './records.ts';

/** A translation that lies in the repository, written by a person. */
export interface OwnedPage {
  readonly path: string;
  readonly language: string;
  readonly title: string;
  readonly hash: string;
}

/** A deployment as far as its translated files go. */
interface Files {
  readonly projectId: string;
  readonly pages: readonly { readonly path: string; readonly sourceHash: string }[];
  readonly owned: readonly OwnedPage[];
  /** The hash that a text has as a file. */
  readonly hashOf: (text: string) => string;
  readonly now: number;
}

/**
 * Gives back the pages whose translated file a deployment does not have any more. The text that the service had
 * stored before is shown again: of which source it is, its headings say.
 */
export async function releaseGone(trx: Trx, { projectId, owned, hashOf }: Files): Promise<void> {
  const rows = await trx
    .selectFrom('records')
    .leftJoin('texts', (join) =>
      join
        .onRef('texts.project_id', '=', 'records.project_id')
        .onRef('texts.language', '=', 'records.language')
        .onRef('texts.page_path', '=', 'records.page_path'),
    )
    .leftJoin('kept_headings', (join) =>
      join
        .onRef('kept_headings.project_id', '=', 'records.project_id')
        .onRef('kept_headings.language', '=', 'records.language')
        .onRef('kept_headings.page_path', '=', 'records.page_path'),
    )
    .select(['records.language', 'records.page_path', 'records.owned_hash', 'texts.text'])
    .select('kept_headings.source_hash')
    .where('records.project_id', '=', projectId)
    .where('records.owned_hash', 'is not', null)
    .execute();
  const there = new Set(owned.map(({ language, path }) => `${language} ${path}`));
  for (const {
    language,
    page_path: pagePath,
    owned_hash: file,
    text,
    source_hash: source,
  } of rows) {
    if (there.has(`${language} ${pagePath}`)) continue;
    await giveBack(trx, { projectId, language, pagePath });
    const stored = text === null ? null : hashOf(text);
    if (stored === null || stored === file) continue;
    await trx
      .updateTable('records')
      .set({ content_hash: stored, published_at: null })
      .$if(source !== null, (query) => query.set({ translated_hash: source }))
      .where('project_id', '=', projectId)
      .where('language', '=', language)
      .where('page_path', '=', pagePath)
      .execute();
  }
}

/** Makes the pages that a deployment has as translated files those of a person. */
export async function takeOwned(
  trx: Trx,
  { projectId, pages, owned, now }: Files,
  languages: ReadonlySet<string>,
): Promise<void> {
  if (owned.length === 0) return;
  const sources = new Map(pages.map((page) => [page.path, page.sourceHash]));
  const rows = await trx
    .selectFrom('records')
    .select(['language', 'page_path', 'owned_hash', 'content_hash', 'translated_hash'])
    .where('project_id', '=', projectId)
    .where('content_hash', 'is not', null)
    .execute();
  const known = new Map(rows.map((row) => [`${row.language} ${row.page_path}`, row]));
  for (const { path, language, title, hash } of owned) {
    const source = sources.get(path);
    const row = known.get(`${language} ${path}`);
    if (source === undefined || !languages.has(language)) continue;
    // An unchanged file with a changed source is stale.
    if (row?.owned_hash === hash) continue;
    // A file with the stored text, as an export writes it, is of the source that the text was made from.
    const stored = row?.content_hash === hash ? row.translated_hash : null;
    const made = {
      translated_title: title,
      translated_hash: source,
      content_hash: hash,
      translated_at: now,
      published_at: null,
    };
    await trx
      .updateTable('records')
      .set({
        ...(stored === null ? made : {}),
        human_owned: 1,
        owned_hash: hash,
        status: stored === null || stored === source ? 'completed' : 'stale',
        previous_status: null,
        error_code: null,
        error_message: null,
      })
      .where('project_id', '=', projectId)
      .where('language', '=', language)
      .where('page_path', '=', path)
      .execute();
    await cancelHeld(trx, { projectId, language, pagePath: path }, now);
  }
}
