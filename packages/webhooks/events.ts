// Written by `npm run reference`: change the description of the API instead.

/** The body of a delivery. Types may be added: ignore those that you don't know. */
export type WebhookEvent =
  | AgentJobCompletedEvent
  | AssistantConversationCompletedEvent
  | DeploymentCompletedEvent
  | DeploymentFailedEvent
  | DeploymentStartedEvent
  | FeedbackReceivedEvent
  | PageCreatedEvent
  | PageDeletedEvent
  | PageUpdatedEvent;

/** An agent finished looking for improvements. */
export interface AgentJobCompletedEvent {
  /** Event. */
  readonly id: string;
  /** Event type. */
  readonly type: 'agent.job.completed';
  /** Project. */
  readonly projectId: string;
  /** When it happened (ISO 8601, UTC). */
  readonly timestamp: string;
  /** False for events of test mode. */
  readonly livemode: boolean;
  /** An agent finished looking for improvements. */
  readonly data: {
    /** The job. */
    readonly jobId: string;
    /** Number of suggestions it made. */
    readonly suggestionsCount: number;
    /** How it ended. */
    readonly status: 'completed' | 'failed';
  };
  /** The type again, for webhooks with `legacyEnvelope`. */
  readonly event?: 'agent.job.completed';
}

/** A conversation with the assistant ended. */
export interface AssistantConversationCompletedEvent {
  /** Event. */
  readonly id: string;
  /** Event type. */
  readonly type: 'assistant.conversation.completed';
  /** Project. */
  readonly projectId: string;
  /** When it happened (ISO 8601, UTC). */
  readonly timestamp: string;
  /** False for events of test mode. */
  readonly livemode: boolean;
  /** A conversation with the assistant ended. */
  readonly data: {
    /** The conversation. */
    readonly conversationId: string;
    /** Number of messages from both sides. */
    readonly messageCount: number;
    /** Tokens used by the language model. */
    readonly tokensUsed: number;
    /** The reader's rating, or null. */
    readonly satisfied: boolean | null;
  };
  /** The type again, for webhooks with `legacyEnvelope`. */
  readonly event?: 'assistant.conversation.completed';
}

/** A build completed and its deployment is live. */
export interface DeploymentCompletedEvent {
  /** Event. */
  readonly id: string;
  /** Event type. */
  readonly type: 'deployment.completed';
  /** Project. */
  readonly projectId: string;
  /** When it happened (ISO 8601, UTC). */
  readonly timestamp: string;
  /** False for events of test mode. */
  readonly livemode: boolean;
  /** A build completed and its deployment is live. */
  readonly data: {
    /** The deployment. */
    readonly deploymentId: string;
    /** The project. */
    readonly projectId: string;
    /** Branch it was built from; empty outside Git. */
    readonly branch: string;
    /** Commit it was built from; empty outside Git. */
    readonly commitSha: string;
    /** Number of pages in the deployment. */
    readonly pagesBuilt: number;
    /** Milliseconds the build took. */
    readonly duration: number;
    /** Always `success`. */
    readonly status: 'success';
  };
  /** The type again, for webhooks with `legacyEnvelope`. */
  readonly event?: 'deployment.completed';
}

/** A build failed; the previous deployment stays live. */
export interface DeploymentFailedEvent {
  /** Event. */
  readonly id: string;
  /** Event type. */
  readonly type: 'deployment.failed';
  /** Project. */
  readonly projectId: string;
  /** When it happened (ISO 8601, UTC). */
  readonly timestamp: string;
  /** False for events of test mode. */
  readonly livemode: boolean;
  /** A build failed; the previous deployment stays live. */
  readonly data: {
    /** The deployment. */
    readonly deploymentId: string;
    /** The project. */
    readonly projectId: string;
    /** Branch it was built from; empty outside Git. */
    readonly branch: string;
    /** What went wrong, in one sentence. */
    readonly error: string;
  };
  /** The type again, for webhooks with `legacyEnvelope`. */
  readonly event?: 'deployment.failed';
}

/** A build started. */
export interface DeploymentStartedEvent {
  /** Event. */
  readonly id: string;
  /** Event type. */
  readonly type: 'deployment.started';
  /** Project. */
  readonly projectId: string;
  /** When it happened (ISO 8601, UTC). */
  readonly timestamp: string;
  /** False for events of test mode. */
  readonly livemode: boolean;
  /** A build started. */
  readonly data: {
    /** The deployment. */
    readonly deploymentId: string;
    /** The project. */
    readonly projectId: string;
    /** Branch it was built from; empty outside Git. */
    readonly branch: string;
    /** Commit it was built from; empty outside Git. */
    readonly commitSha: string;
  };
  /** The type again, for webhooks with `legacyEnvelope`. */
  readonly event?: 'deployment.started';
}

/** A reader rated a page. */
export interface FeedbackReceivedEvent {
  /** Event. */
  readonly id: string;
  /** Event type. */
  readonly type: 'feedback.received';
  /** Project. */
  readonly projectId: string;
  /** When it happened (ISO 8601, UTC). */
  readonly timestamp: string;
  /** False for events of test mode. */
  readonly livemode: boolean;
  /** A reader rated a page. */
  readonly data: {
    /** The feedback. */
    readonly feedbackId: string;
    /** Path of the page. */
    readonly pagePath: string;
    /** Thumb up or down. */
    readonly rating: 'positive' | 'negative';
    /** The reader's comment. */
    readonly comment: string | null;
  };
  /** The type again, for webhooks with `legacyEnvelope`. */
  readonly event?: 'feedback.received';
}

/** A page was added in the live deployment. */
export interface PageCreatedEvent {
  /** Event. */
  readonly id: string;
  /** Event type. */
  readonly type: 'page.created';
  /** Project. */
  readonly projectId: string;
  /** When it happened (ISO 8601, UTC). */
  readonly timestamp: string;
  /** False for events of test mode. */
  readonly livemode: boolean;
  /** A page was added in the live deployment. */
  readonly data: {
    /** Path of the page. */
    readonly pagePath: string;
    /** Title of the page. */
    readonly pageTitle: string;
    /** The deployment. */
    readonly deploymentId: string;
  };
  /** The type again, for webhooks with `legacyEnvelope`. */
  readonly event?: 'page.created';
}

/** A page was removed from the live deployment. */
export interface PageDeletedEvent {
  /** Event. */
  readonly id: string;
  /** Event type. */
  readonly type: 'page.deleted';
  /** Project. */
  readonly projectId: string;
  /** When it happened (ISO 8601, UTC). */
  readonly timestamp: string;
  /** False for events of test mode. */
  readonly livemode: boolean;
  /** A page was removed from the live deployment. */
  readonly data: {
    /** Path of the page. */
    readonly pagePath: string;
    /** Title of the page. */
    readonly pageTitle: string;
    /** The deployment. */
    readonly deploymentId: string;
  };
  /** The type again, for webhooks with `legacyEnvelope`. */
  readonly event?: 'page.deleted';
}

/** The source of a page changed. */
export interface PageUpdatedEvent {
  /** Event. */
  readonly id: string;
  /** Event type. */
  readonly type: 'page.updated';
  /** Project. */
  readonly projectId: string;
  /** When it happened (ISO 8601, UTC). */
  readonly timestamp: string;
  /** False for events of test mode. */
  readonly livemode: boolean;
  /** The source of a page changed. */
  readonly data: {
    /** Path of the page. */
    readonly pagePath: string;
    /** Title of the page. */
    readonly pageTitle: string;
    /** The deployment. */
    readonly deploymentId: string;
    /** Unified diff of the source, at most 10 kB; empty if only its metadata changed. */
    readonly diff: string;
  };
  /** The type again, for webhooks with `legacyEnvelope`. */
  readonly event?: 'page.updated';
}
