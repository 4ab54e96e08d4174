import type { SearchQuestion, SearchSource } from './search-source.ts';

/** A page to go to before anything is typed. */
export interface SuggestedPage {
  readonly title: string;
  readonly url: string;
}

// In the order of how near they are: of a missing page the ones that were meant.
const places = [
  '.dc-suggestions a',
  '.pagination-next',
  '.dc-related a',
  'li:has(> .nav-row[aria-current]) ~ li > .nav-row',
  'a.dc-tab-link',
  'a.nav-row',
];

/** Pages around the one that is open, as its own links name them. */
export function suggestedPages(most = 5): readonly SuggestedPage[] {
  const pages = new Map<string, SuggestedPage>();
  const links = places.flatMap((place) => [...document.querySelectorAll<HTMLAnchorElement>(place)]);
  for (const link of links) {
    const { origin, pathname } = link;
    const title = titleOf(link);
    if (!title || origin !== location.origin || pathname === location.pathname) continue;
    if (!pages.has(pathname)) pages.set(pathname, { title, url: pathname });
    if (pages.size === most) break;
  }
  return [...pages.values()];
}

/** Without the word above it, the tags behind it, the address below it. */
function titleOf(link: HTMLElement): string | undefined {
  const part = link.querySelector('.pager-title, .nav-text, .dc-suggestions span') ?? link;
  const [first] = part.childNodes;
  return (part.querySelector('small') ? first : part)?.textContent?.trim();
}

/** Pages that a filter hides, by the product or version that has them. */
export interface HiddenPages {
  readonly name: 'product' | 'version';
  readonly value: string;
  readonly count: number;
}

/** Asks without the filters; nothing if none is set. Of long answers the best fifty pages count. */
export async function hiddenPages(
  source: SearchSource,
  { product, version, ...question }: SearchQuestion,
  signal: AbortSignal,
): Promise<readonly HiddenPages[]> {
  if (!product && !version) return [];
  const { results } = await source.ask({ ...question, limit: 50 }, signal);
  const counts = new Map<string, HiddenPages>();
  for (const page of results) {
    const name =
      product && page.product !== '' && page.product !== product
        ? 'product'
        : version && page.version !== '' && page.version !== version
          ? 'version'
          : undefined;
    if (!name) continue;
    const value = page[name];
    const key = `${name} ${value}`;
    counts.set(key, { name, value, count: (counts.get(key)?.count ?? 0) + 1 });
  }
  return [...counts.values()].sort((a, b) => b.count - a.count).slice(0, 6);
}
