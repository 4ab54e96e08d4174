import type { Store } from '../store/open.ts';
import type { ServerSession } from '../store/servers.ts';
import type { StoredDeploymentRow } from '../store/tables.ts';
import type { DiskCache } from './cache.ts';
import type { Objects } from './objects.ts';
import type { PullTools } from './pull.ts';

/** What opening the outputs that servers have in common takes. */
export interface SharedOptions {
  readonly objects: Objects;
  readonly store: Store;
  readonly out: string;
  /** Bytes of pages and sources on this disk. */
  readonly diskCache: number;
  readonly now: () => number;
  readonly log: (line: string) => void;
  /** Serves a folder whose `current` has changed; absent where no site is served. */
  readonly show?: (folder: string) => Promise<void>;
}

/** What the parts of shared outputs know of each other. */
export interface State extends SharedOptions {
  readonly cache: DiskCache;
  readonly tools: PullTools;
  readonly session: ServerSession;
  /** Project → its folder on this disk. */
  readonly folders: Map<string, string>;
  /** Project → its stored deployments, when the database was asked last. */
  readonly rows: Map<string, readonly StoredDeploymentRow[]>;
  readonly keeping: Map<string, Promise<void>>;
  readonly bringing: Map<string, Promise<boolean>>;
  readonly closing: AbortController;
  /** Projects of which deployments were forgotten: some of their blocks may be unused. */
  readonly pruned: Set<string>;
  /** What was logged last of a project that could not be brought. */
  readonly told: Map<string, string>;
  /** Settles after the look that is going on; another one may be asked for meanwhile. */
  looking: Promise<void> | undefined;
  again: boolean;
}
