import type { Config } from '../../schema/config/config.ts';
import type { Navigation, NavPlace, Page } from '../../schema/site.ts';
import { visibilityOf } from '../source/page.ts';

/** The pages in order of their paths, with what the navigation says of who sees them. */
export function placePages(
  pages: ReadonlyMap<string, Page>,
  navigation: Navigation,
  config: Config,
): ReadonlyMap<string, Page> {
  return new Map(
    [...pages]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([path, page]) => [path, placed(page, placesOf(page, navigation), config)]),
  );
}

/** Places of a page, those of its original when it is a translation that is listed nowhere. */
function placesOf(page: Page, { places }: Navigation): readonly NavPlace[] | undefined {
  const { translationOf } = page;
  return (
    places.get(page.path) ?? (translationOf === undefined ? undefined : places.get(translationOf))
  );
}

/** Navigation decides on visibility, and is known only after the pages. */
function placed(page: Page, places: readonly NavPlace[] | undefined, config: Config): Page {
  const { frontmatter } = page;
  const inNavigation = places !== undefined;
  const hiding = hidingKind(places);
  if (hiding === undefined || config.seo.indexing === 'all') {
    if (page.visibility.sidebar === (inNavigation && frontmatter.hidden !== true)) return page;
    return { ...page, visibility: visibilityOf(frontmatter, { inNavigation, seo: config.seo }) };
  }
  const visibility = visibilityOf(frontmatter, { inNavigation, seo: config.seo });
  const unseen = { ...visibility, sitemap: false, engines: false, llms: false };
  // A hidden version is searched by readers who are on it.
  const found = hiding === 'version' ? {} : { search: false, assistant: false };
  return { ...page, visibility: { ...unseen, ...found } };
}

/**
 * What hides a page, unless it is also listed elsewhere: a hidden version, or another hidden entry.
 */
function hidingKind(places: readonly NavPlace[] | undefined): 'version' | 'entry' | undefined {
  const hidden = places?.map(({ trail }) => trail.filter((node) => node.hidden)) ?? [];
  if (hidden.length === 0 || hidden.some((nodes) => nodes.length === 0)) return undefined;
  const isVersion = hidden
    .flat()
    .every((node) => node.type === 'container' && node.kind === 'version');
  return isVersion ? 'version' : 'entry';
}
