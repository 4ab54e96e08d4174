import { fromTop, type VersionBranch } from '../../schema/branch.ts';
import type { Problem, Severity } from '../../schema/errors.ts';
import type { Asset, Page, RenderedBody } from '../../schema/site.ts';
import { nearest } from './nearest.ts';
import { folderOf, joinPath } from './path.ts';

/** What `checkLinks` looks at. */
export interface LinkCheck {
  readonly pages: ReadonlyMap<string, Pick<Page, 'path'>>;
  /** Rendered bodies by page path: their links, and the ids that anchors may name. */
  readonly bodies: ReadonlyMap<string, Pick<RenderedBody, 'links' | 'ids' | 'aliases'>>;
  /** The one page whose links are looked at; all pages when absent. */
  readonly only?: string;
  readonly assets: ReadonlyMap<string, Asset>;
  /** Where an address (leading slash, no `basePath`) is redirected to; the answer may have it. */
  readonly redirect?: (address: string) => string | undefined;
  /** Other addresses that exist, without `basePath`: feeds, `llms.txt`, pages of translations. */
  readonly isAddress?: (address: string) => boolean;
  readonly basePath: string;
  /** Versions that are built from branches: what starts with a slash there starts at their prefix. */
  readonly branches?: readonly VersionBranch[];
  readonly severity: Severity;
  /** Whether an anchor that is not an id of the page still resolves to a place on it. */
  readonly landsElsewhere?: (page: string, fragment: string) => boolean;
}

/** Where a link leads. `path` has neither leading slash nor `basePath`; '' is the site's first page. */
export type LinkTarget =
  | { readonly type: 'external' }
  | { readonly type: 'malformed'; readonly reason: string }
  | {
      readonly type: 'internal';
      readonly path: string;
      readonly query: string;
      /** Decoded, without `#`; '' if missing. */
      readonly fragment: string;
    };

const external = /^(?:[a-z][a-z0-9+.-]*:|\/\/)/i;

/**
 * Reads an address as written on the page `from`. Relative ones start at the page's folder in the
 * source; `basePath` in front is understood.
 */
export function resolveLink(url: string, from: string, basePath = ''): LinkTarget {
  const trimmed = url.trim();
  if (external.test(trimmed)) return { type: 'external' };
  const match = /^([^?#]*)(\?[^#]*)?(?:#(.*))?$/s.exec(trimmed);
  const written = match?.[1] ?? '';
  const query = match?.[2] ?? '';
  const decoded = safeDecode(written);
  const fragment = safeDecode(match?.[3] ?? '');
  if (decoded === undefined || fragment === undefined) {
    return { type: 'malformed', reason: 'a "%" is not followed by two hexadecimal digits' };
  }
  if (decoded === '') return { type: 'internal', path: from, query, fragment };
  const path = joinPath(folderOf(from), withoutBase(decoded.replace(/\\/g, '/'), basePath));
  if (path === undefined) return { type: 'malformed', reason: 'it points outside the site' };
  return { type: 'internal', path: path.normalize('NFC'), query, fragment };
}

/** The page that a path without leading slash names: as it is, without `.md`, or as a folder's index. */
export function findPage(path: string, pages: { has(path: string): boolean }): string | undefined {
  const plain = path.replace(/\.mdx?$/i, '').replace(/\/+$/, '');
  const names = plain === '' ? ['index'] : [path, plain, `${plain}/index`];
  return names.find((name) => pages.has(name));
}

/** Checks every link, image and anchor of all pages, or of one; what is broken becomes a problem at its place. */
export function checkLinks(check: LinkCheck): Problem[] {
  const problems: Problem[] = [];
  const anchors = new Map<string, ReadonlySet<string>>();
  const suggestions = new Map<string, string | undefined>();
  const told = new Set<string>();
  // What starts at the root means the same on every page, unless the page is of a branch.
  const sound = new Set<string>();
  const isShared = (url: string) => url.startsWith('/') && !check.branches?.length;
  for (const from of check.only === undefined ? check.bodies.keys() : [check.only]) {
    for (const link of check.bodies.get(from)?.links ?? []) {
      const name = `${link.kind} ${link.url}`;
      if (sound.has(name)) continue;
      const fault = faultOf(link.url, from, link.kind, check, anchors, suggestions);
      if (fault === undefined) {
        if (isShared(link.url)) sound.add(name);
        continue;
      }
      // A snippet's broken link is one mistake, however many pages include it.
      const key = `${link.file}\n${link.place?.start.offset ?? ''}\n${link.url}\n${fault.ruleId}`;
      if (told.has(key)) continue;
      told.add(key);
      problems.push({
        severity: check.severity,
        source: 'source',
        file: link.file,
        ...(link.place ? { place: link.place } : {}),
        actual: link.url,
        ...fault,
      });
    }
  }
  return problems;
}

type Fault = Pick<Problem, 'ruleId' | 'reason' | 'note'> & Partial<Pick<Problem, 'expected'>>;

function faultOf(
  url: string,
  from: string,
  kind: 'link' | 'image' | 'asset',
  check: LinkCheck,
  anchors: Map<string, ReadonlySet<string>>,
  suggestions: Map<string, string | undefined>,
): Fault | undefined {
  if (url.trim() === '') {
    return kind === 'link' ? undefined : broken(kind, { url, path: '' }, undefined);
  }
  let target = inBranch(resolveLink(url, from, check.basePath), url, from, check);
  let page = from;
  const fragment = target.type === 'internal' ? target.fragment : '';
  for (let hop = 0; hop <= 10; hop++) {
    if (target.type === 'external') return undefined;
    if (target.type === 'malformed') {
      return {
        ruleId: 'malformed-link',
        reason: `Invalid URL "${url}": ${target.reason}.`,
        note: 'Correct the URL.',
      };
    }
    const found = findPage(target.path, check.pages);
    if (found !== undefined) {
      return anchorFault(url, found, target.fragment || fragment, check, anchors);
    }
    if (isFile(target.path, check)) return undefined;
    const moved = check.redirect?.(`/${target.path}`);
    if (moved === undefined) break;
    page = 'index';
    target = resolveLink(moved, page, check.basePath);
  }
  if (target.type !== 'internal') return undefined;
  const { path } = target;
  const meant = kind === 'link' ? withScheme(url.trim()) : undefined;
  if (meant !== undefined)
    return { ...broken(kind, { url, path }, meant), note: 'Correct the URL.' };
  if (!suggestions.has(path)) suggestions.set(path, suggest(path, check));
  return broken(kind, { url, path }, suggestions.get(path));
}

/** A link from the top of the site, as a page of a branch means it. */
function inBranch(target: LinkTarget, url: string, from: string, check: LinkCheck): LinkTarget {
  const { branches = [] } = check;
  if (target.type !== 'internal' || branches.length === 0 || !/^[/\\]/.test(url.trim()))
    return target;
  const exists = (name: string) => check.pages.has(name) || check.assets.has(name);
  return { ...target, path: fromTop(target.path, { from, branches, exists }) };
}

function isFile(path: string, check: LinkCheck): boolean {
  if (path === '' || check.assets.has(path)) return true;
  return check.isAddress?.(`/${path}`) === true;
}

const brokenWords = { link: 'Broken link', image: 'Missing image', asset: 'Missing file' } as const;

function broken(
  kind: 'link' | 'image' | 'asset',
  { url, path }: { readonly url: string; readonly path: string },
  near: string | undefined,
): Fault {
  const same = near?.toLowerCase() === `/${path}`.toLowerCase();
  const hint = near === undefined ? '.' : `; did you mean "${near}"?`;
  return {
    ruleId: kind === 'link' ? 'broken-link' : 'missing-file',
    reason: `${brokenWords[kind]} "${url}"${hint}`,
    ...(near === undefined ? {} : { expected: [near] }),
    note: same
      ? 'Paths are case-sensitive.'
      : kind === 'link'
        ? 'Correct the URL, add the page, or add a redirect to docs.json.'
        : 'Correct the path, or add the file.',
  };
}

/** An email address, or the name of a host, that was written as a path: `[help@acme.com](help@acme.com)`. */
function withScheme(url: string): string | undefined {
  if (/^[\w.+-]+@[\w-]+(?:\.[\w-]+)+$/.test(url)) return `mailto:${url}`;
  return hostName.test(url) ? `https://${url}` : undefined;
}

const hostName =
  /^(?:www\.[\w-]+\.[\w-]|[\w-][\w.-]*\.(?:ai|app|co|com|dev|io|net|org)(?:[/?#]|$))/i;

function suggest(path: string, check: LinkCheck): string | undefined {
  const names = [...check.pages.keys(), ...check.assets.keys()];
  const near = nearest(path.replace(/\/+$/, ''), names);
  return near === undefined ? undefined : `/${near}`;
}

function anchorFault(
  url: string,
  page: string,
  fragment: string,
  check: LinkCheck,
  anchors: Map<string, ReadonlySet<string>>,
): Fault | undefined {
  if (!isAnchor(fragment)) return undefined;
  const body = check.bodies.get(page);
  if (body === undefined) return undefined;
  let ids = anchors.get(page);
  if (ids === undefined) {
    ids = new Set([...body.ids, ...Object.keys(body.aliases)]);
    anchors.set(page, ids);
  }
  const name = fragment.split(':~:')[0] ?? fragment;
  if (ids.has(name) || check.landsElsewhere?.(page, name)) return undefined;
  const near = nearest(name, body.ids);
  return {
    ruleId: 'broken-anchor',
    reason: `The page "${page}" has no anchor "#${name}"${near ? `; did you mean "#${near}"?` : '.'}`,
    ...(near ? { expected: [`#${near}`] } : {}),
    note: `Correct "${url}", or give the heading this id: ## Heading {#${name}}.`,
  };
}

/** `#:~:text=` names words, `#top` the browser's own top, `#/` belongs to a script. */
export function isAnchor(fragment: string): boolean {
  return fragment !== '' && fragment !== 'top' && !/^(?::~:|[/!])/.test(fragment);
}

/** Whether a page has links whose anchors are known only when other pages are. */
export function awaitsAnchors(body: Pick<RenderedBody, 'links' | 'ids'>): boolean {
  let ids: ReadonlySet<string> | undefined;
  return body.links.some(({ url, kind }) => {
    const hash = url.indexOf('#');
    if (kind !== 'link' || hash < 0 || hash === url.length - 1 || external.test(url.trim())) {
      return false;
    }
    ids ??= new Set(body.ids);
    return hash > 0 || !ids.has(safeDecode(url.slice(1)) ?? '');
  });
}

function withoutBase(path: string, basePath: string): string {
  if (basePath === '' || !path.startsWith(basePath)) return path;
  const rest = path.slice(basePath.length);
  return rest === '' || rest.startsWith('/') ? `/${rest}` : path;
}

function safeDecode(text: string): string | undefined {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
