import type { Root } from 'mdast';
import type { Abi } from './abi.ts';
import type { Config } from './config/config.ts';
import type { ContextualOption } from './config/contextual.ts';
import type { ByMode } from './config/mode.ts';
import type { LanguageBars } from './config/navigation.ts';
import type { Place, Problem } from './errors.ts';
import type { Operation } from './operation.ts';

/**
 * A site between reading and writing: the result of `config/`, `source/` and `openapi/` and the
 * input of `site/`. Everything that a page shows comes from here.
 */
export interface Site {
  readonly config: Config;
  /** All pages by page path, including generated ones, in path order. */
  readonly pages: ReadonlyMap<string, Page>;
  /**
   * Reusable files (`.mdx`, `.md`, `.jsx`, `.tsx`, imported JSON or CSS) by path relative to the
   * site.
   */
  readonly snippets: ReadonlyMap<string, SourceFile>;
  /** Files that are served unchanged (images, fonts, …) by path relative to the site. */
  readonly assets: ReadonlyMap<string, Asset>;
  readonly navigation: Navigation;
  readonly redirects: readonly ResolvedRedirect[];
  /** Values of string, select and computed variables; secrets never have one. */
  readonly variables: ReadonlyMap<string, string>;
  /** Translations of the site's labels by language. */
  readonly labels?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Source language. */
  readonly language: string;
  /** Public URL of the site such as `https://docs.example.com`, if set. */
  readonly origin?: string;
  /** Repository for edit and issue links, if known. */
  readonly repository?: { readonly url: string; readonly branch: string; readonly folder: string };
  /** Fonts from other hosts that the site serves itself. */
  readonly fonts?: HostedFonts;
  /** Stars of the repositories on GitHub that the site shows, by `owner/name`, as exact as they are shown. */
  readonly stars?: Readonly<Record<string, number>>;
  /** ABIs of `web3.contracts` by name; those that can't be read are missing. */
  readonly abis?: Readonly<Record<string, Abi>>;
}

/** Copies of `fonts.*.source` on other hosts. */
export interface HostedFonts {
  /** Source as written → root-relative URL path of its copy, without `basePath`. */
  readonly sources: Readonly<Record<string, string>>;
  /** The copies by their path below the site's root. */
  readonly files: readonly { readonly path: string; readonly content: string | Uint8Array }[];
}

/** One source file. `path` is relative to the site's folder, with forward slashes. */
export interface SourceFile {
  readonly path: string;
  readonly text: string;
  /** sha-256 hex of the normalized text (LF, NFC). */
  readonly hash: string;
  /** The beginning of the text with its front matter, where the rest is read when it is asked for (`docent dev`). */
  readonly head?: string;
  /** Present on a translation with parts in the source language. */
  readonly untranslated?: Untranslated;
}

/** A part of a translated text that stays in the source language because it could not be translated. */
export interface UntranslatedPart {
  /** Range in the text. */
  readonly start: number;
  readonly end: number;
  /** Key of the front matter field whose value it is. */
  readonly field?: string;
  /** Component property whose value it is, such as `Card.title`. */
  readonly prop?: string;
}

/** The parts of a file that are in another language than the rest, and the attributes that say which. */
export interface Untranslated {
  readonly attributes: LanguageAttributes;
  readonly parts: readonly UntranslatedPart[];
}

/** Attributes of an element whose words are in another language than those around it. */
export interface LanguageAttributes {
  readonly lang: string;
  /** Present when that language is written in the other direction. */
  readonly dir?: 'ltr' | 'rtl';
}

/**
 * A file that is served unchanged; `width` and `height` in CSS pixels if it is an image that can be
 * measured.
 */
export interface Asset {
  readonly path: string;
  readonly hash: string;
  readonly bytes: number;
  readonly width?: number;
  readonly height?: number;
}

/** Known fields of front matter; the handbook's front matter page describes them. */
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
  readonly contextual?: { readonly options?: readonly ContextualOption[] };
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
  /** Unknown keys, kept for expressions of the page. */
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
  /** `md` is plain Markdown: braces and capitalized tags are text. */
  readonly format: 'mdx' | 'md';
  readonly frontmatter: Frontmatter;
  /** Title from the front matter, or derived from the path. */
  readonly title: string;
  readonly language: string;
  /** Where the body starts in `file.text` (UTF-16 units), after the front matter. */
  readonly bodyOffset: number;
  /** Paths of other files the page is made from: snippets, components, API descriptions. */
  readonly uses: readonly string[];
  /** Number of words of prose. */
  readonly words: number;
  /** ISO 8601 date of the last commit that changed the file, if known. */
  readonly updatedAt?: string;
  /** Present on pages generated from, or linked to, an operation of an API description. */
  readonly operation?: Operation;
  /** Path of the page in the source language, if this is a translation. */
  readonly translationOf?: string;
  /**
   * Present on pages without a file of their own: `pending` shows the source with a notice, `stale`
   * was made from an older source, `pseudo` only previews the layout of a translation.
   */
  readonly translation?: {
    readonly status: 'completed' | 'stale' | 'pending' | 'pseudo';
    /** Headings of the source that a stale translation was made from. */
    readonly headings?: readonly KeptHeading[];
  };
  /**
   * Whether the page may be indexed, searched, listed; see the table in the handbook's front matter
   * page.
   */
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

/** The syntax tree of a page with positions in `file.text`, parsed again whenever it is needed. */
export interface PageTree {
  readonly root: Root;
  readonly problems: readonly Problem[];
}

/** The resolved navigation: one tree, and the positions of each page in it. */
export interface Navigation {
  readonly root: NavContainer;
  /** Page path → all its positions, in navigation order; the first one is its home. */
  readonly places: ReadonlyMap<string, readonly NavPlace[]>;
  /** First page of the whole site. */
  readonly first?: string;
}

export type NavNode = NavContainer | NavGroup | NavPage | NavLink;

/** A choice in a menu or a row of tabs. Children of one kind are adjacent. */
export interface NavContainer {
  readonly type: 'container';
  readonly kind: 'root' | 'product' | 'version' | 'language' | 'tab' | 'menu' | 'anchor';
  readonly label: string;
  readonly icon?: string;
  readonly iconType?: string;
  readonly description?: string;
  /** Colour of its icon. */
  readonly color?: ByMode;
  readonly hidden: boolean;
  /** URL outside the tree (`href`, `url` of an external entry). */
  readonly href?: string;
  /** Page opened by a click: `landing`, or the first leaf. */
  readonly opens?: string;
  /** Page that a tab always opens, whatever page the reader visited last. */
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
    /** What its pages have instead of the site's. */
    readonly bars?: LanguageBars;
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
  /** Page that the group's own entry links to. */
  readonly root?: string;
  /** How that page lists what is in the group; absent: not at all. */
  readonly directory?: 'card' | 'accordion';
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

/** One position of a page: the nodes from the root down to the page itself. */
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

/** What a page contains that not every page does: some have style sheets or scripts of their own. */
export type Feature =
  | 'accordion'
  | 'card-links'
  | 'code'
  | 'color'
  | 'contracts'
  | 'endpoint'
  | 'expandable'
  | 'image-zoom'
  | 'math'
  | 'mermaid'
  | 'own-icon'
  | 'prompt'
  | 'tabs'
  | 'tooltip'
  | 'tree'
  | 'types'
  | 'update'
  | 'variables'
  | 'view'
  | 'web3'
  | 'islands'
  | 'playground';

/** A page's body as HTML, with data about it for the rest of the document and the indexes. */
export interface RenderedBody {
  /** Content of the article, below title and description. */
  readonly html: string;
  /** Replaces the table of contents on wide screens: `Panel`, request and response examples. */
  readonly aside?: string;
  readonly contents: readonly ContentsEntry[];
  /** Every id in `html`, including those from components, except aliases. */
  readonly ids: readonly string[];
  /** Id as generated by the other dialect → its replacement. Both are in `html`. */
  readonly aliases: Readonly<Record<string, string>>;
  /** Every URL on the page, as written, with its position in the source. */
  readonly links: readonly PageLink[];
  readonly features: readonly Feature[];
  /** Authors' components that run in the browser: module source path → its props by element id. */
  readonly islands: readonly Island[];
  /** Text by section, including text from components, for search and the assistant. */
  readonly sections: readonly Section[];
  /**
   * The page as Markdown for agents: with snippets and variables resolved. Values that readers
   * change are still words to be filled; see `fillReaderWords`.
   */
  readonly markdown: string;
  /** CSS of the utility classes on the page; absent if there are none. */
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
  /** Present when the heading is in another language than the page. */
  readonly language?: LanguageAttributes;
}

export interface PageLink {
  readonly url: string;
  readonly kind: 'link' | 'image' | 'asset';
  readonly file: string;
  readonly place?: Place;
}

/** A component of an author in the browser, or the handlers of an element. */
export interface Island {
  /** What its element has as `data-island`. */
  readonly id: string;
  readonly module: string;
  readonly export: string;
  /** Elements are `{$slot: name, props}`, and what a module exports `{$export: [module, name]}`. */
  readonly props: Readonly<Record<string, unknown>>;
  /** Modules that the properties name. */
  readonly needs: readonly string[];
}

/** The text below one heading; the first section of a page has no heading and `id` ''. */
export interface Section {
  readonly id: string;
  readonly heading: string;
  /** Headings from the page's top level down to this one. */
  readonly trail: readonly string[];
  readonly text: string;
  /** Code blocks of the section, separate from the prose. */
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
  /** Its headings, each with what is below it. */
  readonly parts?: readonly {
    readonly id: string;
    readonly title: string;
    readonly text: string;
  }[];
}
