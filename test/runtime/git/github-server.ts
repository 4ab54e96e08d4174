import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A bare git repository behind the part of the GitHub API that exports use. */
export interface GitHubServer {
  readonly baseUrl: string;
  readonly requests: readonly string[];
  /** Text of a file at the head of a branch; undefined if it does not exist. */
  readonly file: (branch: string, path: string) => string | undefined;
  readonly log: (branch: string) => readonly string[];
  readonly head: (branch: string) => string | undefined;
  /** Commits files as another user. */
  readonly push: (branch: string, files: Readonly<Record<string, string>>) => string;
  readonly close: () => Promise<void>;
}

/** `fault` may answer a request with a status instead; `after` lets the request take effect first. */
export type Fault = (
  line: string,
  index: number,
) => { readonly status: number; readonly after?: boolean; readonly message?: string } | undefined;

export async function startGitHub(fault: Fault = () => undefined): Promise<GitHubServer> {
  const folder = mkdtempSync(join(tmpdir(), 'docent-git-'));
  const git = (
    args: readonly string[],
    options: { input?: string; env?: Record<string, string> } = {},
  ) =>
    execFileSync('git', ['--git-dir', folder, ...args], {
      encoding: 'utf8',
      stdio: ['pipe', 'pipe', 'ignore'],
      ...(options.input === undefined ? {} : { input: options.input }),
      env: { ...process.env, ...identity, ...options.env },
    }).trim();
  const quietly = (args: readonly string[]) => {
    try {
      return git(args);
    } catch {
      return undefined;
    }
  };
  execFileSync('git', ['init', '--quiet', '--bare', '--initial-branch=main', folder]);
  let indexes = 0;
  const writeTree = (
    base: string | undefined,
    files: readonly { path: string; content: string }[],
  ) => {
    const env = { GIT_INDEX_FILE: join(folder, `index-${indexes++}`) };
    if (base === undefined) git(['read-tree', '--empty'], { env });
    else git(['read-tree', base], { env });
    // Two processes, however many files: starting one takes a tenth of a second on a busy machine.
    const blobs = mkdtempSync(join(folder, 'blobs-'));
    const paths = files.map(({ content }, i) => {
      const blob = join(blobs, String(i));
      writeFileSync(blob, content);
      return blob;
    });
    const shas = git(['hash-object', '-w', '--no-filters', '--stdin-paths'], {
      input: paths.join('\n'),
    }).split('\n');
    const entries = files.map(({ path }, i) => `100644 ${shas[i]}\t${path}`);
    git(['update-index', '--add', '--index-info'], { env, input: `${entries.join('\n')}\n` });
    return git(['write-tree'], { env });
  };
  const head = (branch: string) =>
    quietly(['rev-parse', '--verify', '--quiet', `refs/heads/${branch}`]);
  const push: GitHubServer['push'] = (branch, files) => {
    const parent = head(branch);
    const list = Object.entries(files).map(([path, content]) => ({ path, content }));
    const tree = writeTree(parent, list);
    const commit = git(['commit-tree', tree, '-m', 'by hand', ...(parent ? ['-p', parent] : [])]);
    git(['update-ref', `refs/heads/${branch}`, commit]);
    return commit;
  };

  const answer = (
    method: string,
    path: string,
    query: URLSearchParams,
    // biome-ignore lint/suspicious/noExplicitAny: whatever a client may send.
    body: any,
  ): [number, unknown] => {
    const [, ref] = /^\/repos\/o\/r\/git\/refs?\/(.+)$/.exec(path) ?? [];
    if (path === '/repos/o/r') return [200, { default_branch: 'main' }];
    if (git(['for-each-ref', '--count=1']) === '') {
      return [409, { message: 'Git Repository is empty.' }];
    }
    if (method === 'GET' && ref !== undefined) {
      const sha = head(ref.replace(/^heads\//, ''));
      return sha ? [200, { object: { sha } }] : [404, { message: 'Not Found' }];
    }
    const [, commit] = /^\/repos\/o\/r\/git\/commits\/(\w+)$/.exec(path) ?? [];
    if (commit) return [200, { tree: { sha: git(['rev-parse', `${commit}^{tree}`]) } }];
    const [, tree] = /^\/repos\/o\/r\/git\/trees\/(\w+)$/.exec(path) ?? [];
    if (tree) {
      const lines = git(['ls-tree', ...(query.has('recursive') ? ['-r', '-t'] : []), tree]);
      const entries = lines.split('\n').flatMap((line) => {
        const [, mode, type, sha, name] = /^(\d+) (\w+) (\w+)\t(.+)$/.exec(line) ?? [];
        return name ? [{ mode, type, sha, path: name }] : [];
      });
      return [200, { tree: entries, truncated: false }];
    }
    const [, blob] = /^\/repos\/o\/r\/git\/blobs\/(\w+)$/.exec(path) ?? [];
    if (blob) {
      // Exactly: a command's output is trimmed.
      const bytes = execFileSync('git', ['--git-dir', folder, 'cat-file', 'blob', blob]);
      return [200, { content: bytes.toString('base64'), encoding: 'base64' }];
    }
    if (path.endsWith('/git/trees')) return [201, { sha: writeTree(body.base_tree, body.tree) }];
    if (path.endsWith('/git/commits')) {
      const { name, email, date } = body.author;
      const env = {
        GIT_AUTHOR_NAME: name,
        GIT_AUTHOR_EMAIL: email,
        GIT_AUTHOR_DATE: date,
        GIT_COMMITTER_NAME: name,
        GIT_COMMITTER_EMAIL: email,
        GIT_COMMITTER_DATE: date,
      };
      const parents = body.parents.flatMap((parent: string) => ['-p', parent]);
      const sha = git(['commit-tree', body.tree, '-m', body.message, ...parents], { env });
      return [201, { sha }];
    }
    if (method === 'POST' && path.endsWith('/git/refs')) {
      const branch = body.ref.replace('refs/heads/', '');
      if (head(branch)) return [422, { message: 'Reference already exists' }];
      git(['update-ref', body.ref, body.sha]);
      return [201, {}];
    }
    if (method === 'PATCH' && ref !== undefined) {
      const branch = ref.replace(/^heads\//, '');
      const isForward =
        quietly(['merge-base', '--is-ancestor', head(branch) ?? '', body.sha]) !== undefined;
      if (!isForward) return [422, { message: 'Update is not a fast forward' }];
      git(['update-ref', `refs/heads/${branch}`, body.sha]);
      return [200, {}];
    }
    return [404, { message: 'Not Found' }];
  };

  const requests: string[] = [];
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://x');
    const method = request.method ?? 'GET';
    const path = decodeURIComponent(url.pathname);
    const text = await readAll(request);
    const line = `${method} ${path}`;
    requests.push(line);
    const broken = fault(line, requests.length - 1);
    let [status, body]: [number, unknown] = [
      broken?.status ?? 200,
      { message: broken?.message ?? 'injected' },
    ];
    if (!broken || broken.after) {
      const made = answer(method, path, url.searchParams, text === '' ? {} : JSON.parse(text));
      if (!broken) [status, body] = made;
    }
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    head,
    push,
    file: (branch, path) => {
      try {
        return execFileSync('git', ['--git-dir', folder, 'show', `${branch}:${path}`], {
          encoding: 'utf8',
          stdio: ['ignore', 'pipe', 'ignore'],
        });
      } catch {
        return undefined;
      }
    },
    log: (branch) => git(['log', '--format=%an %s', branch]).split('\n'),
    close: async () => {
      server.closeAllConnections();
      await new Promise<void>((done) => server.close(() => done()));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const identity = {
  GIT_AUTHOR_NAME: 'Ann',
  GIT_AUTHOR_EMAIL: 'ann@example.com',
  GIT_COMMITTER_NAME: 'Ann',
  GIT_COMMITTER_EMAIL: 'ann@example.com',
};

async function readAll(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString('utf8');
}
