import type { JsonSchema } from '../json-schema.ts';
import { exactly, isoTime, named, pageQuery } from './shapes.ts';

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
        'Whether readers get it. `held`: it waits for its translations, and readers get the previous one.',
    },
    kept: {
      type: 'boolean',
      description: 'Whether its files are still on the server, so that it can go live again.',
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
    createdAt: isoTime('When the server imported it'),
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
