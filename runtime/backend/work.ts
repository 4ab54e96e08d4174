import { messageOf } from '../../schema/errors.ts';
import type { Assistant } from '../assistant/service.ts';
import type { Mailer } from '../mail/mailer.ts';
import { createMailTask } from '../mail/task.ts';
import { sessionLimits } from '../members/sessions.ts';
import { sweepPreviews } from '../previews/record.ts';
import type { SharedOutputs } from '../storage/shared.ts';
import { dayLength } from '../store/assistant-days.ts';
import { sweepAudit } from '../store/audit.ts';
import { sweepIdempotency } from '../store/idempotency.ts';
import { sweepInvitations } from '../store/invitations.ts';
import { openJobs } from '../store/jobs.ts';
import { sweepRateCounts } from '../store/rate-counts.ts';
import { forgetSearches } from '../store/searches.ts';
import { sweepUserSessions } from '../store/user-sessions.ts';
import { forgetVisits } from '../store/visits.ts';
import { createDeploy } from '../tasks/deploy.ts';
import { createPurge } from '../tasks/purge.ts';
import type { TaskHandler, TaskQueue } from '../tasks/queue.ts';
import { createSampleTranslate } from '../tasks/translate-sample.ts';
import type { openDeployments } from './deployments.ts';
import type { Base } from './options.ts';
import type { openTranslation } from './translation.ts';
import { sweepAllUploads } from './uploads.ts';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

/** Sets who does the background tasks, starts them, and goes on with the jobs of an earlier process. */
export async function startWork(
  base: Base,
  {
    queue,
    translation,
    deployments,
    out,
    version,
    shared,
    mailer,
  }: {
    readonly queue: TaskQueue;
    readonly translation: ReturnType<typeof openTranslation>;
    readonly deployments: ReturnType<typeof openDeployments>;
    readonly out: string;
    readonly version: string;
    readonly shared?: SharedOutputs;
    readonly mailer?: Mailer;
  },
): Promise<void> {
  const { store, now, newId, log } = base;
  const { folderOf, rebuild, release } = deployments;
  const tools = { store, queue, folderOf, now, newId, log, version };
  await translation.work({ ...tools, ...(shared ? { whole: shared.whole } : {}) });
  await queue.work('translate-sample', createSampleTranslate({ store, now }));
  const deploy = createDeploy({ ...tools, rebuild, release });
  await queue.work('deploy', shared ? aloneIn(shared, deploy) : deploy);
  await queue.work('purge', createPurge({ out, now, log }));
  if (mailer) await queue.work('mail', createMailTask(mailer));
  await queue.start();
  for (const job of await openJobs(store.db)) {
    const task = job.livemode === 1 ? 'translate' : 'translate-sample';
    await queue.enqueue(store.db, task, { jobId: job.id }, { key: job.id });
  }
}

/** A build of what is live: no other server changes that meanwhile. */
function aloneIn(shared: SharedOutputs, deploy: TaskHandler): TaskHandler {
  return (task) => {
    const limits = { wait: 10 * minute, signal: task.signal };
    return shared.alone(String(task.data.projectId), () => deploy(task), limits);
  };
}

/** Starts what is done again and again, as long as the server runs. */
export function startClocks(
  { store, now, log, limits }: Base,
  {
    assistant,
    deployments,
    out,
    shared,
  }: {
    readonly assistant: Assistant;
    readonly deployments: Pick<ReturnType<typeof openDeployments>, 'tellFailures'>;
    readonly out: string;
    readonly shared?: SharedOutputs;
  },
) {
  const every = (milliseconds: number, work: () => Promise<unknown>) =>
    setInterval(() => {
      work().catch((error: unknown) => log(messageOf(error)));
    }, milliseconds).unref();
  const timers = [
    every(hour, () => sweepIdempotency(store.db, now())),
    every(hour, () => sweepRateCounts(store.db, now())),
    every(hour, () => sweepUserSessions(store.db, now() - sessionLimits.idle)),
    every(hour, () => sweepInvitations(store.db, now())),
    every(hour, () => sweepAudit(store.db, now())),
    every(hour, () => assistant.forgetOld()),
    every(hour, async () => sweepAllUploads(out, now())),
    every(hour, async () => sweepPreviews(out, now())),
    every(hour, async () => shared?.sweep()),
    every(hour, () => forgetSearches(store.db, now() - limits.searchRetention)),
    every(hour, () =>
      forgetVisits(store.db, Math.floor((now() - limits.analyticsRetention) / dayLength)),
    ),
    every(minute, () => assistant.closeIdle()),
    every(5 * second, () => deployments.tellFailures()),
  ];
  return {
    close: async () => {
      for (const timer of timers) clearInterval(timer);
    },
  };
}
