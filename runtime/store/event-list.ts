import { type Listed, type ListPart, listRows, type Sort } from './list-part.ts';
import type { Db } from './open.ts';
import type { EventRow } from './webhook-tables.ts';

/** Events in the order in which they were recorded, or within a span by the time at which they happened. */
export type EventOrder = 'recorded' | 'time';

const sorts: Readonly<Record<EventOrder, Sort>> = {
  recorded: { columns: ['seq'], order: 'asc' },
  time: { columns: ['created_at', 'seq'], order: 'asc' },
};

/** The values that a list of events is sorted by. */
export function keyOfEvent(row: EventRow, order: EventOrder): number[] {
  return order === 'recorded' ? [row.seq] : [row.created_at, row.seq];
}

type Part = Omit<ListPart, 'offset'> & { readonly sortedBy: EventOrder };

/** One page of the events of a project, the oldest first. */
export async function listEvents(
  db: Db,
  query: Part & {
    readonly projectId: string;
    readonly types: readonly string[];
    readonly from?: number | undefined;
    readonly to?: number | undefined;
  },
): Promise<Listed<EventRow>> {
  const read = (type?: string) => {
    let base = db.selectFrom('events').where('project_id', '=', query.projectId);
    if (type !== undefined) base = base.where('type', '=', type);
    if (query.from !== undefined) base = base.where('created_at', '>=', query.from);
    if (query.to !== undefined) base = base.where('created_at', '<=', query.to);
    return base;
  };
  const sort = sorts[query.sortedBy];
  const part = { limit: query.limit, offset: 0, position: query.position };
  const [only] = query.types;
  if (query.types.length < 2) return listRows(read(only), sort, part);
  // Each type is read off its index; together they have the first rows of all.
  const lists: Listed<EventRow>[] = [];
  for (const type of query.types) lists.push(await listRows(read(type), sort, part));
  return merged(lists, query);
}

/** The part of a list that its parts make together. */
function merged(
  lists: readonly Listed<EventRow>[],
  { limit, position, sortedBy }: Part,
): Listed<EventRow> {
  const rows = lists.flatMap((list) => list.rows);
  rows.sort((a, b) => (sortedBy === 'time' ? a.created_at - b.created_at : 0) || a.seq - b.seq);
  const isMore = (side: 'hasPrevious' | 'hasNext') =>
    rows.length > limit || lists.some((list) => list[side]);
  const total = lists.reduce((sum, list) => sum + list.total, 0);
  return position?.side === 'before'
    ? { rows: rows.slice(-limit), hasPrevious: isMore('hasPrevious'), hasNext: true, total }
    : {
        rows: rows.slice(0, limit),
        hasPrevious: position !== undefined,
        hasNext: isMore('hasNext'),
        total,
      };
}
