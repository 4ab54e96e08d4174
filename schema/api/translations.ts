import type { JsonSchema } from '../json-schema.ts';
import { languageCode } from './languages.ts';
import { body, exactly, identifier, isoTime, named, nullable, pageQuery } from './shapes.ts';

/** Body of Trigger Translation. */
export interface TranslateBody {
  readonly language: string;
  readonly scope?: 'all' | 'page' | 'stale';
  readonly pagePath?: string;
  readonly force?: boolean;
  readonly release?: boolean;
}

/** Body of Export to repo. */
export interface ExportBody {
  readonly language: string;
  readonly branch?: string;
}

/** Response of Export to repo. */
export interface ExportView {
  readonly branch: string;
  readonly commitSha: string;
  readonly filesWritten: number;
  readonly conflicts: readonly string[];
}

const scope: JsonSchema = {
  type: 'string',
  enum: ['all', 'page', 'stale'],
  default: 'all',
  description:
    '`all`: every page without a current translation, or with one in part; `stale`: pages whose source changed; `page`: one page.',
};
const pagePath: JsonSchema = {
  type: 'string',
  minLength: 1,
  maxLength: 1024,
  description: 'Path of a page, without extension.',
  examples: ['guides/start'],
};

/** Body of Trigger Translation. */
export const translateBody: JsonSchema = {
  ...named(
    'NewJob',
    body(
      'What to translate.',
      {
        language: languageCode,
        scope,
        pagePath,
        force: {
          type: 'boolean',
          default: false,
          description: 'Translate again even if the translation is current.',
        },
        release: {
          type: 'boolean',
          default: false,
          description:
            'Only when `scope` is `page`: a translation that a person owns is returned to automatic translation, and made again. Without a job that starts, it stays theirs.',
        },
      },
      ['language'],
    ),
  ),
  examples: [{ language: 'fr', scope: 'stale' }],
  also: {
    // Some generators of clients refuse examples with fields that an alternative does not allow by name.
    oneOf: [
      {
        properties: { scope: { const: 'page' } },
        required: ['scope', 'pagePath'],
        additionalProperties: true,
      },
      {
        properties: { scope: { enum: ['all', 'stale'] } },
        not: { anyOf: [{ required: ['pagePath'] }, { required: ['release'] }] },
        additionalProperties: true,
      },
    ],
  },
};

const job: Record<string, JsonSchema> = {
  jobId: identifier('job', 'Job.'),
  language: languageCode,
  scope,
  pagesQueued: {
    type: 'integer',
    minimum: 0,
    description: 'Number of pages in this job.',
    examples: [42],
  },
  estimatedDuration: {
    type: 'integer',
    minimum: 0,
    description: 'Estimated duration in whole seconds; 0 if no page was queued.',
    examples: [126],
  },
};
const failure = (description: string): JsonSchema => ({
  type: ['object', 'null'],
  description,
  additionalProperties: false,
  properties: { code: { type: 'string' }, message: { type: 'string' } },
  required: ['code', 'message'],
});
const createdAt = isoTime('When the job was created');

/** Response of Trigger Translation: always `queued`, as at creation. */
export const jobCreated = named(
  'QueuedJob',
  exactly('The new job.', {
    ...job,
    status: { type: 'string', const: 'queued', description: 'Status at creation.' },
    createdAt,
  }),
);

const jobStatus: JsonSchema = {
  type: 'string',
  enum: ['queued', 'running', 'completed', 'partial', 'failed', 'cancelled'],
  description: '`partial`: some pages failed; `failed`: none succeeded.',
};

/** A job with its current state. */
export const jobView = named(
  'Job',
  exactly('A translation job.', {
    ...job,
    pagePath: nullable(pagePath),
    force: { type: 'boolean', description: 'Whether current translations are translated again.' },
    status: jobStatus,
    pagesCompleted: { type: 'integer', minimum: 0, description: 'Pages that were translated.' },
    pagesFailed: { type: 'integer', minimum: 0, description: 'Pages that failed.' },
    error: failure('Why the most recent page failed.'),
    createdAt,
    startedAt: nullable(isoTime('When the first page started')),
    finishedAt: nullable(isoTime('When the last page finished')),
  }),
);

/** Query of Estimate a job. */
export const estimateQuery: Record<string, JsonSchema> = {
  language: languageCode,
  scope: {
    type: 'string',
    enum: ['all', 'stale'],
    default: 'all',
    description:
      '`all`: every page without a current translation, or with one in part; `stale`: pages whose source changed.',
  },
  pagePath: { ...pagePath, description: 'Only this page; then `scope` has no effect.' },
  force: {
    type: 'boolean',
    default: false,
    description: 'Whether current translations are translated again.',
  },
};

const pages = (description: string): JsonSchema => ({ type: 'integer', minimum: 0, description });

const cost: JsonSchema = {
  type: ['number', 'null'],
  description:
    'Cost in the currency of `DOCENT_TRANSLATE_PRICE`; null if it is not set on the server.',
  examples: [0.0421],
};

/** What a job has done, and what it has cost. */
export const jobReportView = named(
  'JobReport',
  exactly('Results and costs of a translation job.', {
    jobId: identifier('job', 'Job.'),
    language: languageCode,
    status: jobStatus,
    pages: exactly('Pages of the job by their result.', {
      completed: pages('Pages that were translated.'),
      partial: pages('Pages that were translated, with segments in the source language.'),
      failed: pages('Pages that failed.'),
      cancelled: pages('Pages that were cancelled.'),
      open: pages('Pages that are not translated yet.'),
    }),
    failures: {
      type: 'array',
      description: 'Pages that failed, at most 100, by their path.',
      items: exactly('A page that failed.', {
        pagePath,
        message: { type: 'string', description: 'Why it failed.' },
      }),
    },
    words: pages('Words of the sources of its pages, as they are now.'),
    wordsInSource: pages('Words that stay in the source language.'),
    requests: pages('Requests to the language model for pages and snippets.'),
    inputTokens: pages('Tokens of these requests.'),
    outputTokens: pages('Tokens of the answers.'),
    cost,
  }),
);

/** What a job would take. */
export const estimateView = named(
  'JobEstimate',
  exactly('What a translation job would take.', {
    language: languageCode,
    scope,
    pages: pages('Pages that it would translate.'),
    words: pages('Words of their sources.'),
    estimatedDuration: { ...job.estimatedDuration, description: 'Duration in whole seconds.' },
    remainingPages: {
      type: ['integer', 'null'],
      minimum: 0,
      description: 'Page translations that are left this month; null without a limit.',
      examples: [480],
    },
    inputTokens: pages('Tokens of the requests to the language model.'),
    outputTokens: pages('Tokens of the answers.'),
    cost,
    obstacle: {
      type: ['string', 'null'],
      description: 'Why the server can’t start such a job, such as a missing language model.',
    },
  }),
);

/** Query of the list of jobs. */
export const jobsQuery: Record<string, JsonSchema> = {
  language: { ...languageCode, description: 'Only jobs of this language.' },
  status: { ...jobStatus, description: 'Only jobs with this status.' },
  ...pageQuery({ default: 20, max: 100 }),
};

/** Values of the filter: the final statuses, and `in_progress`. */
const recordStatuses = ['completed', 'pending', 'failed', 'stale', 'in_progress'] as const;

/** Query of List Translations. */
export const translationsQuery: Record<string, JsonSchema> = {
  language: languageCode,
  status: { type: 'string', enum: recordStatuses, description: 'Only records with this status.' },
  ...pageQuery({ default: 50, max: 200 }),
};

const hash = (description: string): JsonSchema => ({
  type: 'string',
  description,
  examples: ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'],
});

/** A page translation record. */
export const translationRecord: JsonSchema = named(
  'TranslationRecord',
  exactly('State of one page in one language.', {
    pagePath,
    pageTitle: {
      type: 'string',
      description: 'Title in the source language.',
      examples: ['Start'],
    },
    language: languageCode,
    status: { type: 'string', enum: recordStatuses, description: 'See States and transitions.' },
    translatedTitle: {
      type: ['string', 'null'],
      description: 'Null while untranslated.',
      examples: ['Démarrer'],
    },
    sourceHash: hash('Hash of the current source.'),
    translatedHash: nullable(hash('Hash of the source the translation was made from, or null.')),
    wordCount: {
      type: 'integer',
      minimum: 0,
      description: 'Number of words in the source.',
      examples: [320],
    },
    translatedAt: nullable(isoTime('When it was translated; null while untranslated')),
    publishedAt: nullable(
      isoTime('When readers first got it; null while it is stored, but not live yet'),
    ),
    sourceUpdatedAt: isoTime('When the source last changed'),
    contentHash: nullable(hash('Hash of the translated text, or null.')),
    humanOwned: {
      type: 'boolean',
      description: 'Whether a person owns the translation; it is then never overwritten.',
    },
    glossaryOutdated: { type: 'boolean', description: 'Whether the glossary has changed since.' },
    fallbackSegments: {
      type: 'integer',
      minimum: 0,
      description:
        'Segments of the translation that are in the source language; the next job requests them again.',
      examples: [0],
    },
    error: failure('Why the last translation failed.'),
  }),
);

/** What git allows in no name of a branch. */
export const noBranch =
  '[\\u0000-\\u0020\\u007f~^:?*\\[\\\\]|\\.\\.|@\\{|//|/\\.|^[-./]|[/.]$|\\.lock(?:/|$)|^(?:@|HEAD)$|^refs/';

/** Body of Export to repo. */
export const exportBody = named(
  'Export',
  body(
    'What to export.',
    {
      language: languageCode,
      branch: {
        type: 'string',
        minLength: 1,
        maxLength: 255,
        also: { not: { type: 'string', pattern: noBranch } },
        description: 'Branch to write to (default: a new branch named after language and time).',
        examples: ['docs/french'],
      },
    },
    ['language'],
  ),
);

/** Response of Export to repo. */
export const exportResult = named(
  'ExportResult',
  exactly('What was written.', {
    branch: { type: 'string', description: 'The branch.', examples: ['docs/french'] },
    commitSha: {
      type: 'string',
      description: 'Head commit of the branch; empty if there is none.',
    },
    filesWritten: { type: 'integer', minimum: 0, description: 'Number of files in the commit.' },
    conflicts: {
      type: 'array',
      items: { type: 'string' },
      description: 'Files changed by someone else; they were not overwritten.',
    },
  }),
);
