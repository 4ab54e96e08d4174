import {
  deliveriesQuery,
  deliveryDetail,
  deliveryItem,
  replayBody,
  resent,
} from '../../schema/api/deliveries.ts';
import { dataOf, listOf } from '../../schema/api/shapes.ts';
import { ApiError } from '../../schema/errors.ts';
import { type ApiCall, type ApiEndpoint, isoTime, spanOf } from '../api/services.ts';
import { webhookOf } from '../api/webhook-of.ts';
import { invalid } from '../http/body.ts';
import { listAnswer, pageOf } from '../http/list.ts';
import {
  findDelivery,
  lastAttempts,
  listDeliveries,
  type WhichDeliveries,
} from '../store/deliveries.ts';
import { findEvent } from '../store/events.ts';
import type {
  AttemptRow,
  DeliveryRow,
  DeliveryState,
  EventRow,
  WebhookRow,
} from '../store/webhook-tables.ts';
import { envelopeOf } from '../webhooks/envelope.ts';
import { monthUsedUp } from '../webhooks/month.ts';
import { resend } from '../webhooks/resend.ts';
import { shownHeaders } from '../webhooks/sign.ts';

const one = '/projects/:projectId/webhooks/:webhookId';
const shared = { tag: 'Webhooks', scope: 'projects:write' } as const;
const usedUp = [
  {
    code: 'LIMIT_EXCEEDED',
    description: 'The monthly limit left out these events, and is used up.',
  },
] as const;

/** The deliveries of a webhook: their log, and sending them again. */
export const deliveryRoutes: readonly ApiEndpoint[] = [
  {
    ...shared,
    method: 'GET',
    path: `${one}/deliveries`,
    operationId: 'listDeliveries',
    title: 'List deliveries',
    description: 'The delivery log of the last 30 days, newest first.',
    query: deliveriesQuery,
    success: { status: 200, description: 'One page of the log.', schema: listOf(deliveryItem) },
    handle: async (call) => {
      const row = await webhookOf(call);
      const { query, url } = call;
      const page = pageOf(query);
      const listed = await listDeliveries(call.services.store.db, {
        webhookId: row.id,
        state: query.status as DeliveryState | undefined,
        eventType: query.event as string | undefined,
        eventId: query.eventId as string | undefined,
        ...spanOf(query),
        ...page,
      });
      const ids = listed.rows.map(({ id }) => id);
      const last = await lastAttempts(call.services.store.db, ids);
      const view = (one: DeliveryRow) => deliveryView(one, last.get(one.id));
      const keyOf = (one: DeliveryRow) => [one.created_at, one.id];
      return listAnswer(listed, page, { url, view, keyOf });
    },
  },
  {
    ...shared,
    method: 'GET',
    path: `${one}/deliveries/:deliveryId`,
    operationId: 'getDelivery',
    title: 'Get delivery',
    versioned: 'read',
    description: 'One delivery with its request and every attempt.',
    success: { status: 200, description: 'The delivery.', schema: dataOf(deliveryDetail) },
    handle: async (call) => {
      const { services, params } = call;
      const row = await webhookOf(call);
      const found = await findDelivery(services.store.db, row.id, params.deliveryId ?? '');
      const event = found && (await findEvent(services.store.db, found.delivery.event_id));
      if (!found || !event) throw noDelivery();
      const body = envelopeOf(event, row);
      const last = found.attempts.at(-1);
      return {
        body: {
          data: {
            ...deliveryView(found.delivery, last),
            envelope: JSON.parse(body),
            request: last === undefined ? null : requestOf(call, { row, last, event, body }),
            attempts: found.attempts.map((attempt) => ({
              number: attempt.number,
              startedAt: isoTime(attempt.started_at),
              statusCode: attempt.status,
              duration: attempt.duration,
              error: attempt.error,
              responseBody: attempt.response_body,
            })),
          },
        },
      };
    },
  },
  {
    ...shared,
    method: 'POST',
    path: `${one}/deliveries/:deliveryId/redeliver`,
    operationId: 'redeliver',
    title: 'Redeliver',
    description: 'Sends one delivery again, with the same id.',
    success: { status: 200, description: 'The delivery is sent again.', schema: dataOf(resent) },
    errors: usedUp,
    told: resentOf,
    handle: async (call) => {
      const count = await sendAgain(call, { id: call.params.deliveryId ?? '' });
      if (count === 0) throw noDelivery();
      return { body: { data: { deliveries: count } } };
    },
  },
  {
    ...shared,
    method: 'POST',
    path: `${one}/replay`,
    operationId: 'replayDeliveries',
    title: 'Replay deliveries',
    description:
      'Sends all undelivered events of a time range again, with the same ids. Those beyond a monthly limit count towards the current month, the oldest first, as far as it allows.',
    body: replayBody,
    success: { status: 200, description: 'The deliveries are sent again.', schema: dataOf(resent) },
    errors: usedUp,
    told: resentOf,
    handle: async (call) => {
      const { from, to } = call.body as { readonly from: string; readonly to?: string };
      const count = await sendAgain(call, {
        from: Date.parse(from),
        ...(to === undefined ? {} : { to: Date.parse(to) }),
      });
      return { body: { data: { deliveries: count } } };
    },
  },
];

/** What is sent again, for the audit log. */
function resentOf({ body }: ApiCall, answer: unknown) {
  return { ...(body as object | undefined), ...(answer as { readonly data: object }).data };
}

async function sendAgain(
  call: ApiCall,
  which: Omit<WhichDeliveries, 'webhookId'>,
): Promise<number> {
  const { services, project } = call;
  const row = await webhookOf(call);
  const outcome = await resend(services.store, {
    orgId: project.org_id,
    webhookId: row.id,
    now: services.now(),
    ...which,
  });
  if (outcome.type === 'inactive')
    throw invalid('', 'inactive', 'The webhook is inactive. Activate it first');
  if (outcome.type === 'used-up') throw monthUsedUp(outcome.month, services.now());
  services.webhooks.wake();
  return outcome.count;
}

function noDelivery(): ApiError {
  return new ApiError('NOT_FOUND', 'Delivery not found.');
}

/** What was sent, as far as what is stored says. */
function requestOf(
  { services, params }: ApiCall,
  {
    row,
    last,
    event,
    body,
  }: {
    readonly row: WebhookRow;
    readonly last: AttemptRow;
    readonly event: EventRow;
    readonly body: string;
  },
) {
  const headers = shownHeaders({
    body,
    timestamp: Math.floor(last.started_at / 1000),
    deliveryId: params.deliveryId ?? '',
    eventType: event.type,
    service: services.service ?? 'Docent',
    bodyOnly: row.body_signature === 1,
  });
  return { method: 'POST', url: row.url, headers };
}

function deliveryView(row: DeliveryRow, last: Pick<AttemptRow, 'number' | 'status'> | undefined) {
  return {
    id: row.id,
    eventId: row.event_id,
    event: row.event_type,
    status: row.state,
    nextAttemptAt: row.state === 'pending' ? isoTime(row.next_at) : null,
    createdAt: isoTime(row.created_at),
    finishedAt: row.finished_at === null ? null : isoTime(row.finished_at),
    attemptCount: last?.number ?? 0,
    lastStatusCode: last?.status ?? null,
  };
}
