import { type AliasedExpression, type Expression, sql } from 'kysely';

/** The row next to which a page of a list begins, by the values that the list is sorted by. */
export interface Position {
  readonly side: 'after' | 'before';
  readonly key: readonly (string | number)[];
}

/** Which part of a list: next to a row, or else by the number of rows before it. */
export interface ListPart {
  readonly limit: number;
  readonly offset: number;
  readonly position?: Position | undefined;
}

/** One page of a list, whether there are rows on either side of it, and how many there are in all. */
export interface Listed<Row> {
  readonly rows: Row[];
  readonly hasPrevious: boolean;
  readonly hasNext: boolean;
  readonly total: number;
}

/** The columns that a list is sorted by; together they tell every row from every other. */
export interface Sort {
  readonly columns: readonly string[];
  readonly order: 'asc' | 'desc';
}

/** The order of most lists. */
export const newestFirst: Sort = { columns: ['created_at', 'id'], order: 'desc' };

/** The rows of a list without its order, as far as this file needs the type of the builder. */
interface Rows<Row> {
  where(condition: Expression<boolean>): Rows<Row>;
  orderBy(column: Expression<unknown>, direction: 'asc' | 'desc'): Rows<Row>;
  limit(count: number): Rows<Row>;
  offset(count: number): Rows<Row>;
  execute(): Promise<Row[]>;
}

interface Selectable<Row> {
  selectAll(): Rows<Row>;
  select(selections: readonly [AliasedExpression<number, 'total'>]): {
    executeTakeFirstOrThrow(): Promise<object>;
  };
}

/** One page of the rows of a table, and how many of them there are. */
export async function listRows<Row>(
  base: Selectable<Row>,
  sort: Sort,
  part: ListPart,
): Promise<Listed<Row>> {
  const counted = await base.select([sql<number>`count(*)`.as('total')]).executeTakeFirstOrThrow();
  return {
    ...(await listPart(base.selectAll(), sort, part)),
    total: Number((counted as { readonly total: number }).total),
  };
}

/** One page of rows. After a row, it has neither gaps nor repeats, whatever was added or deleted in the meantime. */
export async function listPart<Row>(
  rows: Rows<Row>,
  { columns, order }: Sort,
  { limit, offset, position }: ListPart,
): Promise<Omit<Listed<Row>, 'total'>> {
  const isBackward = position?.side === 'before';
  const direction = isBackward === (order === 'asc') ? 'desc' : 'asc';
  let query = rows;
  if (position) {
    const names = sql.join(columns.map((column) => sql.ref(column)));
    const sign = sql.raw(direction === 'asc' ? '>' : '<');
    query = query.where(sql<boolean>`(${names}) ${sign} (${sql.join([...position.key])})`);
  }
  for (const column of columns) query = query.orderBy(sql.ref(column), direction);
  // One more than asked for tells whether there is another page.
  query = query.limit(limit + 1);
  const found = await (position ? query : query.offset(offset)).execute();
  const hasMore = found.length > limit;
  const page = found.slice(0, limit);
  if (isBackward) return { rows: page.reverse(), hasPrevious: hasMore, hasNext: true };
  return { rows: page, hasPrevious: position !== undefined || offset > 0, hasNext: hasMore };
}
