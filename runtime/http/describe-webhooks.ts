import { eventEnvelope } from '../../schema/api/deliveries.ts';
import { eventSchemas, eventTypes } from '../../schema/events.ts';
import { exampleOf, type SchemaNames } from './describe-schema.ts';

const text = (description: string) => ({ description, schema: { type: 'string' } });

/** Headers of every delivery; those of Standard Webhooks are there under any name of the service. */
const headers = {
  'webhook-id': text('Id of the delivery; the same for every attempt.'),
  'webhook-timestamp': text('Unix seconds of this attempt.'),
  'webhook-signature': text('Signatures by Standard Webhooks, one for each secret.'),
};

/** The events that webhooks receive, each with its envelope. */
export function describeWebhooks(names: SchemaNames) {
  return Object.fromEntries(
    eventTypes.map((type) => {
      const schema = eventEnvelope(type);
      return [
        type,
        {
          post: {
            operationId: `on ${type}`.replace(/[ .](\w)/g, (_, letter) => letter.toUpperCase()),
            tags: ['Webhooks'],
            summary: type,
            description: eventSchemas[type].description,
            security: [],
            parameters: Object.entries(headers).map(([name, header]) => ({
              name,
              in: 'header',
              required: true,
              ...header,
            })),
            requestBody: {
              required: true,
              content: {
                'application/json': {
                  schema: names.describe(schema, 'response'),
                  example: exampleOf(schema),
                },
              },
            },
            responses: {
              '2XX': { description: 'The event is delivered; other answers are retried.' },
            },
          },
        },
      ];
    }),
  );
}
