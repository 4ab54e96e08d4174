import type { DetailCode } from '../../schema/detail-codes.ts';
import { ApiError } from '../../schema/errors.ts';
import { invalid } from '../http/body.ts';
import { type ProjectFacts, sharesRepository } from '../store/projects.ts';
import { sharedByOrganizations } from '../tasks/repository.ts';
import type { ApiServices } from './services.ts';

/** Why the repository of a project can't be written to, and what to do. */
interface Obstacle {
  readonly code: DetailCode;
  readonly message: string;
}

/** Refuses a project without a repository, or with one at a host that can't be written to. */
export function requireGitHub(project: ProjectFacts): void {
  const obstacle = hostObstacle(project);
  if (obstacle) throw invalid('', obstacle.code, obstacle.message);
}

function hostObstacle({ repo_provider: provider }: ProjectFacts): Obstacle | undefined {
  if (provider === null) {
    return {
      code: 'REPO_NOT_CONNECTED',
      message: 'The project has no repository. Set repoProvider, repoOwner and repoName.',
    };
  }
  if (provider === 'github') return undefined;
  return {
    code: 'REPO_PROVIDER_UNSUPPORTED',
    message: `Writing to "${provider}" is not supported, expected "github".`,
  };
}

const withoutToken = 'This server has no credentials for the Git host. Set GITHUB_TOKEN.';

/** Why a commit to the repository of a project is refused, as far as the server knows without asking the host. */
export async function commitObstacle(
  { store, repositoryConfig }: Pick<ApiServices, 'store' | 'repositoryConfig'>,
  project: ProjectFacts,
): Promise<Obstacle | null> {
  const obstacle = hostObstacle(project);
  if (obstacle) return obstacle;
  if (!repositoryConfig) return { code: 'REPO_PERMISSION', message: withoutToken };
  if (!(await sharesRepository(store.db, project))) return null;
  return { code: 'REPO_PERMISSION', message: sharedByOrganizations(project) };
}

/** The error of a server without a token. */
export function noCredentials(): ApiError {
  return new ApiError('UPSTREAM_ERROR', withoutToken, {
    details: [{ path: '', code: 'REPO_PERMISSION', message: 'No credentials' }],
  });
}

/** Refuses what git refuses as the name of a branch, as far as a name can tell. */
export function requireBranchName(
  branch: string | null | undefined,
  field: 'branch' | 'repoBranch' = 'branch',
): void {
  if (branch === undefined || branch === null || isBranchName(branch)) return;
  throw invalid(
    field,
    'wrong-format',
    `Unexpected ${field} ${JSON.stringify(branch)}, expected a valid Git branch name`,
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
