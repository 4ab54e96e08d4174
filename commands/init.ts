import { existsSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import { workflowFile, writeWorkflow } from '../pipeline/ci.ts';
import { initSite } from '../pipeline/init.ts';
import type { CommandContext } from './context.ts';

/** Flags of `docent init`. */
export interface InitFlags {
  readonly ci?: 'github';
}

/** `docent init`: a small starter site, and with `--ci` a workflow that checks and builds it. */
export async function init(
  dir: string,
  { ci }: InitFlags,
  { to }: CommandContext,
): Promise<number> {
  const isSite = existsSync(join(dir, 'docs.json'));
  if (isSite && ci === undefined) {
    to.err(
      `${join(dir, 'docs.json')} already exists, so this is already a site. Nothing was written.`,
    );
    return 1;
  }
  const root = ci === undefined ? undefined : repositoryOf(dir);
  if (root !== undefined && existsSync(join(root, workflowFile))) {
    to.err(`${join(root, workflowFile)} already exists. Nothing was written.`);
    return 1;
  }
  if (!isSite) {
    const { written, kept } = initSite(dir);
    for (const path of written) to.out(`  + ${join(dir, path)}`);
    for (const path of kept) to.out(`  = ${join(dir, path)} (already exists, kept)`);
  }
  if (root !== undefined) {
    writeWorkflow(root, relative(root, resolve(dir)).split(sep).join('/') || '.');
    to.out(`  + ${relative('.', join(root, workflowFile))}`);
    to.out(
      'Next: commit this file with package.json and package-lock.json, which name the version of Docent. To publish, add the step of your host after the build.',
    );
  }
  if (!isSite) to.out(`Next: npx docent dev ${dir === '.' ? '' : dir}`.trimEnd());
  return 0;
}

/** The folder of the Git repository that contains the site; without one, the current folder. */
function repositoryOf(dir: string): string {
  for (let folder = resolve(dir); ; folder = join(folder, '..')) {
    if (existsSync(join(folder, '.git'))) return folder;
    if (folder === join(folder, '..')) return resolve('.');
  }
}
