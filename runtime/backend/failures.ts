import { statSync } from 'node:fs';
import { layoutOf } from '../../pipeline/output/layout.ts';
import { messageOf } from '../../schema/errors.ts';
import { tellFailures } from '../deployments/failures.ts';
import type { Base } from './options.ts';

/** Milliseconds within which a folder may change twice and look as if it had changed once. */
const grain = 2000;

/** Reports builds that failed: they change nothing that is live, so no import would find them soon. */
export function openFailures(base: Base, wake: () => void) {
  /** When the folder of each project had last changed, as it was looked at. */
  const seen = new Map<string, number>();
  const tell = async (projectId: string, out: string): Promise<boolean> => {
    try {
      if (await tellFailures(base, { projectId, out })) wake();
      return true;
    } catch (error) {
      base.log(`Failed builds in ${out} could not be reported: ${messageOf(error)}`);
      return false;
    }
  };
  return {
    /** Reports those in the folder of one project, if any; never rejects. */
    tell,
    /** Looks at the folders that have changed since the last look. */
    look: async (folders: Iterable<readonly [projectId: string, out: string]>): Promise<void> => {
      for (const [projectId, out] of folders) {
        const at = changedAt(out);
        if (at === undefined || seen.get(projectId) === at) continue;
        const isOver = base.now() - at > grain;
        if ((await tell(projectId, out)) && isOver) seen.set(projectId, at);
      }
    },
  };
}

function changedAt(out: string): number | undefined {
  try {
    return statSync(layoutOf(out).deployments).mtimeMs;
  } catch {
    // Its project was deleted, or its disk is away.
    return undefined;
  }
}
