import { cancelHeld } from './job-candidates.ts';
import type { Trx } from './open.ts';

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
  readonly now: number;
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
