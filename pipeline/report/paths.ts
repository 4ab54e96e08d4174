import { isAbsolute, join, relative, sep } from 'node:path';
import type { Problem } from '../../schema/errors.ts';

/** Where a site is: its folder, and the root of the repository that paths of a report start from. */
export interface Places {
  readonly dir: string;
  readonly root: string;
}

/**
 * The path of a problem's file from the root of the repository, with forward slashes. A problem of the
 * whole site is one of its `docs.json`; a site outside of the repository has paths of its own.
 */
export function reportedPath({ file }: Problem, { dir, root }: Places): string {
  const inSite = file === '' ? 'docs.json' : file;
  const path = relative(root, join(dir, inSite));
  const isInside = path !== '..' && !path.startsWith(`..${sep}`) && !isAbsolute(path);
  return isInside ? path.split(sep).join('/') : inSite;
}
