import { dataOf } from '../../schema/api/shapes.ts';
import {
  secretRotated,
  type WebhookBody,
  webhookCreate,
  webhookCreated,
  webhookDeleted,
  webhookItem,
  webhookList,
  webhookTest,
  webhookTested,
  webhookUpdate,
  webhookUpdated,
} from '../../schema/api/webhooks.ts';
import type { ApiCall, ApiEndpoint } from '../api/services.ts';
import { isoTime } from '../api/services.ts';
import { noWebhook, webhookOf } from '../api/webhook-of.ts';
import { invalid } from '../http/body.ts';
import type { WebhookRow } from '../store/webhook-tables.ts';
import {
  createWebhook,
  deleteWebhook,
  findWebhook,
  listWebhooks,
  updateWebhook,
  type WebhookChange,
} from '../store/webhooks.ts';
import { monthUsedUp } from '../webhooks/month.ts';
import { maskSecret, newSecret } from '../webhooks/secrets.ts';
import type { TestAsked } from '../webhooks/service.ts';
import { standardSecret } from '../webhooks/sign.ts';

const list = '/projects/:projectId/webhooks';
const one = `${list}/:webhookId`;
const shared = { tag: 'Webhooks', scope: 'projects:write' } as const;
const noUrl = {
  code: 'ALREADY_EXISTS',
  description: 'Another webhook of the project has the same URL.',
} as const;

/** Milliseconds that both secrets sign after a rotation. */
const overlap = 24 * 60 * 60 * 1000;

/** The webhooks of a project. */
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
    method: 'GET',
    path: one,
    operationId: 'getWebhook',
    title: 'Get webhook',
    versioned: 'read',
    description: 'One webhook of a project, with its secret masked.',
    success: { status: 200, description: 'The webhook.', schema: dataOf(webhookItem) },
    handle: async (call) => ({ body: { data: viewOf(await webhookOf(call)) } }),
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
    state: stateOf,
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
    state: stateOf,
    handle: async ({ services, project, params }) => {
      const id = params.webhookId ?? '';
      if (!(await deleteWebhook(services.store.db, project.id, id))) throw noWebhook();
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
      const asked = call.body as TestAsked;
      return { body: { data: await call.services.webhooks.sendTest(row, asked) } };
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
    state: stateOf,
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
        body: {
          data: {
            id: row.id,
            secret,
            standardSecret: standardSecret(secret),
            previousSecretExpiresAt: isoTime(until),
          },
        },
      };
    },
  },
];

/** A webhook as the audit log compares it: without what was delivered, and with secrets hidden. */
async function stateOf({ services, project, params }: ApiCall) {
  const row = await findWebhook(services.store.db, project.id, params.webhookId ?? '');
  if (!row) return undefined;
  const { url, events, description, active, secret, bodySignature, legacyEnvelope } = viewOf(row);
  return { url, events, description, active, secret, bodySignature, legacyEnvelope };
}

async function createHandler(call: ApiCall) {
  const { services, caller, project, body, base } = call;
  const given = body as WebhookBody;
  await assertMonth(call);
  const urlFields = await checkUrl(call, given.url ?? '');
  const secret = given.secret ?? newSecret();
  const now = services.now();
  const row: Omit<WebhookRow, 'livemode'> = {
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
        standardSecret: standardSecret(secret),
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
  const month = await services.webhooks.monthOf(caller.orgId);
  if (month.remaining === 0) throw monthUsedUp(month, services.now());
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
