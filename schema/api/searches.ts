import type { JsonSchema } from '../json-schema.ts';
import { analyticsQuery } from './analytics.ts';
import { body, exactly, named, numberedQuery } from './shapes.ts';

/** Body of Report searches. */
export interface SearchesBody {
  readonly language: string;
  readonly searches: readonly { readonly q: string; readonly results: number }[];
  readonly clicked: boolean;
  readonly opened?: string;
  readonly after?: string;
}

const language: JsonSchema = {
  type: 'string',
  pattern: '^[A-Za-z0-9-]{1,20}$',
  expects: 'a language code such as en',
  description: 'Language that was searched.',
  examples: ['en'],
};

const pageAddress = (description: string): JsonSchema => ({
  ...{ type: 'string', pattern: '^/[^\\u0000-\\u001f]*$', maxLength: 500, description },
  ...{ expects: 'an address below the site, such as /guides/start', examples: ['/guides/start'] },
});

export const searchesBody: JsonSchema = {
  ...body(
    'What a reader searched for, one search after the other.',
    {
      language,
      searches: {
        type: 'array',
        minItems: 1,
        maxItems: 10,
        description: 'The searches, oldest first.',
        items: exactly('A search.', {
          q: {
            type: 'string',
            minLength: 1,
            maxLength: 500,
            description: 'The query when the reader stopped typing.',
          },
          results: {
            type: 'integer',
            minimum: 0,
            maximum: 1_000_000,
            description: 'Number of pages that were found.',
          },
        }),
      },
      clicked: {
        type: 'boolean',
        description:
          'Whether the reader opened a result of the last search; all others had no click.',
      },
      opened: pageAddress('Address of the page whose result was opened, without the base path.'),
      after: pageAddress(
        'Address of the page on which the reader searched again after an earlier search had led there.',
      ),
    },
    ['language', 'searches', 'clicked'],
  ),
  examples: [
    {
      language: 'en',
      searches: [
        { q: 'k8s', results: 0 },
        { q: 'kubernetes', results: 7 },
      ],
      clicked: true,
    },
  ],
};

/** Response of Report searches. */
export const searchesView = exactly('What was counted.', {
  counted: {
    type: 'integer',
    minimum: 0,
    description:
      'Number of searches that were counted: none that contain an email address or a secret.',
    examples: [2],
  },
});

export const searchesQuery: Readonly<Record<string, JsonSchema>> = {
  failed: {
    type: 'boolean',
    default: false,
    description: 'Only searches that ended without a click, the most frequent first.',
  },
  language: { ...language, description: 'Only searches in this language.' },
  ...numberedQuery({ default: 20, max: 100 }),
};

const lastDay: JsonSchema = {
  type: 'string',
  pattern: '^\\d{4}-\\d\\d-\\d\\d$',
  description: 'Day of the last search (UTC).',
  examples: ['2026-03-01'],
};

/** One entry of List searches. */
export const searchesItem = exactly('A query, with counts over all days that are kept.', {
  query: { type: 'string', description: 'The query, in lower case.', examples: ['k8s'] },
  language,
  searched: {
    type: 'integer',
    minimum: 1,
    description: 'How often it was searched for.',
    examples: [12],
  },
  clicked: {
    type: 'integer',
    minimum: 0,
    description: 'How often a result was opened.',
    examples: [0],
  },
  withoutResults: {
    type: 'integer',
    minimum: 0,
    description: 'How often there was no result.',
    examples: [12],
  },
  lastDay,
});

/** Query parameters of List searches of a page. */
export const pageSearchesQuery: Readonly<Record<string, JsonSchema>> = {
  pagePath: {
    ...{
      type: 'string',
      minLength: 1,
      maxLength: 1000,
      examples: ['guides/start'],
    },
    description: 'The page, by its path in the source language.',
  },
  days: analyticsQuery.days,
  ...numberedQuery({ default: 20, max: 100 }),
};

/** One entry of List searches of a page. */
export const pageSearchesItem = named(
  'SearchOfPage',
  exactly('A query that led to a page, with its count.', {
    query: { type: 'string', description: 'The query, in lower case.', examples: ['install'] },
    language,
    opened: {
      type: 'integer',
      minimum: 1,
      description: 'How often the page was opened from its results.',
      examples: [12],
    },
    lastDay,
  }),
);
