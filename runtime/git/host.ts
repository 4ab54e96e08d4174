import type { DetailCode } from '../../schema/detail-codes.ts';
import { ApiError } from '../../schema/errors.ts';

/** A repository at a git host. */
export interface Repository {
  readonly owner: string;
  readonly name: string;
}

/** A file to write. */
export interface TreeFile {
  readonly path: string;
  readonly content: string;
}

export interface NewCommit {
  readonly message: string;
  readonly tree: string;
  readonly parent: string;
  /** ISO 8601 time of author and committer. */
  readonly date: string;
}

/** What an export asks of a git host; every method may throw `GitHostError`. */
export interface GitHost {
  readonly defaultBranch: (repository: Repository) => Promise<string>;
  /** Commit at the head of a branch; undefined when there is no such branch, or no commit at all. */
  readonly head: (repository: Repository, branch: string) => Promise<string | undefined>;
  /** Tree of a commit. */
  readonly treeOf: (repository: Repository, commit: string) => Promise<string>;
  /** Files below a folder of a tree: path within the folder → name of the blob. */
  readonly files: (
    repository: Repository,
    tree: string,
    folder: string,
  ) => Promise<ReadonlyMap<string, string>>;
  /** A tree with these files put into another one. */
  readonly writeTree: (
    repository: Repository,
    base: string,
    files: readonly TreeFile[],
  ) => Promise<string>;
  readonly commit: (repository: Repository, commit: NewCommit) => Promise<string>;
  /** Creates a branch, or moves it forward from `from`; false if someone else was faster. */
  readonly moveBranch: (
    repository: Repository,
    move: { readonly branch: string; readonly from: string | undefined; readonly to: string },
  ) => Promise<boolean>;
}

/** What commits of one file ask besides. */
export interface FileHost extends GitHost {
  /** A text file of a tree; undefined if there is none at that path. */
  readonly file: (
    repository: Repository,
    tree: string,
    path: string,
  ) => Promise<{ readonly sha: string; readonly text: string } | undefined>;
  /** Address of the page of a commit. */
  readonly pageOf: (repository: Repository, commit: string) => string;
  /** Address of the page that opens a pull request. */
  readonly comparisonOf: (repository: Repository, base: string, branch: string) => string;
}

/** The host refused or failed. */
export class GitHostError extends Error {
  override readonly name = 'GitHostError';
  /** HTTP status; 0 when there was no answer, 409 when the repository is in another state than expected. */
  readonly status: number;

  constructor(message: string, status: number, options?: ErrorOptions) {
    super(message, options);
    this.status = status;
  }
}

/** What the host said, for the client of the API. */
export function upstreamError({ message, status }: GitHostError): ApiError {
  return new ApiError('UPSTREAM_ERROR', message, {
    details: [{ path: '', code: codeOf(status), message }],
  });
}

function codeOf(status: number): DetailCode {
  if (status === 401 || status === 403) return 'REPO_PERMISSION';
  if (status === 409) return 'REPO_CONFLICT';
  return status === 404 ? 'REPO_NOT_FOUND' : 'REPO_UNAVAILABLE';
}
