import { listDeployments, readEvents } from '../../pipeline/output/read.ts';
import type { SiteEvent } from '../../schema/events.ts';
import type { Db, Trx } from '../store/open.ts';
import { readTold, writeTold } from '../store/told-events.ts';

/**
 * Imports events of builds that have not been published yet. They are counted by deployment and
 * line, so that none is skipped, in whatever order builds end, and none is sent twice. Events after
 * the deployment `upTo` wait, except for failed builds. `since` is the last deployment that was
 * published before there was a count; without it, everything but `upTo` is the history of a new
 * folder.
 */
export async function takeUntold(
  trx: Trx,
  out: string,
  asked: {
    readonly projectId: string;
    readonly upTo: string;
    readonly since: string | null;
  },
): Promise<readonly SiteEvent[]> {
  const { projectId, upTo, since } = asked;
  const known = await readTold(trx, projectId);
  const isPast = (id: string) => (since === null ? id !== upTo : id <= since);
  const told = new Map<string, number>();
  const fresh: SiteEvent[] = [];
  for (const { id, failed } of listDeployments(out)) {
    const events = readEvents(out, id);
    const before = known.get(id) ?? (known.size === 0 && isPast(id) ? events.length : 0);
    const waits = !failed && id > upTo;
    if (!waits) fresh.push(...events.slice(before));
    told.set(id, waits ? before : Math.max(before, events.length));
  }
  await writeTold(trx, projectId, told);
  return fresh;
}

/** Whether a folder has a failed build that was not reported. */
export async function hasUntoldFailures(db: Db, out: string, projectId: string): Promise<boolean> {
  const failed = listDeployments(out).filter((one) => one.failed);
  if (failed.length === 0) return false;
  const known = await readTold(db, projectId);
  return known.size > 0 && failed.some(({ id }) => !known.has(id));
}

/**
 * Imports events of failed builds alone: they wait for no deployment. Without a count, the next deployment says where
 * the history of the folder ends.
 */
export async function takeFailures(
  trx: Trx,
  out: string,
  projectId: string,
): Promise<readonly SiteEvent[]> {
  const known = await readTold(trx, projectId);
  if (known.size === 0) return [];
  const told = new Map<string, number>();
  const fresh: SiteEvent[] = [];
  for (const { id, failed } of listDeployments(out)) {
    const before = known.get(id);
    const events = failed ? readEvents(out, id) : [];
    // A deployment that is just being removed looks like one that failed.
    if (events.some(({ type }) => type === 'deployment.failed')) {
      fresh.push(...events.slice(before ?? 0));
      told.set(id, Math.max(before ?? 0, events.length));
    } else if (before !== undefined) told.set(id, before);
  }
  await writeTold(trx, projectId, told);
  return fresh;
}
