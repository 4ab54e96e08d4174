import { existsSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { workflowFile, writeWorkflow } from '../pipeline/ci.ts';
import { type InitChoices, initSite } from '../pipeline/init.ts';
import { clearError } from '../pipeline/output/files.ts';
import type { CommandContext } from './context.ts';

/** Flags of `docent init`. */
export interface InitFlags extends InitChoices {
  readonly ci?: 'github';
}

/** `docent init`: a small starter site, as `ask` is answered, and with `--ci` a workflow that checks and builds it. */
export async function init(
  dir: string,
  flags: InitFlags,
  { to }: CommandContext,
  ask?: (dir: string, given: InitChoices) => Promise<InitChoices | undefined>,
): Promise<number> {
  const { ci } = flags;
  const isSite = existsSync(join(dir, 'docs.json'));
  if (isSite && ci === undefined) {
    to.err(
      `${join(dir, 'docs.json')} already exists, so this is already a site. Nothing was written.`,
    );
    return 1;
  }
  const root = ci === undefined ? undefined : repositoryOf(resolve(dir));
  const workflow = root === undefined ? undefined : relative('.', join(root, workflowFile));
  if (workflow !== undefined && existsSync(workflow)) {
    to.err(`${workflow} already exists. Nothing was written.`);
    return 1;
  }
  // Asked once nothing is in the way, and before anything is written.
  const choices = isSite || !ask ? flags : await ask(dir, flags);
  if (!choices) {
    to.err('Nothing was written.');
    return 1;
  }
  try {
    if (!isSite) {
      const { written, kept } = initSite(dir, choices);
      for (const path of written) to.out(`  + ${join(dir, path)}`);
      for (const path of kept) to.out(`  = ${join(dir, path)} (already exists, kept)`);
    }
    if (root !== undefined) {
      writeWorkflow(root, resolve(dir));
      to.out(`  + ${workflow}`);
      to.out(
        'Commit it with package.json and package-lock.json, which name the version of Docent.',
      );
      to.out(
        'To deploy to a Docent server, set the variable DOCENT_URL of the repository to its address, and the secret DOCENT_KEY to a key with the scopes projects:read and deployments:write. Pull requests then get previews.',
      );
      to.out('For a static host, add the step of your host after the build.');
    }
  } catch (error) {
    throw clearError(error, dir, 'choose another folder');
  }
  if (!isSite) to.out(`Next: npx docent dev ${dir === '.' ? '' : dir}`.trimEnd());
  return 0;
}

/**
 * The folder of the Git repository that contains the site. Without one, the current folder is expected to
 * become it, or the site's own folder if that is elsewhere.
 */
function repositoryOf(dir: string): string {
  for (let folder = dir; ; folder = dirname(folder)) {
    if (existsSync(join(folder, '.git'))) return folder;
    if (folder === dirname(folder)) break;
  }
  const here = resolve('.');
  return `${dir}${sep}`.startsWith(`${here}${sep}`) ? here : dir;
}
