import type { KeptHeading, ResolvedRedirect, Section } from './site.ts';

/** One build's identity (`deployment.json`). */
export interface Deployment {
  /** `dpl_` and a ULID. */
  readonly id: string;
  readonly status: 'completed';
  readonly createdAt: string;
  /** Build time in milliseconds. */
  readonly duration: number;
  /** Branch and commit of the source, '' when it is not under git. */
  readonly branch: string;
  readonly commitSha: string;
  readonly pagesBuilt: number;
  readonly docent: string;
  readonly sourceLanguage: string;
  readonly basePath: string;
  /** Public address and repository it was built with: a build from its sources can't find them out. */
  readonly origin?: string;
  readonly repository?: { readonly url: string; readonly branch: string; readonly folder: string };
  /** Changes with the translations that it shows; absent when it shows none. */
  readonly translations?: string;
  /** Languages of its pages. */
  readonly languages?: readonly string[];
}

/** The pages of a deployment and the files it serves (`manifest.json`). */
export interface Manifest {
  /** Page path → title, source hash and hash of the rendered document. */
  readonly pages: Readonly<Record<string, ManifestPage>>;
  /** Address path below the site's root (with `basePath`) → the file that answers it. */
  readonly files: Readonly<Record<string, ManifestFile>>;
  /** In order: the first match wins, before pages (S3-50). */
  readonly redirects: readonly ResolvedRedirect[];
  /** Labels of the navigation that translations have to know (S1-66). */
  readonly labels?: readonly string[];
  /** Hash over the lines of `pages.jsonl`: a build whose pages say the same links the file. */
  readonly records?: string;
  /** Address (without `basePath`) that `/` leads to when there is no page `index`. */
  readonly home?: string;
}

export interface ManifestPage {
  readonly title: string;
  readonly sourceHash: string;
  readonly file: string;
  readonly htmlHash: string;
  /** sha-256 hex over what the page says (Markdown as rendered): changes when a snippet does. */
  readonly contentHash: string;
}

export interface ManifestFile {
  /** Below `site/`, or below `protected/` when `protected` is set. */
  readonly path: string;
  /** sha-256 hex of the content; its ETag. */
  readonly hash: string;
  readonly bytes: number;
  readonly type: string;
  /** Named by its content: may be cached for ever. */
  readonly immutable: boolean;
  /** Encodings that lie beside the file: `br`, `gzip`. */
  readonly encodings: readonly ('br' | 'gzip')[];
  /** Needs a session. */
  readonly protected?: true;
  /** Groups of which that session needs one; any session will do without. */
  readonly groups?: readonly string[];
  /** CSP sources (`'sha256-…'`) of the inline scripts of an HTML document. */
  readonly scripts?: readonly string[];
}

/** What the runtime and the index know of a page (one line of `pages.jsonl`). */
export interface PageRecord {
  readonly path: string;
  readonly url: string;
  readonly file: string;
  readonly title: string;
  readonly description: string;
  readonly language: string;
  /** Path of the page in the source language that this one translates, when it does. */
  readonly translationOf?: string;
  /** Present when no person wrote the translation. */
  readonly translation?: 'completed' | 'stale' | 'pending' | 'pseudo';
  readonly sourceHash: string;
  readonly words: number;
  /** `generated` pages come from an API description. */
  readonly origin: 'file' | 'generated';
  readonly hidden: boolean;
  readonly search: boolean;
  readonly assistant: boolean;
  readonly boost: number;
  readonly keywords: readonly string[];
  /** Groups that may read it; empty means everybody (or every session on a protected site). */
  readonly groups: readonly string[];
  readonly protected: boolean;
  readonly breadcrumbs: readonly string[];
  /** Position among the places of the navigation that readers see; absent where it has none. */
  readonly order?: number;
  readonly version?: string;
  readonly product?: string;
  readonly updatedAt?: string;
  readonly headings: readonly {
    readonly id: string;
    readonly text: string;
    readonly depth: number;
  }[];
  readonly links: readonly string[];
  /** Snippets of text that it includes, by path; their translations belong to the page's. */
  readonly snippets?: readonly string[];
  readonly sections: readonly Section[];
}

/** A page without its texts (one line of `outline.jsonl`). */
export type PageOutline = Omit<
  PageRecord,
  'description' | 'keywords' | 'headings' | 'links' | 'snippets' | 'sections'
>;

/** State of one page in one language (document 1, Page translation record; S1-45 … S1-60). */
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

/** Translations that a build puts beside the pages of the source language. */
export interface SiteTranslations {
  /** Language → page path → its text. A language without texts is not shown. */
  readonly pages: Readonly<Record<string, Readonly<Record<string, TranslatedText>>>>;
  /** Language → label of the navigation → its translation (S1-66). */
  readonly labels: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Language → path of a snippet → its text; shown while the snippet is what it was made from. */
  readonly snippets?: Readonly<Record<string, Readonly<Record<string, TranslatedText>>>>;
}

/** A page's text in another language. */
export interface TranslatedText {
  readonly text: string;
  /** Source hash of what it was made from: another one than the page's makes it stale (S1-57). */
  readonly translatedHash: string;
  /** Headings of what it was made from: a stale page keeps their ids (S1-67). */
  readonly headings?: readonly KeptHeading[];
  /** Made without a model, to show the layout. */
  readonly pseudo?: true;
}

/** A row of the search index: one section of one page. */
export interface SearchRow {
  readonly id: string;
  readonly page: string;
  readonly url: string;
  readonly title: string;
  readonly description: string;
  /** Where the page stands in the navigation. */
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
  /** Needs a session, of one of `groups` when there are any. */
  readonly protected: boolean;
  /** Found only by readers of its own version (S3-26). */
  readonly hidden: boolean;
  /** Whether readers' search, and the assistant, may find it. */
  readonly search: boolean;
  readonly assistant: boolean;
  readonly boost: number;
}

/**
 * Rows of navigation that not everybody may see (S3-48), by the name of their slot in documents, with
 * the groups of which a session needs one; any session will do when there are none. A row's own slots
 * are filled in the same way.
 */
export type MemberRows = Readonly<
  Record<string, { readonly html: string; readonly groups: readonly string[] }>
>;

/** Where a deployment keeps its member rows: no address of a request, so that nobody can ask for it. */
export const memberRowsAddress = 'docent:members';
