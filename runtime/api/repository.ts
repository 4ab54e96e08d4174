import { ApiError } from '../../schema/errors.ts';
import { invalid } from '../http/body.ts';
import type { ProjectFacts } from '../store/projects.ts';

/** Refuses a project without a repository, or with one at a host that can't be written to. */
export function requireGitHub({ repo_provider: provider }: ProjectFacts): void {
  if (provider === null) {
    throw invalid(
      '',
      'REPO_NOT_CONNECTED',
      'The project has no repository. Set repoProvider, repoOwner and repoName.',
    );
  }
  if (provider === 'github') return;
  throw invalid(
    '',
    'REPO_PROVIDER_UNSUPPORTED',
    `Writing to "${provider}" is not supported, expected "github".`,
  );
}

/** The error of a server without a token. */
export function noCredentials(): ApiError {
  return new ApiError(
    'UPSTREAM_ERROR',
    'This server has no credentials for the Git host. Set GITHUB_TOKEN.',
    { details: [{ path: '', code: 'REPO_PERMISSION', message: 'No credentials' }] },
  );
}

/** Refuses what git refuses as the name of a branch, as far as a name can tell. */
export function requireBranchName(branch: string | undefined): void {
  if (branch === undefined || isBranchName(branch)) return;
  throw invalid(
    'branch',
    'wrong-format',
    `Unexpected branch ${JSON.stringify(branch)}, expected a valid Git branch name`,
  );
}

function isBranchName(name: string): boolean {
  return (
    // biome-ignore lint/suspicious/noControlCharactersInRegex: git refuses control characters.
    !/[\x00-\x20\x7f~^:?*[\\]|\.\.|@\{|\/\/|\/\.|^[-./]|[/.]$|\.lock(?:\/|$)/.test(name) &&
    name !== '@' &&
    name !== 'HEAD' &&
    !name.startsWith('refs/')
  );
}
