import type { Model } from '../../pipeline/net/model.ts';
import { openDeployment } from '../../pipeline/output/read.ts';
import type { Term, TranslateOptions } from '../../pipeline/translate/page.ts';
import { pseudoName } from '../../pipeline/translate/pseudo.ts';
import { configuredOptions } from '../../pipeline/translation/options.ts';
import type { Config } from '../../schema/config/config.ts';
import { allTerms, glossaryState } from '../store/glossary.ts';
import type { NewId } from '../store/ids.ts';
import { keepOutage } from '../store/job-ends.ts';
import type { Db, Store } from '../store/open.ts';
import { findOrg } from '../store/orgs.ts';
import type { JobRow, ProjectRow } from '../store/tables.ts';
import { bearOutage, type Failing } from './bear-outage.ts';
import type { TaskQueue } from './queue.ts';
import type { Deployed, FolderOf } from './translate-source.ts';

/** What translating in the background needs. */
export interface TranslateTools {
  readonly store: Store;
  readonly queue: TaskQueue;
  readonly model: Model;
  readonly folderOf: FolderOf;
  /** Brings the sources of a project that are not on this disk. */
  readonly whole?: (projectId: string, part: 'source') => Promise<void>;
  readonly now: () => number;
  readonly newId: NewId;
  readonly log: (line: string) => void;
  readonly sleep: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  /** Milliseconds from the first failure on after which a model that keeps failing fails the page. */
  readonly modelPatience: number;
  /** Pages of a job on their way at once. */
  readonly parallel?: number;
}

/** A job with everything that is the same for all of its pages. */
export interface Setting {
  readonly job: JobRow;
  readonly project: ProjectRow;
  /** The deployment as it was when the job started. */
  readonly site: Deployed;
  readonly billingDay: number | null;
  /** The glossary that the pages are translated with. */
  readonly glossaryState: string;
  readonly options: Omit<TranslateOptions, 'memory' | 'force'>;
  /** The model for one page, with a patience of its own. */
  readonly modelFor: (page: Failing) => Model;
}

/** Reads the setting of a job. */
export async function settingOf(
  tools: TranslateTools,
  work: { readonly job: JobRow; readonly project: ProjectRow; readonly site: Deployed },
  signal: AbortSignal,
): Promise<Setting> {
  const { store, model } = tools;
  const { job, project, site } = work;
  const { config, deployment } = openDeployment(site.out, site.id);
  const org = await findOrg(store.db, project.org_id);
  const outage: Failing = {
    since: job.failing_since ?? undefined,
    keep: (since) => keepOutage(store.db, job.id, since),
  };
  const bearing = { ...tools, outage, patience: tools.modelPatience, signal };
  return {
    ...work,
    // Before the terms: a term that changes between the two marks pages once too often.
    glossaryState: await glossaryState(store.db, project.id),
    billingDay: org?.billing_anchor_day ?? null,
    options: {
      ...(await siteOptions(store.db, project, config)),
      from: deployment.sourceLanguage,
      to: job.language,
      pseudo: model.name === pseudoName,
      // No signal: a server that stops lets answers come in that are paid for already.
      model: bearOutage(model, bearing),
    },
    modelFor: (page) => bearOutage(model, { ...bearing, page }),
  };
}

/** How the pages of a site are translated, by whomever. */
export async function siteOptions(
  db: Db,
  project: Pick<ProjectRow, 'id' | 'translate_props'>,
  config: Config,
): Promise<Pick<TranslateOptions, 'style' | 'latex' | 'comments' | 'props' | 'glossary'>> {
  return {
    ...configuredOptions(config),
    glossary: (await allTerms(db, project.id)).map(termOf),
    ...(project.translate_props === null ? {} : { props: JSON.parse(project.translate_props) }),
  };
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
