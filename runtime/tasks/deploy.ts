import type { EmbeddingModel } from '../../pipeline/model.ts';
import { findHold } from '../store/holds.ts';
import { shownTranslations } from '../store/memory.ts';
import type { Store } from '../store/open.ts';
import type { HoldRow } from '../store/tables.ts';
import type { TaskHandler } from './queue.ts';

/** Builds a project's live deployment again when its translations have changed. */
export function createDeploy(tools: {
  readonly store: Store;
  /** Output folder that holds a deployment. */
  readonly folderOf: (deploymentId: string) => string | undefined;
  readonly version: string;
  /** Makes vectors for the search of what is built. */
  readonly embeddings?: EmbeddingModel;
  readonly now: () => number;
  readonly newId: (prefix: string) => string;
  readonly log: (line: string) => void;
  /** Told when a deployment that was held back may be shown. */
  readonly release: (hold: HoldRow) => Promise<void>;
}): TaskHandler {
  const { store, folderOf, version, embeddings, now, newId, log, release } = tools;
  return async ({ data }) => {
    const projectId = String(data.projectId);
    const project = await store.db
      .selectFrom('projects')
      .selectAll()
      .where('id', '=', projectId)
      .executeTakeFirst();
    const out = project?.deployment_id ? folderOf(project.deployment_id) : undefined;
    if (!project || out === undefined) return;
    const hold = await findHold(store.db, projectId);
    // The end of the wait asks for a build of its own.
    if (hold?.waits === 1) return;
    // Building needs far more memory than serving: it is loaded when it is wanted.
    const { rebuildSite } = await import('../../pipeline/rebuild.ts');
    const translations = await shownTranslations(store.db, projectId);
    const result = await rebuildSite({
      out,
      project: projectId,
      version,
      translations,
      ...(embeddings ? { embeddings } : {}),
      now,
      newId,
    });
    // A new deployment ends the wait when it is taken in.
    if (hold && !result?.deployment) await release(hold);
    if (result === undefined) return;
    if (result.deployment) {
      log(`Built ${project.slug} with its translations: deployment ${result.deployment.id}.`);
      return;
    }
    const error = result.problems.find(({ severity }) => severity === 'error');
    log(
      `${project.slug} could not be built with its translations: ${error?.reason ?? 'no reason'}`,
    );
  };
}
