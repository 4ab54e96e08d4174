import { eventTypes } from '../events.ts';
import type { JsonSchema } from '../json-schema.ts';
import { body, exactly, identifier, isoTime, named, nullable } from './shapes.ts';

/** Body of Create and Update Webhook. */
export interface WebhookBody {
  readonly url?: string;
  readonly events?: readonly string[];
  readonly description?: string;
  readonly secret?: string;
  readonly active?: boolean;
  readonly bodySignature?: boolean;
  readonly legacyEnvelope?: boolean;
}

const id = identifier('whk', 'Webhook.');

const url: JsonSchema = {
  type: 'string',
  minLength: 1,
  maxLength: 2048,
  expects: 'an https URL',
  also: { format: 'uri', pattern: '^[Hh][Tt][Tt][Pp][Ss]://' },
  description: 'HTTPS URL that receives the deliveries.',
  examples: ['https://example.com/hooks/docs'],
};

const events: JsonSchema = {
  type: 'array',
  minItems: 1,
  maxItems: 100,
  items: { type: 'string', enum: eventTypes },
  description: 'Event types to deliver; exact names.',
  examples: [['deployment.completed', 'page.updated']],
};

const description: JsonSchema = {
  type: 'string',
  maxLength: 200,
  description: 'Description of the webhook.',
  examples: ['Rebuild the intranet search index'],
};

const active: JsonSchema = {
  type: 'boolean',
  default: true,
  description: 'Whether events are delivered.',
};

const secret: JsonSchema = {
  type: 'string',
  pattern: '^[\\x20-\\x7e]{16,256}$',
  expects: '16 to 256 printable ASCII characters',
  description: 'Signing secret, generated if omitted. Returned in full only in this response.',
  examples: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
};

const standardSecret: JsonSchema = {
  type: 'string',
  pattern: '^whsec_[A-Za-z0-9+/]+={0,2}$',
  description:
    'The secret as libraries for Standard Webhooks expect it: `secret` itself if it is `whsec_` and base64. Returned only in this response.',
  examples: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
};

const maskedSecret: JsonSchema = {
  type: 'string',
  description: 'Signing secret, masked.',
  examples: ['whsec_****LaSw'],
};

const bodySignature: JsonSchema = {
  type: 'boolean',
  default: false,
  description: 'Adds a header with a signature over the body alone.',
};

const legacyEnvelope: JsonSchema = {
  type: 'boolean',
  default: false,
  description: 'Repeats the event type in the body as `event`.',
};

const createdAt = isoTime('When the webhook was created');

const updatedAt = isoTime('When the webhook last changed');

export const duration: JsonSchema = {
  type: 'integer',
  minimum: 0,
  description: 'Milliseconds.',
  examples: [123],
};

export const statusCode: JsonSchema = {
  type: 'integer',
  description: 'HTTP status of the response; 0 if there was none.',
  examples: [200],
};

export const eventName: JsonSchema = {
  type: 'string',
  description: 'Event type.',
  examples: ['page.updated'],
};

/** Body of Create Webhook. */
export const webhookCreate: JsonSchema = named('NewWebhook', {
  ...body(
    'A new webhook.',
    { url, events, description, secret, active, bodySignature, legacyEnvelope },
    ['url', 'events'],
  ),
  examples: [{ url: 'https://example.com/hooks/docs', events: ['page.updated'] }],
});

/** Body of Update Webhook; it can't change the secret. */
export const webhookUpdate: JsonSchema = named('WebhookChanges', {
  ...body('Fields to change; `events` replaces the whole list.', {
    url,
    events,
    description,
    active,
    bodySignature,
    legacyEnvelope,
  }),
  examples: [{ active: false }],
});

/** A webhook as returned by Get and List. */
export const webhookItem = named(
  'Webhook',
  exactly('A webhook.', {
    id,
    url,
    events,
    description,
    active,
    secret: maskedSecret,
    bodySignature,
    legacyEnvelope,
    disabledReason: nullable({
      type: 'string',
      enum: ['failures', 'gone'],
      description: 'Why the service disabled it; null otherwise.',
    }),
    createdAt,
    updatedAt,
    lastDelivery: nullable(
      exactly('The most recent attempt; null before the first.', {
        status: statusCode,
        event: eventName,
        deliveredAt: isoTime('When it was sent'),
        duration,
      }),
    ),
  }),
);

/** Response of List Webhooks: all of them, without pagination. */
export const webhookList: JsonSchema = exactly('The webhooks of a project.', {
  data: { type: 'array', items: webhookItem, description: 'The webhooks, oldest first.' },
});

/** A webhook as returned by Create: the only response with the full secret. */
export const webhookCreated = named(
  'CreatedWebhook',
  exactly('The new webhook.', {
    id,
    url,
    events,
    description,
    active,
    secret,
    standardSecret,
    createdAt,
  }),
);

/** A webhook as returned by Update. */
export const webhookUpdated = named(
  'UpdatedWebhook',
  exactly('The updated webhook.', {
    id,
    url,
    events,
    active,
    updatedAt,
  }),
);

/** Response of Delete Webhook. */
export const webhookDeleted = named(
  'DeletedWebhook',
  exactly('What was deleted.', {
    deleted: { type: 'boolean', const: true, description: 'Always true.' },
    id,
  }),
);

/** What a receiver has to refuse: an event that anyone may have made up, and one that was recorded. */
const testFaults = ['signature', 'age'] as const;

/** What is wrong with a test event on purpose. */
export type TestFault = (typeof testFaults)[number];

/** Body of Send Test Event. */
export const webhookTest: JsonSchema = named('WebhookTest', {
  ...body('What to send.', {
    event: {
      type: 'string',
      enum: [...eventTypes, 'test.ping'],
      description: 'Event type of the sample (default: the first subscribed type).',
      examples: ['page.updated'],
    },
    fault: {
      type: 'string',
      enum: testFaults,
      description:
        'Makes it a delivery that a receiver must refuse: signed with another secret, or with the time of an hour ago.',
      examples: ['signature'],
    },
  }),
  examples: [{}],
});

/** Response of Send Test Event. */
export const webhookTested: JsonSchema = named('WebhookTestResult', {
  ...exactly('How the receiver answered.', {
    delivered: { type: 'boolean', description: 'Whether it answered with 2xx.' },
    statusCode,
    duration,
    responseBody: { type: 'string', description: 'Start of the response body, at most 4 kB.' },
    event: eventName,
    error: {
      type: 'string',
      description: 'Why the delivery failed; absent if the receiver answered with 2xx.',
    },
  }),
  required: ['delivered', 'statusCode', 'duration', 'responseBody', 'event'],
});

/** Response of Rotate Secret. */
export const secretRotated = named(
  'RotatedSecret',
  exactly('The new secret.', {
    id,
    secret,
    standardSecret,
    previousSecretExpiresAt: isoTime('Until when deliveries are also signed with the old secret'),
  }),
);
