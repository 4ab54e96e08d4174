import { sql } from 'kysely';
import type { DeploymentProblems } from '../../schema/build.ts';
import { isLanguageCode } from '../../schema/languages.ts';
import { planOf } from '../../schema/plans.ts';
import { addAudit } from './audit.ts';
import { logDeployment } from './deployment-log.ts';
import { forgetFailedRuns } from './deployment-runs.ts';
import { chunks } from './events.ts';
import { type TranslatedFile, takeFileTranslations } from './file-translations.ts';
import { cancelJobs, countLanguages, insertLanguage, insertPending, targets } from './languages.ts';
import { lockOrg, lockProject } from './locks.ts';
import type { Store, Trx } from './open.ts';
import { type OwnedPage, releaseGone, takeOwned } from './owned-files.ts';
import type { DeploymentChangeRow, DeploymentRow, PageRow, ProjectRow } from './tables.ts';

/** A page of a deployment as far as the database knows it. */
export interface DeployedPage {
  readonly path: string;
  readonly title: string;
  readonly sourceHash: string;
  readonly words: number;
  readonly updatedAt: number;
}

/** What a deployment changes in the database. */
export interface DeploymentIn {
  readonly projectId: string;
  readonly deploymentId: string;
  readonly sourceLanguage: string;
  readonly configJson: string;
  readonly configHash: string;
  /** Text of the settings that it shows in place of its `docs.json`; null without any. */
  readonly settings: string | null;
  /** `i18n.languages` of `docs.json`. */
  readonly languages: readonly string[];
  readonly pages: readonly DeployedPage[];
  readonly owned: readonly OwnedPage[];
  /** The hash that a text has as a file. */
  readonly hashOf: (text: string) => string;
  /** Translations of the command line. */
  readonly translated: readonly TranslatedFile[];
  readonly branch: string;
  readonly commitSha: string;
  /** Milliseconds that the build took. */
  readonly duration: number;
  /** What the build found wrong. */
  readonly problems: Pick<DeploymentProblems, 'errors' | 'warnings' | 'notes'>;
  readonly cause: NonNullable<DeploymentRow['cause']>;
  /** The deployment that was published with the same sources, where the service has built them again. */
  readonly rebuildOf: string | null;
  readonly now: number;
  readonly auditId: string;
}

/** What came of it; `changed` lists pages whose source is new or other than before. */
export interface TakenIn {
  readonly project: ProjectRow;
  readonly added: number;
  readonly deleted: number;
  readonly changed: readonly string[];
  readonly autoLanguages: readonly string[];
  /** False if this deployment had already been imported. */
  readonly fresh: boolean;
}

/**
 * Takes a deployment into the database: pages, records and their status, languages of the
 * configuration, the configuration itself. `also` runs in the same transaction.
 */
export async function takeIn(
  store: Store,
  deployment: DeploymentIn,
  also: (trx: Trx, taken: TakenIn) => Promise<void> = async () => {},
): Promise<TakenIn | undefined> {
  return store.transaction(async (trx) => {
    const orgId = await orgOf(trx, deployment.projectId);
    const org = orgId === undefined ? undefined : await lockOrg(trx, orgId);
    const project = await lockProject(trx, deployment.projectId);
    if (!project || !org) return undefined;
    if (project.deployment_id === deployment.deploymentId) {
      return { project, added: 0, deleted: 0, changed: [], autoLanguages: [], fresh: false };
    }
    const { changes, ...pages } = await replacePages(trx, deployment);
    const isNew = await logDeployment(trx, entryOf(deployment, project, changes), changes);
    await forgetFailedRuns(trx, deployment.projectId, deployment.now);
    const next = await takeConfig(trx, project, { ...deployment, isAgain: !isNew });
    if (next.source_language !== project.source_language) {
      // Its jobs would translate the source into itself.
      const work = { code: next.source_language, now: deployment.now };
      await cancelJobs(trx, project.id, { ...work, pages: ['queued'] });
    }
    const isChanged = project.deployed_config_hash !== deployment.configHash;
    // A language that was removed here does not come back with a configuration that named it before.
    const isFirst = project.deployment_id === null;
    const named =
      isFirst || (isChanged && deployment.rebuildOf === null) ? deployment.languages : [];
    await addLanguages(trx, { ...deployment, languages: named }, planOf(org.plan).languages);
    const languages = await targets(trx, deployment.projectId)
      .select(['code', 'auto_translate'])
      .orderBy('created_at')
      .orderBy('code')
      .execute();
    for (const { code } of languages) await insertPending(trx, deployment.projectId, code);
    await releaseGone(trx, deployment);
    await takeFileTranslations(trx, deployment.projectId, deployment.translated);
    await refreshStatus(trx, deployment.projectId);
    await takeOwned(trx, deployment, new Set(languages.map(({ code }) => code)));
    const taken: TakenIn = {
      ...pages,
      project: next,
      autoLanguages: languages.filter((row) => row.auto_translate === 1).map((row) => row.code),
      fresh: true,
    };
    await also(trx, taken);
    return taken;
  });
}

/** The deployment as the log has it. */
function entryOf(
  deployment: DeploymentIn,
  project: Pick<ProjectRow, 'deployed_config_hash' | 'deployment_id'>,
  changes: readonly Change[],
) {
  const count = (kind: Change['change']) => changes.filter(({ change }) => change === kind).length;
  const { errors, warnings, notes } = deployment.problems;
  return {
    project_id: deployment.projectId,
    id: deployment.deploymentId,
    branch: deployment.branch,
    commit_sha: deployment.commitSha,
    pages: deployment.pages.length,
    duration: deployment.duration,
    pages_created: count('created'),
    pages_updated: count('updated'),
    pages_deleted: count('deleted'),
    config_changed: changesConfig(deployment, project) ? 1 : 0,
    ...{ errors, warnings, notes },
    before_id: project.deployment_id,
    ...{ cause: deployment.cause, rebuild_of: deployment.rebuildOf, promoted_at: null },
    created_at: deployment.now,
  } as const;
}

/** Whether it has another `docs.json`, or shows settings that were saved here. */
function changesConfig(
  { cause, configHash }: DeploymentIn,
  { deployed_config_hash: before }: Pick<ProjectRow, 'deployed_config_hash'>,
): boolean {
  return cause === 'settings' || before !== configHash;
}

async function orgOf(trx: Trx, projectId: string): Promise<string | undefined> {
  const row = await trx
    .selectFrom('projects')
    .select('org_id')
    .where('id', '=', projectId)
    .executeTakeFirst();
  return row?.org_id;
}

type Change = Pick<DeploymentChangeRow, 'page_path' | 'title' | 'change'>;

async function replacePages(
  trx: Trx,
  deployment: DeploymentIn,
): Promise<{ added: number; deleted: number; changed: string[]; changes: Change[] }> {
  const { projectId } = deployment;
  const rows = await trx
    .selectFrom('pages')
    .selectAll()
    .where('project_id', '=', projectId)
    .execute();
  const before = new Map(rows.map((page) => [page.path, page]));
  const after = new Map(deployment.pages.map((page) => [page.path, page]));
  const gone = [...before.keys()].filter((path) => !after.has(path));
  await removePages(trx, deployment, gone);
  const added = [...after.values()].filter((page) => !before.has(page.path));
  await addPages(trx, projectId, added);
  const updated = await updatePages(trx, projectId, { before, after });
  const changes = [
    ...added.map(({ path, title }) => changeOf(path, title, 'created')),
    ...updated.map((path) => changeOf(path, after.get(path)?.title, 'updated')),
    ...gone.map((path) => changeOf(path, before.get(path)?.title, 'deleted')),
  ];
  const changed = [...added.map(({ path }) => path), ...updated].sort();
  return { added: added.length, deleted: gone.length, changed, changes };
}

function changeOf(path: string, title: string | undefined, change: Change['change']): Change {
  return { page_path: path, title: title ?? '', change };
}

/** Removes pages, and takes them out of the jobs that have yet to translate them. */
async function removePages(
  trx: Trx,
  { projectId, now }: DeploymentIn,
  paths: readonly string[],
): Promise<void> {
  for (const part of chunks(paths, 500)) {
    await trx
      .deleteFrom('pages')
      .where('project_id', '=', projectId)
      .where('path', 'in', part)
      .execute();
    await trx
      .updateTable('job_pages')
      .set({ state: 'cancelled', updated_at: now })
      .where('project_id', '=', projectId)
      .where('state', 'in', ['queued', 'in_progress'])
      .where('page_path', 'in', part)
      .execute();
  }
}

async function addPages(
  trx: Trx,
  projectId: string,
  pages: readonly DeployedPage[],
): Promise<void> {
  for (const part of chunks(pages, 500)) {
    await trx
      .insertInto('pages')
      .values(
        part.map((page) => ({
          project_id: projectId,
          path: page.path,
          title: page.title,
          source_hash: page.sourceHash,
          words: page.words,
          source_updated_at: page.updatedAt,
        })),
      )
      .execute();
  }
}

/** Writes pages that are not as they were. Answers the paths of those whose source is another. */
async function updatePages(
  trx: Trx,
  projectId: string,
  {
    before,
    after,
  }: {
    readonly before: ReadonlyMap<string, PageRow>;
    readonly after: ReadonlyMap<string, DeployedPage>;
  },
): Promise<string[]> {
  const changed: string[] = [];
  for (const page of after.values()) {
    const old = before.get(page.path);
    if (!old) continue;
    const sameSource = old.source_hash === page.sourceHash;
    if (sameSource && old.title === page.title && old.words === page.words) continue;
    if (!sameSource) changed.push(page.path);
    await trx
      .updateTable('pages')
      .set({
        title: page.title,
        source_hash: page.sourceHash,
        words: page.words,
        source_updated_at: sameSource ? old.source_updated_at : page.updatedAt,
      })
      .where('project_id', '=', projectId)
      .where('path', '=', page.path)
      .execute();
  }
  return changed;
}

/**
 * Languages of a new configuration, and those that the command line has translated pages into, are added, never removed, as far
 * as the plan allows.
 */
async function addLanguages(
  trx: Trx,
  deployment: DeploymentIn,
  limit: number | null,
): Promise<void> {
  const rows = await trx
    .selectFrom('languages')
    .select('code')
    .where('project_id', '=', deployment.projectId)
    .execute();
  const known = new Set(rows.map((row) => row.code));
  let count = await countLanguages(trx, deployment.projectId);
  const made = deployment.translated.flatMap((file) => (file.made ? [file.language] : []));
  for (const code of [...deployment.languages, ...made]) {
    if (!isLanguageCode(code) || code === deployment.sourceLanguage || known.has(code)) continue;
    if (limit !== null && count >= limit) continue;
    known.add(code);
    count++;
    await insertLanguage(trx, deployment.projectId, {
      code,
      autoTranslate: false,
      now: deployment.now,
    });
  }
}

/** A translation is completed if and only if it was made from the current source. */
async function refreshStatus(trx: Trx, projectId: string): Promise<void> {
  // A page that became a person's while it was queued was left in progress by earlier versions.
  await sql`update records set status = coalesce(previous_status, 'completed'), previous_status = null
    where project_id = ${projectId} and status = 'in_progress' and human_owned = 1 and not exists (
      select 1 from job_pages jp where jp.state in ('queued', 'in_progress')
        and jp.project_id = records.project_id and jp.language = records.language
        and jp.page_path = records.page_path
    )`.execute(trx);
  const source = sql`(select p.source_hash from pages p
    where p.project_id = records.project_id and p.path = records.page_path)`;
  await sql`update records set status = 'stale' where project_id = ${projectId}
    and status = 'completed' and translated_hash <> ${source}`.execute(trx);
  await sql`update records set status = 'completed' where project_id = ${projectId}
    and status = 'stale' and translated_hash = ${source}`.execute(trx);
  await sql`update records set previous_status = 'stale' where project_id = ${projectId}
    and status = 'in_progress' and previous_status = 'completed'
    and translated_hash <> ${source}`.execute(trx);
  await sql`update records set previous_status = 'completed' where project_id = ${projectId}
    and status = 'in_progress' and previous_status = 'stale'
    and translated_hash = ${source}`.execute(trx);
}

/**
 * The file of a deployment replaces a change made through the API only if the file itself has
 * changed since the deployment on which that change was made. One that someone makes live again brings its own
 * settings with it: they may be what it is to undo.
 */
async function takeConfig(
  trx: Trx,
  project: ProjectRow,
  deployment: DeploymentIn & { readonly isAgain: boolean },
): Promise<ProjectRow> {
  const { settings, isAgain } = deployment;
  const fileChanged = project.deployed_config_hash !== deployment.configHash;
  const replaces = fileChanged || isAgain || project.config_pending === 0;
  const own = isAgain ? settings : null;
  const next: ProjectRow = {
    ...project,
    config_json: replaces ? (own ?? deployment.configJson) : project.config_json,
    config_pending: replaces && own === null ? 0 : 1,
    deployed_config_hash: deployment.configHash,
    source_language: deployment.sourceLanguage,
    deployment_id: deployment.deploymentId,
    updated_at: Math.max(deployment.now, project.updated_at),
    version: project.version + 1,
  };
  await trx
    .updateTable('projects')
    .set({
      config_json: next.config_json,
      config_pending: next.config_pending,
      deployed_config_hash: next.deployed_config_hash,
      source_language: next.source_language,
      deployment_id: next.deployment_id,
      updated_at: next.updated_at,
      version: next.version,
    })
    .where('id', '=', project.id)
    .execute();
  if (project.config_pending === 1 && next.config_json !== project.config_json) {
    await addAudit(trx, {
      id: deployment.auditId,
      org_id: project.org_id,
      project_id: project.id,
      actor: 'deployment',
      action: 'config.replaced',
      detail: JSON.stringify({ deploymentId: deployment.deploymentId }),
      created_at: deployment.now,
    });
  }
  return next;
}
