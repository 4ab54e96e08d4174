import type { ArrowRow } from '../../pipeline/search/arrow.ts';
import { connect, inList } from '../../pipeline/search/lance.ts';
import { type SectionStore, versionOf } from '../../pipeline/search/versions.ts';

/** Texts of sections in the store by their ids, code where they have no prose. */
export async function readTexts(
  store: SectionStore,
  deployment: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const version = versionOf(store, deployment);
  if (!version) throw new Error(`no sections were written for ${deployment}`);
  const connection = await connect(version.tables ?? store.folder);
  const table = await connection.openTable(version.table);
  await table.checkout(version.tag);
  const found = await table.query().where(inList(ids)).select(['id', 'text', 'code']).toArray();
  table.close();
  connection.close();
  const rows = found as readonly Pick<ArrowRow, 'id' | 'text' | 'code'>[];
  return new Map(rows.flatMap(({ id, text, code }) => (text || code ? [[id, text || code]] : [])));
}
