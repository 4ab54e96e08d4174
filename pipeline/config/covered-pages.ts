import type { Config } from '../../schema/config/config.ts';
import type { Problem } from '../../schema/errors.ts';
import { hopFrom } from '../../schema/redirect.ts';
import type { ResolvedRedirect } from '../../schema/site.ts';
import type { Locate } from './locate.ts';
import { sourceOf } from './redirects.ts';

/** Redirects that hide an existing page, each reported once. */
export function coveredPages(
  config: Config,
  site: { readonly redirects: readonly ResolvedRedirect[]; readonly pages: Iterable<string> },
  locate: Locate = () => ({ file: 'docs.json' }),
): Problem[] {
  const { basePath } = config.hosting;
  const covered = new Map<number, string[]>();
  if (site.redirects.length === 0) return [];
  for (const path of site.pages) {
    const address = `${basePath}/${path.replace(/(^|\/)index$/, '')}`.replace(/(.)\/$/, '$1');
    const hop = hopFrom(site.redirects, address);
    // A redirect to where one is already is ignored when it is served.
    if (!hop || hop.destination === address) continue;
    covered.set(hop.index, [...(covered.get(hop.index) ?? []), path]);
  }
  return [...covered].map(([index, paths]) => {
    const source = site.redirects[index]?.source ?? '';
    const written = config.redirects.findIndex((one) => sourceOf(one.source, basePath) === source);
    const others = paths.length > 1 ? ` and ${paths.length - 1} more` : '';
    return {
      severity: 'warning',
      source: 'config',
      ruleId: 'redirect-over-page',
      ...locate(`/redirects/${written}/source`),
      reason: `Redirect from ${source} hides the page "${paths[0]}"${others}`,
      actual: source,
      note: 'Remove the redirect, or the page that readers can no longer reach.',
    } satisfies Problem;
  });
}
