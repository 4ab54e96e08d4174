import { accessOf } from '../../../schema/access.ts';
import { pageAddress } from '../../../schema/address.ts';
import { encodeUriPart } from '../../../schema/encode-uri.ts';
import { escapeHtml } from '../../../schema/html.ts';
import type { Page, RenderedBody, Site } from '../../../schema/site.ts';

/** A text file that machines read, by its path below the site's root (without `basePath`). */
export interface MachineFile {
  readonly path: string;
  /**
   * A list of pages or addresses, which is made when it is asked for, or the texts of pages, which may be too large to be
   * in memory as a whole.
   */
  readonly content: (() => string) | readonly TextPart[];
}

/** Part of a text, which is made each time it is requested. */
export interface TextPart {
  /** Whose texts it has. */
  readonly pages: readonly Page[];
  /** What it has before and after them. */
  readonly ends: readonly [before: string, after: string];
  readonly text: () => string;
}

/** All of a text. */
export function wholeText(content: MachineFile['content']): string {
  if (typeof content === 'function') return content();
  return content.map((part) => part.text()).join('');
}

/** Finds bodies by page path. */
export type Bodies = Pick<ReadonlyMap<string, RenderedBody>, 'get'>;

/** Pages that anyone may read, in path order; nothing else may reach a public file. */
export function openPages(site: Pick<Site, 'config' | 'pages'>): readonly Page[] {
  return [...site.pages.values()].filter((page) => !accessOf(page, site.config.auth).protected);
}

/** Address of a page with the site's origin in front when it is known. */
export function pageUrl(page: Page, site: Site): string {
  return `${originOf(site)}${pageAddress(page.path, site.config.hosting.basePath)}`;
}

/** Address of the Markdown twin of a page. */
export function markdownUrl(page: Page, site: Site): string {
  return `${originOf(site)}${site.config.hosting.basePath}/${encodePath(markdownPath(page.path))}`;
}

/** Address of a file below the site's root. */
export function fileUrl(path: string, site: Site): string {
  return `${originOf(site)}${site.config.hosting.basePath}/${encodePath(path)}`;
}

/** Path of a page's Markdown twin: `index` → `index.md`, `x/index` → `x.md`, else `<path>.md`. */
export function markdownPath(path: string): string {
  return path === 'index' ? 'index.md' : `${path.replace(/\/index$/, '')}.md`;
}

/** Folder for a page's own files (its feed): the URL path without the leading slash. */
export function pageFolder(path: string): string {
  return path === 'index' ? '' : `${path.replace(/\/index$/, '')}/`;
}

/** Origin without a trailing slash, '' if unknown. */
export function originOf(site: Site): string {
  return (site.origin ?? '').replace(/\/+$/, '');
}

/** Day or moment of a page's last change, as ISO text: front matter first, then git. */
export function changedAt(page: Page): string | undefined {
  const written = page.frontmatter.lastUpdatedDate ?? page.updatedAt;
  if (written === undefined) return undefined;
  const date = new Date(written);
  if (Number.isNaN(date.getTime())) return page.updatedAt;
  return /^\d{4}-\d{2}-\d{2}$/.test(written) ? written : date.toISOString();
}

/** Text for XML content and attributes; characters that XML can't represent are dropped. */
export function xml(text: string): string {
  return escapeHtml(
    text
      // biome-ignore lint/suspicious/noControlCharactersInRegex: XML 1.0 forbids exactly these
      .replace(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g, '')
      .replace(/[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g, ''),
  );
}

/** The first paragraph of a description, cut at 300 characters between words. */
export function shortText(text: string, limit = 300): string {
  const first = oneLine(text.includes('\n') ? (text.split(/\n\s*\n/)[0] ?? '') : text);
  if (first.length <= limit) return first;
  const cut = first.slice(0, limit - 1);
  const space = cut.lastIndexOf(' ');
  return `${(space > limit / 2 ? cut.slice(0, space) : cut).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

/** Text with a space for each run of white space. */
export function oneLine(text: string): string {
  // Nearly all titles and descriptions are like that as they are.
  return (/[^\S ]| {2}/.test(text) ? text.replace(/\s+/g, ' ') : text).trim();
}

function encodePath(path: string): string {
  return path.split('/').map(encodeUriPart).join('/');
}
