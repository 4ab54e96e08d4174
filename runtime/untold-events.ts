import { listDeployments, readEvents } from '../pipeline/output/read.ts';
import type { SiteEvent } from '../schema/events.ts';
import type { Trx } from './store/open.ts';
import { readTold, writeTold } from './store/told-events.ts';

/**
 * Takes what builds have reported and no one has heard of yet. It is counted by deployment and line, so
 * that nothing is passed over, in whatever order builds end, and nothing is sent twice. What comes after
 * the deployment `upTo` waits, except for builds that failed. `since` is the last deployment that was told of
 * before there was a count; without it, all but `upTo` is the past of a folder that is new here.
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
