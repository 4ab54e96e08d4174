import { versionBranches } from '../../schema/branch.ts';
import type { Problem, Severity } from '../../schema/errors.ts';
import { matchRedirect } from '../../schema/redirect.ts';
import type { Site } from '../../schema/site.ts';
import { ownFiles } from '../check/own-scripts.ts';
import { isMachineAddress } from '../site/machine/addresses.ts';
import { pageFolder } from '../site/machine/site.ts';
import { checkLinks } from '../source/links.ts';
import type { RenderedSite } from './render-site.ts';

/** Problems of the rendered pages: their own, and broken links. */
export function pageProblems(site: Site, rendered: RenderedSite): Problem[] {
  const written = withoutTranslations(site, rendered);
  return [...ownProblems(written), ...linkProblems(site, written)];
}

/** Translations have the problems of their sources, and no file that could be fixed. */
export function withoutTranslations(site: Site, rendered: RenderedSite): RenderedSite {
  const facts = new Map([...rendered.facts].filter(([path]) => !site.pages.get(path)?.translation));
  return { ...rendered, facts };
}

/** Problems that each page has by itself. */
function ownProblems(rendered: RenderedSite): Problem[] {
  return [...rendered.facts.values()].flatMap((facts) => facts.problems);
}

/** Broken links: those of all pages, or of the page with the given path. */
export function linkProblems(
  site: Site,
  rendered: RenderedSite,
  options: { readonly only?: string; readonly severity?: Severity } = {},
): Problem[] {
  const { basePath } = site.config.hosting;
  const level = site.config.addons.ciChecks.brokenLinks;
  // It looks at all pages, and few links lead to a feed.
  let feeds: ReadonlySet<string> | undefined;
  const isFeed = (address: string) => {
    feeds ??= feedsOf(rendered);
    return feeds.has(address);
  };
  // Nor do many lead to a script, which is not among the files.
  let scripts: readonly string[] | undefined;
  const isScript = (address: string) => {
    if (!address.endsWith('.js')) return false;
    scripts ??= ownFiles(site).scripts;
    return scripts.includes(address.slice(1));
  };
  return checkLinks({
    pages: site.pages,
    bodies: rendered.facts,
    ...(options.only === undefined ? {} : { only: options.only }),
    assets: site.assets,
    redirect: (address) => {
      const match = matchRedirect(site.redirects, basePath + address);
      return match?.destination;
    },
    isAddress: (address) =>
      isMachineAddress(address, site) ||
      (address.endsWith('.md') && site.pages.has(address.slice(1, -3))) ||
      isScript(address) ||
      isFeed(address),
    basePath,
    branches: versionBranches(site.config),
    landsElsewhere: (path, anchor) => rendered.anchors.of(path, anchor) !== undefined,
    // `off` still hints: a broken link is never good.
    severity: options.severity ?? (level === 'off' ? 'note' : level),
  });
}

/** Addresses of the feeds that pages have. */
function feedsOf({ facts }: RenderedSite): ReadonlySet<string> {
  const feeds = new Set<string>();
  for (const [path, { hasUpdates }] of facts) {
    if (hasUpdates) feeds.add(`/${pageFolder(path)}rss.xml`);
  }
  return feeds;
}
