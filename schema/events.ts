/** Payload `data` of every site event (document 2, Events). */
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
  /** `diff`: unified diff of the source, at most 10 kB (S2-31). */
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

/** The nine subscribable event types, in the spec's order. */
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

/** What happened to a site; the body of a delivery (document 2, Webhook delivery envelope). */
export interface SiteEvent<T extends EventType = EventType> {
  readonly id: string;
  readonly type: T;
  readonly projectId: string;
  /** ISO 8601 UTC with milliseconds: when it happened (S2-02). */
  readonly timestamp: string;
  readonly data: EventData[T];
}
