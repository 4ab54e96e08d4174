import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BringContent } from '../../pipeline/output/bring.ts';
import { readCurrent } from '../../pipeline/output/read.ts';
import { noteProject, projectIn } from '../../pipeline/output/stored.ts';
import { messageOf } from '../../schema/errors.ts';
import { openServerSession } from '../store/servers.ts';
import { forgetStored, storedDeployments } from '../store/stored-deployments.ts';
import { openCache } from './cache.ts';
import { bring, folderOf, keep, look, pullLive } from './live.ts';
import type { Objects } from './objects.ts';
import { openSharedPreviews, type SharedPreviews } from './previews.ts';
import { bringFrom, pullBulk } from './pull.ts';
import type { SharedOptions, State } from './state.ts';
import { forgetBlocks, sweepUploads, trimDisk } from './sweep.ts';

/** Outputs that several servers have in common: object storage has the files, the database says what is live. */
export interface SharedOutputs {
  readonly objects: Objects;
  /** Brings what is live; then others are heard. Storage that is away holds nothing up. */
  readonly start: () => Promise<void>;
  /** The folder of a project on this disk. */
  readonly folderOf: (project: string) => string;
  /** Notes that a folder belongs to a project. */
  readonly noteFolder: (project: string, folder: string) => void;
  /**
   * Runs work while no other server changes what is live of a project. What is live is on this disk when it begins.
   * Work within work of the same server does not wait.
   * @throws an error with the code `LOCKED` when another server does not end in time
   */
  readonly alone: <T>(
    project: string,
    work: () => Promise<T>,
    options?: { readonly wait?: number; readonly signal?: AbortSignal },
  ) => Promise<T>;
  /** Stores a deployment of a folder, and makes it the live one of its project on all servers. */
  readonly keep: (project: string, folder: string, id: string) => Promise<void>;
  /** Whether a deployment is stored, and whether it is the live one. */
  readonly stateOf: (project: string, id: string) => Promise<'live' | 'stored' | undefined>;
  /** Puts a stored deployment on this disk; false if there is none. */
  readonly bring: (project: string, id: string) => Promise<boolean>;
  /** Brings the live deployment of a project, with all files or with its sources. */
  readonly whole: (project: string, part: 'all' | 'source') => Promise<void>;
  /** Brings single files of a deployment in a folder. */
  readonly bringContent: (folder: string, id: string) => BringContent;
  /** Ids of the stored deployments of a project, as this server has heard of them. */
  readonly kept: (project: string) => ReadonlySet<string>;
  /** Forgets a stored deployment that is not live. */
  readonly forget: (project: string, id: string) => Promise<void>;
  /** The previews of all projects. */
  readonly previews: SharedPreviews;
  readonly trouble: () => Promise<string | undefined>;
  /** Removes what no deployment has any more. */
  readonly sweep: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Milliseconds between two looks at the database, and between two tries of a lock. */
const interval = { look: 1500, lock: 40, trim: 60_000 } as const;

/** Milliseconds that a lock is waited for. */
const patience = 20_000;

/** Opens them; nothing is brought before `start`. */
export async function openShared(options: SharedOptions): Promise<SharedOutputs> {
  const { objects, store, out, now, log } = options;
  mkdirSync(out, { recursive: true });
  const cache = openCache(join(out, 'stored'), options.diskCache, now);
  let onTold = () => {};
  const session = await openServerSession(store, { onTold: () => onTold(), log });
  const state: State = {
    ...options,
    ...{ session, cache, tools: { objects, cache, now }, folders: foldersIn(out) },
    ...{ rows: new Map(), keeping: new Map(), bringing: new Map(), told: new Map() },
    pruned: new Set(),
    ...{ closing: new AbortController(), looking: undefined, again: false },
  };
  const timers: NodeJS.Timeout[] = [];
  const previews = openSharedPreviews(state);
  return {
    objects,
    previews,
    start: async () => {
      await look(state);
      onTold = () => void look(state);
      const every = (time: number, work: () => Promise<unknown>) =>
        timers.push(setInterval(() => void work().catch((e) => log(messageOf(e))), time).unref());
      every(interval.look, async () => {
        if (objects.trouble() !== undefined) await objects.probe().catch(() => {});
        await look(state);
      });
      every(interval.trim, () => trimDisk(state));
    },
    folderOf: (project) => folderOf(state, project),
    noteFolder: (project, folder) => {
      if (state.folders.get(project) === folder) return;
      state.folders.set(project, folder);
      noteProject(folder, project);
    },
    alone: (project, work, limits) => alone(state, { project, ...limits }, work),
    keep: (project, folder, id) => keep(state, { project, folder, id }),
    stateOf: async (project, id) => {
      const row = (await storedDeployments(store.db, project)).find(
        ({ deployment_id }) => deployment_id === id,
      );
      return row && (row.is_live === 1 ? 'live' : 'stored');
    },
    bring: (project, id) => bring(state, project, id),
    whole: async (project, part) => {
      await pullLive(state, project);
      const folder = folderOf(state, project);
      const id = readCurrent(folder);
      if (id !== undefined) await pullBulk(state.tools, { project, folder, id }, part);
    },
    bringContent: (folder, id) => {
      const project = projectIn(folder);
      if (project === undefined) return async () => undefined;
      return bringFrom(state.tools, { project, folder, id });
    },
    kept: (project) =>
      new Set((state.rows.get(project) ?? []).map(({ deployment_id }) => deployment_id)),
    forget: async (project, id) => {
      await forgetStored(store.db, project, [id]);
      await look(state);
    },
    trouble: async () => {
      await objects.probe().catch(() => {});
      const trouble = objects.trouble();
      return trouble && `Object storage is not available: ${trouble}`;
    },
    sweep: async () => {
      await sweepUploads(objects, now());
      await previews.sweep((project, work) => alone(state, { project }, work));
      for (const project of state.pruned) {
        await alone(state, { project }, () => forgetBlocks(state, project));
        state.pruned.delete(project);
      }
    },
    close: async () => {
      state.closing.abort(new Error('The server is shutting down.'));
      for (const timer of timers) clearInterval(timer);
      await state.looking;
      await session.close();
      objects.close();
    },
  };
}

/** Folders that belonged to projects when the server ran last. */
function foldersIn(out: string): Map<string, string> {
  const below = readdirSync(out, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => join(out, entry.name));
  return new Map(
    [out, ...below].flatMap((folder) => {
      const project = projectIn(folder);
      return project === undefined ? [] : [[project, folder] as const];
    }),
  );
}

/** A lock of the session: it ends with the process, whatever happens to it. */
async function alone<T>(
  state: State,
  {
    project,
    wait = patience,
    signal = state.closing.signal,
  }: { readonly project: string; readonly wait?: number; readonly signal?: AbortSignal },
  work: () => Promise<T>,
): Promise<T> {
  const { session } = state;
  const end = performance.now() + wait;
  while (!(await session.tryLock(project))) {
    if (performance.now() >= end) throw new LockedError();
    await sleep(interval.lock, undefined, { signal });
  }
  try {
    await pullLive(state, project);
    return await work();
  } finally {
    await session.unlock(project);
  }
}

/** Another server is publishing; the code is that of the lock of builds. */
class LockedError extends Error {
  override readonly name = 'LockedError';
  readonly code = 'LOCKED';

  constructor() {
    super('Another server is publishing a deployment of the same project.');
  }
}
