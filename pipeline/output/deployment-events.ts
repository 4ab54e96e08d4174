import type { Deployment } from '../../schema/build.ts';
import type { SiteEvent } from '../../schema/events.ts';
import { type DiffPages, type EventFrame, pageEvents, siteEvent } from './diff.ts';

/** What a deployment that goes live tells: that it began, that it is there, and which pages changed. */
export function completedEvents(
  deployment: Deployment,
  pages: { readonly before: DiffPages | undefined; readonly now: DiffPages },
  frame: EventFrame,
): SiteEvent[] {
  const { branch, commitSha, pagesBuilt, duration } = deployment;
  const data = {
    ...placeOf(frame),
    ...{ branch, commitSha, pagesBuilt, duration },
    status: 'success' as const,
  };
  return [
    started(frame, deployment),
    siteEvent('deployment.completed', data, frame),
    ...pageEvents(pages.before, pages.now, frame),
  ];
}

/** What a build that failed tells. */
export function failedEvents(
  error: string,
  facts: Pick<Deployment, 'branch' | 'commitSha'>,
  frame: EventFrame,
): SiteEvent[] {
  const data = { ...placeOf(frame), branch: facts.branch, error: error.slice(0, 2000) };
  return [started(frame, facts), siteEvent('deployment.failed', data, frame)];
}

function started(
  frame: EventFrame,
  { branch, commitSha }: Pick<Deployment, 'branch' | 'commitSha'>,
): SiteEvent {
  const data = { ...placeOf(frame), branch, commitSha };
  return siteEvent('deployment.started', data, { ...frame, timestamp: frame.startedAt });
}

function placeOf({ deployment, project }: EventFrame) {
  return { deploymentId: deployment, projectId: project };
}
