import { readDeploymentFile } from '../../pipeline/output/read.ts';
import { worklist } from '../../pipeline/translate/worklist.ts';
import type { Labels, Worklist } from '../../pipeline/translation/run.ts';
import { beginPage, keepFailure, shownPages } from '../store/job-pages.ts';
import { findJob } from '../store/jobs.ts';
import { findAnyProject } from '../store/projects.ts';
import type { JobPageRow } from '../store/tables.ts';
import { snippetStates } from '../store/translated-parts.ts';
import type { Setting, TranslateTools } from './translate-setting.ts';
import { type Deployed, deployedIn, pageSource, snippetSources } from './translate-source.ts';
import { endPage, type JobUnit } from './translate-store.ts';

/**
 * What a job translates: the snippets of its pages, because pages look unfinished without them, then the
 * pages that were chosen when it was created. A job that is cancelled, or whose language is removed, wants
 * nothing more.
 */
export async function openJobWorklist(
  tools: TranslateTools,
  setting: Setting,
): Promise<Worklist<JobUnit>> {
  const snippets = await snippetUnits(tools, setting);
  return {
    next: async () => {
      const snippet = snippets.shift();
      if (snippet === undefined) return nextPage(tools, setting);
      return (await isOpen(tools, setting)) ? snippet : undefined;
    },
    labels: async () => ((await isOpen(tools, setting)) ? labelsOf(tools, setting) : noLabels),
  };
}

const noLabels: Labels = { texts: [], force: false };

async function isOpen({ store }: TranslateTools, { job, project }: Setting): Promise<boolean> {
  const status = (await findJob(store.db, project.id, job.id))?.status;
  return status === 'queued' || status === 'running';
}

/** Snippets that are new or changed, or of which parts are in the source language. */
async function snippetUnits(tools: TranslateTools, setting: Setting): Promise<JobUnit[]> {
  const { db } = tools.store;
  const { job, site } = setting;
  const { language, page_path: only } = job;
  const shown = only === null ? await shownPages(db, job) : new Set([only]);
  const sources = await snippetSources(site, language, (path) => shown.has(path));
  const known = await snippetStates(db, { projectId: job.project_id, language });
  const candidates = sources.map(({ page: { path }, sourceHash }) => {
    const { translatedHash = null, isPartial = false } = known.get(path) ?? {};
    return { path, sourceHash, isOwned: false, translatedHash, isPartial };
  });
  // Changed snippets are requested only where they have changed.
  const force = job.force === 1 && job.scope !== 'stale';
  const wanted = new Set(worklist(candidates, { scope: 'all', force }).map(({ path }) => path));
  return sources
    .filter(({ page }) => wanted.has(page.path))
    .map((source) => ({ ...source, kind: 'snippet', force }));
}

/** Takes the next page. One that is no longer deployed fails, and the next one is taken. */
async function nextPage(tools: TranslateTools, setting: Setting): Promise<JobUnit | undefined> {
  const { store, now } = tools;
  for (;;) {
    const row = await beginPage(store, setting.job.id, now());
    if (row === undefined) return undefined;
    const source = await sourceOf(tools, setting, row);
    if (source !== undefined) {
      const model = setting.modelFor({
        since: row.failing_since ?? undefined,
        keep: (since) => keepFailure(store.db, row, since),
      });
      return { ...source, kind: 'page', row, force: row.force === 1, model };
    }
    const message = 'The page is not in the live deployment.';
    await endPage(tools, setting, { row, outcome: { type: 'failed', code: 'NOT_FOUND', message } });
  }
}

/** The page as it is deployed now. */
async function sourceOf(tools: TranslateTools, setting: Setting, row: JobPageRow) {
  const site = await liveSite(tools, setting);
  return site && pageSource(site, row.page_path);
}

/** Labels of the deployment that is live now. */
async function labelsOf(tools: TranslateTools, setting: Setting): Promise<Labels> {
  const site = await liveSite(tools, setting);
  const manifest = site && readDeploymentFile(site.out, site.id, 'manifest');
  const { scope, force } = setting.job;
  // They are on all pages: forcing one page is no reason to pay for them.
  return { texts: manifest?.labels ?? [], force: scope === 'all' && force === 1 };
}

/** Undefined when the project was deleted. */
async function liveSite(
  { store, folderOf, whole }: TranslateTools,
  { project: { id } }: Setting,
): Promise<Deployed | undefined> {
  const project = await findAnyProject(store.db, id);
  if (project === undefined) return undefined;
  await whole?.(id, 'source');
  const site = deployedIn(folderOf, project);
  if (site === undefined) {
    throw new Error(`Nothing is deployed for the project ${project.slug} on this server.`);
  }
  return site;
}
