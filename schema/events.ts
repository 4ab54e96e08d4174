import { exactly, nullable } from './api/shapes.ts';
import type { JsonSchema } from './json-schema.ts';

/** Payload `data` of every site event. */
export interface EventData {
  'deployment.started': {
    readonly deploymentId: string;
    readonly projectId: string;
    readonly branch: string;
    readonly commitSha: string;
  };
  'deployment.completed': {
    readonly deploymentId: string;
    readonly projectId: string;
    readonly branch: string;
    readonly commitSha: string;
    readonly pagesBuilt: number;
    /** Milliseconds. */
    readonly duration: number;
    readonly status: 'success';
  };
  'deployment.failed': {
    readonly deploymentId: string;
    readonly projectId: string;
    readonly branch: string;
    readonly error: string;
  };
  'page.created': PageEvent;
  /** `diff`: unified diff of the source, at most 10 kB. */
  'page.updated': PageEvent & { readonly diff: string };
  'page.deleted': PageEvent;
  'feedback.received': {
    readonly feedbackId: string;
    readonly pagePath: string;
    readonly rating: 'positive' | 'negative';
    readonly comment: string | null;
  };
  'assistant.conversation.completed': {
    readonly conversationId: string;
    readonly messageCount: number;
    readonly tokensUsed: number;
    readonly satisfied: boolean | null;
  };
  'agent.job.completed': {
    readonly jobId: string;
    readonly suggestionsCount: number;
    readonly status: 'completed' | 'failed';
  };
}

interface PageEvent {
  readonly pagePath: string;
  readonly pageTitle: string;
  readonly deploymentId: string;
}

export type EventType = keyof EventData;

/** The nine event types that can be subscribed to. */
export const eventTypes = [
  'deployment.started',
  'deployment.completed',
  'deployment.failed',
  'page.created',
  'page.updated',
  'page.deleted',
  'feedback.received',
  'assistant.conversation.completed',
  'agent.job.completed',
] as const satisfies readonly EventType[];

/** What happened to a site; the body of a delivery. */
export interface SiteEvent<T extends EventType = EventType> {
  readonly id: string;
  readonly type: T;
  readonly projectId: string;
  /** ISO 8601 UTC with milliseconds: when it happened. */
  readonly timestamp: string;
  readonly data: EventData[T];
}

const text = (description: string, example: string): JsonSchema => ({
  type: 'string',
  description,
  examples: [example],
});
const count = (description: string, example: number): JsonSchema => ({
  type: 'integer',
  minimum: 0,
  description,
  examples: [example],
});

const deployment = {
  deploymentId: text('The deployment.', 'dpl_01JNF5A3Q8R7XK2M4V9B6C0DTE'),
  projectId: text('The project.', 'prj_01JNF5A3Q8R7XK2M4V9B6C0DTE'),
  branch: text('Branch it was built from; empty outside Git.', 'main'),
};
const commitSha = text('Commit it was built from; empty outside Git.', '5f2b7c1e9a4d3f60');
const page = {
  pagePath: text('Path of the page.', 'guides/start'),
  pageTitle: text('Title of the page.', 'Get started'),
  deploymentId: deployment.deploymentId,
};

/** JSON Schema of the payload of every event type; each field carries an example. */
export const eventSchemas: Readonly<Record<EventType, JsonSchema>> = {
  'deployment.started': exactly('A build started.', { ...deployment, commitSha }),
  'deployment.completed': exactly('A build completed and its deployment is live.', {
    ...deployment,
    commitSha,
    pagesBuilt: count('Number of pages in the deployment.', 42),
    duration: count('Milliseconds the build took.', 5210),
    status: {
      type: 'string',
      const: 'success',
      description: 'Always `success`.',
      examples: ['success'],
    },
  }),
  'deployment.failed': exactly('A build failed; the previous deployment stays live.', {
    ...deployment,
    error: text('What went wrong, in one sentence.', '2 errors in docs.json'),
  }),
  'page.created': exactly('A page was added in the live deployment.', page),
  'page.updated': exactly('The source of a page changed.', {
    ...page,
    diff: text(
      'Unified diff of the source, at most 10 kB; empty if only its metadata changed.',
      '@@ -1,3 +1,3 @@\n # Get started\n-Old\n+New\n',
    ),
  }),
  'page.deleted': exactly('A page was removed from the live deployment.', page),
  'feedback.received': exactly('A reader rated a page.', {
    feedbackId: text('The feedback.', 'fbk_01JNF5A3Q8R7XK2M4V9B6C0DTE'),
    pagePath: page.pagePath,
    rating: {
      type: 'string',
      enum: ['positive', 'negative'],
      description: 'Thumb up or down.',
      examples: ['positive'],
    },
    comment: nullable({
      type: 'string',
      maxLength: 2000,
      description: "The reader's comment.",
      examples: ['The second step saved my day.'],
    }),
  }),
  'assistant.conversation.completed': exactly('A conversation with the assistant ended.', {
    conversationId: text('The conversation.', 'cnv_01JNF5A3Q8R7XK2M4V9B6C0DTE'),
    messageCount: count('Number of messages from both sides.', 6),
    tokensUsed: count('Tokens used by the language model.', 4210),
    satisfied: nullable({
      type: 'boolean',
      description: "The reader's rating, or null.",
      examples: [true],
    }),
  }),
  'agent.job.completed': exactly('An agent finished looking for improvements.', {
    jobId: text('The job.', 'job_01JNF5A3Q8R7XK2M4V9B6C0DTE'),
    suggestionsCount: count('Number of suggestions it made.', 3),
    status: {
      type: 'string',
      enum: ['completed', 'failed'],
      description: 'How it ended.',
      examples: ['completed'],
    },
  }),
};

/** A payload made of the examples in its schema, for test events and the handbook. */
export function samplePayload(type: EventType): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(eventSchemas[type].properties ?? {}).map(([name, field]) => [
      name,
      field.examples?.[0],
    ]),
  );
}

/** Whether a string is an event type that can be subscribed to. */
export function isEventType(name: string): name is EventType {
  return (eventTypes as readonly string[]).includes(name);
}
