import { toolNames } from '../chat.ts';
import { statusOf } from '../codes.ts';
import type { JsonSchema } from '../json-schema.ts';
import { visitorId } from './feedback.ts';
import { body, exactly, identifier, named } from './shapes.ts';

/** Body of Send Message. */
export interface ChatBody {
  readonly message: string;
  readonly visitorId: string;
  readonly conversationId?: string;
  readonly page?: string;
}

export const conversationId = identifier('cnv', 'Conversation.');

export const messageId = identifier('msg', 'Message.');

export const chatBody: JsonSchema = named('Question', {
  ...body(
    "A reader's question.",
    {
      message: {
        type: 'string',
        minLength: 1,
        maxLength: 2000,
        pattern: '\\S',
        expects: '1 to 2000 characters',
        description: 'The question.',
        examples: ['How do I deploy?'],
      },
      visitorId,
      conversationId: {
        type: 'string',
        maxLength: 128,
        description: 'The conversation to continue; omit to start a new one.',
        examples: conversationId.examples ?? [],
      },
      page: {
        type: 'string',
        maxLength: 1024,
        description:
          'Address of the page that the reader is on, without its host: its version and product are preferred. Omit to prefer the default version.',
        examples: ['/docs/guides/deploy'],
      },
    },
    ['message', 'visitorId'],
  ),
  examples: [{ message: 'How do I deploy?', visitorId: 'v_8f2c1b7e' }],
});

/** Body of Stop and of Close: only the visitor who asked may call them. */
export const visitorBody: JsonSchema = named('Visitor', {
  ...body('Anonymous identifier of the reader.', { visitorId }, ['visitorId']),
  examples: [{ visitorId: 'v_8f2c1b7e' }],
});

export const ratingBody: JsonSchema = named('Rating', {
  ...body(
    'Whether the conversation was helpful.',
    {
      satisfied: { type: 'boolean', description: 'Whether it was helpful.' },
      visitorId,
    },
    ['satisfied', 'visitorId'],
  ),
  examples: [{ satisfied: true, visitorId: 'v_8f2c1b7e' }],
});

export const tokens: JsonSchema = {
  type: 'integer',
  minimum: 0,
  description: 'Tokens used by the language model: input and output.',
  examples: [1834],
};

const tool: JsonSchema = { type: 'string', description: `One of ${toolNames.join(', ')}.` };

const callId: JsonSchema = {
  type: 'string',
  description: 'Identifies the call that a result belongs to.',
};

const event = (
  type: string,
  description: string,
  properties: Readonly<Record<string, JsonSchema>>,
): JsonSchema =>
  named(
    `Chat${type.replace(/(?:^|_)([a-z])/g, (_, letter) => letter.toUpperCase())}`,
    exactly(description, { type: { type: 'string', const: type }, ...properties }),
  );

const withOptional = (
  schema: JsonSchema,
  properties: Readonly<Record<string, JsonSchema>>,
): JsonSchema => ({
  ...schema,
  properties: { ...(schema.properties as object), ...properties },
});

const source = named(
  'Source',
  exactly('A page cited by the answer.', {
    path: { type: 'string', description: 'Path of the page.' },
    title: { type: 'string', description: 'Its title.' },
    url: { type: 'string', description: 'URL of the passage.' },
  }),
);

export const sources: JsonSchema = {
  type: 'array',
  description: 'Pages read for this answer and cited by it.',
  items: source,
};

const mode: JsonSchema = {
  type: 'string',
  const: 'extractive',
  description:
    'Present when the answer is made of quotes, because there is no language model or it failed before its first word. In `start` if it is known by then.',
};

const passageNumber: JsonSchema = {
  type: 'integer',
  minimum: 1,
  description: 'Number of the passage within the answer.',
};

const section: JsonSchema = {
  type: 'string',
  description: 'Headings of the section; absent at the beginning of a page.',
};

const passage = named(
  'Passage',
  withOptional(
    exactly('A passage that sentences of the answer rest on.', {
      number: passageNumber,
      path: { type: 'string', description: 'Path of the page.' },
      title: { type: 'string', description: 'Its title.' },
      url: { type: 'string', description: 'URL of the section.' },
      text: { type: 'string', description: 'Markdown of the passage.' },
    }),
    { section },
  ),
);

const span = named(
  'Span',
  exactly('A sentence of the answer.', {
    start: {
      type: 'integer',
      minimum: 0,
      description: 'Its first character in all `text` of the answer together (UTF-16 code units).',
    },
    end: { type: 'integer', minimum: 0, description: 'The character after its last.' },
    status: {
      type: 'string',
      enum: ['cited', 'unsupported', 'unchecked'],
      description:
        '`cited`: its passages contain its words. `unsupported`: no passage that was read does. `unchecked`: the passages are in another language.',
    },
    passages: { type: 'array', items: passageNumber, description: 'Numbers of its passages.' },
  }),
);

/** What the sentences of an answer rest on. */
export const rests: Readonly<Record<string, JsonSchema>> = {
  passages: {
    type: 'array',
    items: passage,
    description: 'Passages by their numbers; only in answers of a language model.',
  },
  spans: {
    type: 'array',
    items: span,
    description:
      'Sentences of the answer with their passages, in order; sentences that state nothing are left out. Only in answers of a language model.',
  },
};

/** The JSON of one `data:` line of Send Message. */
export const chatEvent: JsonSchema = named('ChatEvent', {
  description:
    'A stream of server-sent events; each has one `data:` line with one of these objects, and its number as `id:`. `start` comes first; exactly one `done` or `error` comes last.',
  oneOf: [
    withOptional(event('start', 'The stream is open.', { conversationId, messageId }), { mode }),
    event('tool_call', 'The assistant calls a tool.', {
      tool,
      input: { description: 'Arguments of the call.' },
      callId,
    }),
    {
      ...event('tool_result', 'A tool returned a result.', { tool, callId }),
      properties: {
        type: { type: 'string', const: 'tool_result' },
        tool,
        callId,
        results: { type: 'integer', description: 'Pages found by `search_docs`.' },
        title: { type: 'string', description: 'Title of the page returned by `get_page`.' },
        pages: { type: 'integer', description: 'Pages returned by `list_pages`.' },
        error: {
          type: 'string',
          description: 'Error code of the failed call; the answer continues.',
        },
      },
    },
    event('text', 'A chunk of the answer.', {
      content: { type: 'string', description: 'Markdown to append to the previous chunks.' },
    }),
    withOptional(event('citations', 'Sources of the answer.', { sources }), { ...rests, mode }),
    {
      ...event('done', 'The answer is complete.', { tokensUsed: tokens }),
      properties: {
        type: { type: 'string', const: 'done' },
        tokensUsed: tokens,
        estimated: {
          type: 'boolean',
          const: true,
          description: 'True if the provider reported no usage, so the number is an estimate.',
        },
      },
    },
    event('error', 'The answer stopped because of an error.', {
      code: { type: 'string', enum: Object.keys(statusOf), description: 'Machine-readable code.' },
      message: { type: 'string', description: 'Human-readable message, one sentence.' },
    }),
  ],
  examples: [
    {
      type: 'start',
      conversationId: conversationId.examples?.[0],
      messageId: messageId.examples?.[0],
    },
  ],
});

/** Responses of Stop and Close. */
export const stoppedView = named(
  'StoppedAnswer',
  exactly('Whether an answer was being generated.', {
    id: messageId,
    stopped: { type: 'boolean', description: 'False if it had already ended.' },
  }),
);

export const closedView = named(
  'ClosedConversation',
  exactly('The conversation is closed.', {
    id: conversationId,
    closed: { type: 'boolean', const: true, description: 'Always true.' },
  }),
);
