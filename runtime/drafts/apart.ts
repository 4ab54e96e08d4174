import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Draft, DraftSite, DraftView } from '../../pipeline/draft.ts';
import { sourcesPrefix } from '../../pipeline/output/layout.ts';
import type { SiteTranslations } from '../../schema/build.ts';

/** A deployment whose sources a draft is tried on. */
export interface DraftedDeployment {
  readonly project: string;
  /** Output folder that holds it. */
  readonly folder: string;
  readonly id: string;
  /** Those of the database. */
  readonly translations: () => Promise<SiteTranslations>;
}

/** What a thread answers: a view, or that the sources are missing. */
export type DraftAnswer = DraftView | { readonly type: 'no-sources' };

/** The same, or why the thread gave none. */
export type DraftResult = DraftAnswer | { readonly type: 'busy' | 'too-slow' | 'too-large' };

/** What a thread is started with. */
export interface DraftThreadData {
  readonly folder: string;
  readonly id: string;
  /** An empty folder for the sources. */
  readonly dir: string;
  readonly translations: SiteTranslations;
}

/** Pages with drafts, rendered in threads of their own. */
export interface DraftThreads {
  show(deployment: DraftedDeployment, draft: Draft): Promise<DraftResult>;
  close(): Promise<void>;
}

/** Limits of the threads; times in milliseconds, memory in megabytes. */
const usual = {
  /** Threads at once, of all projects. */
  threads: 2,
  /** Drafts that may wait for one another. */
  waiting: 8,
  /** For one page, the start of its thread included. */
  time: 20_000,
  /** After the last draft, a thread keeps what it knows for so long. */
  idle: 60_000,
  memory: 512,
} as const;

interface Running {
  readonly key: string;
  readonly worker: Worker;
  readonly dir: string;
  isBusy: boolean;
  idle: NodeJS.Timeout | undefined;
}

interface State {
  /** What a thread runs. */
  readonly file: URL;
  readonly limits: Readonly<Record<keyof typeof usual, number>>;
  readonly running: Set<Running>;
  readonly places: Set<() => void>;
  waiting: number;
  isClosed: boolean;
}

/**
 * Opens the threads in which a server renders pages with drafts. A thread has the sources of one deployment, and ends
 * soon after the last draft: the next one is shown at once, and other projects never wait for long. One that takes
 * too long or too much memory is ended.
 */
export function openDraftThreads(
  limits: Partial<State['limits']> = {},
  file = new URL('./thread.js', import.meta.url),
): DraftThreads {
  // The sources (in tests) have no compiled module next to them.
  if (!existsSync(file)) return draftsHere();
  const state: State = {
    file,
    limits: { ...usual, ...limits },
    ...{ running: new Set(), places: new Set(), waiting: 0, isClosed: false },
  };
  return {
    show: async (deployment, draft) => {
      if (state.waiting >= state.limits.waiting) return { type: 'busy' };
      state.waiting += 1;
      try {
        const thread = await threadFor(state, deployment);
        return thread ? await ask(state, thread, draft) : { type: 'busy' };
      } finally {
        state.waiting -= 1;
      }
    },
    close: async () => {
      state.isClosed = true;
      wake(state);
      await Promise.all([...state.running].map((thread) => end(state, thread)));
    },
  };
}

/** Pages with drafts, rendered in this thread: that of the deployment that was asked for last stays open. */
function draftsHere(): DraftThreads {
  let kept: { readonly id: string; readonly dir: string; readonly site: OpenedHere } | undefined;
  const close = async () => {
    if (kept) rmSync(kept.dir, { recursive: true, force: true });
    kept = undefined;
  };
  return {
    show: async ({ folder, id, translations }, draft) => {
      const { openStoredDraftSite } = await import('../../pipeline/draft.ts');
      const given = { out: folder, id, translations: await translations() };
      if (kept?.id !== id) {
        await close();
        const dir = sourcesFolder(folder);
        kept = { id, dir, site: openStoredDraftSite({ ...given, dir }) };
      }
      const site = await kept.site;
      return site ? site.show(draft) : { type: 'no-sources' };
    },
    close,
  };
}

type OpenedHere = Promise<DraftSite | undefined>;

/** An empty folder: left behind by a server that is killed, it is removed later, as those of builds are. */
function sourcesFolder(folder: string): string {
  return mkdtempSync(join(folder, sourcesPrefix));
}

/** A thread that has the deployment and nothing to do; undefined when the server stops. */
async function threadFor(
  state: State,
  { project, folder, id, translations }: DraftedDeployment,
): Promise<Running | undefined> {
  const key = `${project} ${folder} ${id}`;
  let given: Omit<DraftThreadData, 'dir'> | undefined;
  for (;;) {
    if (state.isClosed) return undefined;
    const all = [...state.running];
    const own = all.find((thread) => thread.key === key);
    if (own && !own.isBusy) return taken(own);
    const isFull = all.length >= state.limits.threads;
    const other = isFull ? all.find(({ isBusy }) => !isBusy) : undefined;
    if (own || (isFull && !other)) {
      await new Promise<void>((resolve) => void state.places.add(resolve));
      continue;
    }
    if (other) await end(state, taken(other));
    else if (given) return start(state, key, given);
    // Meanwhile another draft may have taken the place.
    else given = { folder, id, translations: await translations() };
  }
}

function taken(thread: Running): Running {
  thread.isBusy = true;
  clearTimeout(thread.idle);
  return thread;
}

function start(state: State, key: string, given: Omit<DraftThreadData, 'dir'>): Running {
  const dir = sourcesFolder(given.folder);
  const data: DraftThreadData = { ...given, dir };
  const worker = new Worker(state.file, {
    workerData: data,
    execArgv: [],
    // It needs no secret of the server.
    env: { PATH: process.env.PATH },
    resourceLimits: { maxOldGenerationSizeMb: state.limits.memory },
  });
  worker.unref();
  const thread: Running = { key, worker, dir, isBusy: true, idle: undefined };
  state.running.add(thread);
  return thread;
}

async function ask(state: State, thread: Running, draft: Draft): Promise<DraftResult> {
  const { worker } = thread;
  const { time, idle } = state.limits;
  let timer: NodeJS.Timeout | undefined;
  const answer = new Promise<DraftResult>((resolve, reject) => {
    timer = setTimeout(() => resolve({ type: 'too-slow' }), time);
    worker.once('message', resolve);
    worker.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') resolve({ type: 'too-large' });
      else reject(error);
    });
    worker.once('exit', () => resolve({ type: 'busy' }));
    worker.postMessage(draft);
  });
  try {
    const result = await answer;
    const isLost = ['too-slow', 'too-large', 'busy', 'no-sources'].includes(result.type);
    if (isLost) await end(state, thread);
    return result;
  } catch (error) {
    await end(state, thread);
    throw error;
  } finally {
    clearTimeout(timer);
    // Without names, it would remove those of Node itself, and the next answer would never arrive.
    for (const event of ['message', 'error', 'exit']) worker.removeAllListeners(event);
    if (state.running.has(thread)) {
      thread.isBusy = false;
      thread.idle = setTimeout(() => void end(state, taken(thread)), idle).unref();
      wake(state);
    }
  }
}

async function end(state: State, thread: Running): Promise<void> {
  clearTimeout(thread.idle);
  await thread.worker.terminate();
  rmSync(thread.dir, { recursive: true, force: true });
  state.running.delete(thread);
  wake(state);
}

/** Lets those who wait for a thread look again. */
function wake(state: State): void {
  const places = [...state.places];
  state.places.clear();
  for (const look of places) look();
}
