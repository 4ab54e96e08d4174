import type { SiteReader } from '../../../pipeline/output/read.ts';
import type { AskedWord } from '../../../pipeline/search/query.ts';
import { pageAddress } from '../../../schema/address.ts';
import type { PageOutline, PageRecord } from '../../../schema/build.ts';
import type { Config } from '../../../schema/config/config.ts';
import { encodeUriPart } from '../../../schema/encode-uri.ts';
import { given } from '../../../schema/given.ts';
import { withoutTwinEnd } from '../../../schema/twin.ts';

/** The reader, for access checks: without a session only public pages are read. */
export interface Visitor {
  readonly session: boolean;
  readonly groups: readonly string[];
}

/** An anonymous reader. */
export const stranger: Visitor = { session: false, groups: [] };

/** One page that a search found, with the section that fits best. */
export interface SearchResult {
  readonly path: string;
  readonly title: string;
  /** Id of the section; '' for the page's beginning. */
  readonly anchor: string;
  /** Headings down to the section. */
  readonly trail: readonly string[];
  readonly snippet: string;
  /** Between 0 and 1: how far the result answers the query. */
  readonly confidence: number;
}

/** Version and product of the page that the reader is on. */
export type ReaderPlace = Pick<PageOutline, 'version' | 'product'>;

/** How the assistant searches. */
export interface SearchOptions {
  readonly limit: number;
  readonly language: string;
  readonly visitor: Visitor;
  /** Absent if the page is not known: the version that is shown first is asked before others. */
  readonly from?: ReaderPlace | undefined;
}

/** Pages that were found for a question, with what it asks for. */
export interface FoundPages {
  readonly pages: readonly {
    readonly result: SearchResult;
    readonly score: number;
    /** Sections that fit best, the best one first. */
    readonly anchors: readonly string[];
  }[];
  readonly words: readonly AskedWord[];
  /** Language of the pages that were searched. */
  readonly language: string;
}

/** What the assistant asks of the search. */
export interface SiteSearch {
  /** Below this confidence a result is not worth an answer. */
  readonly threshold: number;
  search(query: string, options: SearchOptions): Promise<readonly SearchResult[]>;
  /** The same with what is needed to read the pages for the question. */
  find(query: string, options: SearchOptions): Promise<FoundPages>;
}

/** The site as the assistant reads it: one deployment, held for a whole turn. */
export interface AssistantSite {
  readonly deploymentId: string;
  readonly basePath: string;
  /** Public address of the site, when it was built with one. */
  readonly origin?: string;
  readonly language: string;
  readonly languages: readonly string[];
  readonly config: Config;
  /** A page, unreadable ones too: ask `mayRead`. With its texts, or without. */
  readonly page: (path: string) => PageOutline | undefined;
  readonly record: (path: string) => PageRecord | undefined;
  /** All pages, one after the other. */
  readonly pages: () => AsyncIterable<PageOutline>;
  /** A page as Markdown. */
  readonly markdown: (page: Pick<PageOutline, 'path'>) => Promise<string>;
  /** Whether a URL is a public image of the site. */
  readonly hasImage: (address: string) => boolean;
  readonly search: SiteSearch;
}

/** Whether the assistant may read a page for a reader. */
export function mayRead(page: PageOutline, visitor: Visitor): boolean {
  if (!page.assistant) return false;
  if (!page.protected) return true;
  if (!visitor.session) return false;
  return page.groups.length === 0 || page.groups.some((group) => visitor.groups.includes(group));
}

/** Whether a result is about something of the question, as far as the search can tell. */
export function isNear(
  { search }: Pick<AssistantSite, 'search'>,
  { confidence }: Pick<SearchResult, 'confidence'>,
): boolean {
  return confidence >= search.threshold / 2;
}

/** The nearest of the pages that were found, if one is near, by its path in the source language. */
export function nearestOf(
  site: Pick<AssistantSite, 'search' | 'page'>,
  found: readonly Pick<SearchResult, 'path' | 'confidence'>[],
): string | undefined {
  const [best] = found.toSorted((a, b) => b.confidence - a.confidence);
  if (!best || !isNear(site, best)) return undefined;
  return site.page(best.path)?.translationOf ?? best.path;
}

/** A deployment as the assistant reads it: page by page, as they are asked for. */
export function assistantSite(reader: SiteReader, search: SiteSearch): AssistantSite {
  const { id, basePath, origin, sourceLanguage, languages } = reader.deployment;
  const decoder = new TextDecoder();
  return {
    deploymentId: id,
    basePath,
    ...given({ origin }),
    language: sourceLanguage,
    // What an older version has built does not say it.
    languages: languages ?? [sourceLanguage, ...reader.config.i18n.languages],
    get config() {
      return reader.config;
    },
    page: reader.page,
    record: reader.record,
    pages: reader.pages,
    markdown: async ({ path }) => {
      const file = reader.file(twinAddress(path, basePath));
      const content = file && (await reader.content(file));
      if (content instanceof Uint8Array) {
        return withoutLongRuns(withoutTwinEnd(decoder.decode(content)));
      }
      const record = reader.record(path);
      return record ? withoutLongRuns(textOf(record)) : '';
    },
    hasImage: (address) => {
      const file = reader.file(address);
      return file !== undefined && !file.protected && file.type.startsWith('image/');
    },
    search,
  };
}

/**
 * The text of a page with runs of spaces and signs cut to 400: a search in it for the end of one may take
 * the square of its length, and all readers wait.
 */
export function withoutLongRuns(text: string): string {
  return text.replace(/([^\p{L}\p{N}\n]{400})[^\p{L}\p{N}\n]+/gu, '$1');
}

/** Address of a page with the anchor of a section. */
export function placeOf(site: Pick<AssistantSite, 'basePath'>, path: string, anchor = ''): string {
  const address = pageAddress(path, site.basePath);
  return anchor === '' ? address : `${address}#${encodeUriPart(anchor)}`;
}

/** Where a page's Markdown twin lies in the manifest. */
function twinAddress(path: string, basePath: string): string {
  const short = path.replace(/(^|\/)index$/, '');
  return short === '' ? `${basePath}/index.md` : `${basePath}/${short}.md`;
}

/** A page without a twin: its sections one after the other. */
function textOf(page: PageRecord): string {
  const parts = page.sections.map((section) =>
    [section.heading && `## ${section.heading}`, section.text, section.code && fence(section.code)]
      .filter(Boolean)
      .join('\n\n'),
  );
  return [`# ${page.title}`, page.description, ...parts].filter(Boolean).join('\n\n');
}

/** Code in a fence that nothing in it can close. */
function fence(code: string, language = ''): string {
  const longest = Math.max(2, ...[...code.matchAll(/`+/g)].map((run) => run[0].length));
  const mark = '`'.repeat(longest + 1);
  return `${mark}${language}\n${code.replace(/\n$/, '')}\n${mark}`;
}

/** The page of a path, or of an address as answers link it. */
export function pageAt(
  site: Pick<AssistantSite, 'basePath' | 'page'>,
  written: string,
): PageOutline | undefined {
  const address = written.normalize('NFC').replace(/[?#].*$/s, '');
  const inside =
    address === site.basePath || address.startsWith(`${site.basePath}/`)
      ? address.slice(site.basePath.length)
      : address;
  const path = inside.replace(/^\/+|\/+$/g, '').replace(/\.mdx?$/, '');
  return site.page(path) ?? site.page(path === '' ? 'index' : `${path}/index`);
}

/** Version and product of the page that a reader is on; undefined if it is none that they may read. */
export function readerPlace(
  site: AssistantSite,
  address: string | undefined,
  visitor: Visitor,
): ReaderPlace | undefined {
  if (address === undefined) return undefined;
  const page = pageAt(site, decoded(address));
  if (!page || !mayRead(page, visitor)) return undefined;
  const { version, product } = page;
  return { ...(version ? { version } : {}), ...(product ? { product } : {}) };
}

/** An address as browsers have it, with its characters. */
function decoded(address: string): string {
  try {
    return decodeURI(address);
  } catch {
    return address;
  }
}
