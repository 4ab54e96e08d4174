import type {
  ConfigCommitBody,
  ConfigCommitView,
  RepositoryConfig,
} from '../../schema/api/config-commits.ts';
import { ApiError } from '../../schema/errors.ts';
import { type FileHost, GitHostError, type Repository, upstreamError } from '../git/host.ts';
import type { Store } from '../store/open.ts';
import type { ProjectFacts } from '../store/projects.ts';
import { repositoryOf } from './repository.ts';

/** The `docs.json` of projects in their repositories. */
export interface ConfigRepository {
  readonly read: (project: ProjectFacts) => Promise<RepositoryConfig>;
  /**
   * Commits a text; `before` is what it took the place of.
   * @throws ApiError 412 if the file is not the one that the text was made from
   */
  readonly commit: (
    project: ProjectFacts,
    asked: ConfigCommitBody,
  ) => Promise<ConfigCommitView & { readonly before: string }>;
}

interface Tools {
  readonly store: Store;
  readonly host: FileHost;
  readonly now: () => number;
}

/** How often a commit starts over because someone else wrote to the branch. */
const mostRounds = 5;

/** Reads and commits the `docs.json` of projects at a git host. */
export function openConfigRepository(tools: Tools): ConfigRepository {
  return {
    read: (project) =>
      told(async () => {
        const { text, sha, path } = await find(tools, await placeOf(tools, project));
        return { configJson: text, sha, branch: project.repo_branch, path };
      }),
    commit: (project, asked) =>
      told(async () => {
        const place = await placeOf(tools, project);
        let { baseSha } = asked;
        for (let round = 1; round <= mostRounds; round++) {
          const found = await find(tools, place);
          const done = await attempt(tools, { place, found, asked: { ...asked, baseSha } });
          if (done) return { ...done, before: found.text };
          // Someone else may have changed the file first: their text is never overwritten unseen.
          baseSha ??= found.sha;
        }
        const message = `The branch "${place.branch}" changes faster than it is written.`;
        throw new GitHostError(message, 409);
      }),
  };
}

/** Where the file of a project is. */
interface Place {
  readonly repository: Repository;
  readonly branch: string;
  readonly path: string;
}

async function placeOf({ store }: Tools, project: ProjectFacts): Promise<Place> {
  const repository = await repositoryOf(store.db, project);
  const folder = project.repo_path.split('/').filter((part) => part !== '' && part !== '.');
  return { repository, branch: project.repo_branch, path: [...folder, 'docs.json'].join('/') };
}

interface Found {
  readonly head: string;
  readonly tree: string;
  readonly path: string;
  readonly sha: string;
  readonly text: string;
}

/** The file at the head of the branch. */
async function find({ host }: Tools, { repository, branch, path }: Place): Promise<Found> {
  const where = `${repository.owner}/${repository.name}`;
  const head = await host.head(repository, branch);
  if (head === undefined) {
    await assertRepository(host, repository);
    const message = `The repository ${where} has no branch "${branch}". Set repoBranch of the project.`;
    throw new GitHostError(message, 404);
  }
  const tree = await host.treeOf(repository, head);
  const file = await host.file(repository, tree, path);
  if (!file) {
    const message = `The branch "${branch}" of ${where} has no file ${path}. Set repoPath of the project to the folder of its docs.json.`;
    throw new GitHostError(message, 404);
  }
  return { head, tree, path, ...file };
}

/** @throws GitHostError when it is the repository that is missing, and not only a branch of it */
async function assertRepository(host: FileHost, repository: Repository): Promise<void> {
  try {
    await host.defaultBranch(repository);
  } catch (error) {
    if (!(error instanceof GitHostError) || error.status !== 404) throw error;
    const { owner, name } = repository;
    const message = `There is no repository ${owner}/${name}, or the token of this server can't read it.`;
    throw new GitHostError(message, 404, { cause: error });
  }
}

/** One round; undefined when the branch moved meanwhile. */
async function attempt(
  { host, now }: Tools,
  {
    place: { repository, branch: deployed, path },
    found,
    asked: { configJson, message = 'Update docs.json', branch, baseSha },
  }: {
    readonly place: Place;
    readonly found: Found;
    readonly asked: Omit<ConfigCommitBody, 'baseSha'> & { readonly baseSha: string | undefined };
  },
): Promise<ConfigCommitView | undefined> {
  const isNew = branch !== undefined && branch !== deployed;
  if (found.text === configJson) {
    const view = { commit: found.head, branch: deployed, sha: found.sha, created: false };
    return { ...view, url: host.pageOf(repository, found.head), compareUrl: null };
  }
  if (baseSha !== undefined && baseSha !== found.sha) {
    throw new ApiError(
      'PRECONDITION_FAILED',
      `${path} has changed on the branch "${deployed}" since it was read. Fetch it again.`,
    );
  }
  if (isNew && (await host.head(repository, branch)) !== undefined) throw branchExists(branch);
  const tree = await host.writeTree(repository, found.tree, [{ path, content: configJson }]);
  const date = new Date(now()).toISOString();
  const commit = await host.commit(repository, { message, tree, parent: found.head, date });
  const target = isNew ? branch : deployed;
  const from = isNew ? undefined : found.head;
  const isMoved = await host
    .moveBranch(repository, { branch: target, from, to: commit })
    .catch((error: unknown) => {
      throw error instanceof GitHostError && error.status === 422 ? refused(error, isNew) : error;
    });
  if (!isMoved && isNew) throw branchExists(branch);
  if (!isMoved) return undefined;
  const sha = (await host.file(repository, tree, path))?.sha ?? '';
  const compareUrl = isNew ? host.comparisonOf(repository, deployed, branch) : null;
  const url = host.pageOf(repository, commit);
  return { commit, branch: target, sha, created: true, url, compareUrl };
}

function branchExists(branch: string): ApiError {
  return new ApiError(
    'ALREADY_EXISTS',
    `There is a branch "${branch}" already. Name another one.`,
    {
      details: [{ path: 'branch', code: 'REPO_CONFLICT', message: 'The branch exists' }],
    },
  );
}

/** A branch that rules protect answers 422, with the rule. */
function refused(error: GitHostError, isNew: boolean): GitHostError {
  const advice = isNew
    ? 'Name another branch.'
    : 'If the branch is protected, commit to a new branch and open a pull request.';
  return new GitHostError(`${error.message}. ${advice}`, 403, { cause: error });
}

/** Errors of the host as clients see them. */
async function told<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof GitHostError) throw upstreamError(error);
    throw error;
  }
}
