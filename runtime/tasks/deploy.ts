import { planRebuild, type RebuildPlan } from '../../pipeline/build/rebuild-plan.ts';
import type { RebuildCause } from '../../schema/build.ts';
import { findHold } from '../store/holds.ts';
import { shownTranslations } from '../store/memory.ts';
import type { Store } from '../store/open.ts';
import { findAnyProject } from '../store/projects.ts';
import type { HoldRow } from '../store/tables.ts';
import type { TaskHandler } from './queue.ts';
import type { Rebuild, Rebuilt } from './rebuild.ts';

/** What building a live deployment again needs. */
export interface DeployTools {
  readonly store: Store;
  /** Output folder that holds a deployment. */
  readonly folderOf: (deploymentId: string) => string | undefined;
  readonly version: string;
  /** Builds; undefined when another deployment went live meanwhile. */
  readonly rebuild: (
    task: Omit<Rebuild, 'deployment'>,
    more: {
      readonly signal: AbortSignal;
      /** The deployment that is held while the build begins; null if none is. */
      readonly begunFor: string | null;
    },
  ) => Promise<Rebuilt | undefined>;
  readonly log: (line: string) => void;
  /** Called when a deployment that was held back may be shown. */
  readonly release: (hold: HoldRow) => Promise<void>;
}

/** Builds a project's live deployment again when its translations or saved settings have changed. */
export function createDeploy(tools: DeployTools): TaskHandler {
  const { store, folderOf, version, log, release } = tools;
  return async ({ data, signal }) => {
    const projectId = String(data.projectId);
    const project = await findAnyProject(store.db, projectId);
    const out = project?.deployment_id ? folderOf(project.deployment_id) : undefined;
    if (!project || out === undefined) return;
    const hold = await findHold(store.db, projectId);
    // The end of the wait asks for a build of its own.
    if (hold?.waits === 1) return;
    const translations = await shownTranslations(store.db, projectId);
    const { config_pending: isSaved, config_json } = project;
    const own = { translations, ...(isSaved === 1 ? { configText: config_json } : {}) };
    const plan = planRebuild(out, own);
    const parts = plan?.changesSettings ? 'its settings' : 'its translations';
    const failed = (reason: string) =>
      log(`${project.slug} could not be built with ${parts}: ${reason}`);
    let result: Rebuilt | undefined;
    if (plan) {
      const cause = causeOf(plan, data.cause);
      const task = { out, project: projectId, version, ...own, cause } as const;
      const begunFor = hold?.deployment_id ?? null;
      result = await tools.rebuild(task, { signal, begunFor }).catch((error: Error) => {
        signal.throwIfAborted();
        failed(error.message);
        throw error;
      });
    }
    if (result?.type === 'built') {
      // A new deployment ends the wait when it is taken in.
      log(`Built ${project.slug} with ${parts}: deployment ${result.deployment}.`);
      return;
    }
    if (hold) await release(hold);
    if (result) failed(result.reason);
  };
}

function causeOf({ changesSettings }: RebuildPlan, asked: unknown): RebuildCause {
  if (changesSettings) return 'settings';
  return asked === 'edits' ? 'edits' : 'translations';
}
