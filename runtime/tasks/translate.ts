import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Model } from '../../pipeline/net/model.ts';
import {
  openDeployment,
  readDeploymentFile,
  readOutline,
  sourceFolder,
} from '../../pipeline/output/read.ts';
import { sourceHash as hashOf } from '../../pipeline/source/hash.ts';
import {
  failureOfPage,
  type Term,
  type TranslateOptions,
  translateLabels,
  translatePage,
} from '../../pipeline/translate/page.ts';
import { findComments } from '../../pipeline/translation/code-comments.ts';
import type { Manifest, PageOutline } from '../../schema/build.ts';
import { ApiError } from '../../schema/errors.ts';
import { periodAt } from '../../schema/plans.ts';
import { withFileMemory } from '../file-translations.ts';
import { allTerms } from '../store/glossary.ts';
import type { NewId } from '../store/ids.ts';
import {
  beginPage,
  finishPage,
  keepFailure,
  latePages,
  type PageOutcome,
  requeuePages,
} from '../store/job-pages.ts';
import {
  abandonJob,
  closeJob,
  createJobIn,
  findAnyJob,
  findJob,
  keepOutage,
} from '../store/jobs.ts';
import { findLanguage } from '../store/languages.ts';
import { openMemory, storeLabels } from '../store/memory.ts';
import type { Db, Store, Trx } from '../store/open.ts';
import { findOrg } from '../store/orgs.ts';
import { findAnyProject } from '../store/projects.ts';
import type { JobPageRow, JobRow, ProjectRow } from '../store/tables.ts';
import { storeHeadings } from '../store/translated-parts.ts';
import { bearOutage, type Failing } from './bear-outage.ts';
import type { TaskHandler, TaskQueue } from './queue.ts';
import { translateSnippets } from './translate-snippets.ts';

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
  /** Milliseconds from the first failure on after which a model that keeps failing fails the page. */
  readonly modelPatience: number;
  /** Pages of a job on their way at once. */
  readonly parallel?: number;
}

/** Translates the pages of a job, and has the site built with them. */
export function createTranslate(tools: TranslateTools): TaskHandler {
  return async ({ data, signal }) => {
    const jobId = String(data.jobId);
    const { store, now } = tools;
    // Pages that a dead process held begin again: what it had paid for is in the memory.
    await requeuePages(store, jobId, now());
    const setting = await settingOf(tools, jobId, signal);
    if (setting === undefined) return;
    const worker = async () => {
      while (!signal.aborted) {
        const page = await beginPage(store, jobId, now());
        if (page === undefined) return;
        await translateOne(tools, setting, { page, signal });
      }
    };
    // All of them end before the task does, whatever happens to one.
    const works = await Promise.allSettled(Array.from({ length: tools.parallel ?? 16 }, worker));
    for (const result of works) if (result.status === 'rejected') throw result.reason;
    signal.throwIfAborted();
    const projectId = setting.project.id;
    // Who cancels a job, or removes its language, wants nothing more asked for it.
    if ((await findJob(store.db, projectId, jobId))?.status === 'running') {
      await translateNavigation(tools, setting).catch((error: Error) => {
        signal.throwIfAborted();
        // Labels in the source language are no reason to do the pages again.
        tools.log(`Labels of ${setting.project.slug} are not translated: ${error.message}`);
      });
    }
    const ended = await closeJob(store, jobId, now(), async (trx) => {
      await requestDeploy(tools, trx, { projectId, reason: jobId });
      await queueAgain(tools, trx, setting);
    });
    if (ended && ended.pages_failed > 0) {
      const { pages_failed: failed, pages_queued: queued } = ended;
      tools.log(
        `${failed} of ${queued} pages of ${setting.project.slug} are not translated into ${ended.language}: ${ended.error_message}`,
      );
    }
    // What a cancelled job had finished is shown as well.
    if (ended?.status === 'cancelled') {
      await requestDeploy(tools, store.db, { projectId, reason: jobId });
    }
  };
}

/** Asks for a build that shows the translations there are now. */
async function requestDeploy(
  tools: Pick<TranslateTools, 'queue'>,
  db: Db,
  { projectId, reason }: { readonly projectId: string; readonly reason: string },
): Promise<void> {
  // A key of its own: one that runs already may have read the texts before this change.
  const key = `${projectId} ${reason}`;
  await tools.queue.enqueue(db, 'deploy', { projectId }, { key });
}

interface Setting {
  readonly job: JobRow;
  readonly project: ProjectRow;
  readonly billingDay: number | null;
  /** For parts other than pages; each page has its own patience. */
  readonly options: TranslateOptions;
  readonly outage: Failing;
}

async function settingOf(
  tools: TranslateTools,
  jobId: string,
  signal: AbortSignal,
): Promise<Setting | undefined> {
  const { store, now } = tools;
  const job = await findAnyJob(store.db, jobId);
  const project = job && (await findAnyProject(store.db, job.project_id));
  if (!job || !project) return undefined;
  if (job.status !== 'queued' && job.status !== 'running') {
    // Cancelled while it was not running: finished pages are shown as well.
    if (job.status === 'cancelled' && job.pages_completed > 0) {
      await requestDeploy(tools, store.db, { projectId: project.id, reason: jobId });
    }
    return undefined;
  }
  const org = await findOrg(store.db, project.org_id);
  if (deployedIn(tools, project) === undefined) {
    const message = `Nothing is deployed for ${project.slug} on this server.`;
    tools.log(`The job ${jobId} ends. ${message}`);
    await abandonJob(store, jobId, { now: now(), message });
    return undefined;
  }
  const { config, sourceLanguage, out } = await liveOf(tools, project);
  const { language } = job;
  const memory = openMemory(store.db, { projectId: project.id, language }, now);
  const outage: Failing = {
    since: job.failing_since ?? undefined,
    keep: (since) => keepOutage(store.db, jobId, since),
  };
  const options: TranslateOptions = {
    from: sourceLanguage,
    to: language,
    style: config.i18n.translationStyle,
    glossary: (await allTerms(store.db, project.id)).map(termOf),
    model: bearOutage(tools.model, { ...tools, outage, patience: tools.modelPatience, signal }),
    memory: withFileMemory(memory, { out, language }),
    // No signal: a server that stops lets answers come in that are paid for already.
    latex: config.styling.latex,
    ...(config.i18n.translateCodeComments ? { comments: findComments } : {}),
    ...(project.translate_props === null ? {} : { props: JSON.parse(project.translate_props) }),
  };
  return { job, project, billingDay: org?.billing_anchor_day ?? null, options, outage };
}

function deployedIn(tools: Pick<TranslateTools, 'folderOf'>, { deployment_id: id }: ProjectRow) {
  const out = id === null ? undefined : tools.folderOf(id);
  return id === null || out === undefined ? undefined : { id, out };
}

async function liveOf(tools: TranslateTools, project: ProjectRow) {
  const found = deployedIn(tools, project);
  if (found === undefined) {
    throw new Error(`Nothing is deployed for the project ${project.slug} on this server.`);
  }
  const { deployment, config } = openDeployment(found.out, found.id);
  return { ...found, config, sourceLanguage: deployment.sourceLanguage };
}

/** Translates one page and stores how that ended. */
async function translateOne(
  tools: TranslateTools,
  setting: Setting,
  { page, signal }: { readonly page: JobPageRow; readonly signal: AbortSignal },
): Promise<void> {
  const { store, now } = tools;
  const { project } = setting;
  const { outage } = setting;
  const model = bearOutage(tools.model, {
    ...tools,
    ...{ outage, patience: tools.modelPatience, signal },
    page: {
      since: page.failing_since ?? undefined,
      keep: (since) => keepFailure(store.db, page, since),
    },
  });
  const options = { ...setting.options, model, force: page.force === 1 };
  const found = await sourceOf(tools, project.id, page.page_path);
  const outcome: PageOutcome =
    found === undefined
      ? { type: 'failed', code: 'NOT_FOUND', message: 'The page is not in the live deployment.' }
      : await outcomeOf(tools, { ...setting, options }, { ...found, signal });
  const period = periodAt(now(), setting.billingDay);
  await finishPage(store, page, { orgId: project.org_id, period, outcome, now: now() });
}

async function outcomeOf(
  { log, store }: TranslateTools,
  { options, job }: Setting,
  source: { readonly record: PageOutline; readonly text: string; readonly signal: AbortSignal },
): Promise<PageOutcome> {
  const { record, text, signal } = source;
  const format = record.file.endsWith('.md') ? 'md' : 'mdx';
  try {
    const page = { path: record.path, text, title: record.title, format } as const;
    const made = await translatePage(page, options);
    if (made.status === 'failed') {
      return {
        type: 'failed',
        code: 'TRANSLATION_FAILED',
        message: failureOfPage(record.file, made.faults),
      };
    }
    if (made.faults.length > 0) {
      log(`Partly translated into ${job.language}: ${failureOfPage(record.file, made.faults)}`);
    }
    const { project_id: projectId, language } = job;
    const { sourceHash } = record;
    const ref = { projectId, language, pagePath: record.path };
    await storeHeadings(store.db, ref, { sourceHash, headings: made.headings });
    return {
      type: 'completed',
      text: made.text,
      title: made.title,
      fromHash: record.sourceHash,
      contentHash: hashOf(made.text),
      ...(made.stats.fallback > 0
        ? { fallback: { segments: made.stats.fallback, parts: made.untranslated } }
        : {}),
    };
  } catch (error) {
    // A server that stops gives its pages back; whatever else happens to a page is that page's own.
    signal.throwIfAborted();
    const { message } = error as Error;
    log(`${record.path} is not translated into ${job.language}: ${message}`);
    return { type: 'failed', code: 'TRANSLATION_FAILED', message };
  }
}

/** The page as it is deployed now. */
async function sourceOf(
  tools: TranslateTools,
  projectId: string,
  pagePath: string,
): Promise<{ readonly record: PageOutline; readonly text: string } | undefined> {
  const project = await findAnyProject(tools.store.db, projectId);
  if (!project) return undefined;
  const { out, id } = await liveOf(tools, project);
  const record = (await outlinesOf(out, id)).get(pagePath);
  if (record === undefined || record.origin !== 'file') return undefined;
  const text = readFileSync(join(sourceFolder(out, id), record.file), 'utf8');
  return { record, text };
}

let remembered:
  | { readonly key: string; readonly outlines: Promise<ReadonlyMap<string, PageOutline>> }
  | undefined;

/** Of the last deployment that was asked for. What pages say would be far more. */
function outlinesOf(out: string, id: string): Promise<ReadonlyMap<string, PageOutline>> {
  const key = `${out} ${id}`;
  if (remembered?.key !== key) remembered = { key, outlines: readOutlines(out, id) };
  return remembered.outlines;
}

async function readOutlines(out: string, id: string): Promise<ReadonlyMap<string, PageOutline>> {
  const outlines = new Map<string, PageOutline>();
  for await (const page of readOutline(out, id)) outlines.set(page.path, page);
  return outlines;
}

/** Labels of groups, tabs and anchors: they are not pages and do not count as such. */
async function translateNavigation(tools: TranslateTools, setting: Setting): Promise<void> {
  const { store } = tools;
  const project = await findAnyProject(store.db, setting.project.id);
  if (!project) return;
  const where = { projectId: project.id, language: setting.job.language };
  const { out, id } = await liveOf(tools, project);
  const manifest = readDeploymentFile<Manifest>(out, id, 'manifest');
  const { scope, force } = setting.job;
  await translateSnippets(
    { db: store.db, log: tools.log },
    { ...where, pagePath: setting.job.page_path, force: force === 1 && scope !== 'stale' },
    { out, id, options: setting.options },
  );
  // They are on all pages: forcing one page is no reason to pay for them.
  const labels = await translateLabels(manifest?.labels ?? [], {
    ...setting.options,
    force: scope === 'all' && force === 1,
  });
  if (await findLanguage(store.db, where.projectId, where.language)) {
    await storeLabels(store.db, where, labels);
  }
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
