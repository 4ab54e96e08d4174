import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { listDeployments } from '../../pipeline/output/read.ts';
import { removeSite } from '../../pipeline/remove-site.ts';
import { removePreviews } from '../previews/record.ts';
import { isProjectId } from '../store/ids.ts';
import type { TaskHandler } from './queue.ts';

/** Removes what was built for a project that was deleted, wherever below `<out>` it lies. */
export function createPurge(options: {
  readonly out: string;
  readonly now: () => number;
  readonly log: (line: string) => void;
}): TaskHandler {
  const { out, now, log } = options;
  return async ({ data }) => {
    const { deploymentId: last, projectId } = data;
    for (const folder of typeof last === 'string' ? foldersWith(out, last) : []) {
      await removeSite(folder, String(last), { now });
      removePreviews(folder);
      log(`Removed what was built in ${folder}: its project was deleted.`);
    }
    // A folder that is named by its project, which clients send deployments and previews to, is of no other.
    if (typeof projectId === 'string' && isProjectId(projectId)) {
      rmSync(join(out, projectId), { recursive: true, force: true });
    }
  };
}

function foldersWith(out: string, deployment: string): string[] {
  const below = readdirSync(out, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => join(out, entry.name));
  return [out, ...below].filter((folder) =>
    listDeployments(folder).some(({ id }) => id === deployment),
  );
}
