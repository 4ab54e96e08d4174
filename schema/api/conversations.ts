import type { JsonSchema } from '../json-schema.ts';
import { conversationId, messageId, rests, sources, tokens } from './assistant.ts';
import { visitorId } from './feedback.ts';
import { exactly, isoTime, named, nullable, pageQuery } from './shapes.ts';

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
  unanswered: {
    type: 'boolean',
    description: 'Whether an answer cites no page: none had what the reader asked for.',
  },
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
          ...rests,
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
  unanswered: {
    type: 'boolean',
    description: 'Only conversations with, or without, an answer that cites no page.',
  },
  pagePath: {
    type: 'string',
    maxLength: 1000,
    description: 'Only conversations with an answer that cites this page.',
    examples: ['guides/start'],
  },
};

export const deletedConversation = named(
  'DeletedConversation',
  exactly('The conversation was deleted.', {
    id: conversationId,
    deleted: { type: 'boolean', const: true, description: 'Always true.' },
  }),
);

/** Response of Rating. */
export const ratedView = named(
  'RatedConversation',
  exactly('The rating.', { id: conversationId, satisfied }),
);
