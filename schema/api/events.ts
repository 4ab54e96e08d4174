import { eventTypes } from '../events.ts';
import type { JsonSchema } from '../json-schema.ts';
import { eventEnvelope } from './deliveries.ts';
import { pageQuery, spanQuery } from './shapes.ts';

/** An event, as webhooks receive it. */
export const eventItem: JsonSchema = {
  description: 'An event.',
  oneOf: eventTypes.map(eventEnvelope),
};

const anyType = eventTypes.map((type) => type.replaceAll('.', '\\.')).join('|');
const { page: _, ...pages } = pageQuery({ default: 50, max: 200 });

/** Query of List Events: without numbers of pages, which move as events are deleted. */
export const eventsQuery: Record<string, JsonSchema> = {
  types: {
    type: 'string',
    pattern: `^(${anyType})(,(${anyType})){0,20}$`,
    expects: 'event types, separated by commas',
    description: 'Only events of these types, separated by commas.',
    examples: ['page.created,page.updated'],
  },
  after: {
    type: 'string',
    pattern: '^evt_[0-9A-HJKMNP-TV-Z]{26}$',
    expects: 'the id of an event',
    description: 'Only what comes after this event. `cursor` takes precedence.',
    examples: ['evt_01JNF5A3Q8R7XK2M4V9B6C0DTE'],
  },
  ...spanQuery('events that happened'),
  ...pages,
};
