import { ApiError } from '../../schema/errors.ts';
import type { periodAt } from '../../schema/plans.ts';
import type { TakenIn } from '../store/deployments.ts';
import { createJobIn } from '../store/jobs.ts';
import type { Trx } from '../store/open.ts';
import type { DeployedTools } from './arriving.ts';

/** Pages that changed are queued for the languages that ask for it, as far as the month goes. */
export async function translateChanged(
  { queue, now, newId, log }: DeployedTools,
  trx: Trx,
  work: {
    readonly taken: TakenIn;
    readonly orgId: string;
    readonly period: ReturnType<typeof periodAt>;
  },
): Promise<void> {
  const { changed, autoLanguages, project } = work.taken;
  if (changed.length === 0) return;
  for (const language of autoLanguages) {
    try {
      await createJobIn(
        trx,
        {
          id: newId('job'),
          orgId: work.orgId,
          projectId: project.id,
          language,
          scope: 'stale',
          pagePath: null,
          force: false,
          now: now(),
          period: work.period,
          only: changed,
          alsoPartial: true,
        },
        (inner, jobId) => queue.enqueue(inner, 'translate', { jobId }, { key: jobId }),
      );
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      log(
        `Changed pages of ${project.slug} were not translated into ${language}: ${error.message}`,
      );
    }
  }
}
