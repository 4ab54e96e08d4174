import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { RebuildCause } from '../schema/build.ts';
import { given } from '../schema/given.ts';
import { type OwnParts, planRebuild } from './build/rebuild-plan.ts';
import { storedGit } from './build/stored-git.ts';
import { type BuildProgress, type BuildResult, buildSite } from './build.ts';
import type { EmbeddingModel } from './net/model.ts';
import { sourcesPrefix } from './output/layout.ts';
import { openDeployment, readCurrent, writeSources } from './output/read.ts';

/**
 * What a build from the sources of the live deployment is given. Translations of the database take precedence over those
 * of `docent translate`.
 */
export interface RebuildOptions extends OwnParts {
  /** Folder of the outputs. */
  readonly out: string;
  readonly project: string;
  readonly version: string;
  readonly cause: RebuildCause;
  /** Makes vectors for the search, as in every other build. */
  readonly embeddings?: EmbeddingModel;
  readonly onProgress?: (progress: BuildProgress) => void;
  readonly now: () => number;
  readonly newId: (prefix: string) => string;
}

/**
 * Builds the live deployment again, with the translations and settings there are now. Undefined when it shows them
 * already, when nothing is live, or when another deployment went live meanwhile.
 */
export async function rebuildSite(options: RebuildOptions): Promise<BuildResult | undefined> {
  const { out, configText } = options;
  const plan = planRebuild(out, options);
  if (plan === undefined) return undefined;
  const { id, translations } = plan;
  const { deployment } = openDeployment(out, id);
  const git = await storedGit(out, id);
  const dir = mkdtempSync(join(out, sourcesPrefix));
  try {
    writeSources(out, id, dir);
    const { origin, rebuildOf = id, keep } = deployment;
    const result = await buildSite({
      ...{ dir, out, translations, git },
      project: options.project,
      version: options.version,
      rebuild: { cause: options.cause, of: rebuildOf },
      ...given({ keep, origin, configText }),
      ...(options.embeddings ? { embeddings: options.embeddings } : {}),
      ...(options.onProgress ? { onProgress: options.onProgress } : {}),
      onlyIf: () => readCurrent(out) === id,
      now: options.now,
      newId: options.newId,
    });
    return result.deployment || result.problems.length > 0 ? result : undefined;
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}
