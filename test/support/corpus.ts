import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');

/** The project's own folder. */
export const projectRoot = root;

export type CorpusName = 'mem0' | 'dify' | 'fastmcp' | 'supermemory';

/**
 * Folder of a real documentation site, next to the checkout; undefined, with a message, if it is
 * missing. @throws with `CI=true`, where it must exist
 */
export function corpus(name: CorpusName): string | undefined {
  const dir = resolve(root, '../shared/corpora', name);
  if (existsSync(join(dir, 'docs.json'))) return dir;
  const sentence = `The documentation tree "${name}" is missing at ../shared/corpora/${name}`;
  if (process.env.CI === 'true') throw new Error(`${sentence}; CI needs it.`);
  console.warn(`SKIPPED: ${sentence}; its tests do not run.`);
  return undefined;
}
