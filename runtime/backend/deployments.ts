import { setTimeout } from 'node:timers/promises';
import { listDeployments, readCurrent } from '../../pipeline/output/read.ts';
import { messageOf } from '../../schema/errors.ts';
import { arrivingProject } from '../deployments/arriving.ts';
import { release, untilReleased } from '../deployments/holds.ts';
import { shownIn } from '../deployments/page-records.ts';
import { asRun } from '../deployments/run.ts';
import { type Arrival, takeInDeployment } from '../deployments/take-in.ts';
import { siteFolders } from '../site/hosts.ts';
import type { SharedOutputs } from '../storage/shared.ts';
import { listHolds } from '../store/holds.ts';
import { findAnyProject } from '../store/projects.ts';
import { notePublished } from '../store/publications.ts';
import type { HoldRow } from '../store/tables.ts';
import type { DeployTools } from '../tasks/deploy.ts';
import type { TaskQueue } from '../tasks/queue.ts';
import type { Rebuild, Rebuilt } from '../tasks/rebuild.ts';
import { rebuildApart } from '../tasks/rebuild-apart.ts';
import { openFailures } from './failures.ts';
import type { BackendOptions, Base } from './options.ts';

/** A deployment of an output folder. */
interface Built {
  readonly folder: string;
  readonly id: string;
}

interface State {
  readonly base: Base;
  readonly queue: TaskQueue;
  readonly out: string;
  readonly translates: boolean;
  /** The storage that servers share. */
  readonly shared?: SharedOutputs;
  /** Called when events may have to be delivered. */
  readonly wake: () => void;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The newest deployment of each project. */
  readonly builtBy: Map<string, Built>;
  /** Deployments that this server built itself, or that are complete as they are. */
  readonly rebuilt: Map<string, Pick<Arrival, 'begunFor'>>;
  readonly failures: ReturnType<typeof openFailures>;
  readonly closing: AbortController;
  /** Settles after everything that has arrived is imported. */
  last: Promise<void>;
}

/** Opens the import of deployments. */
export function openDeployments(
  base: Base,
  {
    queue,
    translates,
    wake,
    out,
    environment = {},
    shared,
  }: Pick<State, 'queue' | 'translates' | 'wake' | 'shared'> &
    Pick<BackendOptions, 'out' | 'environment'>,
) {
  const state: State = {
    ...{ base, queue, out, translates, wake, environment },
    ...(shared ? { shared } : {}),
    builtBy: new Map(),
    rebuilt: new Map(),
    failures: openFailures(base, wake),
    closing: new AbortController(),
    last: Promise.resolve(),
  };
  const folderOf = (id: string) => folderOfDeployment(state, id);
  const tools = { ...base, queue, folderOf, sleep };
  return {
    folderOf,
    /** The newest deployment of a project, as far as it arrived here. */
    builtOf: (projectId: string) => state.builtBy.get(projectId),
    rebuild: (task: Omit<Rebuild, 'deployment'>, more: Parameters<DeployTools['rebuild']>[1]) =>
      rebuild(state, task, more),
    release: async (hold: HoldRow) => {
      await release(tools, hold);
      wake();
    },
    deployed: (id: string, folder: string, arrival?: Pick<Arrival, 'name' | 'live'>) =>
      arrive(state, { id, folder }, arrival),
    published: (project: string, id: string, folder: string) => {
      void inOrder(state, () => noteShown(state, project, { id, folder }));
    },
    released: async (projectId: string) => {
      await untilReleased(tools, projectId, state.closing.signal);
      wake();
    },
    /** Notes that a deployment is complete as it is: nothing is built before it is shown. */
    expect: (id: string) => void state.rebuilt.set(id, {}),
    standing: (folder: string) => standing(base, folder),
    /** Reports builds that failed in any folder since the last time, of whatever process. */
    tellFailures: () => inOrder(state, () => lookForFailures(state)),
    close: async () => {
      state.closing.abort(new Error('The server is shutting down.'));
      await state.last;
    },
  };
}

function sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
  return setTimeout(milliseconds, undefined, { signal, ref: false });
}

/** One after the other: the later deployment is the one that stays. The work must not reject. */
function inOrder<T>(state: State, work: () => Promise<T>): Promise<T> {
  const done = state.last.then(work);
  state.last = done.then(
    () => {},
    () => {},
  );
  return done;
}

/** Stores a deployment where servers have storage in common, and imports it. */
function arrive(
  state: State,
  built: Built,
  arrival: Pick<Arrival, 'name' | 'live'> = {},
): Promise<string | undefined> {
  const { shared } = state;
  const taken = () => inOrder(state, () => takeIn(state, built, arrival));
  return shared ? arriveShared({ ...state, shared }, built, { arrival, taken }) : taken();
}

/**
 * One server imports a deployment: the one that has stored it or, should it have died before, whoever sees it first.
 * Nothing is imported that is not live any more, so that a server that lags behind takes nothing back.
 */
async function arriveShared(
  state: State & { readonly shared: SharedOutputs },
  { id, folder }: Built,
  {
    arrival,
    taken,
  }: {
    readonly arrival: Pick<Arrival, 'name' | 'live'>;
    readonly taken: () => Promise<string | undefined>;
  },
): Promise<string | undefined> {
  const { base, shared, closing, builtBy } = state;
  const { store, log } = base;
  for (;;) {
    try {
      const tools = { ...base, queue: state.queue };
      const found = await inOrder(state, () => arrivingProject(tools, { folder, id, ...arrival }));
      if (!found) return undefined;
      const project = found.id;
      shared.noteFolder(project, folder);
      if ((await findAnyProject(store.db, project))?.deployment_id === id) {
        builtBy.set(project, { folder, id });
        return project;
      }
      return await shared.alone(project, async () => {
        // It was replaced meanwhile, as one that is older than what other servers have.
        if (readCurrent(folder) !== id) return project;
        const known = await shared.stateOf(project, id);
        if (known === 'stored') return project;
        if (known === undefined) await shared.keep(project, folder, id);
        return (await taken()) ?? project;
      });
    } catch (error) {
      // Readers keep what they have until it is stored: other servers could not show it.
      log(`The deployment ${id} waits to be stored: ${messageOf(error)}`);
      await sleep(storagePause, closing.signal).catch(() => {});
      if (closing.signal.aborted || readCurrent(folder) !== id) return undefined;
    }
  }
}

/** Milliseconds between two tries of storing a deployment. */
const storagePause = 1000;

/** Imports a deployment, and has it built with the translations of the database. */
async function takeIn(
  { base, queue, builtBy, rebuilt, translates, wake }: State,
  { id, folder }: Built,
  arrival: Pick<Arrival, 'name' | 'live'> | undefined,
): Promise<string | undefined> {
  const { store, now, newId, log } = base;
  try {
    const known = rebuilt.get(id);
    rebuilt.delete(id);
    const done = await takeInDeployment({ store, queue, now, newId, log }, folder, id, {
      ...arrival,
      ...(known ? { isRebuilt: true, ...known } : {}),
      translates,
    });
    wake();
    if (!done) return undefined;
    const projectId = done.project.id;
    builtBy.set(projectId, { folder, id });
    // A build of the command line knows nothing of the translations in the database.
    await queue.enqueue(store.db, 'deploy', { projectId }, { key: `${projectId} ${id}` });
    return projectId;
  } catch (error) {
    log(`Can't import the deployment ${id}: ${messageOf(error)}`);
    return undefined;
  }
}

async function noteShown(
  { base: { store, now, log } }: State,
  project: string,
  { id, folder }: Built,
): Promise<void> {
  try {
    await notePublished(store, project, await shownIn(folder, id), now());
  } catch (error) {
    log(`What ${id} shows could not be noted: ${messageOf(error)}`);
  }
}

/** Builds in a process of its own, and remembers the deployment that will arrive from it. */
async function rebuild(
  state: State,
  task: Omit<Rebuild, 'deployment'>,
  { signal, begunFor }: Parameters<DeployTools['rebuild']>[1],
): Promise<Rebuilt | undefined> {
  const { base, rebuilt, environment, shared } = state;
  const deployment = base.newId('dpl');
  rebuilt.set(deployment, { begunFor });
  await shared?.whole(task.project, 'all');
  const result = await asRun(
    base,
    { project_id: task.project, cause: task.cause },
    {
      work: (onProgress) =>
        rebuildApart({ ...task, deployment }, { environment, signal, onProgress }),
      failureOf: (done) => (done?.type === 'refused' ? done.reason : undefined),
    },
  );
  if (result?.type !== 'built') rebuilt.delete(deployment);
  if (result?.type === 'refused') {
    await inOrder(state, () => state.failures.tell(task.project, task.out));
  }
  // A worker serves no site that would see it.
  if (result?.type === 'built' && shared) await arrive(state, { id: deployment, folder: task.out });
  return result;
}

function lookForFailures({ failures, builtBy }: State): Promise<void> {
  return failures.look([...builtBy].map(([project, { folder }]) => [project, folder]));
}

/** Output folder that holds a deployment. */
function folderOfDeployment({ builtBy, out }: State, id: string): string | undefined {
  const has = (folder: string) => listDeployments(folder).some((one) => one.id === id);
  // Reading the folders of a thousand sites for each of them would take a million reads.
  for (const known of builtBy.values()) {
    if (known.id === id && has(known.folder)) return known.folder;
  }
  return siteFolders(out).find(has);
}

/** What readers of a folder go on seeing although another deployment is current. */
async function standing(
  { store }: Base,
  folder: string,
): Promise<{ readonly deployment: string; readonly project: string } | undefined> {
  const hold = (await listHolds(store.db)).find(({ live_id, deployment_id }) =>
    [live_id, deployment_id].every((id) => isComplete(folder, id)),
  );
  return hold && { deployment: hold.live_id, project: hold.project_id };
}

/** Whether a folder has a deployment that can be served. */
function isComplete(folder: string, id: string): boolean {
  return listDeployments(folder).some((one) => one.id === id && !one.failed);
}
