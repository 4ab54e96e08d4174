import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findComments } from '../../pipeline/code-comments.ts';
import { type Model, ModelUnavailableError } from '../../pipeline/model.ts';
import {
  openDeployment,
  readDeploymentFile,
  readPageRecords,
  sourceFolder,
} from '../../pipeline/output/read.ts';
import {
  type Term,
  type TranslateOptions,
  translateLabels,
  translatePage,
} from '../../pipeline/translate/page.ts';
import type { Manifest, PageRecord } from '../../schema/build.ts';
import { ApiError } from '../../schema/errors.ts';
import { periodAt } from '../../schema/plans.ts';
import { allTerms } from '../store/glossary.ts';
import type { NewId } from '../store/ids.ts';
import {
  beginPage,
  closeJob,
  createJob,
  finishPage,
  type PageOutcome,
  requeuePages,
} from '../store/jobs.ts';
import { findLanguage } from '../store/languages.ts';
import { openMemory, storeLabels } from '../store/memory.ts';
import type { Store } from '../store/open.ts';
import { findOrg } from '../store/orgs.ts';
import { findRecord } from '../store/records.ts';
import type { JobPageRow, JobRow, ProjectRow } from '../store/tables.ts';
import type { TaskHandler, TaskQueue } from './queue.ts';

/** What translating in the background needs. */
export interface TranslateTools {
  readonly store: Store;
  readonly queue: TaskQueue;
  readonly model: Model;
  /** Output folder that holds a deployment. */
  readonly folderOf: (deploymentId: string) => string | undefined;
  readonly now: () => number;
  readonly newId: NewId;
  readonly log: (line: string) => void;
  readonly sleep: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  /** Pages of a job on their way at once. */
  readonly parallel?: number;
}

/** Milliseconds to leave a model alone that does not answer; doubles up to the last. */
const pauses = { first: 2_000, longest: 60_000 } as const;

/** Translates the pages of a job, and has the site built with them. */
export function createTranslate(tools: TranslateTools): TaskHandler {
  return async ({ data, signal }) => {
    const jobId = String(data.jobId);
    const { store, now } = tools;
    // Pages that a dead process held begin again: what it had paid for is in the memory.
    await requeuePages(store, jobId, now());
    const setting = await settingOf(tools, jobId, signal);
    if (setting === undefined) return;
    const late = new Set<string>();
    const worker = async () => {
      while (!signal.aborted) {
        const page = await beginPage(store, jobId, now());
        if (page === undefined) return;
        if (await translateOne(tools, setting, page)) late.add(page.page_path);
      }
    };
    // All of them end before the task does, whatever happens to one.
    const ended = await Promise.allSettled(Array.from({ length: tools.parallel ?? 16 }, worker));
    for (const result of ended) if (result.status === 'rejected') throw result.reason;
    signal.throwIfAborted();
    await translateNavigation(tools, setting);
    await closeJob(store, jobId, now());
    await requestDeploy(tools, setting.project.id, jobId);
    await queueAgain(tools, setting, [...late]);
  };
}

/** Asks for a build that shows the translations there are now. */
export async function requestDeploy(
  tools: Pick<TranslateTools, 'store' | 'queue'>,
  projectId: string,
  reason: string,
): Promise<void> {
  // A key of its own: one that runs already may have read the texts before this change.
  const key = `${projectId} ${reason}`;
  await tools.queue.enqueue(tools.store.db, 'deploy', { projectId }, { key });
}

interface Setting {
  readonly job: JobRow;
  readonly project: ProjectRow;
  readonly billingDay: number | null;
  readonly options: TranslateOptions;
}

async function settingOf(
  tools: TranslateTools,
  jobId: string,
  signal: AbortSignal,
): Promise<Setting | undefined> {
  const { store, now, model } = tools;
  const job = await store.db
    .selectFrom('jobs')
    .selectAll()
    .where('id', '=', jobId)
    .executeTakeFirst();
  const project = job && (await projectOf(store, job.project_id));
  if (!job || !project || !['queued', 'running'].includes(job.status)) return undefined;
  const org = await findOrg(store.db, project.org_id);
  const { config, sourceLanguage } = await liveOf(tools, project);
  const options: TranslateOptions = {
    from: sourceLanguage,
    to: job.language,
    style: config.i18n.translationStyle,
    glossary: (await allTerms(store.db, project.id)).map(termOf),
    model: bearing(tools, signal),
    memory: openMemory(store.db, project.id, now),
    // No signal: a server that stops lets answers come in that are paid for already.
    latex: config.styling.latex,
    ...(config.i18n.translateCodeComments ? { comments: findComments } : {}),
  };
  return { job, project, billingDay: org?.billing_anchor_day ?? null, options };

  /** The model under its own name, so that memories stay valid. */
  function bearing({ sleep, log }: TranslateTools, stop: AbortSignal): Model {
    return {
      ...model,
      complete: async (request) => {
        for (let pause: number = pauses.first; ; pause = Math.min(pauses.longest, pause * 2)) {
          try {
            return await model.complete(request);
          } catch (error) {
            if (!(error instanceof ModelUnavailableError) || stop.aborted) throw error;
            const wait = error.retryAfter === undefined ? pause : error.retryAfter * 1000;
            log(`${error.message} Translation waits ${Math.round(wait / 1000)} s.`);
            await sleep(wait, stop);
          }
        }
      },
    };
  }
}

async function liveOf(tools: TranslateTools, project: ProjectRow) {
  const id = project.deployment_id;
  const out = id === null ? undefined : tools.folderOf(id);
  if (id === null || out === undefined) {
    throw new Error(`Nothing is deployed for the project ${project.slug} on this server.`);
  }
  const { deployment, config } = openDeployment(out, id);
  return { id, out, config, sourceLanguage: deployment.sourceLanguage };
}

async function projectOf(store: Store, id: string): Promise<ProjectRow | undefined> {
  return store.db.selectFrom('projects').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Translates one page and stores how that ended; true when its source changed meanwhile (S1-46). */
async function translateOne(
  tools: TranslateTools,
  setting: Setting,
  page: JobPageRow,
): Promise<boolean> {
  const { store, now } = tools;
  const { project, options } = setting;
  const found = await sourceOf(tools, project.id, page.page_path);
  let outcome: PageOutcome;
  if (found === undefined) {
    const message = 'The page is not in the live deployment.';
    outcome = { type: 'failed', code: 'NOT_FOUND', message };
  } else {
    const { record, text } = found;
    const made = await translatePage(
      {
        path: record.path,
        text,
        title: record.title,
        format: record.file.endsWith('.md') ? 'md' : 'mdx',
      },
      options,
    );
    outcome =
      made.status === 'completed'
        ? {
            type: 'completed',
            text: made.text,
            title: made.title,
            fromHash: record.sourceHash,
            contentHash: createHash('sha256').update(made.text).digest('hex'),
          }
        : { type: 'failed', code: 'TRANSLATION_FAILED', message: sentenceOf(made.faults) };
  }
  const period = periodAt(now(), setting.billingDay);
  const stored = await finishPage(store, page, {
    orgId: project.org_id,
    period,
    outcome,
    now: now(),
  });
  if (!stored || outcome.type === 'failed') return false;
  const ref = { projectId: project.id, language: page.language, pagePath: page.page_path };
  return (await findRecord(store.db, ref))?.status === 'stale';
}

/** The page as it is deployed now. */
async function sourceOf(
  tools: TranslateTools,
  projectId: string,
  pagePath: string,
): Promise<{ readonly record: PageRecord; readonly text: string } | undefined> {
  const project = await projectOf(tools.store, projectId);
  if (!project) return undefined;
  const { out, id } = await liveOf(tools, project);
  const record = recordsOf(out, id).get(pagePath);
  if (record === undefined || record.origin !== 'file') return undefined;
  const text = readFileSync(join(sourceFolder(out, id), record.file), 'utf8');
  return { record, text };
}

let remembered: { readonly key: string; readonly records: Map<string, PageRecord> } | undefined;

function recordsOf(out: string, id: string): Map<string, PageRecord> {
  const key = `${out} ${id}`;
  if (remembered?.key !== key) {
    const records = new Map(readPageRecords(out, id).map((record) => [record.path, record]));
    remembered = { key, records };
  }
  return remembered.records;
}

function sentenceOf(
  faults: readonly { readonly source: string; readonly fault: string }[],
): string {
  const [first] = faults;
  if (!first) return 'The page could not be translated.';
  const more = faults.length > 1 ? ` (and ${faults.length - 1} more)` : '';
  return `"${first.source.slice(0, 120)}": ${first.fault}${more}`;
}

/** Labels of groups, tabs and anchors: they are no pages and count as none (S1-66). */
async function translateNavigation(tools: TranslateTools, setting: Setting): Promise<void> {
  const { store } = tools;
  const project = await projectOf(store, setting.project.id);
  if (!project) return;
  const where = { projectId: project.id, language: setting.job.language };
  const { out, id } = await liveOf(tools, project);
  const manifest = readDeploymentFile<Manifest>(out, id, 'manifest');
  const labels = await translateLabels(manifest?.labels ?? [], setting.options);
  if (await findLanguage(store.db, where.projectId, where.language)) {
    await storeLabels(store.db, where, labels);
  }
}

/** Pages whose source changed while they were translated are queued once more (S1-46). */
async function queueAgain(
  tools: TranslateTools,
  setting: Setting,
  pages: readonly string[],
): Promise<void> {
  if (pages.length === 0) return;
  const { store, queue, now, newId, log } = tools;
  const { project, job } = setting;
  const language = await findLanguage(store.db, project.id, job.language);
  if (language?.auto_translate !== 1) return;
  try {
    await createJob(
      store,
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
        only: pages,
      },
      (trx, jobId) => queue.enqueue(trx, 'translate', { jobId }, { key: jobId }),
    );
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    log(`Changed pages of ${project.slug} are not translated again: ${error.message}`);
  }
}

function termOf(row: {
  readonly term: string;
  readonly description: string;
  readonly translations: string;
  readonly case_sensitive: 0 | 1;
  readonly do_not_translate: 0 | 1;
}): Term {
  return {
    term: row.term,
    description: row.description,
    translations: JSON.parse(row.translations) as Record<string, string>,
    caseSensitive: row.case_sensitive === 1,
    doNotTranslate: row.do_not_translate === 1,
  };
}
