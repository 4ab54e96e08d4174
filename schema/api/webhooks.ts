import { type EventType, eventSchemas, eventTypes } from '../events.ts';
import type { JsonSchema } from '../json-schema.ts';
import {
  body,
  exactly,
  identifier,
  isoTime,
  named,
  nullable,
  pageQuery,
  spanQuery,
} from './shapes.ts';

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
const duration: JsonSchema = {
  type: 'integer',
  minimum: 0,
  description: 'Milliseconds.',
  examples: [123],
};
const statusCode: JsonSchema = {
  type: 'integer',
  description: 'HTTP status of the response; 0 if there was none.',
  examples: [200],
};
const eventName: JsonSchema = {
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

const deliveryFields = {
  id: identifier('dlv', 'Id of the delivery; the same for every attempt.'),
  eventId: identifier('evt', 'Event.'),
  event: eventName,
  status: {
    type: 'string',
    enum: ['pending', 'delivered', 'failed', 'cancelled', 'skipped_quota'],
    description: 'Status of the delivery.',
  },
  nextAttemptAt: nullable(isoTime('When the next attempt is due, or null')),
  createdAt: isoTime('When it was created'),
  finishedAt: nullable(isoTime('When it ended; null while it is pending')),
} as const satisfies Record<string, JsonSchema>;

/** The body of a delivery: one event. */
export function eventEnvelope(type: EventType): JsonSchema {
  const name = type.replace(/(?:^|\.)([a-z])/g, (_, letter) => letter.toUpperCase());
  const envelope = exactly(eventSchemas[type].description ?? '', {
    id: identifier('evt', 'Event.'),
    type: { type: 'string', const: type, description: 'Event type.' },
    projectId: identifier('prj', 'Project.'),
    timestamp: isoTime('When it happened'),
    livemode: {
      type: 'boolean',
      description: 'False for events of test mode.',
      examples: [true],
    },
    data: eventSchemas[type],
  });
  const event: JsonSchema = {
    type: 'string',
    const: type,
    description: 'The type again, for webhooks with `legacyEnvelope`.',
  };
  return named(`${name}Event`, { ...envelope, properties: { ...envelope.properties, event } });
}

/** A delivery in the delivery log. */
export const deliveryItem = named('Delivery', exactly('A delivery.', deliveryFields));

/** A delivery with all attempts and its envelope. */
export const deliveryDetail = named(
  'DeliveryWithAttempts',
  exactly('A delivery with its attempts.', {
    ...deliveryFields,
    envelope: {
      description: 'The body of the request.',
      oneOf: eventTypes.map(eventEnvelope),
    },
    attempts: {
      type: 'array',
      description: 'Attempts, oldest first.',
      items: exactly('An attempt.', {
        number: {
          type: 'integer',
          minimum: 1,
          description: 'Number of the attempt, starting at 1.',
        },
        startedAt: isoTime('When it was sent'),
        statusCode,
        duration,
        error: nullable({ type: 'string', description: 'Why there was no response.' }),
        responseBody: { type: 'string', description: 'Start of the response body, at most 4 kB.' },
      }),
    },
  }),
);

/** Query of List Deliveries. */
export const deliveriesQuery: Record<string, JsonSchema> = {
  status: { ...deliveryFields.status, description: 'Only deliveries with this status.' },
  event: {
    type: 'string',
    enum: eventTypes,
    description: 'Only deliveries of events of this type.',
  },
  eventId: identifier('evt', 'Only the delivery of this event.'),
  ...spanQuery('deliveries created'),
  ...pageQuery({ default: 50, max: 200 }),
};

const moment: JsonSchema = {
  type: 'string',
  format: 'date-time',
  description: 'ISO 8601 time.',
  examples: ['2026-03-15T12:00:00.000Z'],
};

/** Body of Replay Deliveries. */
export const replayBody: JsonSchema = named('Replay', {
  ...body('Time range of undelivered deliveries to send again.', { from: moment, to: moment }, [
    'from',
  ]),
  examples: [{ from: '2026-03-15T00:00:00.000Z' }],
});

/** Response of Redeliver and Replay. */
export const resent = named(
  'ReplayResult',
  exactly('Result of the replay.', {
    deliveries: {
      type: 'integer',
      minimum: 0,
      description: 'Number of deliveries that are sent again.',
      examples: [3],
    },
  }),
);
