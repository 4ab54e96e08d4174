import type { JsonSchema } from '../json-schema.ts';
import { exactly, identifier, isoTime, named, numberedQuery } from './shapes.ts';

export const gapsQuery: Readonly<Record<string, JsonSchema>> = {
  reason: {
    type: 'string',
    enum: ['unanswered', 'negative'],
    description:
      'Only questions that no page answered (`unanswered`), or of conversations that did not help (`negative`).',
  },
  ...numberedQuery({ default: 20, max: 20 }),
};

const times = (description: string, minimum: number): JsonSchema => ({
  type: 'integer',
  minimum,
  description,
  examples: [3],
});

const question: JsonSchema = {
  type: 'string',
  description: 'The question, as it was asked last.',
  examples: ['Can I use my own domain?'],
};

/** One entry of List gaps. */
export const gapItem = named(
  'Gap',
  exactly('What several readers asked for, and did not get.', {
    id: {
      type: 'string',
      description:
        'The question of the group that was asked first: it stays when others ask it again, and is found as long as its conversation is kept.',
      examples: ['cnv_01JNF5A3Q8R7XK2M4V9B6C0DTE.1772366400000'],
    },
    question,
    asked: times('How often it was asked.', 1),
    unanswered: times('How often no page answered it.', 0),
    negative: times('How often the reader said that the conversation did not help.', 0),
    lastAskedAt: isoTime('When it was asked last'),
    questions: {
      type: 'array',
      description: 'The last five of these questions, the newest first.',
      items: exactly('A question.', {
        question: { ...question, description: 'The question.' },
        conversationId: identifier('cnv', 'Conversation in which it was asked.'),
        askedAt: isoTime('When it was asked'),
      }),
    },
    nearest: {
      type: 'array',
      description: 'The pages that search finds for it now, at most three.',
      items: exactly('A page.', {
        path: { type: 'string', description: 'Page path.', examples: ['guides/domains'] },
        url: { type: 'string', description: 'URL of the page.', examples: ['/guides/domains'] },
        title: { type: 'string', description: 'Title of the page.', examples: ['Domains'] },
      }),
    },
  }),
);
