import type { Site } from '../../../schema/site.ts';
import { feedFiles } from './feeds.ts';
import { llmsFiles } from './llms.ts';
import { redirectFiles } from './redirects.ts';
import type { Bodies, MachineFile } from './site.ts';
import { robotsFile, sitemapFiles } from './sitemap.ts';

/**
 * What machines read of a whole site: `llms.txt`, `llms-full.txt`, `sitemap.xml`, `robots.txt`, feeds, redirect files.
 * Nothing protected is in it. Feeds are made of `updated`, where pages without updates may be missing.
 */
export function machineFiles(
  site: Site,
  { texts, updated = texts }: { readonly texts: Bodies; readonly updated?: Bodies },
): readonly MachineFile[] {
  return [
    ...llmsFiles(site, texts),
    ...sitemapFiles(site),
    robotsFile(site),
    ...feedFiles(site, updated),
    ...redirectFiles(site),
  ];
}
