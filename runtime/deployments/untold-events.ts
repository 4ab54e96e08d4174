import { listDeployments, readEvents } from '../../pipeline/output/read.ts';
import type { SiteEvent } from '../../schema/events.ts';
import type { Trx } from '../store/open.ts';
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
