import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { halfPrefix, layoutOf } from './output/layout.ts';
import { storeOf } from './search/versions.ts';
import { translationsFolder } from './translate/records.ts';

/** What is worth keeping of an output folder. */
export interface KeptOutputs {
  /** The deployments, each of which is there as a whole or not at all. */
  readonly deployments: readonly string[];
  /** Files and folders besides. */
  readonly others: readonly string[];
}

/** Paths of what a backup of an output folder holds; what a build can make again at no cost is left out. */
export function keptOutputs(out: string): KeptOutputs {
  const { deployments, current } = layoutOf(out);
  return {
    deployments: namesIn(deployments)
      .filter((name) => !name.startsWith(halfPrefix))
      .map((name) => join(deployments, name)),
    others: [current, translationsFolder(out), storeOf(out).folder],
  };
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).sort();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
