import type { JsonSchema } from '../json-schema.ts';
import { exactly } from './shapes.ts';

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
  q: { type: 'string', minLength: 1, maxLength: 1000, description: 'What to look for.' },
  limit: { type: 'integer', minimum: 1, maximum: 50, default: 10, description: 'Pages wanted.' },
  language: {
    type: 'string',
    maxLength: 20,
    description: "The reader's language; a question in another script is looked up in its own.",
  },
  version: { type: 'string', maxLength: 100, description: 'Only pages of this version.' },
  product: { type: 'string', maxLength: 100, description: 'Only pages of this product.' },
};

const place = {
  path: text('Page path.', 'guides/start'),
  url: text('Address of the page.', '/guides/start'),
  version: text('Version it belongs to, or nothing.'),
  product: text('Product it belongs to, or nothing.'),
};

const section = exactly('A section that was found.', {
  id: text('Stays the same as long as page and anchor do.', 'guides/start#install'),
  url: text('Address with the anchor.', '/guides/start#install'),
  anchor: text('Id of the heading; nothing at the start of the page.', 'install'),
  heading: text('The heading.', 'Install'),
  trail: strings('Headings down to it.'),
  snippet: exactly('The passage that fits best.', {
    text: text('At most 500 characters.'),
    marks: {
      type: 'array',
      description: 'Offsets of the words that were found: from, to.',
      items: {
        type: 'array',
        minItems: 2,
        maxItems: 2,
        items: { type: 'integer', minimum: 0 },
        description: 'From, to.',
      },
    },
  }),
});

/** Answer of Search. */
export const searchResult: JsonSchema = exactly('What was found.', {
  results: {
    type: 'array',
    description: 'Pages, the best first, each with its best sections.',
    items: exactly('A page that was found.', {
      ...place,
      title: text('Title.', 'Start'),
      description: text('Description, or nothing.'),
      breadcrumbs: strings('Where it stands in the navigation.'),
      language: text('Language of the page.', 'en'),
      score: { type: 'number', description: 'Of use only within one answer.' },
      confidence: share('How much of the question the page has.'),
      sections: { type: 'array', description: 'Its best sections.', items: section },
      copies: {
        type: 'array',
        description: "Other versions' or products' pages that say the same.",
        items: exactly('A copy.', place),
      },
    }),
  },
  total: { type: 'integer', minimum: 0, description: 'Pages found in all.' },
  language: text('Language that was searched.', 'en'),
  confidence: share('How much of the question the best page has.'),
  unknown: strings('Words that no page has.'),
});
