import type { SiteEvent } from '../../schema/events.ts';
import { deploymentFolder } from './deployment-files.ts';
import { type EventFrame, pageEvents, siteEvent } from './diff.ts';
import { deploymentLayout } from './layout.ts';
import { pagesIn } from './pages-in.ts';
import { readDeploymentFile } from './read.ts';

/**
 * What a deployment tells that goes live again: that it is there, and which pages change for readers of the
 * one they had. Its own events were those of its first time.
 */
export function promotionEvents(
  out: string,
  {
    from,
    to,
    now,
    newId,
  }: {
    readonly from: string;
    readonly to: string;
    readonly now: () => number;
    readonly newId: (prefix: 'evt') => string;
  },
): SiteEvent[] {
  const deployment = readDeploymentFile(out, to, 'deployment');
  const after = pagesIn(deploymentLayout(deploymentFolder(out, to)));
  if (!deployment || !after) return [];
  const { branch, commitSha, pagesBuilt, duration } = deployment;
  const timestamp = new Date(now()).toISOString();
  const frame: EventFrame = {
    ...{ project: '', deployment: to, startedAt: timestamp, timestamp },
    newId: () => newId('evt'),
  };
  const data = {
    ...{ deploymentId: to, projectId: '', branch, commitSha, pagesBuilt, duration },
    status: 'success' as const,
  };
  const before = pagesIn(deploymentLayout(deploymentFolder(out, from)));
  // Without the deployment before, nothing says which pages have changed.
  const pages = before ? pageEvents(before, after, frame) : [];
  return [siteEvent('deployment.completed', data, frame), ...pages];
}
