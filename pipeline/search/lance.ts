import type { Connection } from '@lancedb/lancedb';

/** Loads the engine, which logs every file it opens unless this is set before. */
export async function loadLance(): Promise<typeof import('./lancedb.ts')> {
  process.env.LANCEDB_LOG ??= 'error';
  return import('./lancedb.ts');
}

/** Opens a folder of tables, or an address of them. */
export async function connect(tables: string): Promise<Connection> {
  const lancedb = await loadLance();
  return lancedb.connect(tables, { readConsistencyInterval: 0 });
}

/** Number of ids in one condition. */
export const mostIds = 500;

/** The condition that an id is one of these. */
export function inList(ids: readonly string[]): string {
  return `id IN (${ids.map(quoted).join(',')})`;
}

/** A text in a condition. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
