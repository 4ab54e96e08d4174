import { createHash } from 'node:crypto';
import { pseudo } from '../../pipeline/translate/pseudo.ts';
import { periodAt } from '../../schema/plans.ts';
import { samplePages } from '../../schema/sample-site.ts';
import { closeJob } from '../store/job-ends.ts';
import { beginPage, finishPage, type PageOutcome, requeuePages } from '../store/job-pages.ts';
import { findAnyJob } from '../store/jobs.ts';
import type { Store } from '../store/open.ts';
import { findAnyProject } from '../store/projects.ts';
import type { TaskHandler } from './queue.ts';

/** Translates the sample pages of a job of test mode into test text. */
export function createSampleTranslate({
  store,
  now,
}: {
  readonly store: Store;
  readonly now: () => number;
}): TaskHandler {
  return async ({ data, signal }) => {
    const jobId = String(data.jobId);
    await requeuePages(store, jobId, now());
    const job = await findAnyJob(store.db, jobId);
    const project = job && (await findAnyProject(store.db, job.project_id));
    if (!project) return;
    const period = periodAt(now());
    for (;;) {
      signal.throwIfAborted();
      const page = await beginPage(store, jobId, now());
      if (!page) break;
      const outcome = outcomeOf(page.page_path);
      await finishPage(store, page, { orgId: project.org_id, period, outcome, now: now() });
    }
    await closeJob(store, jobId, now());
  };
}

function outcomeOf(path: string): PageOutcome {
  const page = samplePages.find((one) => one.path === path);
  if (!page) {
    return { type: 'failed', code: 'TRANSLATION_FAILED', message: 'There is no such sample page.' };
  }
  const hash = (text: string) => createHash('sha256').update(text).digest('hex');
  const text = pseudo(page.text);
  return {
    ...{ type: 'completed', text, title: pseudo(page.title) },
    ...{ fromHash: hash(page.text), contentHash: hash(text) },
  };
}
