import { runTranslation } from '../../pipeline/translation/run.ts';
import { ApiError } from '../../schema/errors.ts';
import { periodAt } from '../../schema/plans.ts';
import { abandonJob, closeJob } from '../store/job-ends.ts';
import { latePages, requeuePages } from '../store/job-pages.ts';
import { createJobIn, findAnyJob } from '../store/jobs.ts';
import { findLanguage } from '../store/languages.ts';
import type { Trx } from '../store/open.ts';
import { findAnyProject } from '../store/projects.ts';
import { requestDeploy } from './deploy-request.ts';
import type { TaskHandler } from './queue.ts';
import { type Setting, settingOf, type TranslateTools } from './translate-setting.ts';
import { deployedIn } from './translate-source.ts';
import { openJobStore } from './translate-store.ts';
import { openJobWorklist } from './translate-worklist.ts';

/** Translates the pages of a job, and has the site built with them. */
export function createTranslate(tools: TranslateTools): TaskHandler {
  return async ({ data, signal }) => {
    const jobId = String(data.jobId);
    // Pages that a dead process held begin again: what it had paid for is in the memory.
    await requeuePages(tools.store, jobId, tools.now());
    const setting = await openJob(tools, jobId, signal);
    if (setting === undefined) return;
    const { stopped, labelsFailed } = await runTranslation({
      worklist: await openJobWorklist(tools, setting),
      store: openJobStore(tools, setting),
      options: setting.options,
      stop: signal,
      onOutage: 'fail',
      parallel: tools.parallel,
    });
    // Whoever works on the job next continues with the pages that are left.
    if (stopped) throw stopped;
    if (labelsFailed) {
      // Labels in the source language are no reason to do the pages again.
      tools.log(`Labels of ${setting.project.slug} are not translated: ${labelsFailed.message}`);
    }
    await endJob(tools, setting);
  };
}

/** The setting of a job that is to be worked on; undefined when there is nothing to do. */
async function openJob(
  tools: TranslateTools,
  jobId: string,
  signal: AbortSignal,
): Promise<Setting | undefined> {
  const { store, now, log } = tools;
  const job = await findAnyJob(store.db, jobId);
  const project = job && (await findAnyProject(store.db, job.project_id));
  if (!job || !project) return undefined;
  if (job.status !== 'queued' && job.status !== 'running') {
    // Cancelled while it was not running: finished pages are shown as well.
    if (job.status === 'cancelled' && job.pages_completed > 0) {
      const built = { projectId: project.id, reason: jobId, cause: 'translations' } as const;
      await requestDeploy(tools, store.db, built);
    }
    return undefined;
  }
  await tools.whole?.(project.id, 'source');
  const site = deployedIn(tools.folderOf, project);
  if (site === undefined) {
    const message = `Nothing is deployed for ${project.slug} on this server.`;
    log(`The job ${jobId} ends. ${message}`);
    await abandonJob(store, jobId, { now: now(), message });
    return undefined;
  }
  return settingOf(tools, { job, project, site }, signal);
}

async function endJob(tools: TranslateTools, setting: Setting): Promise<void> {
  const { store, now, log } = tools;
  const { project, job } = setting;
  const deploy = { projectId: project.id, reason: job.id, cause: 'translations' } as const;
  const ended = await closeJob(store, job.id, now(), async (trx) => {
    await requestDeploy(tools, trx, deploy);
    await queueAgain(tools, trx, setting);
  });
  if (ended && ended.pages_failed > 0) {
    const { pages_failed: failed, pages_queued: queued, error_message: message } = ended;
    log(
      `${failed} of ${queued} pages of ${project.slug} are not translated into ${ended.language}: ${message}`,
    );
  }
  // What a cancelled job had finished is shown as well.
  if (ended?.status === 'cancelled') await requestDeploy(tools, store.db, deploy);
}

/** Pages whose source changed while they were translated are queued once more. */
async function queueAgain(tools: TranslateTools, trx: Trx, setting: Setting): Promise<void> {
  const { queue, now, newId, log } = tools;
  const { project, job } = setting;
  const only = await latePages(trx, job.id);
  const language = await findLanguage(trx, project.id, job.language);
  if (only.length === 0 || language?.auto_translate !== 1) return;
  try {
    await createJobIn(
      trx,
      {
        id: newId('job'),
        orgId: project.org_id,
        projectId: project.id,
        language: job.language,
        scope: 'stale',
        pagePath: null,
        force: false,
        now: now(),
        period: periodAt(now(), setting.billingDay),
        only,
      },
      (inner, jobId) => queue.enqueue(inner, 'translate', { jobId }, { key: jobId }),
    );
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    log(`Changed pages of ${project.slug} are not translated again: ${error.message}`);
  }
}
