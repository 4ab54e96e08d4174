import type { JSX } from 'preact';
import { isExternalAddress } from '../../../schema/address.ts';
import { matchRedirect } from '../../../schema/redirect.ts';
import { findPage, resolveLink } from '../../source/links.ts';
import type { View } from './view.ts';

/** Links of the frame that lead from page to page. */
const frame = ['.dc-nav-list', '.tabs-row', '.dc-breadcrumbs', '.dc-pager'] as const;

/**
 * Tells browsers that support it to render the page behind a link before it is clicked: while the
 * pointer rests on it, and sooner for the one that the page's script marks as near.
 *
 * Only other pages of this site: files, addresses with a query, sign-in, and whatever else has an address on
 * the same host are left alone, because opening them may have an effect. Where the site has scripts
 * of its author, which may count visits, the document is only fetched.
 */
export function SpeculationRules({ view }: { view: View }): JSX.Element | null {
  // `docent dev` renders on request, and pages change under the pointer.
  if (view.tools.live) return null;
  const { base } = view;
  const links = [...frame, ...(staysInside(view) ? ['.dc-page-content'] : [])];
  const conditions = [
    { href_matches: base ? [base, `${base}/*`] : '/*' },
    { not: { href_matches: [`${base}/_*`, '/*\\?(.+)', '/*.:type([a-z0-9]+)'] } },
    { selector_matches: links.map((part) => `${part} a`) },
    {
      not: {
        selector_matches: '[target],[download],[rel=external],[href^="#"],[aria-current=page]',
      },
    },
  ];
  // Without scripts, the browser alone decides when a pointer rests.
  const rules = [
    { where: { and: conditions }, eagerness: 'moderate' },
    {
      where: { and: [...conditions, { selector_matches: '[data-near]' }] },
      eagerness: 'immediate',
    },
  ];
  const action = view.tools.assets.userScripts.length > 0 ? 'prefetch' : 'prerender';
  return (
    <script
      type="speculationrules"
      dangerouslySetInnerHTML={{ __html: JSON.stringify({ [action]: rules }) }}
    />
  );
}

/** Marks a link of the navigation to something on the same host that is not a page of the site. */
export function outside(view: View, href: string): { readonly rel?: 'external' } {
  return isExternalAddress(href) || isPage(view, href) ? {} : { rel: 'external' };
}

/** Whether all links in the text that stay on the host lead to pages, or to files with an extension. */
function staysInside(view: View): boolean {
  return view.body.links.every(({ kind, url }) => kind !== 'link' || isPage(view, url));
}

function isPage({ page, site, base }: View, url: string): boolean {
  const target = resolveLink(url, page.path, base);
  if (target.type !== 'internal' || target.query !== '') return true;
  return (
    /\.[a-z0-9]+$/.test(target.path) ||
    findPage(target.path, site.pages) !== undefined ||
    matchRedirect(site.redirects, `${base}/${target.path}`) !== undefined
  );
}
