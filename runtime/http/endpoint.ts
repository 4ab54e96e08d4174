import type { Role } from '../../schema/api/roles.ts';
import type { Scope } from '../../schema/api/scopes.ts';
import type { ApiCode } from '../../schema/codes.ts';
import type { JsonSchema } from '../../schema/json-schema.ts';

/** Who sends a request. */
export interface Caller {
  /** Id of the key, or of the signed-in member. */
  readonly keyId: string;
  /** Set when the request has no key but the session of a member. */
  readonly member?: {
    readonly role: Role;
    /** The languages that a translator may change; null for all. */
    readonly languages: readonly string[] | null;
  };
  readonly orgId: string;
  /** False for a test key: its organization has no data but those of test keys. */
  readonly livemode: boolean;
  /** Set when the key sees one project only. */
  readonly projectId: string | null;
  readonly scopes: readonly Scope[];
  /** The version of the API that it was created with. */
  readonly version: string;
}

/** One request as a handler sees it: checked, and with its project at hand. */
export interface Call<Services, Project> {
  readonly services: Services;
  readonly caller: Caller;
  /** The project of the path; only on paths with `:projectId`. */
  readonly project: Project;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
  /** The body, already valid for the endpoint's schema. */
  readonly body: unknown;
  /** The body of an endpoint that takes bytes, as it arrives; 413 when it becomes too large. */
  readonly content: () => AsyncIterable<Uint8Array>;
  readonly header: (name: string) => string | undefined;
  /** What the server adapter hands on with a request. */
  readonly connection: unknown;
  /** IP address of the client, for limits. */
  readonly address: string;
  /** Where the client sees this server: `https://docs.example.com`. */
  readonly origin: string;
  readonly requestId: string;
  /** The dated version of the API that the client expects. */
  readonly version: string;
  /** Path and query of the request. */
  readonly url: string;
  /** Aborts when the client disconnects. */
  readonly signal: AbortSignal;
  /** Address of the API itself, for `Location`: `/api/v1`. */
  readonly base: string;
}

/** What will be removed, and when. Dates such as `2027-01-31`. */
export interface Deprecation {
  readonly since: string;
  readonly sunset?: string;
  /** What to use instead, as a sentence. */
  readonly instead: string;
}

/** What a handler answers. */
export interface Answer {
  readonly body: unknown;
  /** The body as JSON text, where it is at hand already; `body` is then not looked at. */
  readonly text?: string;
  /** Instead of `body`: the text of an event stream as it is written. */
  readonly stream?: ReadableStream<Uint8Array>;
  /** Whether a stream with that text may be repeated for its Idempotency-Key; it may when this is left out. */
  readonly isWhole?: (text: string) => boolean;
  readonly headers?: Readonly<Record<string, string>>;
  /** When it is another than the endpoint's own: 304 without a body. */
  readonly status?: 304;
}

/**
 * One operation of the API: its routing, validation and documentation. Router and API description
 * are generated from the same list.
 */
export interface Endpoint<Services, Project> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path below the API, `:name` for a parameter, `:name+` for one that may contain slashes. */
  readonly path: string;
  readonly operationId: string;
  readonly tag: string;
  readonly title: string;
  readonly description: string;
  /**
   * The scope a key needs, or `any` if every key will do; null for an operation of readers, who have no
   * key: its project is found by id or by an unambiguous slug.
   */
  readonly scope: Scope | 'any' | null;
  /**
   * It is about the session of a member, in a cookie: without a scope, but for no other site's pages, and never
   * repeated for an Idempotency-Key.
   */
  readonly session?: true;
  /** The answer has a secret: it is not kept for an Idempotency-Key. */
  readonly secret?: true;
  /** With the scope `translations:write`: the language that it changes, which a translator must have. */
  readonly languageOf?: (call: Call<Services, Project>) => Promise<string | undefined> | string;
  /** It writes its entry of the audit log itself, in the transaction of the change. */
  readonly recordsItself?: true;
  /** It reads, and is no GET because of its body: without an entry of the audit log, and repeated without a key. */
  readonly changesNothing?: true;
  /**
   * What it changes, for the audit log: read before and after it; undefined where it does not exist. Without this, the
   * fields of the body are what it made.
   */
  readonly state?: (
    call: Call<Services, Project>,
  ) => Promise<Readonly<Record<string, unknown>> | undefined>;
  /** What the audit log has as the state after it, where neither the body nor reading it again says so. */
  readonly told?: (
    call: Call<Services, Project>,
    answer: unknown,
  ) => Readonly<Record<string, unknown>>;
  /** The project can also be identified by its slug within the caller's organization. */
  readonly bySlug?: true;
  readonly query?: Readonly<Record<string, JsonSchema>>;
  readonly requiredQuery?: readonly string[];
  readonly body?: JsonSchema;
  /**
   * Counts a request of a reader by address, and rejects it above the limit: checked before the
   * body is read, which anyone could make expensive.
   */
  readonly countAddress?: (
    services: Services,
    address: string,
  ) => Promise<Readonly<Record<string, string>> | undefined>;
  /** Largest body in bytes (default 1 MB). */
  readonly bodyLimit?: number;
  /** Most keys in a body (default 1,000). */
  readonly bodyKeys?: number;
  /** It takes bytes instead of JSON: what they are, and how many. They may be compressed with gzip. */
  readonly bytes?: { readonly limit: number; readonly description: string };
  readonly success: {
    /** 204 has no body, whatever the schema says. */
    readonly status: 200 | 201 | 202 | 204;
    readonly description: string;
    readonly schema: JsonSchema;
    /** When it is not JSON but a stream of events, each of which the schema describes. */
    readonly type?: 'text/event-stream';
  };
  /** It respects `Last-Event-ID`. */
  readonly resumable?: true;
  /**
   * It answers with an `ETag`; `read` respects `If-None-Match`, `write` respects `If-Match`. A read whose
   * handler gives none has one made from its body.
   */
  readonly versioned?: 'read' | 'write' | 'create';
  /** Its own errors, in addition to those of every operation. */
  readonly errors?: readonly {
    readonly code: ApiCode;
    readonly status?: number;
    readonly description: string;
  }[];
  /** It has no test mode: test keys are refused. */
  readonly liveOnly?: true;
  /** The whole operation will be removed. */
  readonly deprecated?: Deprecation;
  /** Query parameters and fields of the body that will be removed, by name. */
  readonly deprecatedFields?: Readonly<Record<string, Deprecation>>;
  /** Starts work: has a smaller rate limit. */
  readonly heavy?: boolean;
  readonly handle: (call: Call<Services, Project>) => Promise<Answer>;
}

/** Whether a request may be repeated with its Idempotency-Key. */
export function isRepeatable<Services, Project>({
  method,
  secret,
  session,
  changesNothing,
}: Pick<Endpoint<Services, Project>, 'method' | 'secret' | 'session' | 'changesNothing'>): boolean {
  return method === 'POST' && !secret && !session && !changesNothing;
}
