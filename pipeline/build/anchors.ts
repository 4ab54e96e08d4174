import { encodeUriPart } from '../../schema/encode-uri.ts';
import type { Page, RenderedBody, Site } from '../../schema/site.ts';
import { isExternal, resolveAddress } from '../site/addresses.ts';
import { tagsWith } from '../site/html-tags.ts';
import { findPage, isAnchor } from '../source/links.ts';
import type { PageFacts } from './render.ts';

/** Where anchors lead that are no ids of their pages. */
export interface Anchors {
  /**
   * The id that an anchor means on a page: as it is, as the other dialect spells it, with other signs
   * between its words, or as a heading in another language of the page would have it. Undefined when it
   * means nothing.
   */
  of(path: string, anchor: string): string | undefined;
  /** Addresses that a page's links have → those with the ids that are meant. */
  addresses(page: Page): ReadonlyMap<string, string>;
}

/** Knows the anchors of all pages of a rendered site. */
export function createAnchors(input: {
  readonly site: Site;
  readonly facts: ReadonlyMap<string, Pick<PageFacts, 'ids' | 'aliases' | 'links'>>;
  readonly bodyOf: (path: string) => Pick<RenderedBody, 'html'> | undefined;
}): Anchors {
  const { site, facts, bodyOf } = input;
  const base = site.config.hosting.basePath;
  const idsOf = memo((path: string) => new Set(facts.get(path)?.ids));
  const plainOf = memo((path: string) => {
    const plain = new Map<string, string>();
    const ids = facts.get(path)?.ids ?? [];
    for (const nameOf of [withoutSigns, inOneWord]) {
      for (const id of ids) {
        const name = nameOf(id);
        if (name !== '' && !plain.has(name)) plain.set(name, id);
      }
    }
    return plain;
  });
  const outlineOf = memo((path: string) => outline(bodyOf(path)?.html ?? ''));
  let versions: ReadonlyMap<string, readonly string[]> | undefined;

  const onPage = (path: string, anchor: string): string | undefined => {
    if (idsOf(path).has(anchor)) return anchor;
    const { aliases = {} } = facts.get(path) ?? {};
    if (Object.hasOwn(aliases, anchor)) return aliases[anchor];
    const plain = plainOf(path);
    return plain.get(withoutSigns(anchor)) ?? plain.get(inOneWord(anchor));
  };
  const inOtherLanguages = memo((address: string): string | undefined => {
    const [path = '', anchor = ''] = address.split('\n', 2);
    versions ??= languageVersions(site);
    const source = site.pages.get(path)?.translationOf ?? path;
    for (const other of versions.get(source) ?? []) {
      const id = other === path ? undefined : onPage(other, anchor);
      if (id === undefined) continue;
      if (idsOf(path).has(id)) return id;
      const same = samePosition(id, outlineOf(other), outlineOf(path));
      if (same !== undefined) return same;
    }
    return undefined;
  });
  const of = (path: string, anchor: string) =>
    onPage(path, anchor) ?? inOtherLanguages(`${path}\n${anchor}`);

  return {
    of,
    addresses(page) {
      const found = new Map<string, string>();
      for (const { url, kind } of facts.get(page.path)?.links ?? []) {
        if (kind !== 'link' || !url.includes('#') || isExternal(url.trim())) continue;
        const address = resolveAddress(url, page.path, site);
        const hash = address.indexOf('#');
        const anchor = decoded(address.slice(hash + 1));
        const path = pageAt(address.slice(0, hash), page, site, base);
        if (path === undefined || anchor === undefined || !isAnchor(anchor)) continue;
        const id = of(path, anchor);
        if (id === undefined || id === anchor) continue;
        found.set(address, `${address.slice(0, hash)}#${encodeUriPart(id)}`);
      }
      return found;
    },
  };
}

/** Generators keep, drop or replace what is no letter: `#step-1:-install` is that of "Step 1: Install" as well. */
function withoutSigns(anchor: string): string {
  return anchor
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();
}

/** A sign may part words or join them: `#the-@acme/kit` and `#the-acmekit` are both those of "The @acme/kit". */
function inOneWord(anchor: string): string {
  return withoutSigns(anchor).replaceAll(' ', '');
}

/** The page that answers a resolved address, its query left aside. */
function pageAt(address: string, page: Page, site: Site, base: string): string | undefined {
  const plain = address.replace(/\?.*$/s, '');
  if (plain === '') return page.path;
  if (!plain.startsWith(`${base}/`) && plain !== base) return undefined;
  const path = decoded(plain.slice(base.length + 1));
  return path === undefined ? undefined : findPage(path, site.pages);
}

/** Page path in the source language → the page in every language that has it. */
function languageVersions(site: Site): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const { path, translationOf } of site.pages.values()) {
    if (translationOf === undefined) continue;
    const known = found.get(translationOf);
    if (known) known.push(path);
    else found.set(translationOf, [translationOf, path]);
  }
  return found;
}

interface OutlineEntry {
  readonly id: string;
  readonly depth: number;
}

/** The headings of a page by its topmost ones: each of these with those below it. */
function outline(html: string): readonly (readonly OutlineEntry[])[] {
  const headings = [...tagsWith(html, 'id')].flatMap(({ name, value }) =>
    /^h[1-6]$/.test(name) ? [{ id: value, depth: Number(name[1]) }] : [],
  );
  const top = headings.reduce((least, { depth }) => Math.min(least, depth), 6);
  const parts: OutlineEntry[][] = [];
  for (const heading of headings) {
    if (heading.depth === top) parts.push([heading]);
    else parts.at(-1)?.push(heading);
  }
  return parts;
}

/**
 * The heading at the same position on the same page in another language. Both pages must have the
 * same number of topmost headings, and the same number below the one in question.
 */
function samePosition(
  id: string,
  theirs: ReturnType<typeof outline>,
  own: ReturnType<typeof outline>,
): string | undefined {
  if (theirs.length !== own.length) return undefined;
  const part = theirs.findIndex((headings) => headings.some((heading) => heading.id === id));
  const [other, mine] = [theirs[part] ?? [], own[part] ?? []];
  const at = other.findIndex((heading) => heading.id === id);
  if (at === 0) return mine[0]?.id;
  const depths = (of: readonly OutlineEntry[]) => of.map(({ depth }) => depth).join();
  return depths(other) === depths(mine) ? mine[at]?.id : undefined;
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

function memo<T>(make: (key: string) => T): (key: string) => T {
  const known = new Map<string, T>();
  return (key) => {
    if (known.has(key)) return known.get(key) as T;
    const made = make(key);
    known.set(key, made);
    return made;
  };
}
