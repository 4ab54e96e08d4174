import type { SelectQueryBuilder } from 'kysely';
import type { Tables } from './tables.ts';

/** Tables that are listed by creation time. */
type Dated = 'jobs' | 'projects';

/** One page of rows, the newest first, and how many there are of them. */
export async function newestFirst<T extends Dated>(
  rows: SelectQueryBuilder<Tables, T, object>,
  page: { readonly limit: number; readonly offset: number },
): Promise<{ rows: Tables[T][]; total: number }> {
  // Both tables have the columns that are named here; the builder's types can't say so of either.
  const base = rows as unknown as SelectQueryBuilder<Tables, Dated, object>;
  const { total } = await base
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const found = await base
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
  return { rows: found as unknown as Tables[T][], total };
}
