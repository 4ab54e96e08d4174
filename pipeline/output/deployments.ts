import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { syncFolder, writeDurably } from './files.ts';
import { deploymentLayout, halfPrefix, type Layout } from './layout.ts';
import { readCurrent } from './read.ts';

/** Removes half built folders, and ends what a killed build had almost ended. */
export function recover(layout: Layout): void {
  mkdirSync(layout.deployments, { recursive: true });
  const current = readCurrent(layout.out);
  for (const name of readdirSync(layout.deployments)) {
    const folder = join(layout.deployments, name);
    if (name.startsWith(halfPrefix)) rmSync(folder, { recursive: true, force: true });
    else if (existsSync(deploymentLayout(folder).pendingEvents)) {
      if (name === current) publishEvents(folder);
      else rmSync(folder, { recursive: true, force: true });
    }
  }
  for (const name of readdirSync(layout.out)) {
    if (/^current\.\d+\.half$/.test(name)) rmSync(join(layout.out, name), { force: true });
  }
}

/** Gives a complete folder its name and makes it live. */
export function goLive(
  layout: Layout,
  { half, id }: { readonly half: string; readonly id: string },
): void {
  const folder = join(layout.deployments, id);
  renameSync(half, folder);
  syncFolder(layout.deployments);
  writeDurably(layout.current, `${id}\n`);
  // Only now has it happened: whatever is killed before this line leaves no event of a
  // deployment that never went live.
  publishEvents(folder);
}

/** Makes the events of a deployment that is live visible to the server. */
function publishEvents(folder: string): void {
  const { events, pendingEvents } = deploymentLayout(folder);
  renameSync(pendingEvents, events);
  syncFolder(folder);
}

/** Removes all but the last `keep` deployments, and the live one. */
export function prune(layout: Layout, keep: number): void {
  const current = readCurrent(layout.out);
  const ids = readdirSync(layout.deployments)
    .filter((name) => name.startsWith('dpl_'))
    .sort()
    .reverse();
  // A rollback keeps `current` even when it is old.
  for (const id of ids.slice(Math.max(1, keep))) {
    if (id !== current) rmSync(join(layout.deployments, id), { recursive: true, force: true });
  }
}
