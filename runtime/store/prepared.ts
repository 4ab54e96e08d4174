import type { CompiledQuery } from 'kysely';
import type { Db } from './open.ts';

/**
 * A query that is compiled once per database instead of with every call: for queries of every
 * request. The parameters are in the order in which the builder uses them; pass it any value of the
 * right type.
 */
export function prepare<Row>(
  build: (db: Db) => { compile(): CompiledQuery<Row> },
): (db: Db, parameters: readonly unknown[]) => Promise<Row | undefined> {
  const known = new WeakMap<Db, CompiledQuery<Row>>();
  return async (db, parameters) => {
    let query = known.get(db);
    if (!query) {
      query = build(db).compile();
      known.set(db, query);
    }
    const { rows } = await db.executeQuery<Row>({ ...query, parameters });
    return rows[0];
  };
}
