import type { EventData, EventType } from '../../schema/events.ts';
import { insertDeliveries } from '../store/deliveries.ts';
import { appendEvents } from '../store/events.ts';
import type { NewId } from '../store/ids.ts';
import { lockOrg } from '../store/locks.ts';
import type { Trx } from '../store/open.ts';
import { addUsage } from '../store/usage.ts';
import type { DeliveryRow } from '../store/webhook-tables.ts';
import { subscribersOf } from '../store/webhooks.ts';
import { eventMonth } from './month.ts';

/** Something that happened to a site, to be published. */
export type Happening<T extends EventType = EventType> = {
  readonly [K in T]: {
    readonly id: string;
    readonly type: K;
    readonly data: EventData[K];
    /** Epoch milliseconds. */
    readonly timestamp: number;
  };
}[T];

/**
 * Writes events and the deliveries that follow from them in the transaction of the fact itself, so that
 * neither can be lost nor invented. Events of a known id are not written again. Deliveries
 * beyond the month's events are kept as `skipped_quota`. Afterwards wake the dispatcher. A transaction
 * that has locked anything else by then has locked the organization before.
 */
export async function emit(
  trx: Trx,
  {
    orgId,
    projectId,
    events,
    newId,
    now,
  }: {
    readonly orgId: string;
    readonly projectId: string;
    readonly events: readonly Happening[];
    readonly newId: NewId;
    readonly now: number;
  },
): Promise<void> {
  const org = await lockOrg(trx, orgId);
  const rows = await appendEvents(trx, projectId, events);
  const webhooks = await subscribersOf(trx, projectId);
  const wanted = rows.flatMap((event) =>
    webhooks
      .filter((webhook) => (JSON.parse(webhook.events) as string[]).includes(event.type))
      .map((webhook) => ({ event, webhook })),
  );
  if (wanted.length === 0) return;
  const { period, remaining } = await eventMonth(trx, org, now);
  const allowed = Math.min(wanted.length, remaining);
  await insertDeliveries(
    trx,
    wanted.map(
      ({ event, webhook }, index): DeliveryRow => ({
        id: newId('dlv'),
        project_id: projectId,
        webhook_id: webhook.id,
        event_id: event.id,
        event_type: event.type,
        state: index < allowed ? 'pending' : 'skipped_quota',
        failures: 0,
        next_at: now,
        lease_until: 0,
        created_at: now,
        finished_at: index < allowed ? null : now,
      }),
    ),
  );
  if (allowed > 0) await addUsage(trx, orgId, { meter: 'events', period, units: allowed, now });
}
