import { useEffect, useState } from 'preact/hooks';
import type { DeploymentRun, Project } from '../../../../packages/client/models.ts';
import { refresh, useApi } from '../cache.ts';
import { Share } from '../parts/chart.tsx';
import { Badge, Time } from '../parts/small.tsx';
import { count, lasting } from '../words.ts';

const titles = {
  upload: 'Taking in an upload',
  translations: 'Rebuilding for translations',
  edits: 'Rebuilding for hand edits',
  settings: 'Rebuilding for settings',
} as const;

/** Milliseconds between two looks: while something runs, and otherwise. */
const pause = { running: 1_000, idle: 5_000 } as const;

/** What is on its way to be a deployment, live, and what failed since the last one. */
export function DeploymentRuns({ project }: { readonly project: Project }) {
  const [isRunning, setRunning] = useState(false);
  const path = `/projects/${project.id}/deployment-runs`;
  const { data = [] } = useApi<readonly DeploymentRun[]>(
    path,
    pause[isRunning ? 'running' : 'idle'],
  );
  const running = data
    .filter(({ state }) => state === 'running')
    .map(({ id }) => id)
    .join();
  useEffect(() => {
    setRunning(running !== '');
    // One that has ended is in the list.
    return () => {
      if (running !== '') refresh(`/projects/${project.id}/deployments`);
    };
  }, [running]);
  if (data.length === 0) return null;
  return (
    <ul class="runs" aria-label="In progress, or failed">
      {data.map((run) => (
        <Run key={run.id} run={run} />
      ))}
    </ul>
  );
}

const states = {
  running: ['info', 'Running'],
  failed: ['bad', 'Failed'],
  lost: ['wait', 'Not heard of'],
} as const;

function Run({ run }: { readonly run: DeploymentRun }) {
  const { state, stage, done, total, messages, error, startedAt, updatedAt } = run;
  const [tone, word] = states[state];
  const took = new Date(updatedAt).getTime() - new Date(startedAt).getTime();
  return (
    <li class="card stack">
      <div class="run-head">
        <h2>{titles[run.cause]}</h2>
        <Badge tone={tone}>{word}</Badge>
      </div>
      <p role="status">
        {state === 'running' ? stage : `It was at the stage “${stage}”.`}
        {total !== null && state === 'running' && (
          <>
            : {count(done)} of {count(total)}{' '}
            <Share of={total === 0 ? 1 : done / total} label={stage} />
          </>
        )}
      </p>
      {state !== 'running' && (
        <p>
          {error} {remedyOf(run)}
        </p>
      )}
      <p class="muted">
        Began <Time at={startedAt} />, {state === 'running' ? 'for' : 'ended after'} {lasting(took)}
        {messages.length > 0 && ` · ${messages.map(({ text }) => text).join(' → ')}`}
      </p>
    </li>
  );
}

/** What to do about a deployment that did not come to be; readers keep what they have. */
function remedyOf({ state, cause }: DeploymentRun): string {
  const kept = 'Readers keep the deployment that is live.';
  if (cause === 'upload') return `${kept} Send it again with “docent deploy”.`;
  if (state === 'lost') return `${kept} A server builds it again as soon as one runs.`;
  return `${kept} The server tries again a few times; if it stays, publish the site again once its sources are right.`;
}
