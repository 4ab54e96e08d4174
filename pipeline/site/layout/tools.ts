import type { Access } from '../../../schema/access.ts';
import type { Icons } from '../../../schema/config/icons.ts';
import type { Feature } from '../../../schema/site.ts';

/** A file of the shell, by its path below the site's root (`_docent/main-K3F2.js`). */
export interface ShellFile {
  readonly path: string;
  readonly content: string | Uint8Array;
  /** Who may have it, where not everyone may. */
  readonly access?: Access;
}

/** Addresses below the site's root, without `basePath`: what every document links to. */
export interface ShellAssets {
  /** Stylesheets in order; the first is the site's own, the authors' follow. */
  readonly styles: readonly string[];
  /** Stylesheets of pages with a feature, which follow the site's own. */
  readonly featureStyles?: Readonly<Partial<Record<Feature, string>>>;
  /** The module every page loads. */
  readonly script: string;
  /** Authors' `.js` files, loaded on all pages. */
  readonly userScripts: readonly string[];
  /** What pages with a component about chains or contracts load in addition. */
  readonly web3?: { readonly script: string; readonly style: string };
  /** Kinds of diagrams → what draws them; the last one draws all kinds of the site. */
  readonly diagrams?: Readonly<Record<string, string>>;
}

export interface IconOptions {
  /** Font Awesome's style names. */
  readonly type?: string;
  readonly library?: Icons['library'];
  /** CSS pixels; 16 when absent. */
  readonly size?: number;
}

/** What rendering a document needs besides the site. */
export interface LayoutTools {
  readonly assets: ShellAssets;
  /** HTML of an author's icon (name, path or address); without it the site's icon sets are asked. */
  readonly icon?: (name: string, options?: IconOptions) => string;
  /** Whether search answers behind the button; without it no button is shown. */
  readonly search?: boolean;
  /** Whether the assistant answers. */
  readonly assistant?: boolean;
  /** Address of the live-reload client in `docent dev` (see `liveScript` of the client bundle). */
  readonly live?: string;
  /** HTML of what `docent dev` says above the page. */
  readonly notice?: string;
  /** Address of a server elsewhere that answers for this site, for static hosts. */
  readonly runtime?: string;
  /** Author's module path → address of its browser bundle, for islands. */
  readonly island?: (module: string) => string | undefined;
  /** Whether the feed of a page exists, for its link. */
  readonly feed?: (path: string) => string | undefined;
  /** Today, for the notices of versions that end. */
  readonly now?: Date;
}
