import type { Root } from 'mdast';
import type { Config } from './config/config.ts';
import type { Place, Problem } from './errors.ts';
import type { Operation } from './operation.ts';

/**
 * A site between reading and writing: what the pipeline knows after `config/`, `source/` and `openapi/`
 * and before `site/`. Everything that a page shows comes from here.
 */
export interface Site {
  readonly config: Config;
  /** All pages by page path, generated ones included, in path order. */
  readonly pages: ReadonlyMap<string, Page>;
  /** Reusable files (`.mdx`, `.md`, `.jsx`, `.tsx`, also imported JSON or CSS) by site-relative path. */
  readonly snippets: ReadonlyMap<string, SourceFile>;
  /** Files that are served as they are (images, fonts, …) by site-relative path. */
  readonly assets: ReadonlyMap<string, Asset>;
  readonly navigation: Navigation;
  readonly redirects: readonly ResolvedRedirect[];
  /** Plain values of string, select and computed variables; secrets never have one. */
  readonly variables: ReadonlyMap<string, string>;
  /** Translated labels of the navigation by language (S1-66). */
  readonly labels?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Source language (S1-34). */
  readonly language: string;
  /** Public address of the site such as `https://docs.example.com`, when the operator gave one. */
  readonly origin?: string;
  /** Repository that edit and issue links point to, when it is known. */
  readonly repository?: { readonly url: string; readonly branch: string; readonly folder: string };
  /** Fonts of other hosts that the site serves itself. */
  readonly fonts?: HostedFonts;
}

/** Copies of what `fonts.*.source` names on other hosts (S3-11). */
export interface HostedFonts {
  /** Source as written → root-relative address of its copy, without `basePath`. */
  readonly sources: Readonly<Record<string, string>>;
  /** The copies by their path below the site's root. */
  readonly files: readonly { readonly path: string; readonly content: string | Uint8Array }[];
}

/** One file of the source tree. `path` is relative to the site's folder, with forward slashes. */
export interface SourceFile {
  readonly path: string;
  readonly text: string;
  /** sha-256 hex of the normalized text (LF, NFC): S1-57. */
  readonly hash: string;
}

/** A file that is served unchanged; `width` and `height` in CSS pixels when it is an image we can measure. */
export interface Asset {
  readonly path: string;
  readonly hash: string;
  readonly bytes: number;
  readonly width?: number;
  readonly height?: number;
}

/** Known fields of front matter; see the handbook's front matter page for what each does. */
export interface Frontmatter {
  readonly title?: string;
  readonly description?: string;
  readonly sidebarTitle?: string;
  readonly icon?: string;
  readonly iconType?: string;
  readonly tag?: string;
  readonly deprecated?: boolean;
  readonly url?: string;
  readonly hidden?: boolean;
  readonly hideFooterPagination?: boolean;
  readonly hideApiMarker?: boolean;
  readonly related?: readonly (string | Readonly<Record<string, string>>)[] | false;
  readonly groups?: readonly string[];
  readonly public?: boolean;
  readonly mode?: 'default' | 'wide' | 'custom' | 'frame' | 'center' | 'assistant';
  readonly contextual?: { readonly options?: readonly unknown[] };
  readonly rss?: boolean;
  readonly timestamp?: boolean;
  readonly lastUpdatedDate?: string;
  readonly keywords?: readonly string[];
  readonly boost?: number;
  readonly searchable?: boolean;
  readonly noindex?: boolean;
  readonly canonical?: string;
  readonly robots?: string;
  readonly api?: string;
  readonly openapi?: string;
  readonly 'openapi-schema'?: string;
  readonly asyncapi?: string;
  readonly playground?: 'interactive' | 'simple' | 'none' | 'auth';
  readonly authMethod?: 'bearer' | 'basic' | 'api_key' | 'oauth2' | 'none';
  readonly version?: string;
  readonly contentType?: string;
  /** Quoted meta keys such as `og:title`, `twitter:card`, `article:author`. */
  readonly meta: Readonly<Record<string, string>>;
  /** Keys nobody knows, kept for the page's own use. */
  readonly other: Readonly<Record<string, unknown>>;
}

/** A heading of the source that its translations take their id from. */
export interface KeptHeading {
  readonly depth: number;
  /** The id before duplicates are counted; absent where it is known only once the page is rendered. */
  readonly id?: string;
}

/** One page: an MDX or Markdown file, or an operation of an API description. */
export interface Page {
  /** Site path without extension or leading slash, `index` explicit, NFC: `guides/start`. */
  readonly path: string;
  readonly file: SourceFile;
  /** `md` is plain Markdown: braces and tags of capitals are text. */
  readonly format: 'mdx' | 'md';
  readonly frontmatter: Frontmatter;
  /** Front matter title, else made from the path. */
  readonly title: string;
  readonly language: string;
  /** Where the body starts in `file.text` (UTF-16 units), behind the front matter. */
  readonly bodyOffset: number;
  /** Paths of the files the page is made from besides its own: snippets, components, API descriptions. */
  readonly uses: readonly string[];
  /** Prose words (S1-58). */
  readonly words: number;
  /** ISO 8601 date of the last commit that touched the file, when known (S3-62). */
  readonly updatedAt?: string;
  /** Present on pages made from, or joined to, an operation of an API description. */
  readonly operation?: Operation;
  /** Path of the page in the source language that this one translates (S3-82). */
  readonly translationOf?: string;
  /**
   * Present on pages that no file of the site holds: `pending` shows the source with a notice (S1-61),
   * `stale` was made from an older source, `pseudo` only shows what a translation would look like.
   */
  readonly translation?: {
    readonly status: 'completed' | 'stale' | 'pending' | 'pseudo';
    /** Headings of the source that a stale one was made from. */
    readonly headings?: readonly KeptHeading[];
  };
  /** Whether the page may be indexed, searched, listed; see the matrix in the handbook's front matter page. */
  readonly visibility: Visibility;
}

export interface Visibility {
  readonly sidebar: boolean;
  readonly search: boolean;
  readonly sitemap: boolean;
  readonly engines: boolean;
  readonly assistant: boolean;
  readonly llms: boolean;
}

/** A page's tree with true positions in `file.text`, made again whenever it is needed. */
export interface PageTree {
  readonly root: Root;
  readonly problems: readonly Problem[];
}

/** The resolved navigation: one tree, and where each page stands in it. */
export interface Navigation {
  readonly root: NavContainer;
  /** Page path → every place it stands at, in navigation order; the first one is its home. */
  readonly places: ReadonlyMap<string, readonly NavPlace[]>;
  /** First page of the whole site. */
  readonly first?: string;
}

export type NavNode = NavContainer | NavGroup | NavPage | NavLink;

/** Something a switcher or a row of tabs chooses between. Children of one kind stand together. */
export interface NavContainer {
  readonly type: 'container';
  readonly kind: 'root' | 'product' | 'version' | 'language' | 'tab' | 'menu' | 'anchor';
  readonly label: string;
  readonly icon?: string;
  readonly iconType?: string;
  readonly description?: string;
  readonly color?: string;
  readonly hidden: boolean;
  /** Address outside the tree (`href`, `url` of an external entry). */
  readonly href?: string;
  /** Page that a click opens: `landing`, else the first leaf. */
  readonly opens?: string;
  /** Page that an author wants a tab to open, whatever the reader saw last (S3-21). */
  readonly landing?: string;
  readonly version?: {
    readonly default: boolean;
    readonly lifecycle?: 'active' | 'maintenance' | 'deprecated' | 'eol';
    readonly sunsetDate?: string;
    readonly migrationUrl?: string;
    readonly deprecationMessage?: string;
    readonly prefix?: string;
    readonly tag?: string;
  };
  readonly language?: {
    readonly code: string;
    readonly default: boolean;
    readonly prefix?: string;
  };
  readonly children: readonly NavNode[];
}

export interface NavGroup {
  readonly type: 'group';
  readonly label: string;
  readonly icon?: string;
  readonly iconType?: string;
  readonly tag?: string;
  readonly expanded: boolean;
  readonly hidden: boolean;
  /** Page that the group's own row opens. */
  readonly root?: string;
  readonly boost?: number;
  readonly children: readonly NavNode[];
}

export interface NavPage {
  readonly type: 'page';
  readonly path: string;
}

export interface NavLink {
  readonly type: 'link';
  readonly label: string;
  readonly href: string;
  readonly icon?: string;
}

/** One place of a page: the nodes from the root down to the page itself. */
export interface NavPlace {
  readonly trail: readonly (NavContainer | NavGroup)[];
  readonly previous?: string;
  readonly next?: string;
}

/** A redirect ready to match: `basePath` included, chains collapsed. */
export interface ResolvedRedirect {
  readonly source: string;
  readonly destination: string;
  readonly status: 301 | 302;
}

/** Browser modules a page asks for; pages without one load only the shell. */
export type Feature =
  | 'accordion'
  | 'code'
  | 'color'
  | 'endpoint'
  | 'expandable'
  | 'image-zoom'
  | 'math'
  | 'mermaid'
  | 'prompt'
  | 'tabs'
  | 'tooltip'
  | 'tree'
  | 'update'
  | 'variables'
  | 'view'
  | 'islands'
  | 'playground';

/** A page's body as HTML with what the rest of the document and the indexes need to know of it. */
export interface RenderedBody {
  /** What stands inside the article, below title and description. */
  readonly html: string;
  /** Takes the place of the contents list on wide screens: `Panel`, request and response examples. */
  readonly aside?: string;
  readonly contents: readonly ContentsEntry[];
  /** Every id in `html`, those made by components included, aliases aside. */
  readonly ids: readonly string[];
  /** Id that the other dialect would have given → the one that stands for it. Both are in `html`. */
  readonly aliases: Readonly<Record<string, string>>;
  /** Every address the page points to, as written, with its place in the source. */
  readonly links: readonly PageLink[];
  readonly features: readonly Feature[];
  /** Authors' components that need the browser: module source path → its props by element id. */
  readonly islands: readonly Island[];
  /** Text by section, components' texts included, for search and the assistant. */
  readonly sections: readonly Section[];
  /** The page as Markdown for agents: snippets expanded, variables filled in. */
  readonly markdown: string;
  /** CSS of the utility classes that the page uses; absent when it uses none. */
  readonly styles?: string;
  /** `Update` entries, for feeds. */
  readonly updates: readonly UpdateEntry[];
  readonly problems: readonly Problem[];
}

export interface ContentsEntry {
  readonly id: string;
  readonly text: string;
  /** 2 to 6. */
  readonly depth: number;
}

export interface PageLink {
  readonly url: string;
  readonly kind: 'link' | 'image' | 'asset';
  readonly file: string;
  readonly place?: Place;
}

export interface Island {
  readonly id: string;
  readonly module: string;
  readonly export: string;
  readonly props: Readonly<Record<string, unknown>>;
}

/** The text below one heading; the first section of a page has no heading and `id` ''. */
export interface Section {
  readonly id: string;
  readonly heading: string;
  /** Headings from the page's top level down to this one. */
  readonly trail: readonly string[];
  readonly text: string;
  /** Code of the section's blocks, apart from the prose. */
  readonly code: string;
}

export interface UpdateEntry {
  readonly id: string;
  readonly label: string;
  readonly description?: string;
  readonly tags: readonly string[];
  readonly date?: string;
  readonly rss?: { readonly title?: string; readonly description?: string };
  readonly text: string;
}
