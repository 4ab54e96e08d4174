import type { Site } from '../../../schema/site.ts';
import { llmsPaths } from './llms.ts';
import { markdownPath } from './site.ts';

const always: ReadonlySet<string> = new Set([
  '/llms.txt',
  '/llms-full.txt',
  '/robots.txt',
  '/sitemap.xml',
  '/404.html',
]);

type Pages = Pick<Site, 'config' | 'pages'>;

/** Addresses of the files of folders, for the site whose links were checked last: there may be thousands of links. */
const ofFolders = new WeakMap<Site['pages'], { config: Site['config']; addresses: Set<string> }>();

/** Whether a build writes a file for machines at an address, without `basePath`. Feeds belong to their pages. */
export function isMachineAddress(address: string, site: Pages): boolean {
  return (
    always.has(address) || (/\/llms(?:-full)?\.txt$/.test(address) && isOfFolder(address, site))
  );
}

function isOfFolder(address: string, site: Pages): boolean {
  let known = ofFolders.get(site.pages);
  if (known?.config !== site.config) {
    const addresses = new Set(llmsPaths(site).map((path) => `/${path}`));
    known = { config: site.config, addresses };
    ofFolders.set(site.pages, known);
  }
  return known.addresses.has(address);
}

/** Paths of the files that a build writes besides the documents of pages, known before any page is read. */
export function* filesBesidePages(site: Pages): Iterable<string> {
  yield* ['robots.txt', '404.html'];
  if (!site.config.seo.noindex) yield 'sitemap.xml';
  yield* llmsPaths(site);
  for (const path of site.pages.keys()) yield markdownPath(path);
}
