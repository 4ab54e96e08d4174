import type { JsonSchema } from '../json-schema.ts';
import { visitorId } from './feedback.ts';
import { body, exactly, identifier, isoTime, named, nullable, pageQuery } from './shapes.ts';

/** Body of Report a citation. */
export interface ReportBody {
  readonly visitorId: string;
  readonly messageId: string;
  readonly start: number;
  readonly passage: number;
}

const id = identifier('rpt', 'Report.');
const messageId = identifier('msg', 'Answer that contains the sentence.');

export const reportBody: JsonSchema = {
  ...body(
    'A sentence of an answer, and the passage that does not say it.',
    {
      visitorId,
      messageId: {
        type: 'string',
        maxLength: 128,
        description: 'The answer that contains the sentence.',
        examples: messageId.examples ?? [],
      },
      start: {
        type: 'integer',
        minimum: 0,
        maximum: 1_000_000,
        description: '`start` of the sentence in `spans` of the `citations` event.',
      },
      passage: {
        type: 'integer',
        minimum: 1,
        maximum: 10_000,
        description: 'Number of the passage.',
      },
    },
    ['visitorId', 'messageId', 'start', 'passage'],
  ),
  examples: [
    {
      visitorId: 'v_8f2c1b7e',
      messageId: messageId.examples?.[0] as string,
      start: 0,
      passage: 1,
    },
  ],
};

/** Response of Report a citation. */
export const reportView = exactly('The report.', { id });

const resolved: JsonSchema = { type: 'boolean', description: 'Whether it is dealt with.' };

export const reportQuery: Readonly<Record<string, JsonSchema>> = {
  resolved: { ...resolved, description: 'Only reports that are, or are not, dealt with.' },
  ...pageQuery({ default: 20, max: 100 }),
};

export const reportUpdate = named('CitationReportChanges', {
  ...body('Whether it is dealt with.', { resolved }, ['resolved']),
  examples: [{ resolved: true }],
});

/** One entry of List reported citations. */
export const reportItem = named(
  'CitationReport',
  exactly('A reported citation.', {
    id,
    conversationId: identifier('cnv', 'Conversation.'),
    messageId,
    question: { type: 'string', description: 'The question.', examples: ['How do I deploy?'] },
    sentence: {
      type: 'string',
      description: 'The sentence of the answer, as Markdown.',
      examples: ['Run `acme deploy`.'],
    },
    start: {
      type: 'integer',
      minimum: 0,
      description: '`start` of the sentence in `spans` of the answer.',
      examples: [0],
    },
    resolved,
    resolvedAt: nullable(isoTime('When it was dealt with, or null')),
    passage: exactly('The passage that it was cited with.', {
      number: { type: 'integer', minimum: 1, description: 'Its number within the answer.' },
      path: { type: 'string', description: 'Path of the page.' },
      title: { type: 'string', description: 'Its title.' },
      section: {
        type: 'string',
        description: 'Headings of the section; empty at the beginning of a page.',
      },
      url: { type: 'string', description: 'URL of the section.' },
      text: { type: 'string', description: 'Markdown of the passage.' },
    }),
    createdAt: isoTime('When it was reported'),
  }),
);
