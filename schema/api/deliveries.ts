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
import { duration, eventName, statusCode } from './webhooks.ts';

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
  attemptCount: {
    type: 'integer',
    minimum: 0,
    description: 'Attempts so far.',
    examples: [1],
  },
  lastStatusCode: nullable({
    ...statusCode,
    description: 'HTTP status of the last attempt; 0 without a response, null before the first.',
  }),
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
    request: nullable(
      exactly(
        'The request of the last attempt, apart from its body; null before the first. What depends on the webhook, such as the URL, is as the webhook is now.',
        {
          method: { type: 'string', const: 'POST', description: 'Method.' },
          url: {
            type: 'string',
            description: 'URL.',
            examples: ['https://example.com/hooks/docs'],
          },
          headers: {
            type: 'object',
            additionalProperties: { type: 'string' },
            description: 'Headers by name, with signatures as `****`: they are not stored.',
            examples: [{ 'content-type': 'application/json', 'webhook-signature': '****' }],
          },
        },
      ),
    ),
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
