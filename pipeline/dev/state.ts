import type { SiteTranslations } from '../../schema/build.ts';
import type { SourceFile } from '../../schema/site.ts';
import { outputsInside } from '../build/outputs-inside.ts';
import { type SharedTools, sharedTools } from '../build/shared-tools.ts';
import { type Cache, memoryCache } from '../cache/cache.ts';
import type { ReadConfigResult } from '../config/read.ts';
import type { GitFacts } from '../source/git.ts';
import type { SourceTree } from '../source/read.ts';
import type { EditorName } from './editors.ts';
import type { Client } from './live-reload.ts';
import type { Preview } from './shown.ts';

/** What `docent dev` is started with. */
export interface DevSetting {
  readonly dir: string;
  /** The output folder: its translations are shown and watched. */
  readonly out?: string;
  readonly version: string;
  readonly threads?: number;
  /** Opens a place of a file in the author's editor; without it places are text. */
  readonly editor?: EditorName;
}

/** Changes that no build has taken yet. */
export interface Changes {
  readonly files: Set<string>;
  /** Files came or went: the folder has to be listed again. */
  listing: boolean;
  translations: boolean;
  /** When there was the last one (`performance.now()`). */
  at: number;
}

export function noChanges(): Changes {
  return { files: new Set(), listing: false, translations: false, at: 0 };
}

/** Everything that a watched site remembers; each step reads and writes its part. */
export interface DevState {
  readonly setting: DevSetting;
  /** Folders inside the site that hold outputs. */
  readonly ignore: readonly string[];
  /** When the site was first read, in milliseconds since 1970. */
  readonly startedAt: number;
  readonly cache: Cache;
  /** Hashes and sizes of assets. */
  readonly memo: Cache;
  readonly tools: SharedTools;
  /** Open pages. */
  readonly clients: Set<Client>;
  /** Steps that wait for the state to change; see `until`. */
  readonly waiting: Set<() => void>;
  changes: Changes;
  /** Ends when the pages that were asked for are made: see `makePage`. */
  making: Promise<void>;
  /** What was read last; see `treeNow`. */
  tree?: SourceTree | undefined;
  /** Files that were saved since, by path. */
  readonly saved: Map<string, SourceFile>;
  git?: GitFacts;
  config?: ReadConfigResult;
  translations?: SiteTranslations | undefined;
  /** What is shown; absent until the configuration and the front matter are read. */
  shown?: Preview;
  /** Requests that are being answered, and when the last one came (`performance.now()`). */
  requests: number;
  requestAt: number;
  /** When the pass through all pages let in requests last (`performance.now()`). */
  pausedAt: number;
  closed: boolean;
}

/** The state of a site that nothing is known of yet. */
export function openState(setting: DevSetting): DevState {
  const { dir, out } = setting;
  return {
    setting,
    ignore: out === undefined ? [] : outputsInside(dir, out),
    startedAt: Date.now(),
    cache: memoryCache(),
    memo: memoryCache(),
    tools: sharedTools(),
    clients: new Set(),
    waiting: new Set(),
    saved: new Map(),
    changes: noChanges(),
    making: Promise.resolve(),
    requests: 0,
    requestAt: 0,
    pausedAt: 0,
    closed: false,
  };
}

/** Waits until a condition holds; it is asked whenever `wake` is called, and the end of the watch ends it. */
export async function until(state: DevState, holds: () => boolean): Promise<void> {
  while (!state.closed && !holds()) {
    await new Promise<void>((resolve) => void state.waiting.add(resolve));
  }
}

/** Lets those who wait look at the state again. */
export function wake(state: DevState): void {
  const waiting = [...state.waiting];
  state.waiting.clear();
  for (const resolve of waiting) resolve();
}
