import type { Site } from '../../schema/site.ts';

/** The languages that a site has pages in, sorted. */
export function pageLanguages({ pages }: Pick<Site, 'pages'>): readonly string[] {
  return [...new Set(Array.from(pages.values(), ({ language }) => language))].sort();
}
