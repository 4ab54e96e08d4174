import type { EventType } from '../../schema/events.ts';
import type { Db, Trx } from './open.ts';
import type { EventRow } from './webhook-tables.ts';

/** Appends site events to a project's outbox; an event of a known id is not appended again. */
export async function appendEvents(
  trx: Trx,
  projectId: string,
  events: readonly {
    readonly id: string;
    readonly type: EventType;
    readonly data: unknown;
    readonly timestamp: number;
  }[],
): Promise<EventRow[]> {
  if (events.length === 0) return [];
  const known = new Set<string>();
  for (const part of chunks(events, 500)) {
    const rows = await trx
      .selectFrom('events')
      .select('id')
      .where(
        'id',
        'in',
        part.map((event) => event.id),
      )
      .execute();
    for (const row of rows) known.add(row.id);
  }
  const fresh = events.filter((event) => !known.has(event.id));
  const { event_seq } = await trx
    .updateTable('projects')
    .set((eb) => ({ event_seq: eb('event_seq', '+', fresh.length) }))
    .where('id', '=', projectId)
    .returning('event_seq')
    .executeTakeFirstOrThrow();
  const rows = fresh.map((event, index) => ({
    project_id: projectId,
    seq: event_seq - fresh.length + index + 1,
    id: event.id,
    type: event.type,
    data: JSON.stringify(event.data),
    created_at: event.timestamp,
  }));
  for (const part of chunks(rows, 500)) await trx.insertInto('events').values(part).execute();
  return rows;
}

/** The event of that id. */
export async function findEvent(db: Db, id: string): Promise<EventRow | undefined> {
  return db.selectFrom('events').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Deletes old events without deliveries. */
export async function deleteOldEvents(db: Db, before: number): Promise<void> {
  await db
    .deleteFrom('events')
    .where('created_at', '<', before)
    .where('id', 'not in', db.selectFrom('deliveries').select('event_id'))
    .execute();
}

/** Cuts a list into parts: one statement takes a limited number of values. */
export function chunks<T>(list: readonly T[], size: number): T[][] {
  const parts: T[][] = [];
  for (let start = 0; start < list.length; start += size)
    parts.push(list.slice(start, start + size));
  return parts;
}
