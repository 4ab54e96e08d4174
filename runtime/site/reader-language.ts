import type { SiteReader } from '../../pipeline/output/read.ts';

/** Where the root URL leads a reader, and what the browser is to remember of it. */
export interface LanguageHome {
  readonly address: string;
  /** Value of `set-cookie`, after a choice. */
  readonly cookie?: string;
}

/** Headers that decide where the root URL leads: caches must tell readers apart by them. */
export const languageHeaders = 'Accept-Language, Cookie, Sec-Fetch-Site';

const name = 'docent-language';
const year = 365 * 24 * 60 * 60;

/**
 * The home page in the reader's language (`i18n.detectLanguage`). Undefined if the root URL answers
 * itself: nothing else is wanted, or the reader comes from a page of the site, whose link is followed.
 * A link with `?lang=` chooses a language, which is then kept in a cookie.
 */
export function languageHome(
  request: Request,
  site: SiteReader,
  url: URL,
): LanguageHome | undefined {
  const { homes } = site.routes;
  if (!homes) return undefined;
  const { headers } = request;
  const asked = url.searchParams.get('lang') ?? '';
  if (Object.hasOwn(homes, asked)) {
    const path = site.deployment.basePath || '/';
    const cookie = `${name}=${asked}; Path=${path}; Max-Age=${year}; SameSite=Lax; HttpOnly`;
    return { address: homes[asked] ?? path, cookie };
  }
  if (headers.get('sec-fetch-site') === 'same-origin') return undefined;
  const kept =
    new RegExp(`(?:^|;\\s*)${name}=([\\w-]+)`).exec(headers.get('cookie') ?? '')?.[1] ?? '';
  const language = Object.hasOwn(homes, kept)
    ? kept
    : preferred(headers.get('accept-language') ?? '', Object.keys(homes));
  const address = language === undefined ? undefined : homes[language];
  return address === undefined ? undefined : { address };
}

/** The language of a site that an `Accept-Language` header wants most; undefined for none. */
function preferred(header: string, languages: readonly string[]): string | undefined {
  const wanted = header
    .slice(0, 1000)
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.split(';').map((piece) => piece.trim());
      const weight = parameters.find((piece) => piece.startsWith('q='))?.slice(2);
      return { tag: tag.toLowerCase(), weight: weight === undefined ? 1 : Number(weight) };
    })
    .filter(({ tag, weight }) => /^[a-z]/.test(tag) && weight > 0)
    .sort((a, b) => b.weight - a.weight);
  for (const { tag } of wanted) {
    // Traditional Chinese has several names, none of which begins with the other.
    const exact = /^zh-(?:hant|hk|mo)/.test(tag) ? 'zh-tw' : tag;
    const base = tag.split('-')[0];
    const found =
      languages.find((one) => one.toLowerCase() === tag) ??
      languages.find((one) => one.toLowerCase() === exact) ??
      languages.find((one) => one.toLowerCase().split('-')[0] === base);
    if (found !== undefined) return found;
  }
  return undefined;
}
