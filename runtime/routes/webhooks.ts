import { dataOf, listOf } from '../../schema/api/shapes.ts';
import {
  deliveriesQuery,
  deliveryDetail,
  deliveryItem,
  replayBody,
  resent,
  secretRotated,
  type WebhookBody,
  webhookCreate,
  webhookCreated,
  webhookDeleted,
  webhookList,
  webhookTest,
  webhookTested,
  webhookUpdate,
  webhookUpdated,
} from '../../schema/api/webhooks.ts';
import { ApiError } from '../../schema/errors.ts';
import type { ApiCall, ApiEndpoint } from '../api/services.ts';
import { isoTime } from '../api/services.ts';
import { invalid } from '../http/body.ts';
import { listBody, pageOf } from '../http/list.ts';
import { findDelivery, listDeliveries, resendDeliveries } from '../store/deliveries.ts';
import { findEvent } from '../store/events.ts';
import type { DeliveryRow, DeliveryState, WebhookRow } from '../store/webhook-tables.ts';
import {
  createWebhook,
  deleteWebhook,
  findWebhook,
  listWebhooks,
  updateWebhook,
  type WebhookChange,
} from '../store/webhooks.ts';
import { envelopeOf } from '../webhooks/envelope.ts';
import { maskSecret, newSecret } from '../webhooks/secrets.ts';

const list = '/projects/:projectId/webhooks';
const one = `${list}/:webhookId`;
const shared = { tag: 'Webhooks', scope: 'projects:write' } as const;
const noUrl = {
  code: 'ALREADY_EXISTS',
  description: 'Another webhook of the project has the same URL.',
} as const;

/** Milliseconds that both secrets sign after a rotation. */
const overlap = 24 * 60 * 60 * 1000;

/** Document 2, Endpoints, Webhooks; the delivery log and rotation are additions. */
export const webhookRoutes: readonly ApiEndpoint[] = [
  {
    ...shared,
    method: 'GET',
    path: list,
    operationId: 'listWebhooks',
    title: 'List webhooks',
    description: 'All webhooks of a project, with masked secrets.',
    success: { status: 200, description: 'The webhooks.', schema: webhookList },
    handle: async ({ services, project }) => {
      const rows = await listWebhooks(services.store.db, project.id);
      return { body: { data: rows.map(viewOf) } };
    },
  },
  {
    ...shared,
    method: 'POST',
    path: list,
    operationId: 'createWebhook',
    title: 'Create webhook',
    description: 'Subscribes a URL to events. Only this response contains the full secret.',
    body: webhookCreate,
    success: { status: 201, description: 'The new webhook.', schema: dataOf(webhookCreated) },
    errors: [
      noUrl,
      { code: 'LIMIT_EXCEEDED', description: 'The plan does not allow more webhooks or events.' },
    ],
    handle: createHandler,
  },
  {
    ...shared,
    method: 'PATCH',
    path: one,
    operationId: 'updateWebhook',
    title: 'Update webhook',
    description: 'Changes the given fields; `events` replaces the whole list.',
    body: webhookUpdate,
    success: { status: 200, description: 'The updated webhook.', schema: dataOf(webhookUpdated) },
    errors: [noUrl],
    handle: updateHandler,
  },
  {
    ...shared,
    method: 'DELETE',
    path: one,
    operationId: 'deleteWebhook',
    title: 'Delete webhook',
    description: 'Deletes a webhook and its delivery log; no more events are sent to it.',
    success: { status: 200, description: 'The deleted webhook.', schema: dataOf(webhookDeleted) },
    handle: async ({ services, project, params }) => {
      const id = params.webhookId ?? '';
      if (!(await deleteWebhook(services.store.db, project.id, id))) throw missing();
      return { body: { data: { deleted: true, id } } };
    },
  },
  {
    ...shared,
    method: 'POST',
    path: `${one}/test`,
    operationId: 'testWebhook',
    title: 'Send test event',
    description:
      'Sends one sample event, signed like a real one, and returns the response of the receiver. It counts neither as a failure nor towards the monthly limit.',
    body: webhookTest,
    success: {
      status: 200,
      description: 'The response of the receiver.',
      schema: dataOf(webhookTested),
    },
    errors: [
      {
        code: 'LIMIT_EXCEEDED',
        description: 'More than 10 tests per minute, or the monthly limit is used up.',
      },
    ],
    handle: async (call) => {
      const row = await webhookOf(call);
      await assertMonth(call);
      await call.services.webhooks.testLimit(row.id);
      const { event } = call.body as { readonly event?: string };
      return { body: { data: await call.services.webhooks.sendTest(row, event) } };
    },
  },
  {
    ...shared,
    method: 'POST',
    path: `${one}/rotate-secret`,
    operationId: 'rotateWebhookSecret',
    title: 'Rotate secret',
    description: 'Generates a new secret. Deliveries carry both signatures for 24 hours.',
    success: { status: 200, description: 'The new secret.', schema: dataOf(secretRotated) },
    handle: async (call) => {
      const { services, project } = call;
      const row = await webhookOf(call);
      const secret = newSecret();
      const now = services.now();
      const { vault } = services.webhooks;
      // A secret that is lost signs nothing any more.
      const until = vault.canOpen(row.secret) ? now + overlap : now;
      await updateWebhook(services.store, {
        projectId: project.id,
        id: row.id,
        now,
        change: {
          secret: vault.seal(secret),
          secret_hint: maskSecret(secret),
          old_secret: until === now ? null : row.secret,
          old_secret_until: until === now ? null : until,
        },
      });
      return {
        body: { data: { id: row.id, secret, previousSecretExpiresAt: isoTime(until) } },
      };
    },
  },
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
      const page = pageOf(call.query);
      const { rows, total } = await listDeliveries(call.services.store.db, {
        webhookId: row.id,
        ...(call.query.status === undefined ? {} : { state: call.query.status as DeliveryState }),
        limit: page.limit,
        offset: page.offset,
      });
      return { body: listBody(rows.map(deliveryView), total, page) };
    },
  },
  {
    ...shared,
    method: 'GET',
    path: `${one}/deliveries/:deliveryId`,
    operationId: 'getDelivery',
    title: 'Get delivery',
    description: 'One delivery with its envelope and every attempt.',
    success: { status: 200, description: 'The delivery.', schema: dataOf(deliveryDetail) },
    handle: async (call) => {
      const { services, params } = call;
      const row = await webhookOf(call);
      const found = await findDelivery(services.store.db, row.id, params.deliveryId ?? '');
      const event = found && (await findEvent(services.store.db, found.delivery.event_id));
      if (!found || !event) throw noDelivery();
      return {
        body: {
          data: {
            ...deliveryView(found.delivery),
            envelope: JSON.parse(envelopeOf(event, row)),
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
    handle: async (call) => {
      const count = await resend(call, { id: call.params.deliveryId ?? '' });
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
    description: 'Sends all undelivered events of a time range again, with the same ids.',
    body: replayBody,
    success: { status: 200, description: 'The deliveries are sent again.', schema: dataOf(resent) },
    handle: async (call) => {
      const { from, to } = call.body as { readonly from: string; readonly to?: string };
      const count = await resend(call, {
        from: Date.parse(from),
        ...(to === undefined ? {} : { to: Date.parse(to) }),
      });
      return { body: { data: { deliveries: count } } };
    },
  },
];

async function createHandler(call: ApiCall) {
  const { services, caller, project, body, base } = call;
  const given = body as WebhookBody;
  await assertMonth(call);
  const urlFields = await checkUrl(call, given.url ?? '');
  const secret = given.secret ?? newSecret();
  const now = services.now();
  const row: WebhookRow = {
    id: services.newId('whk'),
    project_id: project.id,
    ...urlFields,
    events: JSON.stringify([...new Set(given.events)]),
    description: given.description ?? '',
    active: given.active === false ? 0 : 1,
    body_signature: given.bodySignature ? 1 : 0,
    legacy_envelope: given.legacyEnvelope ? 1 : 0,
    secret: services.webhooks.vault.seal(secret),
    secret_hint: maskSecret(secret),
    old_secret: null,
    old_secret_until: null,
    failures: 0,
    failing_since: null,
    disabled_reason: null,
    last_status: null,
    last_event: null,
    last_at: null,
    last_duration: null,
    created_at: now,
    updated_at: now,
  };
  await createWebhook(services.store, caller.orgId, row);
  return {
    body: {
      data: {
        id: row.id,
        url: row.url,
        events: JSON.parse(row.events),
        description: row.description,
        active: row.active === 1,
        secret,
        createdAt: isoTime(row.created_at),
      },
    },
    headers: { Location: `${base}/projects/${project.id}/webhooks/${row.id}` },
  };
}

async function updateHandler(call: ApiCall) {
  const { services, project, params, body } = call;
  const given = body as WebhookBody;
  await webhookOf(call);
  const change: WebhookChange = {
    ...(given.url === undefined ? {} : await checkUrl(call, given.url)),
    ...(given.events ? { events: JSON.stringify([...new Set(given.events)]) } : {}),
    ...(given.description === undefined ? {} : { description: given.description }),
    ...(given.active === undefined ? {} : { active: given.active ? 1 : 0 }),
    ...(given.bodySignature === undefined ? {} : { body_signature: given.bodySignature ? 1 : 0 }),
    ...(given.legacyEnvelope === undefined
      ? {}
      : { legacy_envelope: given.legacyEnvelope ? 1 : 0 }),
  };
  const row = await updateWebhook(services.store, {
    projectId: project.id,
    id: params.webhookId ?? '',
    change,
    now: services.now(),
  });
  return {
    body: {
      data: {
        id: row.id,
        url: row.url,
        events: JSON.parse(row.events),
        active: row.active === 1,
        updatedAt: isoTime(row.updated_at),
      },
    },
  };
}

/** Vets a URL; its normal form tells duplicates. */
async function checkUrl({ services }: ApiCall, url: string) {
  const wrong = await services.webhooks.vet(url);
  if (wrong) throw invalid('url', 'bad-url', `This URL can't receive webhooks: ${wrong}`);
  const normal = new URL(url);
  normal.hash = '';
  return { url, url_key: normal.href };
}

/** 429 once the month's events are used up. */
async function assertMonth({ services, caller }: ApiCall): Promise<void> {
  const left = await services.webhooks.eventsLeft(caller.orgId);
  if (left === null || left.remaining > 0) return;
  throw new ApiError(
    'LIMIT_EXCEEDED',
    `All ${left.limit} webhook events for this month are used up.`,
    {
      details: [{ path: '', code: 'events', message: `${left.limit} of ${left.limit}` }],
      headers: { 'Retry-After': String(Math.ceil((left.resetsAt - services.now()) / 1000)) },
    },
  );
}

async function resend(
  call: ApiCall,
  which: { readonly id?: string; readonly from?: number; readonly to?: number },
): Promise<number> {
  const row = await webhookOf(call);
  if (row.active === 0) throw invalid('', 'inactive', 'The webhook is inactive. Activate it first');
  const { services } = call;
  const count = await resendDeliveries(services.store, {
    webhookId: row.id,
    now: services.now(),
    ...which,
  });
  services.webhooks.wake();
  return count;
}

async function webhookOf({ services, project, params }: ApiCall): Promise<WebhookRow> {
  const row = await findWebhook(services.store.db, project.id, params.webhookId ?? '');
  if (!row) throw missing();
  return row;
}

function missing(): ApiError {
  return new ApiError('NOT_FOUND', 'Webhook not found.');
}

function noDelivery(): ApiError {
  return new ApiError('NOT_FOUND', 'Delivery not found.');
}

function viewOf(row: WebhookRow) {
  return {
    id: row.id,
    url: row.url,
    events: JSON.parse(row.events),
    description: row.description,
    active: row.active === 1,
    secret: row.secret_hint,
    bodySignature: row.body_signature === 1,
    legacyEnvelope: row.legacy_envelope === 1,
    disabledReason: row.disabled_reason,
    createdAt: isoTime(row.created_at),
    updatedAt: isoTime(row.updated_at),
    lastDelivery:
      row.last_at === null
        ? null
        : {
            status: row.last_status,
            event: row.last_event,
            deliveredAt: isoTime(row.last_at),
            duration: row.last_duration,
          },
  };
}

function deliveryView(row: DeliveryRow) {
  return {
    id: row.id,
    eventId: row.event_id,
    event: row.event_type,
    status: row.state,
    nextAttemptAt: row.state === 'pending' ? isoTime(row.next_at) : null,
    createdAt: isoTime(row.created_at),
    finishedAt: row.finished_at === null ? null : isoTime(row.finished_at),
  };
}
