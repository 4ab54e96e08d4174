import type { FormerAddress, PageRecord } from '../../schema/build.ts';
import type { Page, ResolvedRedirect, Section } from '../../schema/site.ts';

/** What readers get of the live deployment. */
export interface LiveSite {
  readonly pages: ReadonlyMap<string, LivePage>;
  readonly redirects: readonly ResolvedRedirect[];
  readonly basePath: string;
  /** Commit that it was built from; '' if it was not in a repository. */
  readonly commit: string;
  /** Addresses of deployments before it. */
  readonly former: readonly FormerAddress[];
  /** Languages that the service added to those of the configuration. */
  readonly added: ReadonlySet<string>;
  /** A page with its texts. */
  record(path: string): PageRecord | undefined;
}

/** A page of the live deployment. */
export interface LivePage {
  readonly title: string;
  readonly file: string;
  readonly contentHash: string;
}

/** What they would get of the site as it is now. */
export interface NextSite {
  readonly pages: ReadonlyMap<string, NextPage>;
  readonly redirects: readonly ResolvedRedirect[];
  readonly basePath: string;
  /** Sections of a page's body. */
  sections(path: string): readonly Section[];
}

/** A page of it. */
export interface NextPage
  extends Pick<Page, 'path' | 'title' | 'language' | 'translationOf' | 'translation'> {
  readonly file: string;
  readonly contentHash: string;
  /** Whether an address of the page can end with an id. */
  hasId(id: string): boolean;
  /** Whether its version is another than the one that readers are shown first. */
  readonly isOtherVersion: boolean;
}

/** Why a page or a section probably has the content of another. */
export type Clue =
  | 'renamed'
  | 'title'
  | 'text'
  | 'name'
  | 'version'
  | 'translation'
  | 'folder'
  | 'place'
  | 'before';

/** Where the content of an address probably is now. */
export interface Likely {
  /** Path of a page, or an id of the same page. */
  readonly to: string;
  readonly clue: Clue;
}

/** A page that was live, and that neither a page nor a redirect answers any more. */
export interface LostPage {
  readonly path: string;
  readonly title: string;
  readonly file: string;
  readonly language: string;
  readonly translationOf?: string;
  readonly likely?: Likely;
}

/** An anchor that was live on a page that still is. */
export interface LostAnchor {
  readonly path: string;
  /** Source file of the page. */
  readonly file: string;
  readonly anchor: string;
  readonly heading: string;
  readonly likely?: Likely;
}
