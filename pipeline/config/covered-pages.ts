import type { Config } from '../../schema/config/config.ts';
import type { Problem } from '../../schema/errors.ts';
import { hopFrom } from '../../schema/redirect.ts';
import type { ResolvedRedirect } from '../../schema/site.ts';
import type { Locate } from './locate.ts';
import { sourceOf } from './redirects.ts';

interface Covered {
  readonly redirects: readonly ResolvedRedirect[];
  /** Paths of the pages. */
  readonly pages: Iterable<string>;
  /** Paths of the files that a build writes besides them. */
  readonly files?: Iterable<string>;
}

/** Redirects that hide an existing page, or else a file of the site, each reported once. */
export function coveredPages(
  config: Config,
  { redirects, pages, files = [] }: Covered,
  locate: Locate = () => ({ file: 'docs.json' }),
): Problem[] {
  if (redirects.length === 0) return [];
  const { basePath } = config.hosting;
  const ofPages = hidden(redirects, basePath, pages, (path) => path.replace(/(^|\/)index$/, ''));
  const ofFiles = hidden(redirects, basePath, files, (path) => path);
  const at = (index: number, paths: readonly string[]) => {
    const source = redirects[index]?.source ?? '';
    const written = config.redirects.findIndex((one) => sourceOf(one.source, basePath) === source);
    const others = paths.length > 1 ? ` and ${paths.length - 1} more` : '';
    const place = locate(`/redirects/${written}/source`);
    return { place, source, named: `"${paths[0]}"${others}` };
  };
  const problems: Problem[] = [];
  for (const [index, paths] of ofPages) {
    const { place, source, named } = at(index, paths);
    problems.push({
      severity: 'warning',
      source: 'config',
      ruleId: 'redirect-over-page',
      ...place,
      reason: `Redirect from ${source} hides the page ${named}`,
      actual: source,
      note: 'Remove the redirect, or the page that readers can no longer reach.',
    });
  }
  for (const [index, paths] of ofFiles) {
    // The Markdown of a hidden page is hidden with it.
    if (ofPages.has(index)) continue;
    const { place, source, named } = at(index, paths);
    problems.push({
      severity: 'warning',
      source: 'config',
      ruleId: 'redirect-over-file',
      ...place,
      reason: `Redirect from ${source} hides the file ${named} of the site: readers are redirected`,
      actual: source,
      note: 'Remove the redirect to keep the file. Hosts without redirects of their own serve the file.',
    });
  }
  return problems;
}

/** Paths by the redirect that a request for them gets. */
function hidden(
  redirects: readonly ResolvedRedirect[],
  basePath: string,
  paths: Iterable<string>,
  shortOf: (path: string) => string,
): ReadonlyMap<number, readonly string[]> {
  const found = new Map<number, string[]>();
  for (const path of paths) {
    const address = `${basePath}/${shortOf(path)}`.replace(/(.)\/$/, '$1');
    const hop = hopFrom(redirects, address);
    // A redirect to where one is already is ignored when it is served.
    if (!hop || hop.destination === address) continue;
    const others = found.get(hop.index);
    if (others) others.push(path);
    else found.set(hop.index, [path]);
  }
  return found;
}
