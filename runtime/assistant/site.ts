import type { SiteReader } from '../../pipeline/output/read.ts';
import { pageAddress } from '../../schema/address.ts';
import type { PageRecord } from '../../schema/build.ts';
import type { Config } from '../../schema/config/config.ts';
import { withoutTwinEnd } from '../../schema/twin.ts';

/** Who asks, as far as access goes: without a session only open pages are read (S2-58). */
export interface Visitor {
  readonly session: boolean;
  readonly groups: readonly string[];
}

/** A reader nobody knows. */
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

/** What the assistant asks of the search. */
export interface SiteSearch {
  /** Below this confidence a result is not worth an answer. */
  readonly threshold: number;
  search(
    query: string,
    options: { readonly limit: number; readonly language: string; readonly visitor: Visitor },
  ): Promise<readonly SearchResult[]>;
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
  /** All pages, unreadable ones too: ask `mayRead`. */
  readonly pages: ReadonlyMap<string, PageRecord>;
  /** A page as Markdown. */
  readonly markdown: (page: PageRecord) => Promise<string>;
  /** Whether an address is a picture of the site that everybody may see. */
  readonly hasImage: (address: string) => boolean;
  readonly search: SiteSearch;
}

/** Whether the assistant may read a page for somebody. */
export function mayRead(page: PageRecord, visitor: Visitor): boolean {
  if (!page.assistant) return false;
  if (!page.protected) return true;
  if (!visitor.session) return false;
  return page.groups.length === 0 || page.groups.some((group) => visitor.groups.includes(group));
}

/** A deployment with its page records, as the assistant reads it. */
export function assistantSite(
  reader: SiteReader,
  records: readonly PageRecord[],
  search: SiteSearch,
): AssistantSite {
  const { id, basePath, origin, sourceLanguage } = reader.deployment;
  const pages = new Map(records.map((page) => [page.path, page]));
  const decoder = new TextDecoder();
  return {
    deploymentId: id,
    basePath,
    ...(origin === undefined ? {} : { origin }),
    language: sourceLanguage,
    languages: [...new Set([...pages.values()].map((page) => page.language))],
    get config() {
      return reader.config;
    },
    pages,
    markdown: async (page) => {
      const file = reader.manifest.files[twinAddress(page.path, basePath)];
      const content = file && (await reader.content(file));
      return content instanceof Uint8Array ? withoutTwinEnd(decoder.decode(content)) : textOf(page);
    },
    hasImage: (address) => {
      const { files } = reader.manifest;
      const file = Object.hasOwn(files, address) ? files[address] : undefined;
      return file !== undefined && !file.protected && file.type.startsWith('image/');
    },
    search,
  };
}

/** Address of a page with the anchor of a section. */
export function placeOf(site: Pick<AssistantSite, 'basePath'>, path: string, anchor = ''): string {
  const address = pageAddress(path, site.basePath);
  return anchor === '' ? address : `${address}#${encodeURIComponent(anchor)}`;
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
export function fence(code: string, language = ''): string {
  const longest = Math.max(2, ...[...code.matchAll(/`+/g)].map((run) => run[0].length));
  const mark = '`'.repeat(longest + 1);
  return `${mark}${language}\n${code.replace(/\n$/, '')}\n${mark}`;
}
