import type { CompiledQuery } from 'kysely';
import type { Db } from './open.ts';

/**
 * A query that is put into words once per database instead of with every call: for what each request
 * asks. The parameters stand in the order the builder meets them; give it any value of the right type.
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
