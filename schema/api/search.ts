import type { JsonSchema } from '../json-schema.ts';
import { exactly, named } from './shapes.ts';

const text = (description: string, ...examples: string[]): JsonSchema => ({
  type: 'string',
  description,
  ...(examples.length > 0 ? { examples } : {}),
});
const share = (description: string): JsonSchema => ({
  type: 'number',
  minimum: 0,
  maximum: 1,
  description,
});
const strings = (description: string): JsonSchema => ({
  type: 'array',
  items: { type: 'string' },
  description,
});

/** Query parameters of Search. */
export const searchQuery: Readonly<Record<string, JsonSchema>> = {
  q: {
    type: 'string',
    minLength: 1,
    maxLength: 1000,
    description: 'Search query.',
    examples: ['deploy'],
  },
  limit: {
    type: 'integer',
    minimum: 1,
    maximum: 50,
    default: 10,
    description: 'Number of pages to return.',
  },
  language: {
    type: 'string',
    maxLength: 20,
    description:
      "The reader's language; a query in another script is searched in the language of that script.",
  },
  version: { type: 'string', maxLength: 100, description: 'Only pages of this version.' },
  product: { type: 'string', maxLength: 100, description: 'Only pages of this product.' },
};

const place = {
  path: text('Page path.', 'guides/start'),
  url: text('URL of the page.', '/guides/start'),
  version: text('Version of the page, if any.'),
  product: text('Product of the page, if any.'),
};

const section = named(
  'SearchSection',
  exactly('A matching section.', {
    id: text('Stable as long as page and anchor do not change.', 'guides/start#install'),
    url: text('URL with the anchor.', '/guides/start#install'),
    anchor: text('Id of the heading; absent at the start of the page.', 'install'),
    heading: text('The heading.', 'Install'),
    trail: strings('Headings above and including it.'),
    snippet: exactly('The best matching passage.', {
      text: text('At most 500 characters.'),
      marks: {
        type: 'array',
        description: 'Offsets of the matched words: start, end.',
        items: {
          type: 'array',
          minItems: 2,
          maxItems: 2,
          items: { type: 'integer', minimum: 0 },
          description: 'From, to.',
          examples: [[4, 10]],
        },
      },
    }),
  }),
);

/** Response of Search. */
export const searchResult: JsonSchema = named(
  'SearchResults',
  exactly('Search results.', {
    results: {
      type: 'array',
      description: 'Pages, best match first, each with its best sections.',
      items: exactly('A matching page.', {
        ...place,
        title: text('Title.', 'Start'),
        description: text('Description, if any.'),
        breadcrumbs: strings('Its position in the navigation.'),
        language: text('Language of the page.', 'en'),
        score: { type: 'number', description: 'Only comparable within one response.' },
        confidence: share('Share of the query found on the page.'),
        sections: { type: 'array', description: 'Its best matching sections.', items: section },
        copies: {
          type: 'array',
          description: 'Pages of other versions or products with the same content.',
          items: exactly('A copy.', place),
        },
      }),
    },
    total: { type: 'integer', minimum: 0, description: 'Total number of matching pages.' },
    language: text('Language that was searched.', 'en'),
    confidence: share('Share of the query found on the best page.'),
    unknown: strings('Query words found on no page.'),
  }),
);
