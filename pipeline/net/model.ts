/** A message of a conversation with a model, in the terms of the OpenAI wire format. */
export type ModelMessage =
  | { readonly role: 'system' | 'user'; readonly content: string }
  | {
      readonly role: 'assistant';
      readonly content: string;
      readonly toolCalls?: readonly ToolCall[];
    }
  | { readonly role: 'tool'; readonly callId: string; readonly content: string };

/** A call that the model asks for; `input` is the parsed argument object, or undefined when it was no JSON. */
export interface ToolCall {
  readonly id: string;
  readonly name: string;
  readonly arguments: string;
}

/** A tool the model may call; `parameters` is a JSON Schema. */
export interface ToolDefinition {
  readonly name: string;
  readonly description: string;
  readonly parameters: Readonly<Record<string, unknown>>;
}

export interface ModelRequest {
  readonly messages: readonly ModelMessage[];
  readonly tools?: readonly ToolDefinition[];
  readonly maxOutputTokens?: number;
  readonly temperature?: number;
  /** Ask for one JSON object. */
  readonly json?: boolean;
  readonly signal?: AbortSignal;
}

/** Tokens as the provider counts them; `estimated` when it did not say and we counted ourselves. */
export interface ModelUsage {
  readonly input: number;
  readonly output: number;
  readonly estimated: boolean;
}

/** One piece of a streamed answer; exactly one `end` comes last. */
export type ModelEvent =
  | { readonly type: 'text'; readonly text: string }
  | {
      readonly type: 'end';
      readonly toolCalls: readonly ToolCall[];
      readonly finish: 'stop' | 'length' | 'tool_calls';
      readonly usage: ModelUsage;
    };

/** The language model, whichever it is. */
export interface Model {
  /** Identifier for memory keys and reports. */
  readonly name: string;
  /** A whole answer. */
  complete(request: ModelRequest): Promise<{
    readonly text: string;
    readonly usage: ModelUsage;
    readonly finish: 'stop' | 'length' | 'tool_calls';
  }>;
  /** An answer as it is written. Ending the loop early cancels the request upstream. */
  stream(request: ModelRequest): AsyncGenerator<ModelEvent, void, undefined>;
}

/** A model that makes vectors; its name and dimension are part of an index's identity. */
export interface EmbeddingModel {
  readonly name: string;
  embed(texts: readonly string[], signal?: AbortSignal): Promise<readonly (readonly number[])[]>;
}

/** Where a model is and what it is called; read from the environment by `readModelAddress`. */
export interface ModelAddress {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly model: string;
}
