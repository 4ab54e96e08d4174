import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { listDeployments } from '../../pipeline/output/read.ts';
import { removeSite } from '../../pipeline/remove-site.ts';
import { removePreviews } from '../previews/record.ts';
import type { TaskHandler } from './queue.ts';

/** Removes what was built for a project that was deleted, wherever below `<out>` it lies. */
export function createPurge(options: {
  readonly out: string;
  readonly now: () => number;
  readonly log: (line: string) => void;
}): TaskHandler {
  const { out, now, log } = options;
  return async ({ data }) => {
    const last = String(data.deploymentId);
    for (const folder of foldersWith(out, last)) {
      await removeSite(folder, last, { now });
      removePreviews(folder);
      log(`Removed what was built in ${folder}: its project was deleted.`);
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
