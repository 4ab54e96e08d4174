import { existsSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { configFiles } from '../schema/config/file.ts';

/** The folder of a site; an error explains what to do if there is none. */
export function siteFolder(dir: string, needsConfig = true): string {
  const folder = resolve(dir);
  if (!existsSync(folder)) throw new Error(`The folder ${dir} does not exist.`);
  if (!statSync(folder).isDirectory()) throw new Error(`${dir} is a file, expected a folder.`);
  if (needsConfig && !configFiles.some((name) => existsSync(join(folder, name)))) {
    const place = folder === resolve() ? 'this folder' : dir;
    throw new Error(
      `There is no docs.json in ${place}. Pass the folder of your site, or create one with "docent init ${dir}".`,
    );
  }
  return folder;
}
