import type { JsonSchema } from '../json-schema.ts';
import { analyticsQuery } from './analytics.ts';
import { deploymentProblem } from './deployments.ts';
import { exactly, isoTime, named, nullable, numberedQuery } from './shapes.ts';

const count = (description: string): JsonSchema => ({
  ...{ type: 'integer', minimum: 0, description, examples: [12] },
});
const path: JsonSchema = {
  ...{ type: 'string', description: 'Path of the page.', examples: ['guides/start'] },
};
const title: JsonSchema = {
  ...{ type: 'string', description: 'Its title.', examples: ['Get started'] },
};

const facts: Record<string, JsonSchema> = {
  pagePath: path,
  title,
  words: count('Words of its text.'),
  updatedAt: isoTime('When its source was changed last'),
  views: count('Views in these days, in all languages.'),
  visitors: count('The visitors of each of these days together.'),
  positive: count('Good ratings in these days.'),
  negative: count('Bad ratings in these days.'),
  conversations: count('Conversations of these days with an answer that cites it.'),
  searches: count('Searches of these days that led to it.'),
  searchedOn: count('Those of them after which the reader searched again from it.'),
  notFound: count('Views of addresses without a page in these days, behind its links.'),
  languages: count('Languages that it is translated into, or is to be.'),
  translated: count('Those of them whose translation is current.'),
  stale: count('Those of them whose translation is stale.'),
  problems: count('Problems in its file, of the first 1000 that the build found.'),
  errors: count('Errors among them.'),
  warnings: count('Warnings among them.'),
  notes: count('Notes among them.'),
};

/** A page as returned by List pages. */
export const pageItem = named('PageItem', exactly('A page with numbers of its readers.', facts));

const cost = count('About how many views went less well than they could.');
const reasons: JsonSchema = {
  type: 'array',
  description: 'Why it should be worked on, the most expensive reason first.',
  items: exactly('A reason.', {
    type: {
      type: 'string',
      enum: ['ratings', 'links', 'answers', 'searches', 'translations', 'age'],
      description: 'Its kind.',
    },
    cost: count('Its part of the cost.'),
    text: {
      type: 'string',
      description: 'The reason in words.',
      examples: ['4 of 5 ratings are bad.'],
    },
  }),
};

/** A page as returned by Get page. */
export const pageView = named(
  'PageDetails',
  exactly('A page with its source.', {
    ...facts,
    cost,
    reasons,
    translations: {
      type: 'array',
      description: 'Its translations, by language.',
      items: exactly('A translation.', {
        language: { type: 'string', description: 'Code of the language.', examples: ['fr'] },
        status: {
          type: 'string',
          enum: ['completed', 'stale', 'pending', 'in_progress', 'failed'],
          description: 'Its state.',
        },
        translatedAt: nullable(isoTime('When it was made, or null')),
        humanOwned: { type: 'boolean', description: 'Whether a person owns it.' },
      }),
    },
    problemList: {
      type: 'array',
      description: 'What the build found in its file.',
      items: deploymentProblem,
    },
    source: nullable(
      exactly('Its file in the live deployment; null if it is not on this server, or above 1 MB.', {
        file: { type: 'string', description: 'Path of the file.', examples: ['guides/start.mdx'] },
        bytes: count('Its size.'),
        text: { type: 'string', description: 'Its text.' },
      }),
    ),
  }),
);

/** Query parameters of Get page. */
export const pageQueryOfDays = { days: analyticsQuery.days };

const folder = (description: string): JsonSchema => ({
  type: 'string',
  maxLength: 1000,
  pattern: '^(?:[^/]+(?:/[^/]+)*)?$',
  expects: 'a folder of pages, such as guides/start, or nothing for the top',
  description,
  examples: ['guides'],
});

/** Query parameters of List pages. */
export const pagesQuery: Record<string, JsonSchema> = {
  ...pageQueryOfDays,
  folder: folder(
    'Only pages directly in this folder of their paths, without those in the folders below it; empty for the pages at the top.',
  ),
  search: {
    type: 'string',
    minLength: 1,
    maxLength: 200,
    description: 'Only pages with this in their path or title.',
  },
  state: {
    type: 'string',
    enum: ['problems', 'stale', 'untranslated', 'negative', 'not-found', 'unread'],
    description:
      'Only pages with a problem, a stale or missing translation, a bad rating, links that led nowhere, or without views.',
  },
  sort: {
    type: 'string',
    enum: [
      ...['path', 'title', 'updated', 'words', 'views', 'visitors', 'negative', 'conversations'],
      ...['searches', 'notFound', 'translated'],
    ],
    default: 'path',
    description: 'What the list is sorted by.',
  },
  order: {
    type: 'string',
    enum: ['asc', 'desc'],
    default: 'asc',
    description: 'Smallest or largest first.',
  },
  ...numberedQuery({ default: 50, max: 200 }),
};

/** Query parameters of List folders of pages. */
export const pageFoldersQuery: Record<string, JsonSchema> = {
  ...pageQueryOfDays,
  folder: folder('The folder whose folders are listed; those at the top when it is left out.'),
  ...numberedQuery({ default: 50, max: 200 }),
};

/** A folder as returned by List folders of pages. */
export const pageFolder = named(
  'PageFolder',
  exactly('A folder of the paths of pages, with sums of all the pages in it and below it.', {
    path: { type: 'string', description: 'Path of the folder.', examples: ['guides'] },
    pages: count('Pages in it and below it.'),
    folders: count('Folders directly in it.'),
    words: count('Words of their text.'),
    views: count('Views in these days, in all languages.'),
    positive: count('Good ratings in these days.'),
    negative: count('Bad ratings in these days.'),
    ratedBadly: count('Pages with more bad ratings than good ones in these days.'),
    notFound: count('Views of addresses without a page in these days, behind links of the pages.'),
    languages: count('Translations that the pages have, or are to have.'),
    translated: count('Those of them that are current.'),
    stale: count('Those of them that are stale.'),
    problems: count('Problems in the files, of the first 1000 that the build found.'),
    errors: count('Errors among them.'),
    warnings: count('Warnings among them.'),
    notes: count('Notes among them.'),
  }),
);

/** Query parameters of List pages to improve. */
export const editorialQuery: Record<string, JsonSchema> = {
  ...pageQueryOfDays,
  ...numberedQuery({ default: 20, max: 100 }),
};

/** An entry of List pages to improve. */
export const editorialItem = named(
  'EditorialItem',
  exactly('A page, and what readers lose by its state.', {
    pagePath: path,
    title,
    views: count('Views in these days.'),
    cost,
    reasons,
  }),
);
