import type { JsonSchema } from '../json-schema.ts';
import { body, exactly, isoTime, named, nullable } from './shapes.ts';

/** What a preview is called: part of its address. */
export const previewName: JsonSchema = {
  type: 'string',
  pattern: '^[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?$',
  expects: 'at most 40 lower case letters, digits and hyphens',
  description: 'Name of the preview.',
  examples: ['pr-42'],
};

/** Query of Get Live Files. */
export const liveFilesQuery: Record<string, JsonSchema> = {
  preview: {
    ...previewName,
    description: 'The files of this preview instead, if it has some.',
  },
  files: {
    type: 'boolean',
    default: true,
    description: 'Whether files and pages are listed, or only the deployment is named.',
  },
};

/** Body of Open Preview. */
export const previewCreate = named(
  'NewPreview',
  body('A preview.', { name: previewName }, ['name']),
);

/** Body of Publish Preview. */
export const previewPublish = named(
  'PreviewUpload',
  body(
    'What a preview gets.',
    {
      uploadId: {
        type: 'string',
        maxLength: 100,
        description: 'An upload that was started for the preview.',
        examples: ['upl_01JNF5A3Q8R7XK2M4V9B6C0DTE'],
      },
    },
    ['uploadId'],
  ),
);

/** A preview as returned by all its operations. */
export const previewItem = named(
  'Preview',
  exactly("A site next to the live one, at an address that can't be guessed.", {
    name: previewName,
    path: {
      type: 'string',
      description:
        'The base path that it has to be built with: where it is on the host of the site. Empty where it has a host of its own.',
      examples: ['/_preview/pr-42-9f86d081884c7d659a2feaa0c55ad015'],
    },
    url: nullable({
      type: 'string',
      description:
        'Its whole address. On the host of the site, null before the first deployment, and if the site was built without an address.',
      examples: ['https://docs.example.com/_preview/pr-42-9f86d081884c7d659a2feaa0c55ad015'],
    }),
    deploymentId: nullable({
      type: 'string',
      description: 'The deployment that it shows; null before the first one.',
      examples: ['dpl_01JNF5A3Q8R7XK2M4V9B6C0DTE'],
    }),
    branch: {
      type: 'string',
      description: 'Branch it was built from; empty before the first deployment and outside Git.',
      examples: ['new-guide'],
    },
    commitSha: {
      type: 'string',
      description: 'Commit it was built from; empty like `branch`.',
      examples: ['5f2b7c1e9a4d3f60'],
    },
    createdAt: isoTime('When it was created'),
    updatedAt: isoTime('When it was last deployed to'),
    expiresAt: isoTime('When it is removed unless it is deployed to again'),
  }),
);

/** What Delete Preview answers. */
export const previewRemoved = exactly('What was removed.', { name: previewName });
