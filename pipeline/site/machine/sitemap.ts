import type { Page, Site } from '../../../schema/site.ts';
import { changedAt, fileUrl, type MachineFile, openPages, originOf, pageUrl, xml } from './site.ts';

/** Addresses one sitemap file may hold (sitemaps.org). */
const mostAddresses = 50_000;

/**
 * `sitemap.xml` with the date of each page and its other languages; several files behind an index
 * when there are too many pages. The protocol wants whole addresses: without an origin
 * (`docent build --origin`) they are root-relative, and `robots.txt` does not point here.
 */
export function sitemapFiles(site: Site): readonly MachineFile[] {
  if (site.config.seo.noindex) return [];
  const pages = openPages(site).filter((page) => page.visibility.sitemap && !page.frontmatter.url);
  let families: ReturnType<typeof familiesOf> | undefined;
  const addresses = (some: readonly Page[]) => () => {
    const known = families ?? familiesOf(pages);
    families = known;
    return urlset(some.map((page) => entry(page, known.get(familyKey(page)) ?? [], site)));
  };
  if (pages.length <= mostAddresses) return [{ path: 'sitemap.xml', content: addresses(pages) }];
  const files: MachineFile[] = [];
  for (let start = 0; start < pages.length; start += mostAddresses) {
    files.push({
      path: `sitemap-${files.length + 1}.xml`,
      content: addresses(pages.slice(start, start + mostAddresses)),
    });
  }
  return [{ path: 'sitemap.xml', content: () => sitemapIndex(files, site) }, ...files];
}

function sitemapIndex(files: readonly MachineFile[], site: Site): string {
  const list = files.map(
    (file) => `  <sitemap><loc>${xml(fileUrl(file.path, site))}</loc></sitemap>`,
  );
  return `${head}<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${list.join('\n')}\n</sitemapindex>\n`;
}

/**
 * `robots.txt`. A site that should not be indexed is disallowed; hidden pages are not listed here
 * (that would reveal them): they have `noindex`.
 */
export function robotsFile(site: Site): MachineFile {
  const base = site.config.hosting.basePath;
  const lines = ['User-agent: *'];
  if (site.config.seo.noindex) lines.push('Disallow: /');
  else {
    lines.push(`Allow: ${base}/`);
    // The protocol wants whole addresses here.
    if (originOf(site) !== '') lines.push('', `Sitemap: ${fileUrl('sitemap.xml', site)}`);
  }
  return { path: 'robots.txt', content: () => `${lines.join('\n')}\n` };
}

const head = '<?xml version="1.0" encoding="UTF-8"?>\n';

function urlset(entries: readonly string[]): string {
  return `${head}<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n${entries.join('')}</urlset>\n`;
}

function entry(page: Page, family: readonly Page[], site: Site): string {
  const lines = [`    <loc>${xml(pageUrl(page, site))}</loc>`];
  const changed = changedAt(page);
  if (changed) lines.push(`    <lastmod>${xml(changed)}</lastmod>`);
  if (family.length > 1) {
    for (const other of family) lines.push(alternate(other.language, other, site));
    const source = family.find((other) => other.translationOf === undefined);
    if (source) lines.push(alternate('x-default', source, site));
  }
  return `  <url>\n${lines.join('\n')}\n  </url>\n`;
}

function alternate(language: string, page: Page, site: Site): string {
  return `    <xhtml:link rel="alternate" hreflang="${xml(language)}" href="${xml(pageUrl(page, site))}"/>`;
}

/** Pages that are each other's translations, by the path of the one in the source language. */
function familiesOf(pages: readonly Page[]): ReadonlyMap<string, readonly Page[]> {
  const families = new Map<string, Page[]>();
  for (const page of pages) {
    const key = familyKey(page);
    const family = families.get(key);
    if (family) family.push(page);
    else families.set(key, [page]);
  }
  return families;
}

function familyKey(page: Page): string {
  return page.translationOf ?? page.path;
}
