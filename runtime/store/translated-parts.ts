import type { TranslatedText } from '../../schema/build.ts';
import type { KeptHeading } from '../../schema/site.ts';
import { findLanguage } from './languages.ts';
import type { Db } from './open.ts';
import type { RecordRef } from './records.ts';
import { partsColumn, partsIn } from './untranslated-column.ts';

/** The translated snippets of a language: source hash, and whether parts are in the source language. */
export async function snippetStates(
  db: Db,
  where: { readonly projectId: string; readonly language: string },
): Promise<ReadonlyMap<string, { readonly translatedHash: string; readonly isPartial: boolean }>> {
  const rows = await db
    .selectFrom('snippet_texts')
    .select(['path', 'translated_hash', 'untranslated'])
    .where('project_id', '=', where.projectId)
    .where('language', '=', where.language)
    .execute();
  return new Map(
    rows.map(({ path, translated_hash: translatedHash, untranslated }) => [
      path,
      { translatedHash, isPartial: untranslated !== null },
    ]),
  );
}

/** Stores a translated snippet; nothing if the language was removed. */
export async function storeSnippet(
  db: Db,
  where: { readonly projectId: string; readonly language: string; readonly path: string },
  { text, translatedHash, untranslated }: TranslatedText,
): Promise<void> {
  if (!(await findLanguage(db, where.projectId, where.language))) return;
  const set = { text, translated_hash: translatedHash, untranslated: partsColumn(untranslated) };
  await db
    .insertInto('snippet_texts')
    .values({ project_id: where.projectId, language: where.language, path: where.path, ...set })
    .onConflict((conflict) => conflict.columns(['project_id', 'language', 'path']).doUpdateSet(set))
    .execute();
}

/** All translated snippets of a project, by language and path. */
export async function shownSnippets(
  db: Db,
  projectId: string,
): Promise<Record<string, Record<string, TranslatedText>>> {
  const rows = await db
    .selectFrom('snippet_texts')
    .selectAll()
    .where('project_id', '=', projectId)
    .execute();
  const snippets: Record<string, Record<string, TranslatedText>> = {};
  for (const { language, path, text, translated_hash: translatedHash, untranslated } of rows) {
    const snippet = { text, translatedHash, ...partsIn(untranslated) };
    snippets[language] = { ...snippets[language], [path]: snippet };
  }
  return snippets;
}

/** Stores the headings of the source that a translation was made from. */
export async function storeHeadings(
  db: Db,
  ref: RecordRef,
  made: { readonly sourceHash: string; readonly headings: readonly KeptHeading[] },
): Promise<void> {
  const set = { source_hash: made.sourceHash, headings: JSON.stringify(made.headings) };
  const { projectId, language, pagePath } = ref;
  const record = await db
    .selectFrom('records')
    .select('page_path')
    .where('project_id', '=', projectId)
    .where('language', '=', language)
    .where('page_path', '=', pagePath)
    .executeTakeFirst();
  if (record === undefined) return;
  await db
    .insertInto('kept_headings')
    .values({ project_id: projectId, language, page_path: pagePath, ...set })
    .onConflict((conflict) =>
      conflict.columns(['project_id', 'language', 'page_path']).doUpdateSet(set),
    )
    .execute();
}

/** Headings of all translations of a project, by language, page and hash of their source. */
export async function keptHeadings(
  db: Db,
  projectId: string,
): Promise<(where: string, path: string, hash: string) => readonly KeptHeading[] | undefined> {
  const rows = await db
    .selectFrom('kept_headings')
    .selectAll()
    .where('project_id', '=', projectId)
    .execute();
  const known = new Map(
    rows.map((row) => [`${row.language} ${row.page_path} ${row.source_hash}`, row.headings]),
  );
  return (language, path, hash) => {
    const headings = known.get(`${language} ${path} ${hash}`);
    return headings === undefined ? undefined : (JSON.parse(headings) as KeptHeading[]);
  };
}
