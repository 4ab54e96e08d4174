import {
  constants,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { siteMarker } from '../../schema/build.ts';
import { clearError } from './files.ts';
import { deploymentLayout, layoutOf } from './layout.ts';

const choose = 'choose another folder with --to';

/**
 * Refuses a folder that can't be replaced with a site.
 * @throws Error whose message is for a person
 */
export function checkFolder(folder: string): void {
  try {
    if (!existsSync(folder)) return;
    if (!statSync(folder).isDirectory()) throw new Error(`${folder} is a file, expected a folder.`);
    const names = readdirSync(folder);
    if (names.length === 0 || names.includes(siteMarker)) return;
  } catch (error) {
    throw clearError(error, folder, choose);
  }
  throw new Error(
    `${folder} has files that are not from "docent build --to". Choose another folder, or empty this one.`,
  );
}

/**
 * Copies the public files of a deployment to a folder of the user's: first next to it, then in its
 * place, so that the folder never has half of a site. Protected pages are not in these files.
 */
export function publishTo(
  folder: string,
  from: { readonly out: string; readonly id: string },
): void {
  checkFolder(folder);
  const { site } = deploymentLayout(join(layoutOf(from.out).deployments, from.id));
  const beside = (what: string) => join(dirname(folder), `.${basename(folder)}.${from.id}.${what}`);
  const [fresh, old] = [beside('new'), beside('old')];
  try {
    mkdirSync(dirname(folder), { recursive: true });
    // Copies, not links: whoever edits the folder must not change a deployment.
    cpSync(site, fresh, { recursive: true, mode: constants.COPYFILE_FICLONE });
    writeFileSync(join(fresh, siteMarker), `${from.id}\n`);
    const isThere = existsSync(folder);
    if (isThere) renameSync(folder, old);
    try {
      renameSync(fresh, folder);
    } catch (error) {
      if (isThere) renameSync(old, folder);
      throw error;
    }
    rmSync(old, { recursive: true, force: true });
  } catch (error) {
    throw clearError(error, folder, choose);
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
}
