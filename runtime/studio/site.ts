import type { DeploymentProblem } from '../../schema/build.ts';
import type { Page } from '../../schema/site.ts';

/** The site that is being written, as the studio sees it. */
export interface StudioSite {
  /** Its folder: the only one that is written to. */
  readonly dir: string;
  readonly name: () => string;
  /** Where its pages are served: `http://127.0.0.1:3000`. */
  readonly origin: string;
  /** Where its pages begin: `/docs`, or nothing. */
  readonly basePath: () => string;
  /** All pages by path; undefined as long as there is no site to show. */
  readonly pages: () => ReadonlyMap<string, Page> | undefined;
  /** What is wrong with it, by the last check. */
  readonly problems: () => readonly DeploymentProblem[];
  /** Resolves when everything was checked once. */
  readonly checked: Promise<unknown>;
}
