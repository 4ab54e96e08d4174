import { eventItem, eventsQuery } from '../../schema/api/events.ts';
import { dataOf, listOf } from '../../schema/api/shapes.ts';
import { ApiError } from '../../schema/errors.ts';
import { type ApiCall, type ApiEndpoint, spanOf } from '../api/services.ts';
import { type ListPage, listAnswer, pageOf } from '../http/list.ts';
import { type EventOrder, keyOfEvent, listEvents } from '../store/event-list.ts';
import { findEvent } from '../store/events.ts';
import type { ProjectFacts } from '../store/projects.ts';
import type { EventRow } from '../store/webhook-tables.ts';
import { envelopeOf } from '../webhooks/envelope.ts';

const list = '/projects/:projectId/events';
const shared = { tag: 'Events', scope: 'projects:read' } as const;

/** What happened to a site, as webhooks receive it. */
export const eventRoutes: readonly ApiEndpoint[] = [
  {
    ...shared,
    method: 'GET',
    path: list,
    operationId: 'listEvents',
    title: 'List events',
    description:
      'The events of the last 30 days in the order in which they were recorded, oldest first; with `from` or `to`, in the order in which they happened. To follow a project, ask again with the id of the last event as `after`.',
    query: eventsQuery,
    success: { status: 200, description: 'One page of events.', schema: listOf(eventItem) },
    errors: [{ code: 'NOT_FOUND', description: 'There is no event `after`, or not any more.' }],
    handle: async (call) => {
      const { services, project, query, url } = call;
      const span = spanOf(query);
      const sortedBy = span.from === undefined && span.to === undefined ? 'recorded' : 'time';
      const page = await pageAfter(call, sortedBy);
      const listed = await listEvents(services.store.db, {
        projectId: project.id,
        types: [...new Set(query.types === undefined ? [] : String(query.types).split(','))],
        limit: page.limit,
        position: page.position,
        sortedBy,
        ...span,
      });
      const keyOf = (row: EventRow) => keyOfEvent(row, sortedBy);
      return listAnswer(listed, page, { url, view: viewFor(project), keyOf });
    },
  },
  {
    ...shared,
    method: 'GET',
    path: `${list}/:eventId`,
    operationId: 'getEvent',
    title: 'Get event',
    versioned: 'read',
    description: 'One event, as webhooks receive it.',
    success: { status: 200, description: 'The event.', schema: dataOf(eventItem) },
    handle: async (call) => {
      const event = await eventOf(call, call.params.eventId);
      return { body: { data: viewFor(call.project)(event) } };
    },
  },
];

/** The page that a request asks for: after an event unless it has a cursor. */
async function pageAfter(call: ApiCall, order: EventOrder): Promise<ListPage> {
  const { query } = call;
  const types = order === 'time' ? (['number', 'number'] as const) : (['number'] as const);
  const page = pageOf(query, { name: order, types });
  if (query.after === undefined || page.position) return page;
  const event = await eventOf(call, String(query.after));
  return { ...page, position: { side: 'after', key: keyOfEvent(event, order) } };
}

async function eventOf({ services, project }: ApiCall, id = ''): Promise<EventRow> {
  const event = await findEvent(services.store.db, id);
  if (event?.project_id !== project.id) throw new ApiError('NOT_FOUND', 'Event not found.');
  return event;
}

/** Shows events of a project in its mode. */
function viewFor({ livemode }: Pick<ProjectFacts, 'livemode'>) {
  return (row: EventRow): unknown => JSON.parse(envelopeOf(row, { legacy_envelope: 0, livemode }));
}
