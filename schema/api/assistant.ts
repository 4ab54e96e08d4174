import { toolNames } from '../chat.ts';
import { statusOf } from '../codes.ts';
import type { JsonSchema } from '../json-schema.ts';
import { visitorId } from './feedback.ts';
import { body, exactly, identifier, isoTime, named, nullable, pageQuery } from './shapes.ts';

/** Body of Send Message. */
export interface ChatBody {
  readonly message: string;
  readonly visitorId: string;
  readonly conversationId?: string;
  readonly page?: string;
}

const conversationId = identifier('cnv', 'Conversation.');
const messageId = identifier('msg', 'Message.');

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

const tokens: JsonSchema = {
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
const sources: JsonSchema = {
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
const rests: Readonly<Record<string, JsonSchema>> = {
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

const satisfied = nullable({
  type: 'boolean',
  description: 'The last rating, or null.',
});

const conversationFields: Readonly<Record<string, JsonSchema>> = {
  id: conversationId,
  visitorId: { ...visitorId, description: 'Anonymous identifier of the reader.' },
  messageCount: {
    type: 'integer',
    minimum: 0,
    description: 'Number of messages from both sides.',
    examples: [4],
  },
  tokensUsed: tokens,
  firstMessage: {
    type: 'string',
    maxLength: 200,
    description: 'Beginning of the first question.',
    examples: ['How do I deploy?'],
  },
  satisfied,
  createdAt: isoTime('When it started'),
  lastMessageAt: isoTime('When its last message was sent'),
};

/** One entry of List Conversations. */
export const conversationItem = named(
  'Conversation',
  exactly('A conversation.', conversationFields),
);

/** Response of reading one conversation. */
export const conversationView = named(
  'ConversationWithMessages',
  exactly('A conversation with its messages.', {
    ...conversationFields,
    messages: {
      type: 'array',
      description: 'Its messages, oldest first.',
      items: named(
        'Message',
        exactly('A message.', {
          id: messageId,
          role: {
            type: 'string',
            enum: ['user', 'assistant'],
            description: 'Author of the message.',
          },
          content: { type: 'string', description: 'Markdown.' },
          status: {
            type: 'string',
            enum: ['completed', 'stopped', 'failed'],
            description:
              '`stopped`: the reader stopped it or left; `failed`: it ended with an error.',
          },
          sources,
          tokensUsed: tokens,
          estimated: {
            type: 'boolean',
            description: 'Whether the number of tokens is an estimate.',
          },
          createdAt: isoTime('When it was sent'),
        }),
      ),
    },
  }),
);

export const conversationQuery: Readonly<Record<string, JsonSchema>> = {
  ...pageQuery({ default: 20, max: 100 }),
  sortBy: {
    type: 'string',
    enum: ['createdAt', 'messageCount'],
    default: 'createdAt',
    description: 'Sort field.',
  },
  order: { type: 'string', enum: ['asc', 'desc'], default: 'desc', description: 'Direction.' },
  rating: {
    type: 'string',
    enum: ['positive', 'negative', 'none'],
    description: 'Only conversations rated like this, or not rated.',
  },
  pagePath: {
    type: 'string',
    maxLength: 1000,
    description: 'Only conversations with an answer that cites this page.',
    examples: ['guides/start'],
  },
};

/** Names of usage periods. */
const usagePeriods = ['7d', '30d', '90d', 'billing'] as const;

export type UsagePeriod = (typeof usagePeriods)[number];

const period: JsonSchema = {
  type: 'string',
  enum: [...usagePeriods],
  description: 'A number of past days, or the current billing cycle.',
};

export const usageQuery: Readonly<Record<string, JsonSchema>> = {
  period: { ...period, default: 'billing' },
};

const count = (description: string): JsonSchema => ({ type: 'integer', minimum: 0, description });

/** Response of Usage Statistics. */
export const usageView = named(
  'AssistantUsage',
  exactly('Usage of the assistant.', {
    period,
    startDate: isoTime('Start of the period'),
    endDate: isoTime('End of the period'),
    totalConversations: count('Conversations started.'),
    totalMessages: count('Messages from both sides.'),
    totalTokens: count('Tokens used by the language model.'),
    tokensLimit: nullable(count('Tokens per month; null is unlimited.')),
    tokensRemaining: nullable(count('Tokens left this month; null is unlimited.')),
    usageByDay: {
      type: 'array',
      description: 'Every day of the period up to today (UTC).',
      items: exactly('One day.', {
        date: {
          type: 'string',
          pattern: '^\\d{4}-\\d\\d-\\d\\d$',
          description: 'The day.',
          examples: ['2026-03-01'],
        },
        conversations: count('Conversations started.'),
        messages: count('Messages from both sides.'),
        tokens: count('Tokens used by the language model.'),
      }),
    },
    model: {
      type: 'string',
      description: 'The current model, `<provider>/<model-name>`.',
      examples: ['openai/gpt-4.1-mini'],
    },
    avgResponseTime: {
      type: 'number',
      minimum: 0,
      description: 'Average time from a question to the end of its answer, in milliseconds.',
    },
    avgTimeToFirstToken: {
      type: 'number',
      minimum: 0,
      description: 'Average time from a question to the first text of its answer, in milliseconds.',
    },
    satisfactionRate: {
      type: 'number',
      minimum: 0,
      maximum: 1,
      description: 'Share of rated conversations that were helpful; 0 if none is rated.',
    },
  }),
);

/** Responses of Rating, Stop, Close and Delete. */
export const ratedView = named(
  'RatedConversation',
  exactly('The rating.', { id: conversationId, satisfied }),
);
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
export const deletedConversation = named(
  'DeletedConversation',
  exactly('The conversation was deleted.', {
    id: conversationId,
    deleted: { type: 'boolean', const: true, description: 'Always true.' },
  }),
);
