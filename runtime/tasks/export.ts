import { createHash } from 'node:crypto';
import type { ExportView } from '../../schema/api/translations.ts';
import type { DetailCode } from '../../schema/detail-codes.ts';
import { ApiError } from '../../schema/errors.ts';
import {
  type GitHost,
  GitHostError,
  type Repository,
  type TreeFile,
  upstreamError,
} from '../git/host.ts';
import { type ExportableText, exportableTexts, markExported } from '../store/exports.ts';
import type { Store } from '../store/open.ts';
import type { ProjectFacts } from '../store/projects.ts';
import { repositoryOf } from './repository.ts';

/** A validated export. */
export interface ExportRequest {
  readonly project: ProjectFacts;
  readonly language: string;
  readonly branch: string;
  /** The caller named the branch: only then may it be the deployed one. */
  readonly branchGiven: boolean;
}

/** What an export needs. */
export interface ExportTools {
  readonly store: Store;
  readonly host: GitHost;
  readonly now: () => number;
}

/** Files and bytes of one request that writes a tree. */
const chunkSize = { files: 100, bytes: 2_000_000 } as const;

/** How often an export starts over because someone else wrote to the branch. */
const mostRounds = 5;

/**
 * Writes the translations of a language to a branch. The
 * branch moves at once or not at all; only then the files are a person's.
 */
export function createExport(tools: ExportTools): (request: ExportRequest) => Promise<ExportView> {
  return async (request) => {
    const { project, language, branch, branchGiven } = request;
    if (branch === project.repo_branch && !branchGiven) {
      throw invalid('branch', 'unexpected-value', `"${branch}" is the deployed branch.`);
    }
    const texts = await exportableTexts(tools.store.db, { projectId: project.id, language });
    const folder = folderOf(project.repo_path, language);
    checkPaths(texts);
    try {
      const repository = await repositoryOf(tools.store.db, project);
      for (let round = 1; ; round++) {
        const done = await attempt(tools, request, { texts, folder, repository });
        if (done !== undefined) return done;
        if (round === mostRounds) {
          throw new GitHostError(`The branch "${branch}" changes faster than it is written.`, 409);
        }
      }
    } catch (error) {
      if (!(error instanceof GitHostError)) throw error;
      throw upstreamError(error);
    }
  };
}

interface Work {
  readonly texts: readonly ExportableText[];
  readonly folder: string;
  readonly repository: Repository;
}

/** One round; undefined when the branch moved meanwhile. */
async function attempt(
  tools: ExportTools,
  request: ExportRequest,
  work: Work,
): Promise<ExportView | undefined> {
  const { host, store, now } = tools;
  const { project, language, branch } = request;
  const { repository, folder, texts } = work;
  const head = await host.head(repository, branch);
  const nothing = (conflicts: readonly string[]): ExportView => ({
    branch,
    commitSha: head ?? '',
    filesWritten: 0,
    conflicts: [...conflicts],
  });
  const own = texts.filter(isOurs);
  if (own.length === 0) return nothing([]);
  const base = head ?? (await startOf(tools.host, repository, project.repo_branch));
  const baseTree = await host.treeOf(repository, base);
  const there = await host.files(repository, baseTree, folder);
  const files: (TreeFile & { readonly pagePath: string; readonly blob: string })[] = [];
  const same: { readonly pagePath: string; readonly blob: string }[] = [];
  const conflicts: string[] = [];
  for (const { pagePath, text, blob: last } of own) {
    const path = `${folder}/${pagePath}.mdx`;
    const blob = blobOf(text);
    const existing = there.get(`${pagePath}.mdx`);
    if (existing === blob) same.push({ pagePath, blob });
    // Changes by others are never overwritten.
    else if (existing !== undefined && existing !== last) conflicts.push(path);
    else files.push({ path, content: text, pagePath, blob });
  }
  const mark = async (written: readonly { readonly pagePath: string; readonly blob: string }[]) => {
    const marked = written.map(({ pagePath, blob }) => ({ pagePath, blob, now: now() }));
    await markExported(store, { projectId: project.id, language }, marked);
  };
  if (files.length === 0) {
    if (head !== undefined) await mark(same);
    return nothing(conflicts);
  }
  let tree = baseTree;
  for (const chunk of chunksOf(files)) tree = await host.writeTree(repository, tree, chunk);
  if (tree === baseTree) return nothing(conflicts);
  const count = `${files.length} ${files.length === 1 ? 'file' : 'files'}`;
  const commit = await host.commit(repository, {
    message: `docs(${language}): export translations (${count})`,
    tree,
    parent: base,
    date: new Date(now()).toISOString(),
  });
  if (!(await host.moveBranch(repository, { branch, from: head, to: commit }))) return undefined;
  await mark([...files, ...same]);
  return { branch, commitSha: commit, filesWritten: files.length, conflicts };
}

/** Whether a text is still to be written: one that a person has edited here is in no repository yet. */
function isOurs({ text, isOwned, isFile, blob }: ExportableText): boolean {
  if (!isOwned) return true;
  return !isFile && blob !== blobOf(text);
}

/** The branch that is deployed, else the host's default. */
async function startOf(host: GitHost, repository: Repository, branch: string): Promise<string> {
  const deployed = await host.head(repository, branch);
  if (deployed !== undefined) return deployed;
  const name = await host.defaultBranch(repository);
  const head = await host.head(repository, name);
  if (head === undefined) {
    throw new GitHostError(
      `The repository ${repository.owner}/${repository.name} has no commit on "${branch}" or "${name}". Push the sources of the site first.`,
      409,
    );
  }
  return head;
}

function folderOf(repoPath: string, language: string): string {
  const parts = repoPath.split('/').filter((part) => part !== '' && part !== '.');
  if (parts.includes('..')) {
    throw invalid('repoPath', 'wrong-format', `"${repoPath}" points outside the repository.`);
  }
  return [...parts, language].join('/');
}

/** Two paths that differ in case alone are one file on many disks. */
function checkPaths(texts: readonly ExportableText[]): void {
  const seen = new Map<string, string>();
  for (const { pagePath } of texts) {
    if (pagePath.split('/').some((part) => part === '' || part === '.' || part === '..')) {
      throw invalid('', 'wrong-format', `The page "${pagePath}" can't be a file of a repository.`);
    }
    const folded = pagePath.normalize('NFC').toLowerCase();
    const other = seen.get(folded);
    if (other !== undefined) {
      const message = `The pages "${other}" and "${pagePath}" would be one file on many disks.`;
      throw invalid('', 'case-collision', message);
    }
    seen.set(folded, pagePath);
  }
}

/** Git's own name of a file's content. */
function blobOf(content: string): string {
  const bytes = Buffer.from(content);
  return createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex');
}

function* chunksOf<T extends TreeFile>(files: readonly T[]): Generator<T[]> {
  let chunk: T[] = [];
  let bytes = 0;
  for (const file of files) {
    const own = Buffer.byteLength(file.content);
    if (chunk.length > 0 && (chunk.length >= chunkSize.files || bytes + own > chunkSize.bytes)) {
      yield chunk;
      chunk = [];
      bytes = 0;
    }
    chunk.push(file);
    bytes += own;
  }
  if (chunk.length > 0) yield chunk;
}

function invalid(path: string, code: DetailCode, message: string): ApiError {
  return new ApiError('VALIDATION_ERROR', message, { details: [{ path, code, message }] });
}
