import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { configFiles } from '../../schema/config/file.ts';

/** Name of the file with the configuration of a site: `docs.json`, unless there is only the earlier one. */
export function configFileIn(dir: string): string {
  return configFiles.find((name) => existsSync(join(dir, name))) ?? configFiles[0];
}
