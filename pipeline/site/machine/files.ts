import type { Site } from '../../../schema/site.ts';
import { feedFiles } from './feeds.ts';
import { llmsFiles } from './llms.ts';
import { markdownTwins } from './markdown.ts';
import { redirectFiles } from './redirects.ts';
import type { Bodies, MachineFile } from './site.ts';
import { robotsFile, sitemapFiles } from './sitemap.ts';

/**
 * Everything machines read of a site: Markdown twins, `llms.txt`, `llms-full.txt`, `sitemap.xml`,
 * `robots.txt`, feeds, redirect files. Nothing protected is in it. An asset of the site with
 * the same path is the author's own and wins.
 */
export function machineFiles(site: Site, bodies: Bodies): readonly MachineFile[] {
  const files = [
    ...markdownTwins(site, bodies),
    ...llmsFiles(site, bodies),
    ...sitemapFiles(site),
    robotsFile(site),
    ...feedFiles(site, bodies),
    ...redirectFiles(site),
  ];
  return files.filter((file) => !site.assets.has(file.path));
}
