import { encodeUri } from '../../../schema/encode-uri.ts';
import { type AssistantSite, mayRead, placeOf, type Visitor } from './site.ts';

/** Where an answer may point to: an address to write instead, or undefined when it may not. */
export interface LinkPolicy {
  readonly link: (target: string) => string | undefined;
  readonly image: (target: string) => string | undefined;
  /** Paths of own pages that were linked so far. */
  readonly linked: ReadonlySet<string>;
}

/**
 * Links to the site's own pages that the visitor may read and to hosts that its `docs.json` names;
 * pictures of the site and of those hosts. Everything else is no link: a poisoned page can't lead
 * readers away, nor carry their words out in an address.
 */
export function linkPolicy(site: AssistantSite, visitor: Visitor): LinkPolicy {
  const declared = declaredHosts(site.config);
  const own = ownHosts(site);
  const mails = new Set(
    [
      site.config.assistant.contactSupport.email,
      site.config.assistant.deflection.supportEmail,
    ].flatMap((mail) => (mail ? [mail.toLowerCase()] : [])),
  );
  const linked = new Set<string>();

  const outside = (target: string): URL | undefined => {
    const url = URL.canParse(target) ? new URL(target) : undefined;
    return url && /^https?:$/.test(url.protocol) && url.username === '' ? url : undefined;
  };
  const ownPage = (target: string): string | undefined => {
    const [, rawPath = '', rawHash] = /^([^?#]*)(?:\?[^#]*)?(?:#(.*))?$/s.exec(target) ?? [];
    const path = pathOf(rawPath, site.basePath);
    if (path === undefined) return undefined;
    const page = [path, `${path}/index`, path === '' ? 'index' : path]
      .map((candidate) => site.page(candidate))
      .find((found) => found !== undefined);
    if (!page || !mayRead(page, visitor)) return undefined;
    linked.add(page.path);
    return placeOf(site, page.path, decoded(rawHash ?? ''));
  };
  return {
    linked,
    link: (target) => {
      const text = unescaped(target);
      if (/^mailto:/i.test(text)) {
        return mails.has(text.slice(7).toLowerCase()) ? text : undefined;
      }
      if (/^([a-z][a-z0-9+.-]*:|\/\/|\\)/i.test(text)) {
        const url = outside(text.startsWith('//') ? `https:${text}` : text);
        if (!url) return undefined;
        if (own.has(url.hostname)) return ownPage(url.pathname + url.hash);
        return declared.has(url.hostname) ? url.href : undefined;
      }
      return text.startsWith('#') || text === '' ? undefined : ownPage(text);
    },
    image: (target) => {
      const text = unescaped(target);
      const url = outside(text);
      if (url) {
        // An address with a query could carry words out.
        return declared.has(url.hostname) && url.search === '' && url.hash === ''
          ? url.href
          : undefined;
      }
      if (!/^\/?[^:?#\\]+$/.test(text) || text.startsWith('//')) return undefined;
      const path = decoded(text).replace(/^\//, '');
      const address = [`/${path}`, `${site.basePath}/${path}`].find(site.hasImage);
      return address === undefined ? undefined : encodeUri(address);
    },
  };
}

/** Hosts that the navigation, the bars and the API settings of a site point to. */
function declaredHosts(config: AssistantSite['config']): ReadonlySet<string> {
  const known = hostsOf.get(config);
  if (known) return known;
  const { navigation, navbar, footer, banner, logo, api } = config;
  const text = JSON.stringify([navigation, navbar, footer, banner, logo, api]);
  const hosts = new Set<string>();
  for (const [address] of text.matchAll(/https?:\/\/[^\s"'<>()\\]+/g)) {
    if (URL.canParse(address)) hosts.add(new URL(address).hostname);
  }
  hostsOf.set(config, hosts);
  return hosts;
}

/** The navigation of a large site takes milliseconds to read, and is the same for every answer. */
const hostsOf = new WeakMap<AssistantSite['config'], ReadonlySet<string>>();

/** Hosts of the site itself, as far as its build and its `docs.json` know them. */
function ownHosts(site: AssistantSite): ReadonlySet<string> {
  const hosts = new Set<string>();
  const { metatags } = site.config.seo;
  for (const value of [site.origin ?? '', ...Object.values(metatags)]) {
    if (/^https?:/.test(value) && URL.canParse(value)) hosts.add(new URL(value).hostname);
  }
  return hosts;
}

/** A page path of an address as a model, or an author, writes it. */
function pathOf(text: string, basePath: string): string | undefined {
  const path = decoded(text)
    .normalize('NFC')
    .replace(/^(\.\/)+/, '/')
    .replace(/\.mdx?$/, '');
  if (/(^|\/)\.\.?(\/|$)|[\\:\p{Cc}]/u.test(path)) return undefined;
  const inside =
    basePath && (path === basePath || path.startsWith(`${basePath}/`))
      ? path.slice(basePath.length)
      : path;
  return inside.replace(/^\/+|\/+$/g, '');
}

/** A target without the backslashes of Markdown. */
function unescaped(target: string): string {
  return target.trim().replace(/\\([!-/:-@[-`{-~])/g, '$1');
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
