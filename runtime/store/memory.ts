import type { SiteTranslations, TranslatedText } from '../../schema/build.ts';
import { findLanguage } from './languages.ts';
import type { Db } from './open.ts';
import { textsWithRecords } from './records.ts';
import { keptHeadings, shownSnippets } from './translated-parts.ts';
import { partsIn } from './untranslated-column.ts';

/** Which model made a translation, and which checks it has passed. */
interface StoredProof {
  readonly model: string;
  readonly checks: readonly string[];
}

/** The translation memory of a project, one row per segment. */
export interface StoredMemory {
  readonly get: (key: string) => Promise<string | undefined>;
  readonly set: (key: string, target: string, proof: StoredProof) => Promise<void>;
  readonly drop: (key: string) => Promise<void>;
}

/**
 * Opens a project's memory of one language. Rows are written immediately: paid answers outlive the
 * process. An answer that arrives after its language was removed is not stored.
 */
export function openMemory(
  db: Db,
  { projectId, language }: { readonly projectId: string; readonly language: string },
  now: () => number,
): StoredMemory {
  return {
    get: async (key) => {
      const row = await db
        .selectFrom('translation_memory')
        .select('target')
        .where('project_id', '=', projectId)
        .where('key', '=', key)
        .executeTakeFirst();
      return row?.target;
    },
    set: async (key, target, { model, checks }) => {
      if (!(await findLanguage(db, projectId, language))) return;
      const row = { language, target, model, checks: checks.join(' '), created_at: now() };
      await db
        .insertInto('translation_memory')
        .values({ project_id: projectId, key, ...row })
        .onConflict((conflict) => conflict.columns(['project_id', 'key']).doUpdateSet(row))
        .execute();
    },
    drop: async (key) => {
      await db
        .deleteFrom('translation_memory')
        .where('project_id', '=', projectId)
        .where('key', '=', key)
        .execute();
    },
  };
}

/** Everything of a project that readers are shown in other languages. */
export async function shownTranslations(db: Db, projectId: string): Promise<SiteTranslations> {
  const rows = await textsWithRecords(db)
    .select(['texts.language', 'texts.page_path', 'texts.text', 'texts.untranslated'])
    .select('records.translated_hash')
    .where('texts.project_id', '=', projectId)
    .execute();
  const headingsOf = await keptHeadings(db, projectId);
  const languages = await db
    .selectFrom('languages')
    .select('code')
    .where('project_id', '=', projectId)
    .orderBy('code')
    .execute();
  // A language without a text is there as well: its pages show the source.
  const pages: Record<string, Record<string, TranslatedText>> = Object.fromEntries(
    languages.map(({ code }) => [code, {}]),
  );
  for (const row of rows) {
    const texts = pages[row.language] ?? {};
    const translatedHash = row.translated_hash ?? '';
    const headings = headingsOf(row.language, row.page_path, translatedHash);
    texts[row.page_path] = {
      text: row.text,
      translatedHash,
      ...(headings ? { headings } : {}),
      ...partsIn(row.untranslated),
    };
  }
  const labels: Record<string, Record<string, string>> = {};
  const words = await db
    .selectFrom('labels')
    .selectAll()
    .where('project_id', '=', projectId)
    .execute();
  for (const { language, label, target } of words) {
    labels[language] = { ...labels[language], [label]: target };
  }
  return { pages, labels, snippets: await shownSnippets(db, projectId) };
}

/** Stores translated labels of `docs.json`; nothing if the language was removed. */
export async function storeLabels(
  db: Db,
  where: { readonly projectId: string; readonly language: string },
  labels: ReadonlyMap<string, string>,
): Promise<void> {
  for (const [label, target] of labels) {
    await db
      .insertInto('labels')
      .values({ project_id: where.projectId, language: where.language, label, target })
      .onConflict((conflict) =>
        conflict.columns(['project_id', 'language', 'label']).doUpdateSet({ target }),
      )
      .execute();
  }
}
