import type { KeptHeading, ResolvedRedirect, Section, UntranslatedPart } from './site.ts';

/** The file that says of a folder that it was written by `docent build --to`. */
export const siteMarker = '.docent-site';

/**
 * The format of the files of a deployment. Raise it with every change that makes this version misread the deployments of
 * earlier ones: a server then asks for a new build.
 */
export const deploymentFormat = 1;

/** The identity of a build (`deployment.json`). */
export interface Deployment {
  /** `dpl_` and a ULID. */
  readonly id: string;
  /** `deploymentFormat` of the version that built it. */
  readonly format: number;
  readonly status: 'completed';
  readonly createdAt: string;
  /** Build time in milliseconds. */
  readonly duration: number;
  /** Branch and commit of the source, '' if it is not in a Git repository. */
  readonly branch: string;
  readonly commitSha: string;
  readonly pagesBuilt: number;
  readonly docent: string;
  readonly sourceLanguage: string;
  readonly basePath: string;
  /**
   * Public URL and repository it was built with: a rebuild from its sources can't determine them.
   */
  readonly origin?: string;
  readonly repository?: { readonly url: string; readonly branch: string; readonly folder: string };
  /** Changes with the translations that it shows; absent if it shows none. */
  readonly translations?: string;
  /** Text of the settings that it shows in place of its `docs.json`: those saved on the server; absent without any. */
  readonly settings?: string;
  /** Languages of its pages. */
  readonly languages?: readonly string[];
  /** Why it was made, if not by a command of whoever writes the site: it was sent here, or built again by the server. */
  readonly cause?: 'upload' | RebuildCause;
  /** The deployment that was published with the same sources, if the server has built them again. */
  readonly rebuildOf?: string;
  /** The number of deployments that the command was given to keep. */
  readonly keep?: number;
}

/** Why a server builds what is live again: jobs have translated pages, or people have, or settings were saved. */
export type RebuildCause = 'translations' | 'edits' | 'settings';

/** The pages of a deployment (`manifest.json`) and the files it serves (`files.jsonl`). */
export interface Manifest {
  /** Page path → title, source hash and hash of the rendered document. */
  readonly pages: Readonly<Record<string, ManifestPage>>;
  /** URL path below the site's root (with `basePath`) → the file that is served. */
  readonly files: Readonly<Record<string, ManifestFile>>;
  /** In order: the first match wins, before pages. */
  readonly redirects: readonly ResolvedRedirect[];
  /** Texts of `docs.json` that need translation. */
  readonly labels?: readonly string[];
  /** Names of the packs that hold the contents of all files. */
  readonly packs?: readonly string[];
  /** URL path (without `basePath`) that `/` redirects to if there is no page `index`. */
  readonly home?: string;
  /** Folder → language, for the languages besides the site's own that have pages in a folder of theirs. */
  readonly folders?: Readonly<Record<string, string>>;
  /** URL path (with `basePath`) of the home page in each language, if `/` looks for the reader's. */
  readonly homes?: Readonly<Record<string, string>>;
}

/** The files of the source tree as it was built, by path (`sources.json`). */
export type SourceFiles = Readonly<Record<string, SourceEntry>>;

export interface SourceEntry {
  /** sha-256 hex. */
  readonly hash: string;
  readonly bytes: number;
}

export interface ManifestPage {
  readonly title: string;
  readonly sourceHash: string;
  readonly file: string;
  readonly htmlHash: string;
  /** sha-256 hex of the content of the page (rendered Markdown): changes when a snippet does. */
  readonly contentHash: string;
}

export interface ManifestFile {
  /** Below the root of the site. */
  readonly path: string;
  /** sha-256 hex of the content, or of the hashes of its parts; its ETag. */
  readonly hash: string;
  readonly bytes: number;
  /** The contents that it is made of, in order, if there are several. */
  readonly parts?: readonly FilePart[];
  readonly type: string;
  /** The name contains a content hash: can be cached forever. */
  readonly immutable: boolean;
  /** Requires a session. */
  readonly protected?: true;
  /** Groups of which the session needs one; any session is enough if absent. */
  readonly groups?: readonly string[];
  /** CSP sources (`'sha256-…'`) of the inline scripts of an HTML document. */
  readonly scripts?: readonly string[];
}

/** A content that is a part of a file. */
export interface FilePart {
  /** sha-256 hex. */
  readonly hash: string;
  readonly bytes: number;
}

/** What a build found wrong (`problems.json`); absent if that is nothing. */
export interface DeploymentProblems {
  readonly errors: number;
  readonly warnings: number;
  readonly notes: number;
  /** The first thousand, in the order of files and places. */
  readonly list: readonly DeploymentProblem[];
}

/** A problem as the server lists it. */
export interface DeploymentProblem {
  readonly severity: 'error' | 'warning' | 'note';
  readonly code: string;
  /** Path in the site; '' for the site itself. */
  readonly file: string;
  readonly line?: number;
  readonly column?: number;
  readonly message: string;
  readonly fix?: string;
}

/** An address that was live once and that no page has any more (`former.json`). */
export interface FormerAddress {
  readonly path: string;
  /** Present if it is that of a section: its page may still be there. */
  readonly anchor?: string;
  /** Of the page, or the heading of the section. */
  readonly title: string;
  /** Path of the page, or id of the same page, that probably has its content. */
  readonly to?: string;
}

/** What the runtime and the index know about a page. */
export interface PageRecord {
  readonly path: string;
  readonly url: string;
  readonly file: string;
  readonly title: string;
  readonly description: string;
  readonly language: string;
  /** Path of the page in the source language, if this is a translation. */
  readonly translationOf?: string;
  /** Present if the translation is by a machine. */
  readonly translation?: 'completed' | 'stale' | 'pending' | 'pseudo';
  readonly sourceHash: string;
  readonly words: number;
  /** `generated` pages come from an API description. */
  readonly origin: 'file' | 'generated';
  /** Present if it shows an operation of an API description. */
  readonly operation?: true;
  readonly hidden: boolean;
  readonly search: boolean;
  readonly assistant: boolean;
  readonly boost: number;
  readonly keywords: readonly string[];
  /** Groups that may read it; empty means everyone (or every session on a protected site). */
  readonly groups: readonly string[];
  readonly protected: boolean;
  readonly breadcrumbs: readonly string[];
  /** Position among the entries of the navigation that readers see; absent if it has none. */
  readonly order?: number;
  readonly version?: string;
  /** Present if its version is not the one that readers are shown first. */
  readonly otherVersion?: true;
  readonly product?: string;
  readonly updatedAt?: string;
  readonly headings: readonly {
    readonly id: string;
    readonly text: string;
    readonly depth: number;
  }[];
  readonly links: readonly string[];
  /** Snippets of text that it includes, by path; they are translated together with the page. */
  readonly snippets?: readonly string[];
  readonly sections: readonly Section[];
}

/** A page without its texts (one line of `outline.jsonl`). */
export type PageOutline = Omit<
  PageRecord,
  'description' | 'keywords' | 'headings' | 'links' | 'snippets' | 'sections'
>;

/** State of one page in one language. */
export interface TranslationRecord {
  readonly pagePath: string;
  readonly pageTitle: string;
  readonly language: string;
  readonly status: 'completed' | 'stale' | 'pending' | 'in_progress' | 'failed';
  readonly translatedTitle: string | null;
  readonly sourceHash: string;
  readonly translatedHash: string | null;
  readonly wordCount: number;
  readonly translatedAt: string | null;
  readonly sourceUpdatedAt: string;
  readonly humanOwned: boolean;
}

/** Translations that a build adds to the pages of the source language. */
export interface SiteTranslations {
  /** Language → page path → its text. A language without texts is not shown. */
  readonly pages: Readonly<Record<string, Readonly<Record<string, TranslatedText>>>>;
  /** Language → text of `docs.json` → its translation. */
  readonly labels: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Language → path of a snippet → its text; shown as long as the snippet has not changed. */
  readonly snippets?: Readonly<Record<string, Readonly<Record<string, TranslatedText>>>>;
}

/** A page's text in another language. */
export interface TranslatedText {
  readonly text: string;
  /** Source hash it was made from: the page is stale if its own is different. */
  readonly translatedHash: string;
  /** Headings it was made from: a stale page keeps their ids. */
  readonly headings?: readonly KeptHeading[];
  /** The parts of it that are in the source language; absent if there are none. */
  readonly untranslated?: readonly UntranslatedPart[];
  /** Made without a model, to preview the layout. */
  readonly pseudo?: true;
}

/** A row of the search index: one section of one page. */
export interface SearchRow {
  readonly id: string;
  readonly page: string;
  readonly url: string;
  readonly title: string;
  readonly description: string;
  /** Position of the page in the navigation. */
  readonly breadcrumbs: readonly string[];
  readonly heading: string;
  /** Headings from the page's top level down to this one. */
  readonly trail: readonly string[];
  readonly anchor: string;
  readonly text: string;
  readonly code: string;
  readonly keywords: readonly string[];
  readonly language: string;
  readonly version: string;
  readonly product: string;
  readonly groups: readonly string[];
  /** Requires a session, with one of `groups` if there are any. */
  readonly protected: boolean;
  /** Found only by readers of its own version. */
  readonly hidden: boolean;
  /** Whether search, and the assistant, may find it. */
  readonly search: boolean;
  readonly assistant: boolean;
  readonly boost: number;
  /** Whether its version is another than the one that readers are shown first. */
  readonly otherVersion: boolean;
  /** Whether the page shows an operation of an API. */
  readonly operation: boolean;
}

/**
 * Entries of the navigation that not everyone may see, by the name of their slot in documents, with
 * the groups of which a session needs one; without groups, any session is enough. The slots inside
 * an entry are filled in the same way.
 */
export type MemberRows = Readonly<
  Record<string, { readonly html: string; readonly groups: readonly string[] }>
>;

/** Where a deployment stores its member entries: not a URL path, so it can't be requested. */
export const memberRowsAddress = 'docent:members';
