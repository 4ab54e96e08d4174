import { setTimeout as sleep } from 'node:timers/promises';
import type { Problem } from '../schema/errors.ts';
import type { Page } from '../schema/site.ts';
import { inOrder } from './check/in-order.ts';
import { answerWithoutSite, prepareAnswer } from './dev/answer.ts';
import { look } from './dev/look.ts';
import { completePass } from './dev/pass.ts';
import { patchPages } from './dev/patch.ts';
import { brokenLinks, problemsIn } from './dev/preview.ts';
import { readTexts, refreshed, treeNow } from './dev/sources.ts';
import {
  type Changes,
  type DevSetting,
  type DevState,
  noChanges,
  openState,
  until,
  wake,
} from './dev/state.ts';
import { comeFirst, PassAbandoned } from './dev/turns.ts';
import { settledIn, watchSources } from './dev/watch-files.ts';
import type { SiteReader } from './output/read.ts';

export interface WatchOptions extends DevSetting {
  readonly onBuild?: (built: WatchBuild) => void;
  readonly onError?: (error: Error) => void;
}

export interface WatchBuild {
  readonly problems: readonly Problem[];
  readonly pages: number;
  /** Milliseconds; after a change, until it is shown. */
  readonly duration: number;
  /** Files that changed; absent for the first build. */
  readonly changed?: readonly string[];
}

/** A site that is shown again whenever a file changes. */
export interface Watch {
  /** What is shown; undefined until the configuration and the front matter are read. */
  current(): SiteReader | undefined;
  /** Its pages as they are shown, by path; undefined while there is no site to show. */
  pages(): ReadonlyMap<string, Page> | undefined;
  /** Resolves when all pages are rendered and changes are noticed; rejects when the site can't be read. */
  readonly ready: Promise<void>;
  /** Makes the page that is asked for, and answers those who listen to changes. */
  before(request: Request): Promise<Response | undefined>;
  /** Does work that someone waits for: rendering all pages waits meanwhile, as it does for requests. */
  first<T>(work: () => Promise<T>): Promise<T>;
  /** Says what is wrong as long as there is no site. */
  after(request: Request, response: Response): Response;
  close(): Promise<void>;
}

/** From a change, or from the start, until all pages are rendered. */
interface Round {
  readonly startedAt: number;
  /** Absent in the first round. */
  readonly changed?: readonly string[];
  /** Milliseconds until the change was shown, if that was before all pages were rendered. */
  readonly shownIn?: number;
}

/**
 * Shows a site from memory. A page is made when it is asked for, as soon as the configuration and the
 * front matter are read; all others are made in the background, by the stages of a build.
 */
export function watchSite(options: WatchOptions): Watch {
  const startedAt = performance.now();
  const state = openState(options);
  const onError = (error: Error) => options.onError?.(error);
  const shown = firstLook(state);
  const watched = shown.then(() => watchSources(state, onError));
  const passed = Promise.withResolvers<void>();
  const followed = shown.then(() =>
    follow(state, startedAt, {
      onRound: (round) => {
        passed.resolve();
        try {
          options.onBuild?.(builtIn(state, round));
        } catch (error) {
          onError(error as Error);
        }
      },
      onError,
    }),
  );
  followed.catch(passed.reject);
  const ready = Promise.all([watched, passed.promise]).then(() => {});
  // It is up to the caller whether to wait for it.
  ready.catch(() => {});
  return {
    ready,
    current: () => state.shown?.site?.reader,
    pages: () => {
      const shown = state.shown?.site;
      return shown && new Map([...shown.site.pages, ...shown.pages]);
    },
    before: (request) => comeFirst(state, () => prepareAnswer(state, request)),
    first: (work) => comeFirst(state, work),
    after: (request, response) => answerWithoutSite(state, request, response),
    close: async () => {
      state.closed = true;
      wake(state);
      for (const client of state.clients) client.close();
      const [watcher] = await Promise.allSettled([watched, followed]);
      if (watcher.status === 'fulfilled') await watcher.value.close();
      passed.resolve();
    },
  };
}

async function firstLook(state: DevState): Promise<void> {
  readTexts(state);
  await look(state);
}

/** Passes through all pages, at the start and after each change, until the watch is closed. */
async function follow(
  state: DevState,
  startedAt: number,
  events: { readonly onRound: (round: Round) => void; readonly onError: (error: Error) => void },
): Promise<void> {
  let round: Round = { startedAt };
  for (;;) {
    const isDone = await pass(state, round, events);
    await nextChange(state);
    if (state.closed) return;
    const changedAt = performance.now();
    const { changed, isShown } = await takeChanges(state, events.onError);
    // What was given up is part of the next round.
    const before = isDone ? [] : round.changed;
    round = {
      startedAt: changedAt,
      ...(before ? { changed: [...new Set([...before, ...changed])].sort() } : {}),
      ...(isShown ? { shownIn: performance.now() - changedAt } : {}),
    };
  }
}

/** Whether the pass was completed; one is given up when something changes meanwhile. */
async function pass(
  state: DevState,
  round: Round,
  events: Parameters<typeof follow>[2],
): Promise<boolean> {
  try {
    await completePass(state, round.changed === undefined || round.shownIn !== undefined);
    events.onRound(round);
    return true;
  } catch (error) {
    if (error instanceof PassAbandoned) return false;
    if (round.changed === undefined) throw error;
    events.onError(error as Error);
    return true;
  }
}

async function nextChange(state: DevState): Promise<void> {
  for (;;) {
    await until(state, () => settledIn(state) !== undefined);
    const left = settledIn(state) ?? 0;
    if (state.closed || left <= 0) return;
    await sleep(left);
  }
}

/** Takes what has changed; `isShown` when it is shown already, before all pages are rendered again. */
async function takeChanges(
  state: DevState,
  onError: (error: Error) => void,
): Promise<{ readonly changed: readonly string[]; readonly isShown: boolean }> {
  const { changes } = state;
  state.changes = noChanges();
  const changed = changes.files.size > 0 ? [...changes.files].sort() : ['translations'];
  try {
    return { changed, isShown: await showAtOnce(state, changes) };
  } catch (error) {
    onError(error as Error);
    // Part of it may have been taken: the next pass reads the whole folder.
    state.tree = undefined;
    return { changed, isShown: false };
  }
}

/** Shows changes before all pages are rendered again; false when that has to come first. */
async function showAtOnce(
  state: DevState,
  { files, listing, translations }: Changes,
): Promise<boolean> {
  if (translations) readTexts(state);
  if (!listing && !translations && (await patchPages(state, files))) return true;
  state.tree = listing ? undefined : refreshed(treeNow(state), files);
  // A site that is complete stays until all of it is made again.
  if (state.shown?.site?.rendered) return false;
  await look(state);
  return true;
}

function builtIn(state: DevState, round: Round): WatchBuild {
  const { startedAt, changed, shownIn } = round;
  const { shown } = state;
  return {
    problems: shown ? inOrder([...problemsIn(shown), ...brokenLinks(shown)]) : [],
    pages: shown?.site?.facts.size ?? 0,
    duration: shownIn ?? performance.now() - startedAt,
    ...(changed ? { changed } : {}),
  };
}
