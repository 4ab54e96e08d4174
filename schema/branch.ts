import type { Config } from './config/config.ts';
import type { Version } from './config/navigation.ts';

/** A version that is built from its own Git branch, in a subfolder of the site. */
export interface VersionBranch {
  /** Folder without leading and trailing slashes: `v1`. */
  readonly prefix: string;
  readonly branch: string;
}

const known = new WeakMap<object, readonly VersionBranch[]>();

/** The versions of a site that have a branch and a prefix. */
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

/** The folder in a version's `url`; undefined for the root, another site, or an invalid path. */
export function branchFolder(url: string | undefined): string | undefined {
  const folder = url?.trim().replace(/^\/+|\/+$/g, '');
  return folder &&
    /^[\p{L}\p{N}._-]+(?:\/[\p{L}\p{N}._-]+)*$/u.test(folder) &&
    !/(?:^|\/)\.{1,2}(?:\/|$)/.test(folder)
    ? folder
    : undefined;
}

/** The branch of a file or page, by its path; undefined for the site's own. */
export function branchOf(
  path: string,
  branches: readonly VersionBranch[],
): VersionBranch | undefined {
  return branches.find(({ prefix }) => path.startsWith(`${prefix}/`));
}

/**
 * A root-relative path as used in a page of a branch: its root is the folder of its version. A path
 * that does not exist there is looked up in the root of the site.
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
