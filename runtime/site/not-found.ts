import { distance } from 'fastest-levenshtein';
import type { SiteReader } from '../../pipeline/output/read.ts';
import type { ManifestFile } from '../../schema/build.ts';
import { encodeUri } from '../../schema/encode-uri.ts';
import { escapeHtml } from '../../schema/html.ts';
import { notFoundAddress } from '../../schema/not-found-address.ts';
import { languageOf } from './address-language.ts';

/** A page that may be the one a reader meant. */
export interface Suggestion {
  readonly title: string;
  /** Address with `basePath`. */
  readonly href: string;
  /** Edit distance over the longer of the two paths: 0 is the same, 1 has nothing in common. */
  readonly distance: number;
}

/** Up to this distance `errors.404.redirect` sends the reader on. */
const near = 0.25;
/** Up to this one, a page is suggested. */
const similar = 0.6;

/** Pages nearest to an address that has none, best first, all in the language of the nearest. */
export async function suggest(site: SiteReader, address: string, count = 5): Promise<Suggestion[]> {
  const { basePath } = site.deployment;
  const wanted = slug(
    address.startsWith(`${basePath}/`) ? address.slice(basePath.length) : address,
  );
  const last = wanted.split('/').at(-1) ?? '';
  const found: (Suggestion & { readonly language: string })[] = [];
  for await (const { path, title, language, protected: isProtected } of site.pages()) {
    // Protected pages are not suggested to readers without a session.
    if (isProtected) continue;
    const candidate = slug(path);
    const written = distance(wanted, candidate) / Math.max(wanted.length, candidate.length, 1);
    const whole = hasOtherSegment(wanted, candidate) ? Math.max(written, near + 0.01) : written;
    // A page that moved keeps its last part: near, but never near enough to be sent there.
    const moved = last.length > 3 && candidate.split('/').at(-1) === last ? near + 0.01 : 1;
    const best = Math.min(whole, moved);
    if (best <= similar) {
      found.push({ title, language, href: addressOf(basePath, path), distance: best });
    }
  }
  found.sort((a, b) => a.distance - b.distance || (a.href < b.href ? -1 : 1));
  return found.filter(({ language }) => language === found[0]?.language).slice(0, count);
}

/** Whether paths of the same depth differ by more than a slip in a segment: `v1/en/start` is no `v1/ar/start`. */
function hasOtherSegment(wanted: string, candidate: string): boolean {
  const [segments, others] = [wanted.split('/'), candidate.split('/')];
  return (
    segments.length === others.length &&
    segments.some((segment, at) => {
      const other = others[at] ?? '';
      return distance(segment, other) / Math.max(segment.length, other.length, 1) > 0.5;
    })
  );
}

/** The 404 document in the language of an address; `suggests` wants the one with a place for pages. */
export function notFoundDocument(
  site: SiteReader,
  address: string,
  suggests = false,
): ManifestFile | undefined {
  const { document, pattern } = notFoundAddress(languageOf(site, address).folder);
  const [own, withPlace, root] = [document, pattern, notFoundAddress('').document].map((path) =>
    site.file(`${site.deployment.basePath}/${path}`),
  );
  return (suggests ? withPlace : undefined) ?? own ?? root;
}

/** Where a reader is sent instead of the 404 page, when the site wants that. */
export function nearest(suggestions: readonly Suggestion[]): string | undefined {
  const [best] = suggestions;
  return best && best.distance <= near ? best.href : undefined;
}

/**
 * The 404 document with its suggestions. A build writes it with one suggestion as a template, whose
 * title and URL are unique; its list entry is repeated for each page.
 */
export function withSuggestions(pattern: string, suggestions: readonly Suggestion[]): string {
  return pattern.replace(/<li>(?:(?!<\/li>)[\s\S])*?docent:title[\s\S]*?<\/li>/, (entry) =>
    suggestions
      .map(({ href, title }) =>
        entry
          .replaceAll('/docent:href', escapeHtml(encodeUri(href)))
          .replaceAll('docent:title', escapeHtml(title)),
      )
      .join(''),
  );
}

/** Address of a page path: `x/index` is answered at `x`. */
function addressOf(basePath: string, path: string): string {
  const short = path.replace(/(^|\/)index$/, '');
  return short === '' ? basePath || '/' : `${basePath}/${short}`;
}

function slug(path: string): string {
  return path
    .replace(/^\/|\/$/g, '')
    .replace(/\.(html?|mdx?)$/, '')
    .replace(/(^|\/)index$/, '')
    .toLowerCase();
}
