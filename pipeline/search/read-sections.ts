import type { Table } from '@lancedb/lancedb';
import { messageOf } from '../../schema/errors.ts';
import type { SearchQuestion } from './answer.ts';
import { connect, quoted } from './lance.ts';
import { type SectionStore, versionOf } from './versions.ts';

/** Ids of the sections nearest to a vector, among those that the question may find and asks for. */
export async function nearIds(
  store: SectionStore,
  deployment: string,
  asked: {
    readonly vector: readonly number[];
    readonly language: string;
    readonly question: SearchQuestion;
    readonly limit: number;
  },
): Promise<readonly string[]> {
  const { vector, language, question, limit } = asked;
  const found = await withTable(store, deployment, (table) =>
    table
      .vectorSearch([...vector])
      .distanceType('cosine')
      .where(filterOf(question, language))
      .select(['id', '_distance'])
      .limit(limit)
      .toArray(),
  );
  return found.map((row: { id: string }) => row.id);
}

/** What this reader may find, and asks for; the same rule as for the pieces (`kindsFor`). */
function filterOf(question: SearchQuestion, language: string): string {
  const { version, product, groups, audience = 'search' } = question;
  const readers = [
    'everyone',
    ...(groups ? ['session', ...groups.map((name) => `group:${name}`)] : []),
  ];
  const parts = [
    `language = ${quoted(language)}`,
    audience,
    `array_has_any(readers, [${readers.map(quoted).join(',')}])`,
    version ? `version IN ('', ${quoted(version)})` : 'NOT hidden',
    ...(product ? [`product IN ('', ${quoted(product)})`] : []),
  ];
  return parts.join(' AND ');
}

/**
 * Reads the version of a deployment. Opening takes a millisecond, so that no table is kept open: a
 * server of many sites would hold them all.
 */
async function withTable<T>(
  store: SectionStore,
  deployment: string,
  work: (table: Table) => Promise<T>,
): Promise<T> {
  const version = versionOf(store, deployment);
  if (!version) throw new Error(`no sections were written for ${deployment}`);
  const connection = await connect(version.tables ?? store.folder);
  try {
    const table = await connection.openTable(version.table);
    try {
      await table.checkout(version.tag);
      return await work(table);
    } finally {
      table.close();
    }
  } catch (error) {
    throw new Error(messageOf(error).split('\n')[0], { cause: error });
  } finally {
    connection.close();
  }
}
