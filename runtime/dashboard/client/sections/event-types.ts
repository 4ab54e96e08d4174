import type { EventType } from '../../../../packages/client/models.ts';

/** Every type of event, and when it happens. */
export const eventTypes: Readonly<Record<EventType, string>> = {
  'deployment.started': 'A build has begun',
  'deployment.completed': 'A deployment went live',
  'deployment.failed': 'A build failed',
  'page.created': 'A page was added',
  'page.updated': 'A page changed',
  'page.deleted': 'A page was removed',
  'feedback.received': 'A reader rated a page',
  'assistant.conversation.completed': 'A conversation has ended',
  'agent.job.completed': 'A job has ended',
};
