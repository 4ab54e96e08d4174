import type { Job } from '../../../../packages/client/models.ts';
import { Share } from '../parts/chart.tsx';
import { Badge, type Tone } from '../parts/small.tsx';

const states: Readonly<Record<Job['status'], readonly [Tone, string]>> = {
  queued: ['wait', 'Queued'],
  running: ['info', 'Running'],
  completed: ['good', 'Completed'],
  partial: ['wait', 'In part'],
  failed: ['bad', 'Failed'],
  cancelled: ['plain', 'Cancelled'],
};

/** How a job is. */
export function JobState({ job }: { readonly job: Job }) {
  const { language, status, error, pagesCompleted, pagesFailed, pagesQueued } = job;
  return (
    <span class="actions" title={error?.message}>
      <Badge tone={states[status][0]}>{states[status][1]}</Badge>
      {status === 'running' && (
        <Share
          of={(pagesCompleted + pagesFailed) / pagesQueued}
          label={`Translated into ${language}`}
        />
      )}
    </span>
  );
}
