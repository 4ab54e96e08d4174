import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { git } from './git.ts';

/** The repository around a site's folder. */
export interface SiteRepository {
  readonly top: string;
  /** Folder of the site within it, with a slash at its end; '' at the top. */
  readonly prefix: string;
  /** Branch that is checked out; undefined when none is. */
  readonly current?: string;
}

/** The repository that contains a folder; undefined without a repository, or without Git. */
export async function openRepository(dir: string): Promise<SiteRepository | undefined> {
  const answer = await git(dir, ['rev-parse', '--show-toplevel', '--show-prefix']);
  if (answer === undefined) return undefined;
  const [top = '', prefix = ''] = answer.split('\n');
  const name = (await git(dir, ['symbolic-ref', '--quiet', '--short', 'HEAD']))?.trim();
  return { top, prefix, ...(name ? { current: name } : {}) };
}

/**
 * Commit of a branch, of this repository first, then as last fetched from the remote; nothing is
 * fetched. The name follows `refs/`, so that it can't be an option or another expression.
 */
export async function findBranch(
  repository: SiteRepository,
  branch: string,
): Promise<string | undefined> {
  if (!/^[^\s~^:?*[\\\p{Cc}]+$/u.test(branch) || /\.\.|@\{/.test(branch)) return undefined;
  for (const place of ['refs/heads', 'refs/remotes/origin']) {
    const args = ['rev-parse', '--verify', '--quiet', `${place}/${branch}^{commit}`];
    const commit = (await git(repository.top, args))?.trim();
    if (commit) return commit;
  }
  return undefined;
}

/** One file of a commit, by its path in the site; undefined if it does not exist. */
export function readAt(
  repository: SiteRepository,
  commit: string,
  path: string,
): Promise<string | undefined> {
  return git(repository.top, ['show', `${commit}:${repository.prefix}${path}`]);
}

/**
 * Writes the site's folder of a commit into `to`, which lies in a folder that is `room`'s own. Links
 * become texts, and no program that the repository names is run.
 */
export async function writeCommit(
  repository: SiteRepository,
  commit: string,
  { to, room }: { readonly to: string; readonly room: string },
): Promise<boolean> {
  const index = join(room, 'index');
  rmSync(index, { force: true });
  mkdirSync(to, { recursive: true });
  const settings = ['core.symlinks=false', 'core.autocrlf=false', 'core.hooksPath=/dev/null'];
  const filters = ['filter.lfs.smudge=', 'filter.lfs.process=', 'filter.lfs.required=false'];
  const options = [...settings, ...filters].flatMap((setting) => ['-c', setting]);
  const environment = { GIT_INDEX_FILE: index };
  const tree =
    repository.prefix === ''
      ? `${commit}^{tree}`
      : `${commit}:${repository.prefix.replace(/\/$/, '')}`;
  const read = await git(repository.top, [...options, 'read-tree', tree], environment);
  if (read === undefined) return false;
  const write = ['checkout-index', '--all', '--force', `--prefix=${to}/`];
  const written = await git(repository.top, [...options, ...write], environment);
  rmSync(index, { force: true });
  return written !== undefined;
}
