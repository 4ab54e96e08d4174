// Written by `npm run reference`: change the description of the API instead.

/** Code of an error. */
export type ErrorCode =
  | 'NOT_FOUND'
  | 'VALIDATION_ERROR'
  | 'AUTH_ERROR'
  | 'FORBIDDEN'
  | 'LIMIT_EXCEEDED'
  | 'ALREADY_EXISTS'
  | 'CONFLICT'
  | 'TRANSLATION_FAILED'
  | 'AI_UNAVAILABLE'
  | 'CONTENT_FILTERED'
  | 'UPSTREAM_ERROR'
  | 'METHOD_NOT_ALLOWED'
  | 'REQUEST_TIMEOUT'
  | 'PAYLOAD_TOO_LARGE'
  | 'UNSUPPORTED_MEDIA_TYPE'
  | 'PRECONDITION_FAILED'
  | 'IDEMPOTENCY_CONFLICT'
  | 'IDEMPOTENCY_MISMATCH'
  | 'HEADERS_TOO_LARGE'
  | 'UNAVAILABLE'
  | 'STORAGE_FULL'
  | 'INTERNAL_ERROR';

/** Type of an event. */
export type EventType =
  | 'deployment.started'
  | 'deployment.completed'
  | 'deployment.failed'
  | 'page.created'
  | 'page.updated'
  | 'page.deleted'
  | 'feedback.received'
  | 'assistant.conversation.completed'
  | 'agent.job.completed';

/** Code of a language. */
export type LanguageCode =
  | 'en'
  | 'fr'
  | 'de'
  | 'es'
  | 'pt'
  | 'it'
  | 'nl'
  | 'pl'
  | 'sv'
  | 'no'
  | 'da'
  | 'fi'
  | 'zh-CN'
  | 'zh-TW'
  | 'ja'
  | 'ko'
  | 'th'
  | 'vi'
  | 'id'
  | 'ms'
  | 'ar'
  | 'he'
  | 'tr'
  | 'uk';

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

/** What readers of a site read, and where they came from. */
export interface Analytics {
  /** Whether this server counts views: `DOCENT_ANALYTICS_RETENTION` is not 0. */
  readonly counted: boolean;
  /** Sums of these days. */
  readonly totals: {
    /** Views of pages. */
    readonly views: number;
    /** The visitors of each day together: who comes on two days counts twice. */
    readonly visitors: number;
    /** Views of addresses without a page; with `pagePath`, behind its links. */
    readonly notFound: number;
  };
  /** Sums of as many days before. */
  readonly before: {
    /** Views of pages. */
    readonly views: number;
    /** The visitors of each day together. */
    readonly visitors: number;
  };
  /** The days, oldest first. */
  readonly days: readonly ({
    /** The day (UTC). */
    readonly date: string;
    /** Views of pages. */
    readonly views: number;
    /** Visitors: no one is recognized on another day. */
    readonly visitors: number;
    /** Searches; with `pagePath`, those that led to it; null with both `pagePath` and `language`. */
    readonly searches: number | null;
    /** Answers of the assistant; with `pagePath`, conversations that cite it, by the day of their last message; null with `language`. */
    readonly questions: number | null;
    /** Good ratings of pages; null with `language`. */
    readonly positive: number | null;
    /** Bad ratings of pages; null with `language`. */
    readonly negative: number | null;
  })[];
  /** The 50 pages with the most views. */
  readonly pages: readonly ({
    /** Its path in the source language. */
    readonly pagePath: string;
    /** Its title; null for a page that was deleted, or is generated. */
    readonly title: string | null;
    /** Views. */
    readonly views: number;
    /** The visitors of each day together. */
    readonly visitors: number;
  })[];
  /** The 50 other sites whose links were followed most. */
  readonly referrers: readonly {
    /** Its host. */
    readonly host: string;
    /** Views that came from it. */
    readonly views: number;
  }[];
  /** The 50 steps from page to page that were taken most. */
  readonly steps: readonly {
    /** Page before. */
    readonly from: string;
    /** Page after. */
    readonly to: string;
    /** How often it was taken. */
    readonly views: number;
  }[];
  /** The 50 addresses without a page that were asked for most, in all languages. */
  readonly notFound: readonly ({
    /** The address. */
    readonly address: string;
    /** How often it was asked for. */
    readonly times: number;
    /** The five sources that led there most; empty if none is known. */
    readonly sources: readonly ({
      /** Page of the site; null for another site. */
      readonly pagePath: string | null;
      /** Host of another site; null for a page of this one. */
      readonly source: string | null;
      /** How often it led there. */
      readonly times: number;
    })[];
  })[];
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

/** Usage of the assistant. */
export interface AssistantUsage {
  /** A number of past days, or the current billing cycle. */
  readonly period: '7d' | '30d' | '90d' | 'billing';
  /** Start of the period (ISO 8601, UTC). */
  readonly startDate: string;
  /** End of the period (ISO 8601, UTC). */
  readonly endDate: string;
  /** Conversations started. */
  readonly totalConversations: number;
  /** Messages from both sides. */
  readonly totalMessages: number;
  /** Tokens used by the language model. */
  readonly totalTokens: number;
  /** Tokens per month; null is unlimited. */
  readonly tokensLimit: number | null;
  /** Tokens left this month; null is unlimited. */
  readonly tokensRemaining: number | null;
  /** Every day of the period up to today (UTC). */
  readonly usageByDay: readonly {
    /** The day. */
    readonly date: string;
    /** Conversations started. */
    readonly conversations: number;
    /** Messages from both sides. */
    readonly messages: number;
    /** Tokens used by the language model. */
    readonly tokens: number;
  }[];
  /** The current model, `<provider>/<model-name>`. */
  readonly model: string;
  /** Average time from a question to the end of its answer, in milliseconds; answers that failed or were stopped do not count. */
  readonly avgResponseTime: number;
  /** Average time from a question to the first text of its answer, in milliseconds. */
  readonly avgTimeToFirstToken: number;
  /** Share of rated conversations that were helpful; 0 if none is rated. */
  readonly satisfactionRate: number;
}

/** A change, and who made it. */
export interface AuditEntry {
  /** Entry. */
  readonly id: string;
  /** When it was made (ISO 8601, UTC). */
  readonly createdAt: string;
  /** Who made it. */
  readonly actor: {
    /** A signed-in member, a key, or the server itself. */
    readonly type: 'member' | 'key' | 'server';
    /** Id of the member or key; null for the server. */
    readonly id: string | null;
    /** Address of the member or name of the key; null once it was deleted. */
    readonly name: string | null;
  };
  /** Name of the operation, or what the server did. */
  readonly operation: string;
  /** The project that it concerns, or null. */
  readonly projectId: string | null;
  /** Ids in the path of the operation, and of what it made. */
  readonly target: Readonly<Record<string, string>>;
  /** What it changed, made or deleted, field by field: the first 100 differences. Empty for a sign-in and a test. */
  readonly changes: readonly {
    /** The field, with its path in `configJson`. */
    readonly field: string;
    /** The value before, null for what was made; long values are cut, secrets are `***`. */
    readonly before: unknown;
    /** The value after, null for what was deleted; long values are cut, secrets are `***`. */
    readonly after: unknown;
  }[];
  /** Id of the request in the server log, or null. */
  readonly requestId: string | null;
}

/** Sources of the answer. */
export interface ChatCitations {
  readonly type: 'citations';
  /** Pages read for this answer and cited by it. */
  readonly sources: readonly Source[];
  /** Passages by their numbers; only in answers of a language model. */
  readonly passages?: readonly Passage[];
  /** Sentences of the answer with their passages, in order; sentences that state nothing are left out. Only in answers of a language model. */
  readonly spans?: readonly Span[];
  /** Present when the answer is made of quotes, because there is no language model or it failed before its first word. In `start` if it is known by then. */
  readonly mode?: 'extractive';
}

/** The answer is complete. */
export interface ChatDone {
  readonly type: 'done';
  /** Tokens used by the language model: input and output. */
  readonly tokensUsed: number;
  /** True if the provider reported no usage, so the number is an estimate. */
  readonly estimated?: true;
}

/** The answer stopped because of an error. */
export interface ChatError {
  readonly type: 'error';
  /** Machine-readable code. */
  readonly code: ErrorCode;
  /** Human-readable message, one sentence. */
  readonly message: string;
}

/** A stream of server-sent events; each has one `data:` line with one of these objects, and its number as `id:`. `start` comes first; exactly one `done` or `error` comes last. */
export type ChatEvent =
  | ChatStart
  | ChatToolCall
  | ChatToolResult
  | ChatText
  | ChatCitations
  | ChatDone
  | ChatError;

/** The stream is open. */
export interface ChatStart {
  readonly type: 'start';
  /** Conversation. */
  readonly conversationId: string;
  /** Message. */
  readonly messageId: string;
  /** Present when the answer is made of quotes, because there is no language model or it failed before its first word. In `start` if it is known by then. */
  readonly mode?: 'extractive';
}

/** A chunk of the answer. */
export interface ChatText {
  readonly type: 'text';
  /** Markdown to append to the previous chunks. */
  readonly content: string;
}

/** The assistant calls a tool. */
export interface ChatToolCall {
  readonly type: 'tool_call';
  /** One of search_docs, get_page, list_pages. */
  readonly tool: string;
  /** Arguments of the call. */
  readonly input: unknown;
  /** Identifies the call that a result belongs to. */
  readonly callId: string;
}

/** A tool returned a result. */
export interface ChatToolResult {
  readonly type: 'tool_result';
  /** One of search_docs, get_page, list_pages. */
  readonly tool: string;
  /** Identifies the call that a result belongs to. */
  readonly callId: string;
  /** Pages found by `search_docs`. */
  readonly results?: number;
  /** Title of the page returned by `get_page`. */
  readonly title?: string;
  /** Pages returned by `list_pages`. */
  readonly pages?: number;
  /** Error code of the failed call; the answer continues. */
  readonly error?: string;
}

/** A reported citation. */
export interface CitationReport {
  /** Report. */
  readonly id: string;
  /** Conversation. */
  readonly conversationId: string;
  /** Answer that contains the sentence. */
  readonly messageId: string;
  /** The question. */
  readonly question: string;
  /** The sentence of the answer, as Markdown. */
  readonly sentence: string;
  /** `start` of the sentence in `spans` of the answer. */
  readonly start: number;
  /** Whether it is dealt with. */
  readonly resolved: boolean;
  /** When it was dealt with, or null (ISO 8601, UTC). */
  readonly resolvedAt: string | null;
  /** The passage that it was cited with. */
  readonly passage: {
    /** Its number within the answer. */
    readonly number: number;
    /** Path of the page. */
    readonly path: string;
    /** Its title. */
    readonly title: string;
    /** Headings of the section; empty at the beginning of a page. */
    readonly section: string;
    /** URL of the section. */
    readonly url: string;
    /** Markdown of the passage. */
    readonly text: string;
  };
  /** When it was reported (ISO 8601, UTC). */
  readonly createdAt: string;
}

/** Whether it is dealt with. */
export interface CitationReportChanges {
  /** Whether it is dealt with. */
  readonly resolved: boolean;
}

/** The conversation is closed. */
export interface ClosedConversation {
  /** Conversation. */
  readonly id: string;
  /** Always true. */
  readonly closed: true;
}

/** The commit. */
export interface CommittedConfig {
  /** The commit at the head of the branch. */
  readonly commit: string;
  /** Name of the branch. */
  readonly branch: string;
  /** Version of the file: the name of its Git blob. */
  readonly sha: string;
  /** Whether something was written: the deployed branch may have that very text already. */
  readonly created: boolean;
  /** Page of the commit at the Git host. */
  readonly url: string;
  /** For a new branch: the page that opens a pull request. */
  readonly compareUrl: string | null;
}

/** What to commit, and where. */
export interface ConfigCommit {
  /** The text of `docs.json`, at most 1 MB. Comments, order and formatting stay. */
  readonly configJson: string;
  /** Message of the commit. */
  readonly message?: string;
  /** A branch to create. By default, the commit is on the branch that is deployed. */
  readonly branch?: string;
  /** The version that the text was made from. If the file is another one by now, nothing is written. */
  readonly baseSha?: string;
}

/** What to try, and on which page. */
export interface ConfigPreview {
  /** A text of `docs.json`, at most 1 MB. It is not saved. */
  readonly configJson: string;
  /** Path of the page, or its address below `hosting.basePath`. By default, the first page of the site. */
  readonly pagePath?: string;
}

/** A conversation. */
export interface Conversation {
  /** Conversation. */
  readonly id: string;
  /** Anonymous identifier of the reader. */
  readonly visitorId: string;
  /** Number of messages from both sides. */
  readonly messageCount: number;
  /** Tokens used by the language model: input and output. */
  readonly tokensUsed: number;
  /** Beginning of the first question. */
  readonly firstMessage: string;
  /** The last rating, or null. */
  readonly satisfied: boolean | null;
  /** Whether an answer cites no page: none had what the reader asked for. */
  readonly unanswered: boolean;
  /** When it started (ISO 8601, UTC). */
  readonly createdAt: string;
  /** When its last message was sent (ISO 8601, UTC). */
  readonly lastMessageAt: string;
}

/** A conversation with its messages. */
export interface ConversationWithMessages {
  /** Conversation. */
  readonly id: string;
  /** Anonymous identifier of the reader. */
  readonly visitorId: string;
  /** Number of messages from both sides. */
  readonly messageCount: number;
  /** Tokens used by the language model: input and output. */
  readonly tokensUsed: number;
  /** Beginning of the first question. */
  readonly firstMessage: string;
  /** The last rating, or null. */
  readonly satisfied: boolean | null;
  /** Whether an answer cites no page: none had what the reader asked for. */
  readonly unanswered: boolean;
  /** When it started (ISO 8601, UTC). */
  readonly createdAt: string;
  /** When its last message was sent (ISO 8601, UTC). */
  readonly lastMessageAt: string;
  /** Its messages, oldest first. */
  readonly messages: readonly Message[];
}

/** The new project. */
export interface CreatedProject {
  /** Project. */
  readonly id: string;
  /** Display name. */
  readonly name: string;
  /** Name used in URLs, unique within the organization. */
  readonly slug: string;
  /** When the project was created (epoch milliseconds). */
  readonly createdAt: number;
}

/** The new webhook. */
export interface CreatedWebhook {
  /** Webhook. */
  readonly id: string;
  /** HTTPS URL that receives the deliveries. */
  readonly url: string;
  /** Event types to deliver; exact names. */
  readonly events: readonly EventType[];
  /** Description of the webhook. */
  readonly description: string;
  /** Whether events are delivered. */
  readonly active: boolean;
  /** Signing secret, generated if omitted. Returned in full only in this response. */
  readonly secret: string;
  /** The secret as libraries for Standard Webhooks expect it: `secret` itself if it is `whsec_` and base64. Returned only in this response. */
  readonly standardSecret: string;
  /** When the webhook was created (ISO 8601, UTC). */
  readonly createdAt: string;
}

/** The conversation was deleted. */
export interface DeletedConversation {
  /** Conversation. */
  readonly id: string;
  /** Always true. */
  readonly deleted: true;
}

/** What was deleted. */
export interface DeletedProject {
  /** Always true. */
  readonly deleted: true;
  /** Project. */
  readonly id: string;
}

/** What was deleted. */
export interface DeletedTerm {
  /** Always true. */
  readonly deleted: true;
  /** Term. */
  readonly id: string;
}

/** What was deleted. */
export interface DeletedWebhook {
  /** Always true. */
  readonly deleted: true;
  /** Webhook. */
  readonly id: string;
}

/** A delivery. */
export interface Delivery {
  /** Id of the delivery; the same for every attempt. */
  readonly id: string;
  /** Event. */
  readonly eventId: string;
  /** Event type. */
  readonly event: string;
  /** Status of the delivery. */
  readonly status: 'pending' | 'delivered' | 'failed' | 'cancelled' | 'skipped_quota';
  /** When the next attempt is due, or null (ISO 8601, UTC). */
  readonly nextAttemptAt: string | null;
  /** When it was created (ISO 8601, UTC). */
  readonly createdAt: string;
  /** When it ended; null while it is pending (ISO 8601, UTC). */
  readonly finishedAt: string | null;
  /** Attempts so far. */
  readonly attemptCount: number;
  /** HTTP status of the last attempt; 0 without a response, null before the first. */
  readonly lastStatusCode: number | null;
}

/** A delivery with its attempts. */
export interface DeliveryWithAttempts {
  /** Id of the delivery; the same for every attempt. */
  readonly id: string;
  /** Event. */
  readonly eventId: string;
  /** Event type. */
  readonly event: string;
  /** Status of the delivery. */
  readonly status: 'pending' | 'delivered' | 'failed' | 'cancelled' | 'skipped_quota';
  /** When the next attempt is due, or null (ISO 8601, UTC). */
  readonly nextAttemptAt: string | null;
  /** When it was created (ISO 8601, UTC). */
  readonly createdAt: string;
  /** When it ended; null while it is pending (ISO 8601, UTC). */
  readonly finishedAt: string | null;
  /** Attempts so far. */
  readonly attemptCount: number;
  /** HTTP status of the last attempt; 0 without a response, null before the first. */
  readonly lastStatusCode: number | null;
  /** The body of the request. */
  readonly envelope: DeploymentStartedEvent | DeploymentCompletedEvent | DeploymentFailedEvent | PageCreatedEvent | PageUpdatedEvent | PageDeletedEvent | FeedbackReceivedEvent | AssistantConversationCompletedEvent | AgentJobCompletedEvent;
  /** The request of the last attempt, apart from its body; null before the first. What depends on the webhook, such as the URL, is as the webhook is now. */
  readonly request: {
    /** Method. */
    readonly method: 'POST';
    /** URL. */
    readonly url: string;
    /** Headers by name, with signatures as `****`: they are not stored. */
    readonly headers: Readonly<Record<string, string>>;
  } | null;
  /** Attempts, oldest first. */
  readonly attempts: readonly ({
    /** Number of the attempt, starting at 1. */
    readonly number: number;
    /** When it was sent (ISO 8601, UTC). */
    readonly startedAt: string;
    /** HTTP status of the response; 0 if there was none. */
    readonly statusCode: number;
    /** Milliseconds. */
    readonly duration: number;
    /** Why there was no response. */
    readonly error: string | null;
    /** Start of the response body, at most 4 kB. */
    readonly responseBody: string;
  })[];
}

/** A build of a site. */
export interface Deployment {
  /** Deployment. */
  readonly id: string;
  /** Whether readers get it. `held`: it waits for its translations or for the settings saved on the server, and readers get the previous one. */
  readonly status: 'live' | 'held' | 'superseded';
  /** Whether its files are still on the server, so that it can go live again. */
  readonly kept: boolean;
  /** Why it was made: by a command next to the server, by an upload, or by the server, which built the same sources again with translations of a job, with edits of people or with settings that were saved there; null for one of an earlier version of the server. */
  readonly cause: 'build' | 'upload' | 'translations' | 'edits' | 'settings' | null;
  /** The deployment that was published with the same sources; null for itself. */
  readonly rebuildOf: string | null;
  /** Branch it was built from; empty outside Git. */
  readonly branch: string;
  /** Commit it was built from; empty outside Git. */
  readonly commitSha: string;
  /** Pages in the source language. */
  readonly pages: number;
  /** Milliseconds the build took. */
  readonly duration: number;
  /** What differs from the deployment before. */
  readonly changes: {
    /** Pages that were added. */
    readonly pagesCreated: number;
    /** Pages whose source changed. */
    readonly pagesUpdated: number;
    /** Pages that were removed. */
    readonly pagesDeleted: number;
    /** Whether `docs.json` changed. */
    readonly config: boolean;
  };
  /** How many problems its build found; null where the server does not know any more. */
  readonly problems: {
    /** Errors. */
    readonly errors: number;
    /** Warnings. */
    readonly warnings: number;
    /** Notes: of those, the site works as it was written. */
    readonly notes: number;
  } | null;
  /** When the server imported it (ISO 8601, UTC). */
  readonly createdAt: string;
  /** When it was made live again, or null (ISO 8601, UTC). */
  readonly promotedAt: string | null;
}

/** A page that a deployment changed. */
export interface DeploymentChange {
  /** Path of the page. */
  readonly pagePath: string;
  /** Title of the page. */
  readonly pageTitle: string;
  /** What happened to the source of the page. */
  readonly change: 'created' | 'updated' | 'deleted';
}

/** A page that a deployment changed, line by line. */
export interface DeploymentChangeDetails {
  /** Path of the page. */
  readonly pagePath: string;
  /** Title of the page. */
  readonly pageTitle: string;
  /** What happened to the source of the page. */
  readonly change: 'created' | 'updated' | 'deleted';
  /** Path of its file. */
  readonly file: string;
  /** The deployment that it is compared with; null for the first one. */
  readonly before: string | null;
  /** Lines that are new. */
  readonly added: number;
  /** Lines that are gone. */
  readonly removed: number;
  /** The lines of both files, in order. */
  readonly parts: readonly ({
    /** Whether they are in both files, or in one of them only. */
    readonly type: 'same' | 'removed' | 'added';
    /** The lines. */
    readonly lines: readonly string[];
  })[];
  /** Whether the parts end before the files do: they have 500,000 characters at most. */
  readonly truncated: boolean;
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

/** The file of a page, as a deployment was built from it. */
export interface DeploymentPage {
  /** Path of the page. */
  readonly pagePath: string;
  /** Path of the file. */
  readonly file: string;
  /** Its size. */
  readonly bytes: number;
  /** Its text. */
  readonly text: string;
}

/** A problem that the build found. */
export interface DeploymentProblem {
  /** How bad it is: an error is missing from the site, or wrong in it. */
  readonly severity: 'error' | 'warning' | 'note';
  /** Its code, as explained in the handbook. */
  readonly code: string;
  /** Path of the file; empty for the site itself. */
  readonly file: string;
  /** Line, starting at 1. */
  readonly line?: number;
  /** Column, starting at 1. */
  readonly column?: number;
  /** What was found, and what was expected. */
  readonly message: string;
  /** What to do. */
  readonly fix?: string;
}

/** A deployment that is being made, or that failed. */
export interface DeploymentRun {
  /** Run. */
  readonly id: string;
  /** Why it is made, as in a deployment. */
  readonly cause: 'upload' | 'translations' | 'edits' | 'settings';
  /** Whether it goes on. `lost`: nothing was heard of it for a minute, since the server that made it has stopped or is out of reach. */
  readonly state: 'running' | 'failed' | 'lost';
  /** What is done now, or was done last. */
  readonly stage: string;
  /** How much of the stage is done, such as pages, or blocks of an upload. */
  readonly done: number;
  /** How much there is to do; null if that is not known. */
  readonly total: number | null;
  /** The last stages, oldest first. */
  readonly messages: readonly {
    /** When it began (ISO 8601, UTC). */
    readonly at: string;
    /** Its name. */
    readonly text: string;
  }[];
  /** Why it failed; null if it did not. */
  readonly error: string | null;
  /** When it began (ISO 8601, UTC). */
  readonly startedAt: string;
  /** When something was heard of it last (ISO 8601, UTC). */
  readonly updatedAt: string;
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

/** A page, and what readers lose by its state. */
export interface EditorialItem {
  /** Path of the page. */
  readonly pagePath: string;
  /** Its title. */
  readonly title: string;
  /** Views in these days. */
  readonly views: number;
  /** About how many views went less well than they could. */
  readonly cost: number;
  /** Why it should be worked on, the most expensive reason first. */
  readonly reasons: readonly ({
    /** Its kind. */
    readonly type: 'ratings' | 'links' | 'answers' | 'searches' | 'translations' | 'age';
    /** Its part of the cost. */
    readonly cost: number;
    /** The reason in words. */
    readonly text: string;
  })[];
}

export interface ErrorDetail {
  /** Field or parameter; empty if the whole request is meant. */
  readonly path: string;
  /** What is wrong: - `missing-field`: A required field or parameter is missing. - `unknown-key`: The body has a field that the operation does not know. - `wrong-type`: The value has another type. - `wrong-format`: The text does not have the expected form. - `unexpected-value`: The value is not one of those that are allowed here. - `contradiction`: Two names of the same field have different values. - `out-of-range`: The value is too small or too large, or the text or list too short or too long. - `missing-body`: The request has no body. - `incomplete-body`: The connection ended before the body did. - `malformed-json`: The body is not JSON. - `malformed-text`: The body is not UTF-8. - `malformed-request`: The request is not HTTP. - `bad-text`: A text contains U+0000 or an unpaired surrogate. - `too-deep`: The body has too many levels. - `too-many-keys`: The body has too many keys. - `bad-cursor`: The cursor does not come from this list. - `unknown-version`: There is no such version of the API. - `bad-url`: The URL can't receive webhooks. - `reserved`: The name or domain is reserved for the server. - `taken`: Another project has the slug, subdomain or domain. - `duplicate`: Another entry has the same value. - `inactive`: The webhook is inactive. - `source-language`: The language is the source language of the project. - `not-in-test-mode`: The field can't be set in test mode. - `case-collision`: Two files would differ by case only. - `bad-path`: The path is not one of a file that a build writes. - `wrong-content`: What was sent is not what was announced, or not what a build writes. - `bad-segment`: The words can't take the place of the segment. - `missing-blocks`: Blocks of the upload have not been sent. - `base-gone`: The deployment that the upload is based on was removed. - `rate`: Too many requests in a minute. - `projects`: The plan does not allow more projects. - `languages`: The plan does not allow more languages. - `glossary`: The plan does not allow more glossary terms. - `webhooks`: The plan does not allow more webhooks. - `pages`: The page translations of the month do not suffice. - `events`: The webhook events of the month are used up. - `tokens`: The tokens of the month are used up. - `storage`: The plan does not allow a site of that size. - `previews`: The project has as many previews as it may have. - `REPO_NOT_CONNECTED`: The project has no repository. - `REPO_PROVIDER_UNSUPPORTED`: Writing to the Git host is not supported. - `REPO_PERMISSION`: The Git host does not allow it. - `REPO_CONFLICT`: The branch was changed at the same time. - `REPO_NOT_FOUND`: The repository or branch does not exist. - `REPO_UNAVAILABLE`: The Git host does not answer. Mistakes in `configJson` also have the codes that `docent check` reports. */
  readonly code: 'missing-field' | 'unknown-key' | 'wrong-type' | 'wrong-format' | 'unexpected-value' | 'contradiction' | 'out-of-range' | 'missing-body' | 'incomplete-body' | 'malformed-json' | 'malformed-text' | 'malformed-request' | 'bad-text' | 'too-deep' | 'too-many-keys' | 'bad-cursor' | 'unknown-version' | 'bad-url' | 'reserved' | 'taken' | 'duplicate' | 'inactive' | 'source-language' | 'not-in-test-mode' | 'case-collision' | 'bad-path' | 'wrong-content' | 'bad-segment' | 'missing-blocks' | 'base-gone' | 'rate' | 'projects' | 'languages' | 'glossary' | 'webhooks' | 'pages' | 'events' | 'tokens' | 'storage' | 'previews' | 'REPO_NOT_CONNECTED' | 'REPO_PROVIDER_UNSUPPORTED' | 'REPO_PERMISSION' | 'REPO_CONFLICT' | 'REPO_NOT_FOUND' | 'REPO_UNAVAILABLE' | string;
  /** What was found and what was expected. */
  readonly message: string;
  /** Units the request would use. */
  readonly needed?: number;
  /** Units left this month. */
  readonly remaining?: number;
}

/** The error. */
export interface ErrorFields {
  /** Machine-readable code. */
  readonly code: ErrorCode;
  /** Human-readable message, one sentence. */
  readonly message: string;
  /** The HTTP status. */
  readonly status: number;
  /** Identifies the request in the server log. */
  readonly requestId: string;
  /** The individual errors in the request. */
  readonly details?: readonly ErrorDetail[];
}

/** What to export. */
export interface Export {
  /** Language code. */
  readonly language: LanguageCode;
  /** Branch to write to (default: a new branch named after language and time). */
  readonly branch?: string;
}

/** What was written. */
export interface ExportResult {
  /** The branch. */
  readonly branch: string;
  /** Head commit of the branch; empty if there is none. */
  readonly commitSha: string;
  /** Number of files in the commit. */
  readonly filesWritten: number;
  /** Files changed by someone else; they were not overwritten. */
  readonly conflicts: readonly string[];
}

/** The stored feedback. */
export interface Feedback {
  /** Feedback. */
  readonly id: string;
}

/** Whether it is dealt with. */
export interface FeedbackChanges {
  /** Whether it is dealt with. */
  readonly resolved: boolean;
}

/** A reader's feedback on a page. */
export interface FeedbackItem {
  /** Feedback. */
  readonly id: string;
  /** Path of the page. */
  readonly pagePath: string;
  /** Thumb up or down. */
  readonly rating: 'positive' | 'negative';
  /** The reader's comment, or null. */
  readonly comment: string | null;
  /** Anonymous identifier of the reader, generated by the browser. */
  readonly visitorId: string;
  /** The deployment that was live then; null before the first one, and for feedback that an earlier version of the server took. */
  readonly deploymentId: string | null;
  /** Whether it is dealt with. */
  readonly resolved: boolean;
  /** When it was marked as resolved, or null (ISO 8601, UTC). */
  readonly resolvedAt: string | null;
  /** When it was sent (ISO 8601, UTC). */
  readonly createdAt: string;
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

/** What several readers asked for, and did not get. */
export interface Gap {
  /** The question of the group that was asked first: it stays when others ask it again, and is found as long as its conversation is kept. */
  readonly id: string;
  /** The question, as it was asked last. */
  readonly question: string;
  /** How often it was asked. */
  readonly asked: number;
  /** How often no page answered it. */
  readonly unanswered: number;
  /** How often the reader said that the conversation did not help. */
  readonly negative: number;
  /** When it was asked last (ISO 8601, UTC). */
  readonly lastAskedAt: string;
  /** The last five of these questions, the newest first. */
  readonly questions: readonly {
    /** The question. */
    readonly question: string;
    /** Conversation in which it was asked. */
    readonly conversationId: string;
    /** When it was asked (ISO 8601, UTC). */
    readonly askedAt: string;
  }[];
  /** The pages that search finds for it now, at most three. */
  readonly nearest: readonly {
    /** Page path. */
    readonly path: string;
    /** URL of the page. */
    readonly url: string;
    /** Title of the page. */
    readonly title: string;
  }[];
}

/** What became of the terms. */
export interface ImportedTerms {
  /** One for each term, in the same order. */
  readonly results: readonly ({
    /** What became of it, or would. */
    readonly result: 'added' | 'changed' | 'unchanged' | 'refused';
    /** Why it was refused. */
    readonly message: string | null;
  })[];
}

/** An invitation that was not used yet. */
export interface Invitation {
  /** Invitation. */
  readonly id: string;
  /** Email address, in any case. */
  readonly email: string;
  /** What the member may do. */
  readonly role: 'owner' | 'editor' | 'viewer' | 'translator';
  /** The languages that a translator may change; null for all, and for other roles. */
  readonly languages: readonly LanguageCode[] | null;
  /** When it was written (ISO 8601, UTC). */
  readonly createdAt: string;
  /** When its link expires (ISO 8601, UTC). */
  readonly expiresAt: string;
}

/** The new member. */
export interface InvitationAcceptance {
  /** The token in the link of the invitation, after its `#`. */
  readonly token: string;
  /** Name, as other members see it. */
  readonly name: string;
  /** The new password: at least 10 characters, and not the email address. */
  readonly password: string;
  /** Email address of the first owner; other invitations have one, which counts. */
  readonly email?: string;
}

/** The invitation. */
export interface InvitationCreated {
  /** Invitation. */
  readonly id: string;
  /** The link to send to the person: shown only once, and usable only once. */
  readonly link: string;
  /** When the link expires (ISO 8601, UTC). */
  readonly expiresAt: string;
  /** Whether the link was sent to the address: only a server that sends messages does. */
  readonly sent: boolean;
}

/** What an invitation is for. */
export interface InvitationOffer {
  /** Who was invited; null for the first owner, who gives the address. */
  readonly email: string | null;
  /** What the member may do. */
  readonly role: 'owner' | 'editor' | 'viewer' | 'translator';
  /** The languages that a translator may change; null for all, and for other roles. */
  readonly languages: readonly LanguageCode[] | null;
  /** The organization. */
  readonly organization: {
    /** Organization. */
    readonly id: string;
    /** Its name. */
    readonly name: string;
  };
  /** When the link expires (ISO 8601, UTC). */
  readonly expiresAt: string;
}

/** An invitation. */
export interface InvitationToken {
  /** The token in the link of the invitation, after its `#`. */
  readonly token: string;
}

/** Whom to invite, as what. */
export interface Invite {
  /** Email address, in any case. */
  readonly email: string;
  /** What the member may do. */
  readonly role: 'owner' | 'editor' | 'viewer' | 'translator';
  /** The languages that a translator may change; null for all, and for other roles. */
  readonly languages?: readonly LanguageCode[] | null;
}

/** A translation job. */
export interface Job {
  /** Job. */
  readonly jobId: string;
  /** Language code. */
  readonly language: LanguageCode;
  /** `all`: every page without a current translation, or with one in part; `stale`: pages whose source changed; `page`: one page. */
  readonly scope: 'all' | 'page' | 'stale';
  /** Number of pages in this job. */
  readonly pagesQueued: number;
  /** Estimated duration in whole seconds; 0 if no page was queued. */
  readonly estimatedDuration: number;
  /** Path of a page, without extension. */
  readonly pagePath: string | null;
  /** Whether current translations are translated again. */
  readonly force: boolean;
  /** `partial`: some pages failed; `failed`: none succeeded. */
  readonly status: 'queued' | 'running' | 'completed' | 'partial' | 'failed' | 'cancelled';
  /** Pages that were translated. */
  readonly pagesCompleted: number;
  /** Pages that failed. */
  readonly pagesFailed: number;
  /** Why the most recent page failed. */
  readonly error: {
    readonly code: string;
    readonly message: string;
  } | null;
  /** When the job was created (ISO 8601, UTC). */
  readonly createdAt: string;
  /** When the first page started (ISO 8601, UTC). */
  readonly startedAt: string | null;
  /** When the last page finished (ISO 8601, UTC). */
  readonly finishedAt: string | null;
}

/** What a translation job would take. */
export interface JobEstimate {
  /** Language code. */
  readonly language: LanguageCode;
  /** `all`: every page without a current translation, or with one in part; `stale`: pages whose source changed; `page`: one page. */
  readonly scope: 'all' | 'page' | 'stale';
  /** Pages that it would translate. */
  readonly pages: number;
  /** Words of their sources. */
  readonly words: number;
  /** Duration in whole seconds. */
  readonly estimatedDuration: number;
  /** Page translations that are left this month; null without a limit. */
  readonly remainingPages: number | null;
  /** Tokens of the requests to the language model. */
  readonly inputTokens: number;
  /** Tokens of the answers. */
  readonly outputTokens: number;
  /** Cost in the currency of `DOCENT_TRANSLATE_PRICE`; null if it is not set on the server. */
  readonly cost: number | null;
  /** Why the server can’t start such a job, such as a missing language model. */
  readonly obstacle: string | null;
}

/** Results and costs of a translation job. */
export interface JobReport {
  /** Job. */
  readonly jobId: string;
  /** Language code. */
  readonly language: LanguageCode;
  /** `partial`: some pages failed; `failed`: none succeeded. */
  readonly status: 'queued' | 'running' | 'completed' | 'partial' | 'failed' | 'cancelled';
  /** Pages of the job by their result. */
  readonly pages: {
    /** Pages that were translated. */
    readonly completed: number;
    /** Pages that were translated, with segments in the source language. */
    readonly partial: number;
    /** Pages that failed. */
    readonly failed: number;
    /** Pages that were cancelled. */
    readonly cancelled: number;
    /** Pages that are not translated yet. */
    readonly open: number;
  };
  /** Pages that failed, at most 100, by their path. */
  readonly failures: readonly {
    /** Path of a page, without extension. */
    readonly pagePath: string;
    /** Why it failed. */
    readonly message: string;
  }[];
  /** Words of the sources of its pages, as they are now. */
  readonly words: number;
  /** Words that stay in the source language. */
  readonly wordsInSource: number;
  /** Requests to the language model for pages and snippets. */
  readonly requests: number;
  /** Tokens of these requests. */
  readonly inputTokens: number;
  /** Tokens of the answers. */
  readonly outputTokens: number;
  /** Cost in the currency of `DOCENT_TRANSLATE_PRICE`; null if it is not set on the server. */
  readonly cost: number | null;
}

/** A key of the service API, without its secret. */
export interface Key {
  /** Key. */
  readonly id: string;
  /** What the key is for. */
  readonly name: string;
  /** Beginning and end of the secret. */
  readonly hint: string;
  /** Whether it is a key for tests. */
  readonly mode: 'live' | 'test';
  /** What the key may do. */
  readonly scopes: readonly ('projects:read' | 'projects:write' | 'translations:write' | 'deployments:write' | 'assistant:read' | 'organization:write')[];
  /** The only project that it sees, or null. */
  readonly projectId: string | null;
  /** When it was created (ISO 8601, UTC). */
  readonly createdAt: string;
  /** When it was last used, to within a minute, or null (ISO 8601, UTC). */
  readonly lastUsedAt: string | null;
  /** When it expires, or null (ISO 8601, UTC). */
  readonly expiresAt: string | null;
}

/** The new key. */
export interface KeyCreated {
  /** Key. */
  readonly id: string;
  /** The key itself: shown only once. */
  readonly secret: string;
}

/** A target language. */
export interface Language {
  /** Language code. */
  readonly code: LanguageCode;
  /** Name in English. */
  readonly name: string;
  /** Whether pages with a changed source are translated again after each deployment. */
  readonly autoTranslate: boolean;
  /** Pages whose translation matches the current source. */
  readonly translatedPages: number;
  /** Pages of the project. */
  readonly totalPages: number;
  /** `translatedPages / totalPages`, rounded to 4 decimals; 0 if there are no pages. */
  readonly completionRate: number;
  /** Last translation activity, or null (ISO 8601, UTC). */
  readonly lastTranslatedAt: string | null;
  /** When the language was added (ISO 8601, UTC). */
  readonly createdAt: string;
}

/** Fields to change. */
export interface LanguageChanges {
  /** Whether pages with a changed source are translated again after each deployment. */
  readonly autoTranslate?: boolean;
}

/** The languages of a project. */
export interface LanguageList {
  /** Language the pages are written in. */
  readonly sourceLanguage: string;
  /** Configured languages. */
  readonly targetLanguages: readonly Language[];
}

/** Position of this page in the list. */
export interface ListMeta {
  /** Total number of entries. */
  readonly total: number;
  /** Number of this page, starting at 1. */
  readonly page: number;
  /** Entries per page. */
  readonly perPage: number;
  /** Total number of pages. */
  readonly totalPages: number;
}

/** A file of a deployment. */
export interface LiveFile {
  /** Path in the deployment folder: below `site/`, `protected/`, `parts/`, `source/` or `records/`, or `manifest.json`, `config.json`, `deployment.json`, `proxy.json`, `former.json` or `problems.json`. */
  readonly path: string;
  /** SHA-256 of the content, in hex. */
  readonly sha256: string;
  /** Bytes of the file. */
  readonly size: number;
}

/** The files and pages that readers get. */
export interface LiveFiles {
  /** The deployment; null without one. */
  readonly deploymentId: string | null;
  /** Its files, without those that the server makes itself. */
  readonly files: readonly LiveFile[];
  /** Its pages, sorted by path. */
  readonly pages: readonly LivePage[];
}

/** A page of a deployment. */
export interface LivePage {
  /** Path of the page. */
  readonly path: string;
  /** Its title. */
  readonly title: string;
  /** Changes with its content. */
  readonly contentHash: string;
}

/** The key of the request, and its organization. */
export interface Me {
  /** The organization. */
  readonly organization: {
    /** Organization. */
    readonly id: string;
    /** Its slug. */
    readonly slug: string;
    /** Its name. */
    readonly name: string;
    /** Its plan. */
    readonly plan: 'free' | 'starter' | 'pro' | 'business' | 'enterprise';
  };
  /** The key; null for a signed-in member. */
  readonly key: {
    /** Key. */
    readonly id: string;
    /** Its description. */
    readonly name: string;
    /** Whether it is a key for tests. */
    readonly mode: 'live' | 'test';
    /** What it may do. */
    readonly scopes: readonly ('projects:read' | 'projects:write' | 'translations:write' | 'deployments:write' | 'assistant:read' | 'organization:write')[];
    /** The only project that it sees, or null. */
    readonly projectId: string | null;
    /** The version of the API that it gets without the header `Docent-Version`. */
    readonly version: '2026-11-22';
    /** When it was created (ISO 8601, UTC). */
    readonly createdAt: string;
    /** When it expires, or null (ISO 8601, UTC). */
    readonly expiresAt: string | null;
  } | null;
  /** What the plan allows. */
  readonly limits: {
    /** Projects; null without a limit. */
    readonly projects: number | null;
    /** Target languages of a project; null without a limit. */
    readonly languages: number | null;
    /** Translated pages per month; null without a limit. */
    readonly pageTranslations: number | null;
    /** Glossary terms of a project; null without a limit. */
    readonly glossaryTerms: number | null;
    /** Webhooks of a project; null without a limit. */
    readonly webhooks: number | null;
    /** Webhook events per month; null without a limit. */
    readonly webhookEvents: number | null;
    /** Tokens of the assistant per month; null without a limit. */
    readonly assistantTokens: number | null;
    /** Bytes of the files of a site; null without a limit. */
    readonly siteBytes: number | null;
  };
  /** What is used of it. */
  readonly usage: {
    /** When the month began (ISO 8601, UTC). */
    readonly startDate: string;
    /** When the month ends, and its counts are reset (ISO 8601, UTC). */
    readonly endDate: string;
    /** Projects. */
    readonly projects: number;
    /** Translated pages this month. */
    readonly pageTranslations: number;
    /** Webhook events this month. */
    readonly webhookEvents: number;
    /** Tokens of the assistant this month. */
    readonly assistantTokens: number;
  };
}

/** A member of the organization. */
export interface Member {
  /** Member. */
  readonly id: string;
  /** Email address, in any case. */
  readonly email: string;
  /** Name, as other members see it. */
  readonly name: string;
  /** What the member may do. */
  readonly role: 'owner' | 'editor' | 'viewer' | 'translator';
  /** The languages that a translator may change; null for all, and for other roles. */
  readonly languages: readonly LanguageCode[] | null;
  /** When the account was created (ISO 8601, UTC). */
  readonly createdAt: string;
}

/** What to change; other fields stay as they are. */
export interface MemberUpdate {
  /** What the member may do. */
  readonly role?: 'owner' | 'editor' | 'viewer' | 'translator';
  /** The languages that a translator may change; null for all, and for other roles. */
  readonly languages?: readonly LanguageCode[] | null;
}

/** A message. */
export interface Message {
  /** Message. */
  readonly id: string;
  /** Author of the message. */
  readonly role: 'user' | 'assistant';
  /** Markdown. */
  readonly content: string;
  /** `stopped`: the reader stopped it or left; `failed`: it ended with an error. */
  readonly status: 'completed' | 'stopped' | 'failed';
  /** Pages read for this answer and cited by it. */
  readonly sources: readonly Source[];
  /** Passages by their numbers; only in answers of a language model. */
  readonly passages: readonly Passage[];
  /** Sentences of the answer with their passages, in order; sentences that state nothing are left out. Only in answers of a language model. */
  readonly spans: readonly Span[];
  /** Tokens used by the language model: input and output. */
  readonly tokensUsed: number;
  /** Whether the number of tokens is an estimate. */
  readonly estimated: boolean;
  /** When it was sent (ISO 8601, UTC). */
  readonly createdAt: string;
}

/** A reader's feedback on a page. */
export interface NewFeedback {
  /** Path of the page. */
  readonly pagePath: string;
  /** Thumb up or down. */
  readonly rating: 'positive' | 'negative';
  /** The reader's comment. */
  readonly comment?: string | null;
  /** Anonymous identifier of the reader, generated by the browser. */
  readonly visitorId: string;
}

/** What to translate. */
export interface NewJob {
  /** Language code. */
  readonly language: LanguageCode;
  /** `all`: every page without a current translation, or with one in part; `stale`: pages whose source changed; `page`: one page. */
  readonly scope?: 'all' | 'page' | 'stale';
  /** Path of a page, without extension. */
  readonly pagePath?: string;
  /** Translate again even if the translation is current. */
  readonly force?: boolean;
  /** Only when `scope` is `page`: a translation that a person owns is returned to automatic translation, and made again. Without a job that starts, it stays theirs. */
  readonly release?: boolean;
}

/** The key to create. */
export interface NewKey {
  /** What the key is for. */
  readonly name: string;
  /** What the key may do. */
  readonly scopes: readonly ('projects:read' | 'projects:write' | 'translations:write' | 'deployments:write' | 'assistant:read' | 'organization:write')[];
  /** Whether it is a key for tests. */
  readonly mode?: 'live' | 'test';
  /** The only project that the key may see; all when it is left out. */
  readonly projectId?: string | null;
  /** Days after which it expires; never when it is left out. */
  readonly expiresInDays?: number | null;
}

/** A language to add. */
export interface NewLanguage {
  /** Language code. */
  readonly code: LanguageCode;
  /** Whether pages with a changed source are translated again after each deployment. */
  readonly autoTranslate?: boolean;
}

/** A preview. */
export interface NewPreview {
  /** Name of the preview. */
  readonly name: string;
}

/** A new project. */
export interface NewProject {
  /** Display name. */
  readonly name: string;
  /** Name used in URLs, unique within the organization. */
  readonly slug: string;
  /** Host label, unique on the instance. Derived from the slug by default. */
  readonly subdomain?: string | null;
  /** Custom host name. The site is served there once the operator has approved it, or once a DNS TXT record `_docent.<customDomain>` contains `customDomainToken`. */
  readonly customDomain?: string | null;
  /** Git host. Export works with `github`. */
  readonly repoProvider?: 'github' | 'gitlab' | null;
  /** Owner or organization of the repository. */
  readonly repoOwner?: string | null;
  /** Name of the repository. */
  readonly repoName?: string | null;
  /** Branch that is deployed. */
  readonly repoBranch?: string | null;
  /** Folder of the documentation in the repository. */
  readonly repoPath?: string | null;
}

/** A new term. */
export type NewTerm = {
  /** The term in the source language. */
  readonly term?: string;
  /** Alias of `term`. */
  readonly sourceTerm?: string;
  /** What it means: context for languages without a translation. */
  readonly description?: string;
  /** Alias of `description`. */
  readonly context?: string;
  /** Language code to translated term. */
  readonly translations?: Readonly<Partial<Record<LanguageCode, string>>>;
  /** Whether matching is case-sensitive. */
  readonly caseSensitive?: boolean;
  /** Keep the source term verbatim in every translation. */
  readonly doNotTranslate?: boolean;
} & ({ readonly term: unknown } | { readonly sourceTerm: unknown });

/** The files of a deployment. */
export interface NewUpload {
  /** A deployment of the project, for a list that only has what differs from its files. */
  readonly base?: string;
  /** The preview that it is for; the live site when it is left out. */
  readonly preview?: string;
  /** All files of the deployment; with `base`, those that are new or different. */
  readonly files: readonly UploadFile[];
  /** Paths of files of `base` that the deployment does not have. */
  readonly removed?: readonly string[];
}

/** A new webhook. */
export interface NewWebhook {
  /** HTTPS URL that receives the deliveries. */
  readonly url: string;
  /** Event types to deliver; exact names. */
  readonly events: readonly EventType[];
  /** Description of the webhook. */
  readonly description?: string;
  /** Signing secret, generated if omitted. Returned in full only in this response. */
  readonly secret?: string;
  /** Whether events are delivered. */
  readonly active?: boolean;
  /** Adds a header with a signature over the body alone. */
  readonly bodySignature?: boolean;
  /** Repeats the event type in the body as `event`. */
  readonly legacyEnvelope?: boolean;
}

/** How a site is doing. */
export interface Overview {
  /** The deployment that readers get, or null. */
  readonly deployment: {
    /** Deployment. */
    readonly id: string;
    /** Whether a newer one waits for its translations or settings. */
    readonly held: boolean;
    /** Pages in the source language. */
    readonly pages: number;
    /** How many problems its build found; null where the server does not know any more. */
    readonly problems: {
      /** Errors. */
      readonly errors: number;
      /** Warnings. */
      readonly warnings: number;
      /** Notes: of those, the site works as it was written. */
      readonly notes: number;
    } | null;
    /** When the server imported it (ISO 8601, UTC). */
    readonly createdAt: string;
  } | null;
  /** Target languages. */
  readonly languages: readonly {
    /** Its code. */
    readonly code: LanguageCode;
    /** Pages whose translation is current. */
    readonly translatedPages: number;
    /** Pages in the source language. */
    readonly totalPages: number;
  }[];
  /** Searches of readers in these days. */
  readonly searches: {
    /** Searches. */
    readonly asked: number;
    /** Searches of which a result was opened. */
    readonly clicked: number;
    /** Searches without a result. */
    readonly empty: number;
  };
  /** Questions to the assistant in these days. */
  readonly questions: {
    /** Answers, refusals included. */
    readonly answers: number;
    /** Answers that cite a page: the others found nothing. */
    readonly cited: number;
    /** Conversations that readers rated. */
    readonly rated: number;
    /** Those of them that were rated well. */
    readonly satisfied: number;
  };
  /** Ratings of pages in these days. */
  readonly feedback: {
    /** Good ratings. */
    readonly positive: number;
    /** Bad ratings. */
    readonly negative: number;
    /** Ratings with a comment that is not resolved. */
    readonly unresolved: number;
  };
  /** Webhooks now. */
  readonly webhooks: {
    /** Webhooks that get events. */
    readonly active: number;
    /** Active webhooks whose last attempt failed. */
    readonly failing: number;
    /** Webhooks that the service has disabled after failures. */
    readonly disabled: number;
  };
  /** Why Commit configuration would be refused, as far as the server knows without asking the Git host; null if it is possible. */
  readonly commitObstacle: {
    /** The code that details of an error have for it. */
    readonly code: 'REPO_NOT_CONNECTED' | 'REPO_PROVIDER_UNSUPPORTED' | 'REPO_PERMISSION';
    /** What is missing, and what to set. */
    readonly message: string;
  } | null;
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

/** A page with its source. */
export interface PageDetails {
  /** Path of the page. */
  readonly pagePath: string;
  /** Its title. */
  readonly title: string;
  /** Words of its text. */
  readonly words: number;
  /** When its source was changed last (ISO 8601, UTC). */
  readonly updatedAt: string;
  /** Views in these days, in all languages. */
  readonly views: number;
  /** The visitors of each of these days together. */
  readonly visitors: number;
  /** Good ratings in these days. */
  readonly positive: number;
  /** Bad ratings in these days. */
  readonly negative: number;
  /** Conversations of these days with an answer that cites it. */
  readonly conversations: number;
  /** Searches of these days that led to it. */
  readonly searches: number;
  /** Those of them after which the reader searched again from it. */
  readonly searchedOn: number;
  /** Views of addresses without a page in these days, behind its links. */
  readonly notFound: number;
  /** Languages that it is translated into, or is to be. */
  readonly languages: number;
  /** Those of them whose translation is current. */
  readonly translated: number;
  /** Those of them whose translation is stale. */
  readonly stale: number;
  /** Problems in its file, of the first 1000 that the build found. */
  readonly problems: number;
  /** Errors among them. */
  readonly errors: number;
  /** Warnings among them. */
  readonly warnings: number;
  /** Notes among them. */
  readonly notes: number;
  /** About how many views went less well than they could. */
  readonly cost: number;
  /** Why it should be worked on, the most expensive reason first. */
  readonly reasons: readonly ({
    /** Its kind. */
    readonly type: 'ratings' | 'links' | 'answers' | 'searches' | 'translations' | 'age';
    /** Its part of the cost. */
    readonly cost: number;
    /** The reason in words. */
    readonly text: string;
  })[];
  /** Its translations, by language. */
  readonly translations: readonly ({
    /** Code of the language. */
    readonly language: string;
    /** Its state. */
    readonly status: 'completed' | 'stale' | 'pending' | 'in_progress' | 'failed';
    /** When it was made, or null (ISO 8601, UTC). */
    readonly translatedAt: string | null;
    /** Whether a person owns it. */
    readonly humanOwned: boolean;
  })[];
  /** What the build found in its file. */
  readonly problemList: readonly DeploymentProblem[];
  /** Its file in the live deployment; null if it is not on this server, or above 1 MB. */
  readonly source: {
    /** Path of the file. */
    readonly file: string;
    /** Its size. */
    readonly bytes: number;
    /** Its text. */
    readonly text: string;
  } | null;
}

/** A folder of the paths of pages, with sums of all the pages in it and below it. */
export interface PageFolder {
  /** Path of the folder. */
  readonly path: string;
  /** Pages in it and below it. */
  readonly pages: number;
  /** Folders directly in it. */
  readonly folders: number;
  /** Words of their text. */
  readonly words: number;
  /** Views in these days, in all languages. */
  readonly views: number;
  /** Good ratings in these days. */
  readonly positive: number;
  /** Bad ratings in these days. */
  readonly negative: number;
  /** Pages with more bad ratings than good ones in these days. */
  readonly ratedBadly: number;
  /** Views of addresses without a page in these days, behind links of the pages. */
  readonly notFound: number;
  /** Translations that the pages have, or are to have. */
  readonly languages: number;
  /** Those of them that are current. */
  readonly translated: number;
  /** Those of them that are stale. */
  readonly stale: number;
  /** Problems in the files, of the first 1000 that the build found. */
  readonly problems: number;
  /** Errors among them. */
  readonly errors: number;
  /** Warnings among them. */
  readonly warnings: number;
  /** Notes among them. */
  readonly notes: number;
}

/** A page with numbers of its readers. */
export interface PageItem {
  /** Path of the page. */
  readonly pagePath: string;
  /** Its title. */
  readonly title: string;
  /** Words of its text. */
  readonly words: number;
  /** When its source was changed last (ISO 8601, UTC). */
  readonly updatedAt: string;
  /** Views in these days, in all languages. */
  readonly views: number;
  /** The visitors of each of these days together. */
  readonly visitors: number;
  /** Good ratings in these days. */
  readonly positive: number;
  /** Bad ratings in these days. */
  readonly negative: number;
  /** Conversations of these days with an answer that cites it. */
  readonly conversations: number;
  /** Searches of these days that led to it. */
  readonly searches: number;
  /** Those of them after which the reader searched again from it. */
  readonly searchedOn: number;
  /** Views of addresses without a page in these days, behind its links. */
  readonly notFound: number;
  /** Languages that it is translated into, or is to be. */
  readonly languages: number;
  /** Those of them whose translation is current. */
  readonly translated: number;
  /** Those of them whose translation is stale. */
  readonly stale: number;
  /** Problems in its file, of the first 1000 that the build found. */
  readonly problems: number;
  /** Errors among them. */
  readonly errors: number;
  /** Warnings among them. */
  readonly warnings: number;
  /** Notes among them. */
  readonly notes: number;
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

/** A passage that sentences of the answer rest on. */
export interface Passage {
  /** Number of the passage within the answer. */
  readonly number: number;
  /** Path of the page. */
  readonly path: string;
  /** Its title. */
  readonly title: string;
  /** URL of the section. */
  readonly url: string;
  /** Markdown of the passage. */
  readonly text: string;
  /** Headings of the section; absent at the beginning of a page. */
  readonly section?: string;
}

/** The password as it was, and as it shall be. */
export interface PasswordChange {
  /** The password until now. */
  readonly currentPassword: string;
  /** The new password: at least 10 characters, and not the email address. */
  readonly newPassword: string;
}

/** The new password. */
export interface PasswordReset {
  /** The token in the link, after its `#`. */
  readonly token: string;
  /** The new password: at least 10 characters, and not the email address. */
  readonly password: string;
}

/** Who needs a new password. */
export interface PasswordResetRequest {
  /** Email address, in any case. */
  readonly email: string;
}

/** The request. */
export interface PasswordResetRequested {
  /** Always true. */
  readonly requested: true;
}

/** A site next to the live one, at an address that can't be guessed. */
export interface Preview {
  /** Name of the preview. */
  readonly name: string;
  /** The base path that it has to be built with: where it is on the host of the site. Empty where it has a host of its own. */
  readonly path: string;
  /** Its whole address. On the host of the site, null before the first deployment, and if the site was built without an address. */
  readonly url: string | null;
  /** The deployment that it shows; null before the first one. */
  readonly deploymentId: string | null;
  /** Branch it was built from; empty before the first deployment and outside Git. */
  readonly branch: string;
  /** Commit it was built from; empty like `branch`. */
  readonly commitSha: string;
  /** When it was created (ISO 8601, UTC). */
  readonly createdAt: string;
  /** When it was last deployed to (ISO 8601, UTC). */
  readonly updatedAt: string;
  /** When it is removed unless it is deployed to again (ISO 8601, UTC). */
  readonly expiresAt: string;
}

/** What a preview gets. */
export interface PreviewUpload {
  /** An upload that was started for the preview. */
  readonly uploadId: string;
}

/** The page. */
export interface PreviewedPage {
  /** Path of the page. */
  readonly pagePath: string;
  /** Title of the page. */
  readonly title: string;
  /** Where addresses of the site begin, by the text that is tried. */
  readonly basePath: string;
  /** The document, with styles, pictures and fonts of the site in it. It has what authors have written: show it in a sandbox. */
  readonly html: string;
}

/** The error as a problem document (RFC 9457). */
export interface Problem {
  /** Identifies the type of the problem. */
  readonly type: string;
  /** The code in words. */
  readonly title: string;
  /** The HTTP status. */
  readonly status: number;
  /** Human-readable message, one sentence. */
  readonly detail: string;
  /** Machine-readable code. */
  readonly code: ErrorCode;
  /** Identifies the request in the server log. */
  readonly requestId: string;
  /** The individual errors. */
  readonly details?: readonly Readonly<Record<string, unknown>>[];
}

/** A project. */
export interface Project {
  /** Project. */
  readonly id: string;
  /** Owning organization. */
  readonly orgId: string;
  /** Display name. */
  readonly name: string;
  /** Name used in URLs, unique within the organization. */
  readonly slug: string;
  /** Host label, unique on the instance. Derived from the slug by default. */
  readonly subdomain: string;
  /** Custom host name. The site is served there once the operator has approved it, or once a DNS TXT record `_docent.<customDomain>` contains `customDomainToken`. */
  readonly customDomain: string | null;
  /** Git host. Export works with `github`. */
  readonly repoProvider: 'github' | 'gitlab' | null;
  /** Owner or organization of the repository. */
  readonly repoOwner: string | null;
  /** Name of the repository. */
  readonly repoName: string | null;
  /** Branch that is deployed. */
  readonly repoBranch: string;
  /** Folder of the documentation in the repository. */
  readonly repoPath: string;
  /** When the project was created (epoch milliseconds). */
  readonly createdAt: number;
  /** When the project last changed (epoch milliseconds). */
  readonly updatedAt: number;
}

/** Fields to change. */
export interface ProjectChanges {
  /** Display name. */
  readonly name?: string;
  /** Name used in URLs, unique within the organization. */
  readonly slug?: string;
  /** Host label, unique on the instance. Derived from the slug by default. */
  readonly subdomain?: string | null;
  /** Custom host name. The site is served there once the operator has approved it, or once a DNS TXT record `_docent.<customDomain>` contains `customDomainToken`. */
  readonly customDomain?: string | null;
  /** Git host. Export works with `github`. */
  readonly repoProvider?: 'github' | 'gitlab' | null;
  /** Owner or organization of the repository. */
  readonly repoOwner?: string | null;
  /** Name of the repository. */
  readonly repoName?: string | null;
  /** Branch that is deployed. */
  readonly repoBranch?: string | null;
  /** Folder of the documentation in the repository. */
  readonly repoPath?: string | null;
  /** Site configuration (`docs.json`) as JSON text, at most 1 MB. */
  readonly configJson?: string;
  /** Component properties that are translated like prose, by component. Empty by default. */
  readonly translateProps?: Readonly<Record<string, readonly string[]>> | null;
}

/** A project with its configuration. */
export interface ProjectWithConfig {
  /** Project. */
  readonly id: string;
  /** Owning organization. */
  readonly orgId: string;
  /** Display name. */
  readonly name: string;
  /** Name used in URLs, unique within the organization. */
  readonly slug: string;
  /** Host label, unique on the instance. Derived from the slug by default. */
  readonly subdomain: string;
  /** Custom host name. The site is served there once the operator has approved it, or once a DNS TXT record `_docent.<customDomain>` contains `customDomainToken`. */
  readonly customDomain: string | null;
  /** Git host. Export works with `github`. */
  readonly repoProvider: 'github' | 'gitlab' | null;
  /** Owner or organization of the repository. */
  readonly repoOwner: string | null;
  /** Name of the repository. */
  readonly repoName: string | null;
  /** Branch that is deployed. */
  readonly repoBranch: string;
  /** Folder of the documentation in the repository. */
  readonly repoPath: string;
  /** When the project was created (epoch milliseconds). */
  readonly createdAt: number;
  /** When the project last changed (epoch milliseconds). */
  readonly updatedAt: number;
  /** Site configuration (`docs.json`) as JSON text, at most 1 MB. */
  readonly configJson: string;
  /** Component properties that are translated like prose, by component. Empty by default. */
  readonly translateProps: Readonly<Record<string, readonly string[]>>;
  /** Returned with `customDomain`: `approved` by the operator, `verified` through DNS, or `unproven`; nothing is served at an unproven domain. */
  readonly customDomainState?: 'approved' | 'verified' | 'unproven';
  /** Returned with `customDomain`: the value required in the TXT record `_docent.<customDomain>`. */
  readonly customDomainToken?: string;
}

/** A reader's question. */
export interface Question {
  /** The question. */
  readonly message: string;
  /** Anonymous identifier of the reader, generated by the browser. */
  readonly visitorId: string;
  /** The conversation to continue; omit to start a new one. */
  readonly conversationId?: string;
  /** Address of the page that the reader is on, without its host: its version and product are preferred. Omit to prefer the default version. */
  readonly page?: string;
}

/** The new job. */
export interface QueuedJob {
  /** Job. */
  readonly jobId: string;
  /** Language code. */
  readonly language: LanguageCode;
  /** `all`: every page without a current translation, or with one in part; `stale`: pages whose source changed; `page`: one page. */
  readonly scope: 'all' | 'page' | 'stale';
  /** Number of pages in this job. */
  readonly pagesQueued: number;
  /** Estimated duration in whole seconds; 0 if no page was queued. */
  readonly estimatedDuration: number;
  /** Status at creation. */
  readonly status: 'queued';
  /** When the job was created (ISO 8601, UTC). */
  readonly createdAt: string;
}

/** The rating. */
export interface RatedConversation {
  /** Conversation. */
  readonly id: string;
  /** The last rating, or null. */
  readonly satisfied: boolean | null;
}

/** Whether the conversation was helpful. */
export interface Rating {
  /** Whether it was helpful. */
  readonly satisfied: boolean;
  /** Anonymous identifier of the reader, generated by the browser. */
  readonly visitorId: string;
}

/** What was received. */
export interface ReceivedBlocks {
  /** Blocks in the request. */
  readonly received: number;
}

/** What was deleted. */
export interface RemovedLanguage {
  /** Always true. */
  readonly deleted: true;
  /** Language code. */
  readonly code: LanguageCode;
  /** Number of deleted translations. */
  readonly pagesDeleted: number;
}

/** Time range of undelivered deliveries to send again. */
export interface Replay {
  /** ISO 8601 time. */
  readonly from: string;
  /** ISO 8601 time. */
  readonly to?: string;
}

/** Result of the replay. */
export interface ReplayResult {
  /** Number of deliveries that are sent again. */
  readonly deliveries: number;
}

/** The file, and its version. */
export interface RepositoryConfig {
  /** The text of `docs.json`, at most 1 MB. Comments, order and formatting stay. */
  readonly configJson: string;
  /** Version of the file: the name of its Git blob. */
  readonly sha: string;
  /** Name of the branch. */
  readonly branch: string;
  /** Path of the file in the repository. */
  readonly path: string;
}

/** The new secret. */
export interface RotatedSecret {
  /** Webhook. */
  readonly id: string;
  /** Signing secret, generated if omitted. Returned in full only in this response. */
  readonly secret: string;
  /** The secret as libraries for Standard Webhooks expect it: `secret` itself if it is `whsec_` and base64. Returned only in this response. */
  readonly standardSecret: string;
  /** Until when deliveries are also signed with the old secret (ISO 8601, UTC). */
  readonly previousSecretExpiresAt: string;
}

/** A query that led to a page, with its count. */
export interface SearchOfPage {
  /** The query, in lower case. */
  readonly query: string;
  /** Language that was searched. */
  readonly language: string;
  /** How often the page was opened from its results. */
  readonly opened: number;
  /** Day of the last search (UTC). */
  readonly lastDay: string;
}

/** Search results. */
export interface SearchResults {
  /** Pages, best match first, each with its best sections. */
  readonly results: readonly {
    /** Page path. */
    readonly path: string;
    /** URL of the page. */
    readonly url: string;
    /** Version of the page, if any. */
    readonly version: string;
    /** Product of the page, if any. */
    readonly product: string;
    /** Title. */
    readonly title: string;
    /** Description, if any. */
    readonly description: string;
    /** Its position in the navigation. */
    readonly breadcrumbs: readonly string[];
    /** Language of the page. */
    readonly language: string;
    /** Only comparable within one response. */
    readonly score: number;
    /** Share of the query found on the page. */
    readonly confidence: number;
    /** Its best matching sections. */
    readonly sections: readonly SearchSection[];
    /** Pages of other versions or products with the same content. */
    readonly copies: readonly {
      /** Page path. */
      readonly path: string;
      /** URL of the page. */
      readonly url: string;
      /** Version of the page, if any. */
      readonly version: string;
      /** Product of the page, if any. */
      readonly product: string;
    }[];
  }[];
  /** Total number of matching pages. */
  readonly total: number;
  /** Language that was searched. */
  readonly language: string;
  /** Share of the query found on the best page. */
  readonly confidence: number;
  /** Query words found on no page. */
  readonly unknown: readonly string[];
}

/** A matching section. */
export interface SearchSection {
  /** Stable as long as page and anchor do not change. */
  readonly id: string;
  /** URL with the anchor. */
  readonly url: string;
  /** Id of the heading; absent at the start of the page. */
  readonly anchor: string;
  /** The heading. */
  readonly heading: string;
  /** Headings above and including it. */
  readonly trail: readonly string[];
  /** The best matching passage. */
  readonly snippet: {
    /** At most 500 characters. */
    readonly text: string;
    /** Offsets of the matched words: start, end. */
    readonly marks: readonly (readonly number[])[];
  };
}

/** A part of a page with its translation. */
export interface Segment {
  /** Position on the page, starting at 0. */
  readonly index: number;
  /** Of the front matter, of the text, of a component, or of code. */
  readonly kind: 'field' | 'prose' | 'property' | 'comment';
  /** The field, the property, or the place of the text. */
  readonly name: string;
  /** Words with marks: `<x1/>` represents something kept, `<g1>…</g1>` surrounds words. */
  readonly source: string;
  /** The translation with the same marks; null without one. */
  readonly target: string | null;
  /** What each mark represents. */
  readonly marks: Readonly<Record<string, string>>;
  /** `changed`: the source was changed since; `untranslated`: readers get the source language. */
  readonly state: 'current' | 'changed' | 'untranslated';
}

/** Translations by hand. */
export interface SegmentChanges {
  /** `sourceHash` of the record that was read. */
  readonly sourceHash: string;
  /** `contentHash` of the record that was read. */
  readonly contentHash: string | null;
  /** Segments with other words; the rest stays as it is. */
  readonly segments?: readonly {
    /** Position on the page, starting at 0. */
    readonly index: number;
    /** Words with marks: `<x1/>` represents something kept, `<g1>…</g1>` surrounds words. */
    readonly target: string;
  }[];
  /** Declare the translation current, whatever was changed in the source. */
  readonly accept?: boolean;
}

/** The session, and whose it is. */
export interface Session {
  /** The member. */
  readonly user: {
    /** Member. */
    readonly id: string;
    /** Email address, in any case. */
    readonly email: string;
    /** Name, as other members see it. */
    readonly name: string;
    /** What the member may do. */
    readonly role: 'owner' | 'editor' | 'viewer' | 'translator';
    /** The languages that a translator may change; null for all, and for other roles. */
    readonly languages: readonly LanguageCode[] | null;
  };
  /** The organization. */
  readonly organization: {
    /** Organization. */
    readonly id: string;
    /** Its name. */
    readonly name: string;
  };
  /** When the session ends, unless it is used before (ISO 8601, UTC). */
  readonly expiresAt: string;
}

/** Who signs in. */
export interface SignIn {
  /** Email address, in any case. */
  readonly email: string;
  /** The password. */
  readonly password: string;
  /** Id or slug of the organization, for an address that is a member of several with the same password. */
  readonly organization?: string;
}

/** A page cited by the answer. */
export interface Source {
  /** Path of the page. */
  readonly path: string;
  /** Its title. */
  readonly title: string;
  /** URL of the passage. */
  readonly url: string;
}

/** A sentence of the answer. */
export interface Span {
  /** Its first character in all `text` of the answer together (UTF-16 code units). */
  readonly start: number;
  /** The character after its last. */
  readonly end: number;
  /** `cited`: its passages contain its words. `unsupported`: no passage that was read does. `unchecked`: the passages are in another language. */
  readonly status: 'cited' | 'unsupported' | 'unchecked';
  /** Numbers of its passages. */
  readonly passages: readonly number[];
}

/** Whether an answer was being generated. */
export interface StoppedAnswer {
  /** Message. */
  readonly id: string;
  /** False if it had already ended. */
  readonly stopped: boolean;
}

/** A glossary term. */
export interface Term {
  /** Term. */
  readonly id: string;
  /** The term in the source language. */
  readonly term: string;
  /** What it means: context for languages without a translation. */
  readonly description: string;
  /** Language code to translated term. */
  readonly translations: Readonly<Partial<Record<LanguageCode, string>>>;
  /** Whether matching is case-sensitive. */
  readonly caseSensitive: boolean;
  /** Keep the source term verbatim in every translation. */
  readonly doNotTranslate: boolean;
  /** When the term was added (ISO 8601, UTC). */
  readonly createdAt: string;
}

/** Fields to change. */
export interface TermChanges {
  /** The term in the source language. */
  readonly term?: string;
  /** Alias of `term`. */
  readonly sourceTerm?: string;
  /** What it means: context for languages without a translation. */
  readonly description?: string;
  /** Alias of `description`. */
  readonly context?: string;
  /** Language code to translated term. */
  readonly translations?: Readonly<Partial<Record<LanguageCode, string>>>;
  /** Whether matching is case-sensitive. */
  readonly caseSensitive?: boolean;
  /** Keep the source term verbatim in every translation. */
  readonly doNotTranslate?: boolean;
}

/** How often a term occurs. */
export interface TermUses {
  /** Term. */
  readonly id: string;
  /** The term in the source language. */
  readonly term: string;
  /** Pages of the source language that have it in their text; null where the server has no deployment. */
  readonly pages: number | null;
}

/** Terms to add or to change. */
export interface TermsImport {
  /** Terms with the fields of Add glossary term. What one leaves out stays as it is, and translations are added to those that it has. */
  readonly terms: readonly Readonly<Record<string, unknown>>[];
  /** Only say what would become of the terms. */
  readonly dryRun?: boolean;
}

/** A page and its translation side by side. */
export interface TranslatedSegments {
  readonly record: TranslationRecord;
  /** The segments in the order of the page. */
  readonly segments: readonly Segment[];
}

/** State of one page in one language. */
export interface TranslationRecord {
  /** Path of a page, without extension. */
  readonly pagePath: string;
  /** Title in the source language. */
  readonly pageTitle: string;
  /** Language code. */
  readonly language: LanguageCode;
  /** See States and transitions. */
  readonly status: 'completed' | 'pending' | 'failed' | 'stale' | 'in_progress';
  /** Null while untranslated. */
  readonly translatedTitle: string | null;
  /** Hash of the current source. */
  readonly sourceHash: string;
  /** Hash of the source the translation was made from, or null. */
  readonly translatedHash: string | null;
  /** Number of words in the source. */
  readonly wordCount: number;
  /** When it was translated; null while untranslated (ISO 8601, UTC). */
  readonly translatedAt: string | null;
  /** When readers first got it; null while it is stored, but not live yet (ISO 8601, UTC). */
  readonly publishedAt: string | null;
  /** When the source last changed (ISO 8601, UTC). */
  readonly sourceUpdatedAt: string;
  /** Hash of the translated text, or null. */
  readonly contentHash: string | null;
  /** Whether a person owns the translation; it is then never overwritten. */
  readonly humanOwned: boolean;
  /** Whether the glossary has changed since. */
  readonly glossaryOutdated: boolean;
  /** Segments of the translation that are in the source language; the next job requests them again. */
  readonly fallbackSegments: number;
  /** Why the last translation failed. */
  readonly error: {
    readonly code: string;
    readonly message: string;
  } | null;
}

/** The updated project. */
export interface UpdatedProject {
  /** Project. */
  readonly id: string;
  /** Display name. */
  readonly name: string;
  /** When the project last changed (epoch milliseconds). */
  readonly updatedAt: number;
}

/** The updated term. */
export interface UpdatedTerm {
  /** Term. */
  readonly id: string;
  /** Alias of `term`. */
  readonly sourceTerm: string;
  /** Language code to translated term. */
  readonly translations: Readonly<Partial<Record<LanguageCode, string>>>;
  /** Alias of `description`. */
  readonly context: string;
  /** Keep the source term verbatim in every translation. */
  readonly doNotTranslate: boolean;
  /** Whether matching is case-sensitive. */
  readonly caseSensitive: boolean;
}

/** The updated webhook. */
export interface UpdatedWebhook {
  /** Webhook. */
  readonly id: string;
  /** HTTPS URL that receives the deliveries. */
  readonly url: string;
  /** Event types to deliver; exact names. */
  readonly events: readonly EventType[];
  /** Whether events are delivered. */
  readonly active: boolean;
  /** When the webhook last changed (ISO 8601, UTC). */
  readonly updatedAt: string;
}

/** A deployment on its way to the server. */
export interface Upload {
  /** Upload. */
  readonly id: string;
  /** Whether it has become a deployment. */
  readonly status: 'uploading' | 'published';
  /** Hashes of the blocks that have to be sent before it can be published. */
  readonly missing: readonly string[];
  /** When it is removed if it is not published (ISO 8601, UTC). */
  readonly expiresAt: string;
}

/** A file of a deployment. */
export interface UploadFile {
  /** Path in the deployment folder: below `site/`, `protected/`, `parts/`, `source/` or `records/`, or `manifest.json`, `config.json`, `deployment.json`, `proxy.json`, `former.json` or `problems.json`. */
  readonly path: string;
  /** SHA-256 of the content, in hex. */
  readonly sha256: string;
  /** Bytes of the file. */
  readonly size: number;
  /** The blocks that make up the file, in order; left out for a file of up to 1 MiB that is sent as one block. */
  readonly blocks?: readonly string[];
}

/** What the organization uses of its plan. */
export interface Usage {
  /** When the month of the plan began (ISO 8601, UTC). */
  readonly startDate: string;
  /** When it ends, and its counts are reset (ISO 8601, UTC). */
  readonly endDate: string;
  /** What the plan allows. */
  readonly limits: {
    /** Translated pages in a month; null without a limit. */
    readonly pageTranslations: number | null;
    /** Webhook events in a month; null without a limit. */
    readonly webhookEvents: number | null;
    /** Tokens of the assistant in a month; null without a limit. */
    readonly assistantTokens: number | null;
    /** Projects; null without a limit. */
    readonly projects: number | null;
    /** Target languages of a project; null without a limit. */
    readonly languages: number | null;
    /** Glossary terms of a project; null without a limit. */
    readonly glossaryTerms: number | null;
    /** Webhooks of a project; null without a limit. */
    readonly webhooks: number | null;
    /** Bytes of the files of a site; null without a limit. */
    readonly siteBytes: number | null;
  };
  /** What is used of it. */
  readonly used: {
    /** Projects. */
    readonly projects: number;
    /** Translated pages this month. */
    readonly pageTranslations: number;
    /** Webhook events this month. */
    readonly webhookEvents: number;
    /** Tokens of the assistant this month. */
    readonly assistantTokens: number;
  };
  /** The projects that are nearest to what the plan allows each of them. */
  readonly fullest: {
    /** The project with most target languages; null while no project has any, or without `projects:read`. */
    readonly languages: {
      /** Project. */
      readonly id: string;
      /** Its slug. */
      readonly slug: string;
      /** Its name. */
      readonly name: string;
      /** How many target languages it has. */
      readonly used: number;
    } | null;
    /** The project with most glossary terms; null while no project has any, or without `projects:read`. */
    readonly glossaryTerms: {
      /** Project. */
      readonly id: string;
      /** Its slug. */
      readonly slug: string;
      /** Its name. */
      readonly name: string;
      /** How many glossary terms it has. */
      readonly used: number;
    } | null;
    /** The project with most webhooks; null while no project has any, or without `projects:read`. */
    readonly webhooks: {
      /** Project. */
      readonly id: string;
      /** Its slug. */
      readonly slug: string;
      /** Its name. */
      readonly name: string;
      /** How many webhooks it has. */
      readonly used: number;
    } | null;
  };
  /** Use by day, oldest first; days before a server of this version counted are 0. */
  readonly days: readonly {
    /** The day (UTC). */
    readonly date: string;
    /** Translated pages. */
    readonly pageTranslations: number;
    /** Webhook events. */
    readonly webhookEvents: number;
    /** Tokens of the assistant. */
    readonly assistantTokens: number;
  }[];
}

/** Anonymous identifier of the reader. */
export interface Visitor {
  /** Anonymous identifier of the reader, generated by the browser. */
  readonly visitorId: string;
}

/** A webhook. */
export interface Webhook {
  /** Webhook. */
  readonly id: string;
  /** HTTPS URL that receives the deliveries. */
  readonly url: string;
  /** Event types to deliver; exact names. */
  readonly events: readonly EventType[];
  /** Description of the webhook. */
  readonly description: string;
  /** Whether events are delivered. */
  readonly active: boolean;
  /** Signing secret, masked. */
  readonly secret: string;
  /** Adds a header with a signature over the body alone. */
  readonly bodySignature: boolean;
  /** Repeats the event type in the body as `event`. */
  readonly legacyEnvelope: boolean;
  /** Why the service disabled it; null otherwise. */
  readonly disabledReason: 'failures' | 'gone' | null;
  /** When the webhook was created (ISO 8601, UTC). */
  readonly createdAt: string;
  /** When the webhook last changed (ISO 8601, UTC). */
  readonly updatedAt: string;
  /** The most recent attempt; null before the first. */
  readonly lastDelivery: {
    /** HTTP status of the response; 0 if there was none. */
    readonly status: number;
    /** Event type. */
    readonly event: string;
    /** When it was sent (ISO 8601, UTC). */
    readonly deliveredAt: string;
    /** Milliseconds. */
    readonly duration: number;
  } | null;
}

/** Fields to change; `events` replaces the whole list. */
export interface WebhookChanges {
  /** HTTPS URL that receives the deliveries. */
  readonly url?: string;
  /** Event types to deliver; exact names. */
  readonly events?: readonly EventType[];
  /** Description of the webhook. */
  readonly description?: string;
  /** Whether events are delivered. */
  readonly active?: boolean;
  /** Adds a header with a signature over the body alone. */
  readonly bodySignature?: boolean;
  /** Repeats the event type in the body as `event`. */
  readonly legacyEnvelope?: boolean;
}

/** What to send. */
export interface WebhookTest {
  /** Event type of the sample (default: the first subscribed type). */
  readonly event?: 'deployment.started' | 'deployment.completed' | 'deployment.failed' | 'page.created' | 'page.updated' | 'page.deleted' | 'feedback.received' | 'assistant.conversation.completed' | 'agent.job.completed' | 'test.ping';
  /** Makes it a delivery that a receiver must refuse: signed with another secret, or with the time of an hour ago. */
  readonly fault?: 'signature' | 'age';
}

/** How the receiver answered. */
export interface WebhookTestResult {
  /** Whether it answered with 2xx. */
  readonly delivered: boolean;
  /** HTTP status of the response; 0 if there was none. */
  readonly statusCode: number;
  /** Milliseconds. */
  readonly duration: number;
  /** Start of the response body, at most 4 kB. */
  readonly responseBody: string;
  /** Event type. */
  readonly event: string;
  /** Why the delivery failed; absent if the receiver answered with 2xx. */
  readonly error?: string;
}
