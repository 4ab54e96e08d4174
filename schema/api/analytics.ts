import type { JsonSchema } from '../json-schema.ts';
import { exactly, named, nullable } from './shapes.ts';

const count = (description: string): JsonSchema => ({
  ...{ type: 'integer', minimum: 0, description, examples: [12] },
});
const pagePath = (description: string): JsonSchema => ({
  ...{ type: 'string', description, examples: ['guides/start'] },
});

/** Query parameters of Get analytics. */
export const analyticsQuery = {
  days: {
    type: 'integer',
    minimum: 1,
    maximum: 365,
    default: 30,
    description: 'Days to look at, up to today (UTC).',
  },
  pagePath: {
    type: 'string',
    minLength: 1,
    maxLength: 500,
    description: 'Only views of this page, by its path in the source language.',
  },
  language: {
    type: 'string',
    pattern: '^[A-Za-z0-9-]{1,20}$',
    expects: 'a language code such as en',
    description: 'Only views in this language.',
  },
} as const satisfies Record<string, JsonSchema>;

const day = exactly('A day.', {
  date: {
    type: 'string',
    pattern: '^\\d{4}-\\d\\d-\\d\\d$',
    description: 'The day (UTC).',
    examples: ['2026-03-15'],
  },
  views: count('Views of pages.'),
  visitors: count('Visitors: no one is recognized on another day.'),
  searches: nullable({
    ...count(
      'Searches; with `pagePath`, those that led to it; null with both `pagePath` and `language`.',
    ),
  }),
  questions: nullable({
    ...count(
      'Answers of the assistant; with `pagePath`, conversations that cite it, by the day of their last message; null with `language`.',
    ),
  }),
  positive: nullable({ ...count('Good ratings of pages; null with `language`.') }),
  negative: nullable({ ...count('Bad ratings of pages; null with `language`.') }),
});

/** Response of Get analytics. */
export const analyticsView = named(
  'Analytics',
  exactly('What readers of a site read, and where they came from.', {
    counted: {
      type: 'boolean',
      description: 'Whether this server counts views: `DOCENT_ANALYTICS_RETENTION` is not 0.',
      examples: [true],
    },
    totals: exactly('Sums of these days.', {
      views: count('Views of pages.'),
      visitors: count('The visitors of each day together: who comes on two days counts twice.'),
      notFound: count('Views of addresses without a page; with `pagePath`, behind its links.'),
    }),
    before: exactly('Sums of as many days before.', {
      views: count('Views of pages.'),
      visitors: count('The visitors of each day together.'),
    }),
    days: { type: 'array', description: 'The days, oldest first.', items: day },
    pages: {
      type: 'array',
      description: 'The 50 pages with the most views.',
      items: exactly('A page.', {
        pagePath: pagePath('Its path in the source language.'),
        title: nullable({
          type: 'string',
          description: 'Its title; null for a page that was deleted, or is generated.',
        }),
        views: count('Views.'),
        visitors: count('The visitors of each day together.'),
      }),
    },
    referrers: {
      type: 'array',
      description: 'The 50 other sites whose links were followed most.',
      items: exactly('A site.', {
        host: { type: 'string', description: 'Its host.', examples: ['news.example.com'] },
        views: count('Views that came from it.'),
      }),
    },
    steps: {
      type: 'array',
      description: 'The 50 steps from page to page that were taken most.',
      items: exactly('A step.', {
        from: pagePath('Page before.'),
        to: pagePath('Page after.'),
        views: count('How often it was taken.'),
      }),
    },
    notFound: {
      type: 'array',
      description: 'The 50 addresses without a page that were asked for most, in all languages.',
      items: exactly('An address.', {
        address: { type: 'string', description: 'The address.', examples: ['/guides/strat'] },
        times: count('How often it was asked for.'),
        sources: {
          type: 'array',
          description: 'The five sources that led there most; empty if none is known.',
          items: exactly('A source.', {
            pagePath: nullable(pagePath('Page of the site; null for another site.')),
            source: nullable({
              type: 'string',
              description: 'Host of another site; null for a page of this one.',
            }),
            times: count('How often it led there.'),
          }),
        },
      }),
    },
  }),
);
