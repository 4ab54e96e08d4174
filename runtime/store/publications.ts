import { chunks } from './events.ts';
import { lockProject } from './locks.ts';
import type { Db, Store } from './open.ts';

/** A translation as a deployment shows it. */
export interface ShownTranslation {
  readonly language: string;
  /** The page that it translates. */
  readonly path: string;
  readonly contentHash: string;
  /** False if readers see that the source has changed since. */
  readonly isCurrent: boolean;
}

/**
 * Records which translations readers get now that a deployment is live: the time is that of the
 * first deployment that showed the text. Texts that are stored but not shown have none.
 */
export async function notePublished(
  store: Store,
  projectId: string,
  shown: readonly ShownTranslation[],
  now: number,
): Promise<void> {
  // Most deployments change nothing here.
  const { appeared, vanished } = await compare(store.db, projectId, shown);
  if (appeared.length + vanished.length === 0) return;
  await store.transaction(async (trx) => {
    await lockProject(trx, projectId);
    const change = await compare(trx, projectId, shown);
    for (const [keys, time] of [
      [change.appeared, now],
      [change.vanished, null],
    ] as const) {
      for (const [language, paths] of byLanguage(keys)) {
        for (const part of chunks(paths, 500)) {
          await trx
            .updateTable('records')
            .set({ published_at: time })
            .where('project_id', '=', projectId)
            .where('language', '=', language)
            .where('page_path', 'in', part)
            .execute();
        }
      }
    }
  });
}

interface Key {
  readonly language: string;
  readonly page_path: string;
}

/** Records whose text is shown for the first time, and those whose text is not shown any more. */
async function compare(
  db: Db,
  projectId: string,
  shown: readonly ShownTranslation[],
): Promise<{ readonly appeared: readonly Key[]; readonly vanished: readonly Key[] }> {
  const known = new Map(shown.map((one) => [`${one.language} ${one.path}`, one]));
  const rows = await db
    .selectFrom('records')
    .select(['language', 'page_path', 'status', 'content_hash', 'published_at'])
    .where('project_id', '=', projectId)
    .where('content_hash', 'is not', null)
    .execute();
  const isShown = (row: (typeof rows)[number]) => {
    const found = known.get(`${row.language} ${row.page_path}`);
    if (found?.contentHash !== row.content_hash) return false;
    return found.isCurrent || row.status !== 'completed';
  };
  return {
    appeared: rows.filter((row) => row.published_at === null && isShown(row)),
    vanished: rows.filter((row) => row.published_at !== null && !isShown(row)),
  };
}

function byLanguage(keys: readonly Key[]): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const { language, page_path } of keys) {
    const paths = found.get(language) ?? [];
    paths.push(page_path);
    found.set(language, paths);
  }
  return found;
}
