import type { Deployment, RebuildCause, SiteTranslations } from '../../schema/build.ts';
import type { Problem } from '../../schema/errors.ts';
import type { SiteEvent } from '../../schema/events.ts';
import type { EmbeddingModel } from '../net/model.ts';
import type { GitFacts } from '../source/git.ts';

/** What a build is asked for. */
export interface BuildOptions {
  /** Folder of the site: where `docs.json` lies. */
  readonly dir: string;
  /** Folder of the outputs. */
  readonly out: string;
  /** Project that the events name. */
  readonly project: string;
  /** Docent's own version. */
  readonly version: string;
  /** Folders in that of the site which are no part of it, besides the outputs. */
  readonly ignore?: readonly string[];
  /** Public address of the site. */
  readonly origin?: string;
  /** Folder of the host that it is served from, instead of the one in `docs.json`: a preview's. */
  readonly basePath?: string;
  /** Address of the server that answers for a site on a static host. */
  readonly runtime?: string;
  /** Text in place of that of `docs.json`: settings that were saved on a server. */
  readonly configText?: string;
  /** Why sources are built that were published before, and the deployment that had them first. */
  readonly rebuild?: { readonly cause: RebuildCause; readonly of: string };
  readonly now: () => number;
  /** `newId('dpl')` → `dpl_` and a ULID. */
  readonly newId: (prefix: string) => string;
  /** Makes vectors for the search; without it the search is by words alone. */
  readonly embeddings?: EmbeddingModel;
  /** Translations to show (default: those of `docent translate` in the output folder). */
  readonly translations?: SiteTranslations;
  /** What git knows of the sources, where they lie outside of their repository. */
  readonly git?: GitFacts;
  /** Asked once the outputs are held: false ends the build before it began. */
  readonly onlyIf?: () => boolean;
  /** Deployments to keep. */
  readonly keep?: number;
  /** Address of the tables of sections; where they were before when it is left out. */
  readonly sectionTables?: string;
  /** False does all work again. */
  readonly cache?: boolean;
  /** Problems that keep the live deployment as it was; without it all that can be published is. */
  readonly strict?: Strictness;
  /** Threads that render; 1 renders in this one. */
  readonly threads?: number;
  readonly onProgress?: (progress: BuildProgress) => void;
  /** Told when another build holds the outputs. */
  readonly onWait?: (sentence: string) => void;
  /** Milliseconds to wait for it. */
  readonly wait?: number;
}

/** `errors`: nothing is published with an error in it; `warnings`: nor with a warning. */
export type Strictness = 'errors' | 'warnings';

export interface BuildProgress {
  readonly stage: string;
  readonly done: number;
  readonly total?: number;
}

export interface BuildStats {
  readonly pages: number;
  /** Pages that were made rather than remembered. */
  readonly rendered: number;
  readonly files: number;
  readonly linked: number;
  readonly bytes: number;
  /** Milliseconds. */
  readonly duration: number;
}

export interface BuildResult {
  /** Absent when nothing was published: see `buildSite`. */
  readonly deployment?: Deployment;
  readonly problems: readonly Problem[];
  readonly stats: BuildStats;
  readonly events: readonly SiteEvent[];
}
