import { createHash } from 'node:crypto';
import { promotionEvents } from '../../pipeline/output/promotion-events.ts';
import {
  openDeployment,
  readDeploymentFile,
  readOutline,
  sourceReader,
} from '../../pipeline/output/read.ts';
import { sourceHash } from '../../pipeline/source/hash.ts';
import type { SiteEvent } from '../../schema/events.ts';
import { choosesModel, periodAt, planOf } from '../../schema/plans.ts';
import { type TakenIn, takeIn } from '../store/deployments.ts';
import {
  countAwaited,
  endHold,
  findHold,
  hasTranslations,
  holdDeployment,
} from '../store/holds.ts';
import { targetCodes } from '../store/languages.ts';
import { lockOrg } from '../store/locks.ts';
import type { Trx } from '../store/open.ts';
import { findOrg } from '../store/orgs.ts';
import { findPublicProject } from '../store/projects.ts';
import type { HoldRow, ProjectRow } from '../store/tables.ts';
import { readTold } from '../store/told-events.ts';
import { readFileTranslations } from '../translation/file-translations.ts';
import { arrivingProject, type DeployedTools } from './arriving.ts';
import { sortRecords } from './page-records.ts';
import { publishedEvents } from './published-events.ts';
import { tell } from './tell.ts';
import { translateChanged } from './translate-changed.ts';
import { takeUntold } from './untold-events.ts';

/** What is known of a deployment that arrives. */
export interface Arrival {
  /** Slug of a project that is made for it. */
  readonly name?: string;
  /** What readers see now: they may keep it until the new one has its translations. */
  readonly live?: string;
  /** The service built it itself, with the translations there are. */
  readonly isRebuilt?: boolean;
  /**
   * The deployment that was held when the service began to build it, null if none was: a build that was begun earlier
   * lacks translations that a deployment is held for.
   */
  readonly begunFor?: string | null;
  /** Whether there is a translation worker: without one, nothing waits for translations. */
  readonly translates?: boolean;
}

/**
 * Takes the deployment of an output folder into the database. The first one of a folder makes its
 * project in the oldest organization, with the `name` given or that of `docs.json` as its slug.
 *
 * Decision: a deployment that would take translations or saved settings away from readers is held until the service has
 * built it with them, and with `blockDeployOnTranslation` until its changed pages are translated.
 */
export async function takeInDeployment(
  tools: DeployedTools,
  out: string,
  id: string,
  arrival: Arrival = {},
): Promise<TakenIn | undefined> {
  const { store, now, newId, log } = tools;
  const { deployment, config } = openDeployment(out, id);
  const configJson = readConfigText(out, id) ?? JSON.stringify(config);
  const project = await arrivingProject(tools, { folder: out, id, ...arrival });
  if (!project) return undefined;
  const targets = await targetCodes(store.db, project.id);
  const { pages, owned } = await sortRecords(readOutline(out, id), deployment, targets);
  const org = await findOrg(store.db, project.org_id);
  if (config.assistant.namesModel && !choosesModel(planOf(org?.plan ?? ''))) {
    log(
      `assistant.model "${config.assistant.model}" of ${project.slug} is ignored: on its plan, the server's own model answers.`,
    );
  }
  const period = periodAt(now(), org?.billing_anchor_day ?? null);
  const { languages, blockDeployOnTranslation } = config.i18n;
  const incoming: Incoming = {
    ...{ id, out, project, arrival, languages },
    blocks: blockDeployOnTranslation && arrival.translates === true,
  };
  return takeIn(
    store,
    {
      projectId: project.id,
      deploymentId: id,
      sourceLanguage: deployment.sourceLanguage,
      configJson,
      settings: deployment.settings ?? null,
      configHash: createHash('sha256').update(configJson).digest('hex'),
      languages,
      pages,
      owned,
      hashOf: sourceHash,
      // A deployment that is taken in already changes nothing.
      translated: project.deployment_id === id ? [] : readFileTranslations(out),
      branch: deployment.branch,
      commitSha: deployment.commitSha,
      duration: Math.round(deployment.duration),
      cause: deployment.cause ?? 'build',
      rebuildOf: deployment.rebuildOf ?? null,
      problems: readDeploymentFile(out, id, 'problems') ?? { errors: 0, warnings: 0, notes: 0 },
      now: now(),
      auditId: newId('aud'),
    },
    async (trx, taken) => {
      if (!taken.fresh) return;
      await translateChanged(tools, trx, { taken, orgId: project.org_id, period });
      const { config_pending: isSaved, config_json: saved } = taken.project;
      const hasSettings = isSaved === 1 && saved !== deployment.settings;
      const wait = await waitOf(trx, { ...incoming, hasSettings });
      if (wait === undefined) await publish(tools, trx, incoming);
      else await hold(tools, trx, { ...incoming, wait });
    },
  );
}

/** A deployment that is being imported. */
interface Incoming {
  readonly id: string;
  readonly out: string;
  readonly project: ProjectRow;
  readonly arrival: Arrival;
  readonly languages: readonly string[];
  /** It waits until its changed pages are translated. */
  readonly blocks: boolean;
}

/** What readers keep their deployment for. */
interface Wait {
  readonly live: string;
  /** For translations of changed pages; otherwise for a build with the translations and settings there are. */
  readonly forTranslations: boolean;
}

/** What a deployment has to wait for; undefined for one that readers may get. */
async function waitOf(
  trx: Trx,
  {
    id,
    project,
    arrival,
    languages,
    blocks,
    hasSettings,
  }: Incoming & { readonly hasSettings: boolean },
): Promise<Wait | undefined> {
  const { live, isRebuilt } = arrival;
  if (live === undefined || live === id) return undefined;
  if (isRebuilt && !(await wasBegunBefore(trx, project.id, arrival))) return undefined;
  const forTranslations = blocks && (await countAwaited(trx, project.id)) > 0;
  const waits =
    forTranslations || hasSettings || (await hasTranslations(trx, project.id, languages));
  return waits ? { live, forTranslations } : undefined;
}

/** Whether the service began to build a deployment before the one that is held now. */
async function wasBegunBefore(
  trx: Trx,
  projectId: string,
  { begunFor }: Pick<Arrival, 'begunFor'>,
): Promise<boolean> {
  if (begunFor === undefined) return false;
  const held = await findHold(trx, projectId);
  return held !== undefined && held.deployment_id !== begunFor;
}

async function hold(
  { now }: DeployedTools,
  trx: Trx,
  { id, project, wait }: Incoming & { readonly wait: Wait },
): Promise<void> {
  await holdDeployment(trx, {
    project_id: project.id,
    deployment_id: id,
    live_id: wait.live,
    events_since: project.deployment_id,
    waits: wait.forTranslations ? 1 : 0,
    since: now(),
  });
}

/** Publishes the events of a deployment, unless another one is held. */
async function publish(
  tools: DeployedTools,
  trx: Trx,
  { id, out, project, arrival }: Incoming,
): Promise<void> {
  const held = await findHold(trx, project.id);
  if (held && !arrival.isRebuilt) return;
  // The service's own build is what the held one waited for.
  if (held) await endHold(trx, held);
  const since = held ? held.events_since : project.deployment_id;
  const wasTold = ((await readTold(trx, project.id)).get(id) ?? 0) > 0;
  const untold = await takeUntold(trx, out, { projectId: project.id, upTo: id, since });
  const events = held ? asSeen(untold, out, { ...held, id }) : untold;
  const again =
    wasTold && !held && project.deployment_id !== null
      ? promotionEvents(out, { ...tools, from: project.deployment_id, to: id })
      : [];
  await tell(tools, trx, { project, events: [...events, ...again] });
}

/** Releases a held deployment: readers may see it, and its events are published. */
export async function releaseDeployment(
  tools: Pick<DeployedTools, 'store' | 'now' | 'newId'>,
  out: string | undefined,
  hold: HoldRow,
): Promise<void> {
  await tools.store.transaction(async (trx) => {
    const project = await findPublicProject(trx, hold.project_id, '');
    if (project) await lockOrg(trx, project.org_id);
    const ended = await endHold(trx, hold);
    if (!ended || !project || out === undefined) return;
    const id = project.deployment_id ?? hold.deployment_id;
    const of = { projectId: project.id, upTo: id, since: ended.events_since };
    const events = asSeen(await takeUntold(trx, out, of), out, { ...ended, id });
    await tell(tools, trx, { project, events });
  });
}

/** What happened between the deployment that readers had and the one they get. */
function asSeen(
  events: readonly SiteEvent[],
  out: string,
  { live_id, id }: Pick<HoldRow, 'live_id'> & { readonly id: string },
): readonly SiteEvent[] {
  const manifestOf = (deployment: string) => readDeploymentFile(out, deployment, 'manifest');
  return publishedEvents(events, id, { before: manifestOf(live_id), after: manifestOf(id) });
}

function readConfigText(out: string, id: string): string | undefined {
  const bytes = sourceReader(out, id)('docs.json');
  return bytes && new TextDecoder().decode(bytes);
}
