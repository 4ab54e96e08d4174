import { Octokit } from '@octokit/core';
import { messageOf } from '../../schema/errors.ts';
import { type FileHost, type GitHost, GitHostError, type Repository } from './host.ts';

/** Where GitHub is and who writes there. */
export interface GitHubAddress {
  readonly token: string;
  /** `https://api.github.com`, or that of an own server. */
  readonly baseUrl: string;
  /** Name and address of the commits. */
  readonly author?: { readonly name: string; readonly email: string } | undefined;
}

/** Tries of a request that the host could not answer, milliseconds before the second one, and for each. */
const patience = { tries: 4, pause: 500, wait: 20_000 } as const;

const bot = { name: 'Docent', email: 'docent@users.noreply.github.com' } as const;

interface Connection {
  readonly octokit: Octokit;
  readonly sleep: (milliseconds: number) => Promise<void>;
  /** Milliseconds that an answer may take. */
  readonly wait: number;
}

/** A request to a repository; its answer is `T`. */
type Call = <T>(
  route: string,
  repository: Repository,
  parameters?: Readonly<Record<string, unknown>>,
) => Promise<T>;

interface Entry {
  readonly path: string;
  readonly type: string;
  readonly sha: string;
  readonly mode?: string;
  readonly size?: number;
}

/** GitHub by its Git Data API. */
export function openGitHub(
  address: GitHubAddress,
  options: Partial<Omit<Connection, 'octokit'>> = {},
): FileHost {
  const quiet = () => {};
  const octokit = new Octokit({
    auth: address.token,
    baseUrl: address.baseUrl.replace(/\/+$/, ''),
    userAgent: 'docent',
    log: { debug: quiet, info: quiet, warn: quiet, error: quiet },
  });
  const sleep =
    options.sleep ??
    ((milliseconds) => new Promise<void>((done) => setTimeout(done, milliseconds)));
  const { wait = patience.wait } = options;
  const call: Call = (route, repository, parameters) =>
    request({ octokit, sleep, wait }, route, repository, parameters);
  return {
    ...readingOf(call),
    ...writingOf(call, address.author ?? bot),
    ...pagesOf(address.baseUrl),
    moveBranch: (repository, move) => moveBranch(call, repository, move),
  };
}

/** One request; what the host could not answer for the moment is asked again. */
async function request<T>(
  { octokit, sleep, wait }: Connection,
  route: string,
  { owner, name }: Repository,
  parameters: Readonly<Record<string, unknown>> = {},
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      const { data } = await octokit.request(route, {
        ...{ owner, repo: name },
        ...parameters,
        request: { signal: AbortSignal.timeout(wait) },
      });
      return data as T;
    } catch (error) {
      const said = (error as { status?: unknown }).status;
      const code = typeof said === 'number' && !isLate(error as Error) ? said : 0;
      if (!isPassing(code, error) || attempt >= patience.tries) throw named(error, code);
      await sleep(patience.pause * 2 ** (attempt - 1));
    }
  }
}

/** Whether there was no answer in time, which the library reports as one with status 500. */
function isLate({ cause }: { readonly cause?: unknown }): boolean {
  return cause instanceof Error && cause.name === 'TimeoutError';
}

/** The error of a request as the export reports it. */
function named(error: unknown, code: number): GitHostError {
  const what = code === 0 ? 'does not respond' : `answered ${code}`;
  // A limit that is said with 403 is no lack of rights.
  const status = code === 403 && isLimit(error) ? 429 : code;
  return new GitHostError(`GitHub ${what}: ${messageOf(error)}`, status, { cause: error });
}

function readingOf(
  call: Call,
): Pick<FileHost, 'head' | 'defaultBranch' | 'treeOf' | 'files' | 'file'> {
  return {
    head: (repository, branch) => headOf(call, repository, branch),
    defaultBranch: async (repository) =>
      (await call<{ default_branch: string }>('GET /repos/{owner}/{repo}', repository))
        .default_branch,
    treeOf: async (repository, commit) => {
      const route = 'GET /repos/{owner}/{repo}/git/commits/{sha}';
      return (await call<{ tree: { sha: string } }>(route, repository, { sha: commit })).tree.sha;
    },
    files: async (repository, tree, folder) => {
      const found = new Map<string, string>();
      const sha = await folderIn(call, repository, { tree, folder });
      if (sha !== undefined) await addFiles(call, repository, { sha, prefix: '', found });
      return found;
    },
    file: (repository, tree, path) => readFile(call, repository, { tree, path }),
  };
}

/** Bytes of a file that is read as text. */
const largestText = 2 * 1024 * 1024;

async function readFile(
  call: Call,
  repository: Repository,
  { tree, path }: { readonly tree: string; readonly path: string },
): Promise<{ readonly sha: string; readonly text: string } | undefined> {
  const slash = path.lastIndexOf('/');
  const folder = path.slice(0, Math.max(slash, 0));
  const within = await folderIn(call, repository, { tree, folder });
  if (within === undefined) return undefined;
  const { tree: entries } = await list(call, repository, { sha: within });
  const entry = entries.find((one) => one.type === 'blob' && one.path === path.slice(slash + 1));
  if (!entry) return undefined;
  // A commit would put a file in the place of the link.
  if (entry.mode === '120000') throw new GitHostError(`${path} is a symbolic link.`, 409);
  if ((entry.size ?? 0) > largestText) throw new GitHostError(`${path} is too large.`, 409);
  const { content } = await call<{ content: string }>(
    'GET /repos/{owner}/{repo}/git/blobs/{sha}',
    repository,
    { sha: entry.sha },
  );
  return { sha: entry.sha, text: Buffer.from(content, 'base64').toString('utf8') };
}

/** Pages for people: next to the API of an own server, or at the host of the service. */
function pagesOf(baseUrl: string): Pick<FileHost, 'pageOf' | 'comparisonOf'> {
  const { origin } = new URL(baseUrl);
  const web = origin.replace('://api.', '://');
  const of = ({ owner, name }: Repository) => `${web}/${owner}/${name}`;
  const named = (branch: string) => encodeURIComponent(branch).replaceAll('%2F', '/');
  return {
    pageOf: (repository, commit) => `${of(repository)}/commit/${commit}`,
    comparisonOf: (repository, base, branch) =>
      `${of(repository)}/compare/${named(base)}...${named(branch)}?expand=1`,
  };
}

/** The commit of a branch; undefined if there is no such branch. */
async function headOf(
  call: Call,
  repository: Repository,
  branch: string,
): Promise<string | undefined> {
  try {
    const found = await call<{ object: { sha: string } }>(
      'GET /repos/{owner}/{repo}/git/ref/{ref}',
      repository,
      { ref: `heads/${branch}` },
    );
    return found.object.sha;
  } catch (error) {
    if (error instanceof GitHostError && (error.status === 404 || isEmpty(error))) {
      return undefined;
    }
    throw error;
  }
}

/** The tree of a folder, found segment by segment. */
async function folderIn(
  call: Call,
  repository: Repository,
  { tree, folder }: { readonly tree: string; readonly folder: string },
): Promise<string | undefined> {
  let sha: string | undefined = tree;
  for (const segment of folder.split('/').filter((part) => part !== '')) {
    const { tree: entries }: { tree: readonly Entry[] } = await list(call, repository, { sha });
    sha = entries.find((entry) => entry.type === 'tree' && entry.path === segment)?.sha;
    if (sha === undefined) return undefined;
  }
  return sha;
}

function list(
  call: Call,
  repository: Repository,
  parameters: { readonly sha: string; readonly recursive?: '1' },
): Promise<{ readonly tree: readonly Entry[]; readonly truncated: boolean }> {
  return call('GET /repos/{owner}/{repo}/git/trees/{sha}', repository, parameters);
}

/** Adds all files of a tree; one that is too large for an answer is walked folder by folder. */
async function addFiles(
  call: Call,
  repository: Repository,
  {
    sha,
    prefix,
    found,
  }: { readonly sha: string; readonly prefix: string; readonly found: Map<string, string> },
): Promise<void> {
  const whole = await list(call, repository, { sha, recursive: '1' });
  const { tree } = whole.truncated ? await list(call, repository, { sha }) : whole;
  for (const entry of tree) {
    if (entry.type === 'blob') found.set(prefix + entry.path, entry.sha);
    else if (whole.truncated && entry.type === 'tree') {
      const below = { sha: entry.sha, prefix: `${prefix}${entry.path}/`, found };
      await addFiles(call, repository, below);
    }
  }
}

function writingOf(
  call: Call,
  author: NonNullable<GitHubAddress['author']>,
): Pick<GitHost, 'writeTree' | 'commit'> {
  return {
    writeTree: async (repository, base, files) => {
      const entry = { mode: '100644', type: 'blob' };
      const { sha } = await call<{ sha: string }>(
        'POST /repos/{owner}/{repo}/git/trees',
        repository,
        {
          base_tree: base,
          tree: files.map(({ path, content }) => ({ path, ...entry, content })),
        },
      );
      return sha;
    },
    commit: async (repository, { message, tree, parent, date }) => {
      const { sha } = await call<{ sha: string }>(
        'POST /repos/{owner}/{repo}/git/commits',
        repository,
        {
          message,
          tree,
          parents: [parent],
          author: { ...author, date },
          committer: { ...author, date },
        },
      );
      return sha;
    },
  };
}

/** Moves a branch, or creates it; false if it has moved meanwhile. */
async function moveBranch(
  call: Call,
  repository: Repository,
  { branch, from, to }: Parameters<GitHost['moveBranch']>[1],
): Promise<boolean> {
  try {
    if (from === undefined) {
      await call('POST /repos/{owner}/{repo}/git/refs', repository, {
        ref: `refs/heads/${branch}`,
        sha: to,
      });
    } else {
      // Without force, a branch only moves if it is still at the parent.
      await call('PATCH /repos/{owner}/{repo}/git/refs/{ref}', repository, {
        ref: `heads/${branch}`,
        sha: to,
        force: false,
      });
    }
    return true;
  } catch (error) {
    if (!(error instanceof GitHostError)) throw error;
    // An answer may be lost on its way although the branch has moved.
    const now = await headOf(call, repository, branch);
    if (now === to) return true;
    if ((error.status === 409 || error.status === 422) && now !== from) return false;
    throw error;
  }
}

/** Whether the same request may well succeed in a moment. */
function isPassing(code: number, error: unknown): boolean {
  if (code === 409) return !isEmpty(error);
  if (code === 403) return isLimit(error);
  return code === 0 || code === 429 || (code >= 500 && code !== 501);
}

/** A repository without a commit answers every question about its objects with 409. */
function isEmpty(error: unknown): boolean {
  const { status, message } = error as { status?: unknown; message?: unknown };
  return status === 409 && /repository is empty/i.test(String(message));
}

function isLimit(error: unknown): boolean {
  const { response, message } = error as {
    message?: unknown;
    response?: { headers?: Record<string, unknown> };
  };
  const headers = response?.headers ?? {};
  return (
    headers['retry-after'] !== undefined ||
    headers['x-ratelimit-remaining'] === '0' ||
    /rate limit/i.test(String(message))
  );
}
