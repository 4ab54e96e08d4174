import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { deserialize, serialize } from 'node:v8';
import { inject } from 'vitest';
import type { BuildResult } from '../../pipeline/build.ts';
import { type BuiltSite, buildSite } from './build.ts';
import { type CorpusName, corpus } from './corpus.ts';
import { unpack } from './outputs.ts';

/**
 * Builds a documentation tree into `out`, as the command line does without a cache. Tests that only read
 * the output, or go on from it, share one build: a large tree takes ten seconds.
 */
export async function builtCorpus(name: CorpusName, out: string): Promise<BuiltSite> {
  const folder = join(inject('builtCorpora'), name);
  const result = join(folder, 'result');
  while (!existsSync(result)) {
    if (begins(folder)) await build(name, folder, result);
    else await wait(200);
  }
  cpSync(join(folder, 'out'), out, { recursive: true, preserveTimestamps: true });
  const built = deserialize(readFileSync(result)) as BuildResult;
  const { deployment } = built;
  if (!deployment) return { ...built, out };
  return {
    ...built,
    out,
    get site() {
      return join(unpack(out, deployment.id), 'site');
    },
  };
}

/** Whether this process is the first one. */
function begins(folder: string): boolean {
  try {
    mkdirSync(folder);
    return true;
  } catch {
    return false;
  }
}

async function build(name: CorpusName, folder: string, result: string): Promise<void> {
  try {
    const built = await buildSite(corpus(name) ?? '', join(folder, 'out'));
    const { deployment, problems, stats, events } = built;
    const kept: BuildResult = { problems, stats, events, ...(deployment ? { deployment } : {}) };
    writeFileSync(`${result}.part`, serialize(kept));
    renameSync(`${result}.part`, result);
  } catch (error) {
    // The next test that needs it tries again, and shows the error as well.
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
}
