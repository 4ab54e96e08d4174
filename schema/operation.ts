import type { OpenApiReference } from './config/api.ts';
import type { RequestForm } from './form.ts';

/**
 * One operation (or webhook) of an API description, with references resolved, ready for layout.
 * Based on OpenAPI 3.0 to 3.2; 3.0 is read as 3.1.
 */
export interface Operation {
  /** File or URL of the description. */
  readonly source: string;
  /** `schema` is a data model page: `body` contains its fields. */
  readonly kind: 'operation' | 'webhook' | 'schema' | 'channel';
  /**
   * Upper case: `GET`, `POST`, …; `WEBHOOK` for webhooks; the protocol of a channel or `CHANNEL`; '' for a
   * schema, which has no label.
   */
  readonly method: string;
  /** Path template such as `/users/{id}`, the address of a channel, or the name of the webhook or schema. */
  readonly path: string;
  readonly operationId?: string;
  readonly summary?: string;
  /** Markdown. */
  readonly description?: string;
  readonly tags: readonly string[];
  readonly deprecated: boolean;
  /** In the order of the description: those of the operation, else of its path, else of the description. */
  readonly servers: readonly OperationServer[];
  /** Every scheme that is named, once. */
  readonly security: readonly SecurityScheme[];
  /**
   * Ways to authenticate, each with all the schemes that it needs; one without any needs nothing. Absent where the
   * schemes are not from a description: each is a way then.
   */
  readonly ways?: readonly (readonly SecurityUse[])[];
  readonly parameters: readonly Parameter[];
  readonly body?: Body;
  readonly responses: readonly Response[];
  /** Requests that the API sends while it handles this one. */
  readonly callbacks?: readonly Callback[];
  /** Request samples, generated and hand-written (`x-codeSamples`), in the order they are shown. */
  readonly samples: readonly Sample[];
  /** What the playground asks for; only operations that can be called have one. */
  readonly form?: RequestForm;
  /** What only channels have, when `kind` is `channel`. */
  readonly channel?: Channel;
}

/** A base URL of an operation. */
export interface OperationServer {
  /** With the defaults of its variables filled in. */
  readonly url: string;
  readonly description?: string;
  /** The URL as written, with `{name}` for each variable; only if it has any. */
  readonly template?: string;
  readonly variables?: readonly ServerVariable[];
}

export interface ServerVariable {
  readonly name: string;
  readonly default: string;
  /** The values that are allowed; any value is, without it. */
  readonly enum?: readonly string[];
  /** Markdown. */
  readonly description?: string;
}

export interface SecurityScheme {
  readonly name: string;
  readonly type: 'http' | 'apiKey' | 'oauth2' | 'openIdConnect' | 'mutualTLS' | 'other';
  /** What a scheme of type `other` is called. */
  readonly label?: string;
  readonly scheme?: string;
  readonly in?: 'header' | 'query' | 'cookie';
  readonly parameter?: string;
  readonly description?: string;
  /** OAuth 2.0: how to get a token. */
  readonly flows?: readonly OAuthFlow[];
  /** OpenID Connect: address of the provider's metadata. */
  readonly openIdConnectUrl?: string;
}

export interface OAuthFlow {
  /** `authorizationCode`, `clientCredentials`, `password`, `implicit`. */
  readonly type: string;
  readonly authorizationUrl?: string;
  readonly tokenUrl?: string;
}

/** A scheme as one operation uses it. */
export interface SecurityUse {
  /** `name` of a security scheme. */
  readonly scheme: string;
  readonly scopes: readonly { readonly name: string; readonly description?: string }[];
}

export interface Callback {
  readonly name: string;
  readonly method: string;
  /** Runtime expression such as `{$request.body#/callbackUrl}`. */
  readonly url: string;
  readonly deprecated: boolean;
  readonly summary?: string;
  /** Markdown. */
  readonly description?: string;
  readonly body?: Body;
  readonly responses: readonly Response[];
}

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header' | 'cookie';
  readonly field: Field;
}

/** A named value with its type, and its own fields if it is an object or a list of objects. */
export interface Field {
  readonly name: string;
  /** As shown: `string`, `integer<int64>`, `object[]`, `enum<string>`, `string | null`. */
  readonly type: string;
  readonly required: boolean;
  readonly deprecated: boolean;
  readonly readOnly: boolean;
  readonly writeOnly: boolean;
  /** Markdown. */
  readonly description?: string;
  readonly default?: unknown;
  readonly example?: unknown;
  readonly enum?: readonly unknown[];
  /** Limits and patterns in short form: `1 ≤ x ≤ 100`, `max length 64`. */
  readonly constraints: readonly string[];
  readonly fields: readonly Field[];
  /** Alternatives of `oneOf` or `anyOf`, each with a label. */
  readonly variants: readonly { readonly label: string; readonly field: Field }[];
  /** Several alternatives may apply at once (`anyOf`). */
  readonly any?: true;
  /** Words of the author before and behind the name (`x-mint`). */
  readonly pre?: readonly string[];
  readonly post?: readonly string[];
  /** A reference back to a schema that encloses it; its fields are not repeated. */
  readonly recursive: boolean;
}

export interface Body {
  readonly required: boolean;
  readonly description?: string;
  readonly contents: readonly {
    readonly mediaType: string;
    readonly field: Field;
    readonly examples: readonly Example[];
  }[];
}

export interface Response {
  /** `200`, `4XX`, `default`. */
  readonly status: string;
  readonly description?: string;
  readonly contents: Body['contents'];
  readonly headers?: readonly Field[];
  readonly links?: readonly ResponseLink[];
}

/** What a client may call next, with values of the response. */
export interface ResponseLink {
  readonly name: string;
  /** `operationId`, or the reference to an operation. */
  readonly operation: string;
  /** The page of that operation, if the site has one. */
  readonly page?: { readonly path: string; readonly title: string };
  /** Markdown. */
  readonly description?: string;
  /** Parameter → value or runtime expression. */
  readonly parameters: readonly (readonly [string, string])[];
}

export interface Example {
  readonly label: string;
  readonly language: string;
  readonly text: string;
}

export interface Sample {
  readonly label: string;
  /** Highlighter language. */
  readonly language: string;
  readonly text: string;
}

/**
 * One channel of an AsyncAPI description, with references resolved and traits applied, ready for
 * layout. Version 2 is read as version 3.
 */
export interface Channel {
  /** Its key in the description: an address in version 2. */
  readonly name: string;
  /** Missing when it is known at run time only. */
  readonly address?: string;
  readonly servers: readonly ChannelServer[];
  readonly operations: readonly ChannelOperation[];
  /** Those of its operations and their replies, each once. */
  readonly messages: readonly Message[];
  readonly bindings: readonly Binding[];
}

export interface ChannelServer {
  readonly name: string;
  /** With `{variables}`. */
  readonly url: string;
  /** Lower case: `wss`, `mqtt`, `kafka`. */
  readonly protocol: string;
  readonly protocolVersion?: string;
  readonly title?: string;
  /** Markdown. */
  readonly description?: string;
  readonly variables: readonly Field[];
  readonly bindings: readonly Binding[];
}

export interface ChannelOperation {
  readonly id: string;
  /** What a reader does, who is on the other side of the described application. */
  readonly direction: 'send' | 'receive';
  readonly title?: string;
  /** Markdown. */
  readonly description?: string;
  readonly deprecated: boolean;
  readonly tags: readonly string[];
  /** Ids of messages. */
  readonly messages: readonly string[];
  readonly bindings: readonly Binding[];
  readonly reply?: Reply;
}

export interface Reply {
  /** Name of the channel of the answer, when it is another one. */
  readonly channel?: string;
  /** Where the request says the address of the answer, as a runtime expression. */
  readonly location?: string;
  /** Markdown. */
  readonly description?: string;
  /** Ids of messages. */
  readonly messages: readonly string[];
}

export interface Message {
  /** Unique in its description, usable in an anchor. */
  readonly id: string;
  readonly name: string;
  readonly title?: string;
  /** Markdown. */
  readonly description?: string;
  readonly deprecated: boolean;
  readonly tags: readonly string[];
  readonly contentType: string;
  readonly headers?: Field;
  readonly payload?: Field;
  /** A payload in a schema language without fields here, such as Avro, as it is written. */
  readonly payloadText?: Example & { readonly format: string };
  readonly correlation?: { readonly location: string; readonly description?: string };
  readonly bindings: readonly Binding[];
  /** Payloads. */
  readonly examples: readonly Example[];
}

/** What a protocol needs to know. */
export interface Binding {
  readonly protocol: string;
  /** Names with dots for nested ones; values as they are shown. */
  readonly rows: readonly { readonly name: string; readonly value: string }[];
}

/** The pages of operations, for navigation entries; created by `openapi/pages.ts`. */
export interface OperationLookup {
  /**
   * Page path for an entry such as `GET /users` or `webhook order.paid`, optionally preceded by the
   * description (`openapi.json GET /users`). `openapi` is the closest one around the entry; for
   * `CHANNEL name`, the closest AsyncAPI description.
   * `leftOut` is an operation without a page, for a reason that was reported or that its author has
   * given.
   */
  operation(
    entry: string,
    openapi?: OpenApiReference,
  ): string | { readonly leftOut: 'unread' | 'excluded' } | undefined;
  /** All visible pages of the descriptions in their order, with the label of their group. */
  operations(
    descriptions: OpenApiReference,
  ): readonly { readonly path: string; readonly group?: string }[];
}
