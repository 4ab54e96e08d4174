import type { Config } from './config/config.ts';
import type { Version } from './config/navigation.ts';

/** A version that is built from a git branch of its own, below a folder of the site (S3-24). */
export interface VersionBranch {
  /** Folder without slashes around it: `v1`. */
  readonly prefix: string;
  readonly branch: string;
}

const known = new WeakMap<object, readonly VersionBranch[]>();

/** The versions of a site that name a branch and a prefix. */
export function versionBranches({
  navigation,
}: Pick<Config, 'navigation'>): readonly VersionBranch[] {
  const kept = known.get(navigation);
  if (kept) return kept;
  const found: VersionBranch[] = [];
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    if (Array.isArray(value)) {
      value.forEach(visit);
      return;
    }
    for (const [key, child] of Object.entries(value)) {
      if (key === 'versions' && Array.isArray(child)) {
        for (const { branch, url } of child as readonly Version[]) {
          const prefix = branchFolder(url);
          if (branch !== undefined && prefix !== undefined) found.push({ prefix, branch });
        }
      }
      visit(child);
    }
  };
  visit(navigation);
  known.set(navigation, found);
  return found;
}

/** The folder that a version's `url` names; undefined for the top, another site, or no path at all. */
export function branchFolder(url: string | undefined): string | undefined {
  const folder = url?.trim().replace(/^\/+|\/+$/g, '');
  return folder &&
    /^[\p{L}\p{N}._-]+(?:\/[\p{L}\p{N}._-]+)*$/u.test(folder) &&
    !/(?:^|\/)\.{1,2}(?:\/|$)/.test(folder)
    ? folder
    : undefined;
}

/** The branch that a file or page comes from, by its path; undefined for the site's own. */
export function branchOf(
  path: string,
  branches: readonly VersionBranch[],
): VersionBranch | undefined {
  return branches.find(({ prefix }) => path.startsWith(`${prefix}/`));
}

/**
 * A path from the top of the site, as a page of a branch means it: there the top is the folder of its
 * version. What is not there is looked for at the site's own top.
 */
export function fromTop(
  path: string,
  asked: {
    readonly from: string;
    readonly branches: readonly VersionBranch[];
    readonly exists: (path: string) => boolean;
  },
): string {
  const branch = branchOf(asked.from, asked.branches);
  if (branch === undefined) return path;
  const own = path === '' ? branch.prefix : `${branch.prefix}/${path}`;
  const names = [own, own.replace(/\.mdx?$/i, ''), `${own}/index`];
  return names.some(asked.exists) ? own : path;
}
