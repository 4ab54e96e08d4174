import type { NewJob } from '../../../runtime/store/job-candidates.ts';
import { closeJob } from '../../../runtime/store/job-ends.ts';
import { beginPage, finishPage } from '../../../runtime/store/job-pages.ts';
import { createJob } from '../../../runtime/store/jobs.ts';
import { addLanguage } from '../../../runtime/store/languages.ts';
import type { Store } from '../../../runtime/store/open.ts';
import { findRecord, listRecords } from '../../../runtime/store/records.ts';
import { deploy, march, newId, noon, org, page, project } from './world.ts';

/** A project of three pages with French as its target, and what tests do to it. */
export async function translatedSite(
  store: Store,
  { plan = 'enterprise', paths = ['a', 'b', 'c'] } = {},
) {
  const orgId = await org(store, plan);
  const { id: projectId } = await project(store, orgId);
  await deploy(
    store,
    projectId,
    paths.map((path) => page(path)),
  );
  await addLanguage(store, { orgId, projectId }, { code: 'fr', autoTranslate: false, now: noon });
  const status = async (language = 'fr') =>
    (
      await listRecords(store.db, { projectId, language, status: null, limit: 100, offset: 0 })
    ).rows.map((row) => `${row.page_path} ${row.status}`);
  const job = (more: Partial<NewJob> = {}) =>
    createJob(
      store,
      {
        id: newId('job'),
        orgId,
        projectId,
        language: 'fr',
        scope: 'all',
        pagePath: null,
        force: false,
        now: noon,
        period: march,
        ...more,
      },
      async () => {},
    );
  const translate = async (jobId: string, outcome?: 'failed') => {
    for (;;) {
      const next = await beginPage(store, jobId, noon);
      if (!next) break;
      const record = await findRecord(store.db, {
        projectId,
        language: 'fr',
        pagePath: next.page_path,
      });
      await finishPage(store, next, {
        orgId,
        period: march,
        now: noon + 1000,
        outcome:
          outcome === 'failed'
            ? { type: 'failed', code: 'TRANSLATION_FAILED', message: 'no' }
            : {
                type: 'completed',
                text: `FR ${next.page_path}`,
                title: `Titre ${next.page_path}`,
                fromHash: record?.source_hash ?? '',
                contentHash: 'x',
              },
      });
    }
    return closeJob(store, jobId, noon + 2000);
  };
  return { store, orgId, projectId, status, job, translate };
}
