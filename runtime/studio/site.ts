import type { Draft, DraftView } from '../../pipeline/draft.ts';
import type { DeploymentProblem } from '../../schema/build.ts';
import type { Page } from '../../schema/site.ts';

/** The site that is being written, as the studio sees it. */
export interface StudioSite {
  /** Its folder: the only one that is written to. */
  readonly dir: string;
  readonly name: () => string;
  /** A page as it looks with a `docs.json` that is not saved. */
  readonly show: (draft: Draft) => Promise<DraftView>;
  /** All pages by path; undefined as long as there is no site to show. */
  readonly pages: () => ReadonlyMap<string, Page> | undefined;
  /** What is wrong with it, by the last check. */
  readonly problems: () => readonly DeploymentProblem[];
  /** Resolves when everything was checked once. */
  readonly checked: Promise<unknown>;
}
