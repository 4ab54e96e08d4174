import { readFileSync, realpathSync } from 'node:fs';
import { join, sep } from 'node:path';
import type { Problem } from '../../schema/errors.ts';
import { given } from '../../schema/given.ts';
import { type Cache, keyOf } from '../cache/cache.ts';
import { configFileIn } from '../config/file.ts';
import { type ReadConfigResult, readConfig } from '../config/read.ts';

/** Where a configuration is read from. */
export interface SiteConfigSource {
  readonly dir: string;
  readonly cache: Cache;
  /** Part of the key: another Docent gives other answers. */
  readonly codeVersion: string;
  /** In the place of what the file says: a draft that is not saved. */
  readonly configText?: string;
  /** The language of the pages, where the configuration names none. */
  readonly language?: string;
}

/** The previously read configuration; the positions of its values are computed on demand. */
export function readSiteConfig(source: SiteConfigSource): ReadConfigResult {
  const { dir, cache, codeVersion: version, configText, language } = source;
  const file = configText === undefined ? configFileIn(dir) : 'docs.json';
  const bytes =
    configText === undefined ? readConfigFile(join(dir, file)) : Buffer.from(configText);
  if (bytes === undefined) {
    return { valid: false, problems: [missingConfig], locate: () => ({ file }) };
  }
  const readRef = (path: string) => readInside(dir, path);
  const make = () => readConfig(bytes, { file, readRef, ...given({ language }) });
  // Included files have their own changes.
  if (bytes.includes('"$ref"')) return make();
  const key = keyOf(version, file, bytes.toString('base64'), language ?? '');
  const known = cache.get<Omit<ReadConfigResult, 'raw' | 'locate'>>('config', key);
  if (known) {
    let read: ReadConfigResult | undefined;
    return {
      ...known,
      locate: (...where) => {
        read ??= make();
        return read.locate(...where);
      },
    };
  }
  const { config, valid, problems, namesLanguage, locate } = make();
  const read = { valid, problems, ...given({ config, namesLanguage }) };
  if (config) cache.set('config', key, read);
  return { ...read, locate };
}

/** Undefined if it does not exist. */
function readConfigFile(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

const missingConfig: Problem = {
  severity: 'error',
  source: 'config',
  ruleId: 'config-missing',
  file: 'docs.json',
  reason: 'There is no docs.json in this folder.',
  note: 'Create one, or start a site with "docent init".',
};

/** A file of the site's folder, links followed but not out of it. */
export function readInside(dir: string, path: string): Uint8Array | undefined {
  try {
    const root = realpathSync(dir);
    const file = realpathSync(join(root, path));
    return file.startsWith(root + sep) ? readFileSync(file) : undefined;
  } catch {
    return undefined;
  }
}
