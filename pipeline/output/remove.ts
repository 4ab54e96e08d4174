import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { syncFolder } from './files.ts';
import { layoutOf } from './layout.ts';
import { lock } from './lock.ts';
import { listDeployments, readCurrent } from './read.ts';

/**
 * Removes a deployment and all before it, `current` first, so that no reader is sent to a removed
 * one. Returns whether none is left; newer deployments stay live.
 */
export async function removeDeployments(
  out: string,
  last: string,
  options: { readonly now: () => number },
): Promise<boolean> {
  const layout = layoutOf(out);
  const giveBack = await lock(layout.lock, options);
  try {
    const live = readCurrent(out);
    if (live !== undefined && live <= last) {
      rmSync(layout.current, { force: true });
      syncFolder(out);
    }
    const gone = listDeployments(out).filter(({ id }) => id <= last);
    for (const { id } of gone) rmSync(join(layout.deployments, id), { recursive: true });
    const isEmpty = readCurrent(out) === undefined;
    if (isEmpty) rmSync(layout.cache, { recursive: true, force: true });
    return isEmpty;
  } finally {
    giveBack();
  }
}
