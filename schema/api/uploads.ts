import type { JsonSchema } from '../json-schema.ts';
import { uploadLimits } from '../upload.ts';
import { previewName } from './previews.ts';
import { body, exactly, isoTime, named, nullable } from './shapes.ts';

const hash: JsonSchema = {
  type: 'string',
  pattern: '^[0-9a-f]{64}$',
  expects: 'a sha-256 in lower case hex',
  description: 'SHA-256 of the content, in hex.',
  examples: ['2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824'],
};

const deploymentId: JsonSchema = {
  type: 'string',
  pattern: '^dpl_[0-9A-HJKMNP-TV-Z]{26}$',
  expects: 'the id of a deployment',
  description: 'Deployment.',
  examples: ['dpl_01JNF5A3Q8R7XK2M4V9B6C0DTE'],
};

const path: JsonSchema = {
  type: 'string',
  minLength: 1,
  maxLength: uploadLimits.path,
  description:
    'Path in the deployment folder: below `site/`, `protected/`, `parts/`, `source/` or `records/`, or `manifest.json`, `config.json`, `deployment.json`, `proxy.json`, `former.json` or `problems.json`.',
  examples: ['site/index.html'],
};

const size: JsonSchema = {
  type: 'integer',
  minimum: 0,
  maximum: uploadLimits.file,
  description: 'Bytes of the file.',
  examples: [5],
};

const uploadFile = named(
  'UploadFile',
  body(
    'A file of a deployment.',
    {
      ...{ path, sha256: hash, size },
      blocks: {
        type: 'array',
        minItems: 2,
        maxItems: uploadLimits.file / 1024,
        items: hash,
        description:
          'The blocks that make up the file, in order; left out for a file of up to 1 MiB that is sent as one block.',
        examples: [],
      },
    },
    ['path', 'sha256', 'size'],
  ),
);

/** Body of Start Upload. */
export const uploadBody = named('NewUpload', {
  ...body(
    'The files of a deployment.',
    {
      base: {
        ...deploymentId,
        description:
          'A deployment of the project, for a list that only has what differs from its files.',
      },
      preview: {
        ...previewName,
        description: 'The preview that it is for; the live site when it is left out.',
      },
      files: {
        type: 'array',
        maxItems: uploadLimits.files,
        items: uploadFile,
        description: 'All files of the deployment; with `base`, those that are new or different.',
      },
      removed: {
        type: 'array',
        maxItems: uploadLimits.files,
        items: path,
        description: 'Paths of files of `base` that the deployment does not have.',
      },
    },
    ['files'],
  ),
  examples: [{ files: [{ path: 'site/index.html', sha256: hash.examples?.[0], size: 5 }] }],
});

/** An upload as returned by Start and Get. */
export const uploadView = named(
  'Upload',
  exactly('A deployment on its way to the server.', {
    id: { type: 'string', description: 'Upload.', examples: ['upl_01JNF5A3Q8R7XK2M4V9B6C0DTE'] },
    status: {
      type: 'string',
      enum: ['uploading', 'published'],
      description: 'Whether it has become a deployment.',
    },
    missing: {
      type: 'array',
      items: hash,
      description: 'Hashes of the blocks that have to be sent before it can be published.',
    },
    expiresAt: isoTime('When it is removed if it is not published'),
  }),
);

/** What Send Blocks answers. */
export const receivedView = named(
  'ReceivedBlocks',
  exactly('What was received.', {
    received: { type: 'integer', minimum: 0, description: 'Blocks in the request.', examples: [1] },
  }),
);

/** What Delete Upload and Delete Deployment answer. */
export const removedView = exactly('What was removed.', {
  id: { type: 'string', description: 'Its id.', examples: ['upl_01JNF5A3Q8R7XK2M4V9B6C0DTE'] },
});

/** What Get Live Files answers. */
export const liveFilesView = named(
  'LiveFiles',
  exactly('The files and pages that readers get.', {
    deploymentId: nullable({ ...deploymentId, description: 'The deployment; null without one.' }),
    files: {
      type: 'array',
      description: 'Its files, without those that the server makes itself.',
      items: named('LiveFile', exactly('A file of a deployment.', { path, sha256: hash, size })),
    },
    pages: {
      type: 'array',
      description: 'Its pages, sorted by path.',
      items: named(
        'LivePage',
        exactly('A page of a deployment.', {
          path: { type: 'string', description: 'Path of the page.', examples: ['guides/start'] },
          title: { type: 'string', description: 'Its title.', examples: ['Get started'] },
          contentHash: { ...hash, description: 'Changes with its content.' },
        }),
      ),
    },
  }),
);
