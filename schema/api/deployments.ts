import type { JsonSchema } from '../json-schema.ts';
import { body, exactly, isoTime, named, nullable, numberedQuery, pageQuery } from './shapes.ts';

const count = (description: string): JsonSchema => ({
  type: 'integer',
  minimum: 0,
  description,
  examples: [3],
});
const branch: JsonSchema = {
  type: 'string',
  description: 'Branch it was built from; empty outside Git.',
  examples: ['main'],
};
const change: JsonSchema = {
  type: 'string',
  enum: ['created', 'updated', 'deleted'],
  description: 'What happened to the source of the page.',
};

/** What the build of a deployment found wrong, in numbers. */
export const problemCountsOf: JsonSchema = nullable(
  exactly('How many problems its build found; null where the server does not know any more.', {
    errors: count('Errors.'),
    warnings: count('Warnings.'),
    notes: count('Notes: of those, the site works as it was written.'),
  }),
);

/** A deployment as returned by Get and List. */
export const deploymentItem = named(
  'Deployment',
  exactly('A build of a site.', {
    id: {
      type: 'string',
      description: 'Deployment.',
      examples: ['dpl_01JNF5A3Q8R7XK2M4V9B6C0DTE'],
    },
    status: {
      type: 'string',
      enum: ['live', 'held', 'superseded'],
      description:
        'Whether readers get it. `held`: it waits for its translations or for the settings saved on the server, and readers get the previous one.',
    },
    kept: {
      type: 'boolean',
      description: 'Whether its files are still on the server, so that it can go live again.',
    },
    cause: {
      ...nullable({
        type: 'string',
        enum: ['build', 'upload', 'translations', 'edits', 'settings'],
        description:
          'Why it was made: by a command next to the server, by an upload, or by the server, which built the same sources again with translations of a job, with edits of people or with settings that were saved there; null for one of an earlier version of the server.',
      }),
      examples: ['upload'],
    },
    rebuildOf: {
      ...nullable({
        type: 'string',
        description: 'The deployment that was published with the same sources; null for itself.',
      }),
      examples: ['dpl_01JNF5A3Q8R7XK2M4V9B6C0DTE'],
    },
    branch,
    commitSha: {
      type: 'string',
      description: 'Commit it was built from; empty outside Git.',
      examples: ['5f2b7c1e9a4d3f60'],
    },
    pages: count('Pages in the source language.'),
    duration: { ...count('Milliseconds the build took.'), examples: [5210] },
    changes: exactly('What differs from the deployment before.', {
      pagesCreated: count('Pages that were added.'),
      pagesUpdated: count('Pages whose source changed.'),
      pagesDeleted: count('Pages that were removed.'),
      config: { type: 'boolean', description: 'Whether `docs.json` changed.' },
    }),
    problems: problemCountsOf,
    createdAt: isoTime('When the server imported it'),
    promotedAt: nullable(isoTime('When it was made live again, or null')),
  }),
);

/** A page that a deployment changed. */
export const deploymentChange = named(
  'DeploymentChange',
  exactly('A page that a deployment changed.', {
    pagePath: { type: 'string', description: 'Path of the page.', examples: ['guides/start'] },
    pageTitle: { type: 'string', description: 'Title of the page.', examples: ['Get started'] },
    change,
  }),
);

/** The source of a page as returned by Get page of a deployment. */
export const deploymentPage = named(
  'DeploymentPage',
  exactly('The file of a page, as a deployment was built from it.', {
    pagePath: { type: 'string', description: 'Path of the page.', examples: ['guides/start'] },
    file: { type: 'string', description: 'Path of the file.', examples: ['guides/start.mdx'] },
    bytes: count('Its size.'),
    text: { type: 'string', description: 'Its text.' },
  }),
);

/** A page that a deployment changed, with what differs in its source. */
export const deploymentChangeDetails = named(
  'DeploymentChangeDetails',
  exactly('A page that a deployment changed, line by line.', {
    pagePath: { type: 'string', description: 'Path of the page.', examples: ['guides/start'] },
    pageTitle: { type: 'string', description: 'Title of the page.', examples: ['Get started'] },
    change,
    file: { type: 'string', description: 'Path of its file.', examples: ['guides/start.mdx'] },
    before: {
      ...nullable({
        type: 'string',
        description: 'The deployment that it is compared with; null for the first one.',
      }),
      examples: ['dpl_01JNF5A3Q8R7XK2M4V9B6C0DTE'],
    },
    added: count('Lines that are new.'),
    removed: count('Lines that are gone.'),
    parts: {
      type: 'array',
      description: 'The lines of both files, in order.',
      items: exactly('Lines that belong together.', {
        type: {
          type: 'string',
          enum: ['same', 'removed', 'added'],
          description: 'Whether they are in both files, or in one of them only.',
        },
        lines: { type: 'array', description: 'The lines.', items: { type: 'string' } },
      }),
    },
    truncated: {
      type: 'boolean',
      description:
        'Whether the parts end before the files do: they have 500,000 characters at most.',
    },
  }),
);

const severity: JsonSchema = {
  type: 'string',
  enum: ['error', 'warning', 'note'],
  description: 'How bad it is: an error is missing from the site, or wrong in it.',
};

/** A problem that the build of a deployment found. */
export const deploymentProblem = named(
  'DeploymentProblem',
  body(
    'A problem that the build found.',
    {
      severity,
      code: {
        type: 'string',
        description: 'Its code, as explained in the handbook.',
        examples: ['broken-link'],
      },
      file: {
        type: 'string',
        description: 'Path of the file; empty for the site itself.',
        examples: ['guides/start.mdx'],
      },
      line: { ...count('Line, starting at 1.'), examples: [12] },
      column: { ...count('Column, starting at 1.'), examples: [8] },
      message: {
        type: 'string',
        description: 'What was found, and what was expected.',
        examples: ['The link "/guides/begin" leads to no page'],
      },
      fix: {
        type: 'string',
        description: 'What to do.',
        examples: ['Did you mean "/guides/start"?'],
      },
    },
    ['severity', 'code', 'file', 'message'],
  ),
);

/** Query of List Problems. */
export const problemsQuery: Record<string, JsonSchema> = {
  severity: { ...severity, description: 'Only problems of this severity.' },
  file: { type: 'string', maxLength: 1000, description: 'Only problems of this file.' },
  ...numberedQuery({ default: 50, max: 200 }),
};

/** Query of List Deployments. */
export const deploymentsQuery: Record<string, JsonSchema> = {
  branch: { ...branch, maxLength: 1000, description: 'Only deployments of this branch.' },
  ...pageQuery({ default: 20, max: 100 }),
};

/** Query of List Changes. */
export const changesQuery: Record<string, JsonSchema> = {
  change: { ...change, description: 'Only pages to which this happened.' },
  ...pageQuery({ default: 50, max: 200 }),
};
