import type { JsonSchema } from '../json-schema.ts';
import { body, exactly, named, nullable } from './shapes.ts';
import { noBranch } from './translations.ts';

/** Body of Commit configuration. */
export interface ConfigCommitBody {
  readonly configJson: string;
  readonly message?: string;
  readonly branch?: string;
  readonly baseSha?: string;
}

/** The `docs.json` of a repository, as it is at the head of the project's branch. */
export interface RepositoryConfig {
  readonly configJson: string;
  readonly sha: string;
  readonly branch: string;
  readonly path: string;
}

/** What a commit led to. */
export interface ConfigCommitView {
  readonly commit: string;
  readonly branch: string;
  readonly sha: string;
  readonly created: boolean;
  readonly url: string;
  readonly compareUrl: string | null;
}

const configJson: JsonSchema = {
  type: 'string',
  also: { contentMediaType: 'application/json' },
  description: 'The text of `docs.json`, at most 1 MB. Comments, order and formatting stay.',
  examples: ['{"name":"Acme Docs"}'],
};

const objectName = (description: string): JsonSchema => ({
  type: 'string',
  pattern: '^[0-9a-f]{40,64}$',
  expects: 'the name of a Git object',
  description,
  examples: ['d670460b4b4aece5915caf5c68d12f560a9fe3e4'],
});

const sha = objectName('Version of the file: the name of its Git blob.');

const branch: JsonSchema = {
  type: 'string',
  description: 'Name of the branch.',
  examples: ['main'],
};

/** Response of Get repository configuration. */
export const repositoryConfig = named(
  'RepositoryConfig',
  exactly('The file, and its version.', {
    configJson,
    sha,
    branch,
    path: {
      type: 'string',
      description: 'Path of the file in the repository.',
      examples: ['docs/docs.json'],
    },
  }),
);

export const configCommitBody = named(
  'ConfigCommit',
  body(
    'What to commit, and where.',
    {
      configJson,
      message: {
        type: 'string',
        minLength: 1,
        maxLength: 1000,
        pattern: '^[^\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f]*$',
        expects: 'a text of 1 to 1000 characters',
        description: 'Message of the commit.',
        default: 'Update docs.json',
        examples: ['Use the new colors'],
      },
      branch: {
        type: 'string',
        minLength: 1,
        maxLength: 255,
        also: { not: { type: 'string', pattern: noBranch } },
        description:
          'A branch to create. By default, the commit is on the branch that is deployed.',
        examples: ['docent/settings-colors'],
      },
      baseSha: objectName(
        'The version that the text was made from. If the file is another one by now, nothing is written.',
      ),
    },
    ['configJson'],
  ),
);

/** Response of Commit configuration. */
export const configCommit = named(
  'CommittedConfig',
  exactly('The commit.', {
    commit: objectName('The commit at the head of the branch.'),
    branch,
    sha,
    created: {
      type: 'boolean',
      description:
        'Whether something was written: the deployed branch may have that very text already.',
      examples: [true],
    },
    url: {
      type: 'string',
      description: 'Page of the commit at the Git host.',
      examples: ['https://github.com/acme/docs/commit/d670460b4b4aece5915caf5c68d12f560a9fe3e4'],
    },
    compareUrl: nullable({
      type: 'string',
      description: 'For a new branch: the page that opens a pull request.',
      examples: ['https://github.com/acme/docs/compare/main...docent/settings-colors?expand=1'],
    }),
  }),
);
