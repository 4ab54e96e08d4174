import type { WrittenConfig } from '../../schema/config/config.ts';
import { languageEntries } from '../../schema/config/language-entries.ts';
import { show } from '../../schema/validation/show.ts';
import type { Tell } from './finding.ts';
import { isUnsafe } from './unsafe-link.ts';

/** Addresses that would run scripts instead of leading somewhere. */
export function checkLinks(written: WrittenConfig, tell: Tell): void {
  const links = barLinks(written);
  for (const { entry, parts: at } of languageEntries(written.navigation)) {
    for (const [parts, href] of barLinks(entry))
      links.push([['navigation', ...at, ...parts], href]);
  }
  if (typeof written.logo === 'object') links.push([['logo', 'href'], written.logo.href]);
  links.push([['auth', 'loginUrl'], written.auth?.loginUrl]);
  written.contextual?.options?.forEach((option, i) => {
    if (typeof option === 'string') return;
    const { href } = option;
    const parts = ['contextual', 'options', i, 'href'];
    links.push(typeof href === 'string' ? [parts, href] : [[...parts, 'base'], href.base]);
  });
  for (const [parts, href] of links) {
    if (typeof href !== 'string' || !isUnsafe(href)) continue;
    tell({
      severity: 'error',
      ruleId: 'unsafe-link',
      parts,
      reason: `Unexpected address ${show(href)}, expected a path or a URL`,
      actual: href,
      note: 'Link to a page, or to an https URL.',
    });
  }
}

type Link = readonly [parts: readonly (string | number)[], href: unknown];

/** Links of a header and of a footer. */
function barLinks({ navbar, footer }: Pick<WrittenConfig, 'navbar' | 'footer'>): Link[] {
  const links: Link[] = [];
  navbar?.links?.forEach((link, i) => {
    links.push([['navbar', 'links', i, 'href'], link.href]);
  });
  links.push([['navbar', 'primary', 'href'], navbar?.primary?.href]);
  footer?.links?.forEach((column, i) => {
    column.items.forEach((item, j) => {
      links.push([['footer', 'links', i, 'items', j, 'href'], item.href]);
    });
  });
  for (const [platform, address] of Object.entries(footer?.socials ?? {})) {
    links.push([['footer', 'socials', platform], address]);
  }
  return links;
}
