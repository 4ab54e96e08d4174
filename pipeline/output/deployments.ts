import {
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs';
import { join } from 'node:path';
import { keptOf } from '../../schema/kept.ts';
import { syncFolder, writeDurably } from './files.ts';
import { deploymentLayout, halfPrefix, type Layout, sourcesPrefix } from './layout.ts';
import { readCurrent, readDeploymentFile } from './read.ts';

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
    const path = join(layout.out, name);
    if (/^current\.\d+\.half$/.test(name)) rmSync(path, { force: true });
    // Another build may be about to begin with newer ones.
    const isOld = name.startsWith(sourcesPrefix) && statSync(path).mtimeMs < Date.now() - day;
    if (isOld) rmSync(path, { recursive: true, force: true });
  }
}

const day = 24 * 60 * 60 * 1000;

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

/** Marks a deployment as the last one that went live. */
export function markLive(folder: string): void {
  const now = new Date();
  utimesSync(folder, now, now);
}

/** Failed builds whose events are kept, until the server has reported them. */
const mostFailed = 5;

/**
 * The deployments of the `keep` sources that went live last, and the live one. After a rollback an old one is among them:
 * readers have it until the server shows the next one, which may wait for its translations. Builds that failed are not among
 * them: they push out nothing that could go live again.
 */
export function keptDeployments(layout: Layout, keep: number): ReadonlySet<string> {
  const current = readCurrent(layout.out);
  const recent = readdirSync(layout.deployments)
    .filter((name) => name.startsWith('dpl_') && !isFailed(layout, name))
    .map((id) => ({
      ...{ id, source: readDeploymentFile(layout.out, id, 'deployment')?.rebuildOf ?? id },
      liveAt: statSync(join(layout.deployments, id)).mtimeMs,
    }))
    .sort((a, b) => b.liveAt - a.liveAt || (a.id < b.id ? 1 : -1));
  const kept = keptOf(recent, keep);
  return current === undefined ? kept : new Set([...kept, current]);
}

/** Whether a build left nothing but its events. */
function isFailed(layout: Layout, id: string): boolean {
  return !existsSync(deploymentLayout(join(layout.deployments, id)).deployment);
}

function lastFailed(layout: Layout): readonly string[] {
  return readdirSync(layout.deployments)
    .filter((name) => name.startsWith('dpl_') && isFailed(layout, name))
    .sort()
    .slice(-mostFailed);
}

/** Removes all deployments but those of the last `keep` sources and the live one, and all but the last failed builds. */
export function prune(layout: Layout, keep: number): void {
  const kept = new Set([...keptDeployments(layout, keep), ...lastFailed(layout)]);
  for (const id of readdirSync(layout.deployments)) {
    if (!id.startsWith('dpl_') || kept.has(id)) continue;
    rmSync(join(layout.deployments, id), { recursive: true, force: true });
  }
}
