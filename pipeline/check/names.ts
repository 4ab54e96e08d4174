import { matchesPath } from '../../schema/access.ts';
import type { Config } from '../../schema/config/config.ts';
import { isPicture } from '../../schema/css.ts';
import type { Problem, Severity } from '../../schema/errors.ts';
import { joinPointer, splitPointer } from '../../schema/pointer.ts';
import { hopFrom, matchRedirect } from '../../schema/redirect.ts';
import type { NavNode, Page, Site } from '../../schema/site.ts';
import type { Locate } from '../config/locate.ts';
import { sampleOf } from '../config/redirect-walk.ts';
import { sourceOf } from '../config/redirects.ts';
import { isPath } from '../site/icon-kind.ts';
import { iconUses } from '../site/icon-problems.ts';
import { isMachineAddress } from '../site/machine/addresses.ts';
import { findPage, resolveLink } from '../source/links.ts';
import { nearest } from '../source/nearest.ts';

/** The parts of a site that its `docs.json` can name. */
export type Named = Pick<Site, 'config' | 'pages' | 'assets' | 'snippets' | 'redirects'>;

/** Names that are compared with all others; thousands of them would take ages. */
const mostHints = 200;

type Parts = readonly (string | number)[];

interface Check {
  readonly site: Named;
  readonly tell: (severity: Severity, ruleId: string, parts: Parts, said: Said) => void;
  readonly hint: (path: string, names: () => Iterable<string>) => string | undefined;
}

type Said = Pick<Problem, 'reason' | 'actual' | 'expected' | 'note'>;

/** Files, pages and URLs in `docs.json` that do not exist; the navigation is checked separately. */
export function checkNames(
  site: Named & { readonly navigation?: Site['navigation'] },
  locate: Locate,
): Problem[] {
  const problems: Problem[] = [];
  let hints = mostHints;
  const check: Check = {
    site,
    tell: (severity, ruleId, parts, said) => {
      problems.push({ severity, source: 'config', ruleId, ...locate(joinPointer(parts)), ...said });
    },
    hint: (path, names) => (--hints < 0 ? undefined : nearest(path, names())),
  };
  for (const [parts, path] of namedFiles(site.config)) checkFile(check, parts, path);
  const shown = prefixesWithPages(site.navigation?.root);
  for (const [parts, href] of namedLinks(site.config, shown)) checkLink(check, parts, href);
  checkRedirects(check);
  checkPatterns(check);
  return problems;
}

type Entry = readonly [Parts, string];

function namedFiles(config: Config): readonly Entry[] {
  const { logo, favicon, seo, background, fonts, thumbnails, styling, web3 } = config;
  const files: [Parts, string | undefined][] = [
    [['logo', 'light'], logo?.light],
    [['logo', 'dark'], logo?.dark === logo?.light ? undefined : logo?.dark],
    [['favicon', 'light'], favicon?.light],
    [['favicon', 'dark'], favicon?.dark === favicon?.light ? undefined : favicon?.dark],
    [['seo', 'ogImage'], seo.ogImage],
    [['seo', 'metatags', 'og:image'], seo.metatags['og:image']],
    [['background', 'image', 'light'], background.image?.light],
    [
      ['background', 'image', 'dark'],
      background.image?.dark === background.image?.light ? undefined : background.image?.dark,
    ],
    [['fonts', 'source'], fonts.source],
    [['fonts', 'heading', 'source'], fonts.heading?.source],
    [['fonts', 'body', 'source'], fonts.body?.source],
    [
      ['thumbnails', 'background'],
      thumbnails.background && isPicture(thumbnails.background) ? thumbnails.background : undefined,
    ],
    ...styling.codeblocks.customLanguages.map((path, index): [Parts, string] => [
      ['styling', 'codeblocks', 'languages', 'custom', index],
      path,
    ]),
    ...Object.entries(web3?.contracts ?? {}).map(([name, { abi }]): [Parts, string | undefined] => [
      ['web3', 'contracts', name, 'abi'],
      typeof abi === 'string' ? abi : undefined,
    ]),
  ];
  return [
    ...files.filter((file): file is [Parts, string] => file[1] !== undefined),
    ...iconFiles(config),
  ];
}

/** Icons that are files of the site. */
function iconFiles(config: Config): readonly Entry[] {
  return iconUses(config, []).flatMap(({ icon, at }): Entry[] => {
    if (typeof at !== 'string' || !isPath(icon) || icon.startsWith('<')) return [];
    const parts = splitPointer(at).map((part) => (/^\d+$/.test(part) ? Number(part) : part));
    return [[parts, icon]];
  });
}

/** Whether the site has a file that `docs.json` names; files of other hosts are taken to be there. */
export function isPresent(
  { config, assets, snippets }: Pick<Named, 'config' | 'assets' | 'snippets'>,
  path: string,
): boolean {
  const target = resolveLink(path, 'index', config.hosting.basePath);
  if (target.type !== 'internal') return target.type === 'external';
  return assets.has(target.path) || snippets.has(target.path);
}

function checkFile({ site, tell, hint }: Check, parts: Parts, path: string): void {
  if (isPresent(site, path)) return;
  const target = resolveLink(path, 'index', site.config.hosting.basePath);
  const found = target.type === 'internal' ? target.path : undefined;
  const near = hint(found ?? path, () => [...site.assets.keys(), ...site.snippets.keys()]);
  tell('warning', 'missing-file', parts, {
    ...missing(`Missing file ${path}, referenced by ${nameOf(parts)}`, path, near && `/${near}`),
    note: near && sameLetters(near, path) ? caseNote : 'Correct the path, or add the file.',
  });
}

function namedLinks(config: Config, shown: ReadonlySet<string>): readonly Entry[] {
  const links: [Parts, string | undefined][] = [];
  const { navbar, footer, banner, logo, auth, contextual } = config;
  navbar.links.forEach(({ href }, index) => {
    links.push([['navbar', 'links', index, 'href'], href]);
  });
  links.push([['navbar', 'primary', 'href'], navbar.primary?.href]);
  footer?.links.forEach(({ items }, column) => {
    items.forEach(({ href }, index) => {
      links.push([['footer', 'links', column, 'items', index, 'href'], href]);
    });
  });
  for (const [platform, href] of Object.entries(footer?.socials ?? {})) {
    links.push([['footer', 'socials', platform], href]);
  }
  links.push([['logo', 'href'], logo?.href]);
  links.push([['auth', 'loginUrl'], auth.loginUrl]);
  contextual?.options.forEach((option, index) => {
    // With values of the page in it an address is another one on each.
    if (typeof option === 'string' || typeof option.href !== 'string') return;
    if (!option.href.includes('$'))
      links.push([['contextual', 'options', index, 'href'], option.href]);
  });
  for (const href of linksIn(banner?.content ?? '')) links.push([['banner', 'content'], href]);
  const walk = (value: unknown, parts: Parts): void => {
    if (Array.isArray(value)) {
      value.forEach((entry, index) => {
        walk(entry, [...parts, index]);
      });
    } else if (typeof value === 'object' && value !== null) {
      const kind = parts.at(-2);
      const prefix = kind === 'versions' ? lonePrefix(value) : undefined;
      if (prefix !== undefined && !shown.has(bare(prefix))) links.push([[...parts, 'url'], prefix]);
      for (const [key, child] of Object.entries(value)) {
        const isHref =
          key === 'href' || key === 'migrationUrl' || (key === 'url' && kind === 'products');
        // Versions and languages have prefixes, not pages, as their address.
        const isPrefix = kind === 'versions' || kind === 'languages';
        if (typeof child !== 'string') walk(child, [...parts, key]);
        else if (isHref && !(isPrefix && key === 'href')) links.push([[...parts, key], child]);
      }
    }
  };
  walk(config.navigation, ['navigation']);
  return links.filter((link): link is [Parts, string] => Boolean(link[1]?.trim()));
}

/** The prefixes of versions that have pages in the navigation. */
function prefixesWithPages(node: NavNode | undefined): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = (one: NavNode): void => {
    if (one.type === 'page' || one.type === 'link') return;
    const prefix = one.type === 'container' ? one.version?.prefix : undefined;
    if (prefix !== undefined && one.children.length > 0) found.add(prefix);
    one.children.forEach(visit);
  };
  if (node) visit(node);
  return found;
}

/** The path of a version that has no pages of its own: the menu of versions opens it. */
function lonePrefix(version: object): string | undefined {
  const { url, branch, groups, pages, tabs, anchors, languages, menu, openapi } =
    version as Readonly<Record<string, unknown>>;
  const own = [branch, groups, pages, tabs, anchors, languages, menu, openapi];
  return typeof url === 'string' && own.every((part) => part === undefined) ? url : undefined;
}

/** Targets of the links in a line of Markdown. */
function linksIn(text: string): readonly string[] {
  return [...text.matchAll(/\]\(\s*<?([^\s()<>]+)/g)].map((match) => match[1] ?? '');
}

function checkLink(check: Check, parts: Parts, href: string): void {
  const { site, tell, hint } = check;
  if (/^\s*(mailto|tel|[a-z][a-z\d+.-]*):/i.test(href) || exists(href, site)) return;
  const near = hint(bare(href), () => site.pages.keys());
  tell(linkSeverity(site.config), 'broken-link', parts, {
    ...missing(`Broken link ${href} in ${nameOf(parts)}`, href, near && `/${near}`),
    note:
      near && sameLetters(near, href)
        ? caseNote
        : near === undefined && isHost(href)
          ? `Write ${JSON.stringify(`https://${href.trim()}`)} for another site, or add the page or a redirect.`
          : 'Correct the URL, or add the page or a redirect.',
  });
}

/** Whether an address begins as that of another site does, without `https://`. */
function isHost(href: string): boolean {
  const [, ending = ''] =
    /^[a-z0-9-]+(?:\.[a-z0-9-]+)*\.([a-z]{2,})(?::\d+)?(?:[/?#]|$)/i.exec(href.trim()) ?? [];
  return ending !== '' && !/^(?:mdx?|html?|txt|pdf|xml|json|ya?ml|png|jpe?g|svg)$/i.test(ending);
}

/** Destinations of redirects: pages, or at least a folder that has some. */
function checkRedirects({ site, tell, hint }: Check): void {
  const { config } = site;
  const { basePath } = config.hosting;
  const sources = new Set(site.redirects.map((redirect) => redirect.source));
  config.redirects.forEach(({ source, destination }, index) => {
    const given = destination.trim();
    if (/^(?:[a-z][a-z\d+.-]*:|\/\/|\\)/i.test(given)) return;
    const written = given.startsWith('/') ? given : `/${given}`;
    // What is no redirect was reported as such.
    if (!sources.has(sourceOf(source, basePath))) return;
    const hole = written.search(/:[A-Za-z_]|\*/);
    const folder = written.slice(1, Math.max(1, hole)).replace(/[^/]*$/, '');
    if (hole < 0 ? exists(written, site) : leadsOn(written, folder, site)) return;
    const what = hole < 0 ? 'page' : 'folder';
    const shown = hole < 0 ? written : `/${folder}`;
    const near = hole < 0 ? hint(bare(written), () => site.pages.keys()) : undefined;
    tell(linkSeverity(config), 'redirect-target', ['redirects', index, 'destination'], {
      ...missing(`Redirect to a missing ${what}: ${shown}`, written, near && `/${near}`),
      note:
        near && sameLetters(near, written) ? caseNote : 'Correct the destination, or add the page.',
    });
  });
}

/** Whether a destination with captures leads somewhere: into a folder with pages, or on to another redirect. */
function leadsOn(destination: string, folder: string, site: Named): boolean {
  if (folder === '') return true;
  for (const path of site.pages.keys()) if (`${path}/`.startsWith(folder)) return true;
  for (const path of site.assets.keys()) if (path.startsWith(folder)) return true;
  const address = site.config.hosting.basePath + sampleOf(destination);
  return hopFrom(site.redirects, address) !== undefined;
}

/** Patterns of pages that no page fits: a reader sees more, or less, than was meant. */
function checkPatterns(check: Check): void {
  const { site, tell } = check;
  const { auth } = site.config;
  const patterns: Entry[] = [
    ...auth.publicPaths.map((text, index): Entry => [['auth', 'publicPaths', index], text]),
    ...Object.entries(auth.groups).flatMap(([name, { pages }]) =>
      pages.map((text, index): Entry => [['auth', 'groups', name, 'pages', index], text]),
    ),
  ];
  for (const [parts, pattern] of patterns.slice(0, mostHints)) {
    if ([...site.pages.keys()].some((path) => matchesPath(pattern, path))) continue;
    const near = nearestPattern(pattern, check);
    tell('warning', 'unused-pattern', parts, {
      ...missing(`No page matches ${pattern} in ${nameOf(parts)}`, pattern, near),
      note: near && sameLetters(near, pattern) ? caseNote : 'Correct the path, or remove it.',
    });
  }
}

/** The pattern that was meant: a page, or the same stars below another folder. */
function nearestPattern(pattern: string, { site, hint }: Check): string | undefined {
  const star = pattern.indexOf('*');
  if (star < 0) return hint(bare(pattern), () => site.pages.keys());
  const folder = bare(pattern.slice(0, star).replace(/[^/]*$/, ''));
  if (folder === '') return undefined;
  const near = hint(folder, () => foldersOf(site.pages.keys()));
  return near && near + pattern.slice(pattern.indexOf(folder) + folder.length);
}

function foldersOf(paths: Iterable<string>): ReadonlySet<string> {
  const folders = new Set<string>();
  for (const path of paths) {
    const parts = path.split('/');
    for (let end = 1; end < parts.length; end++) folders.add(parts.slice(0, end).join('/'));
  }
  return folders;
}

/**
 * Pages with the mode of a chat: they are shown as pages, with the assistant's panel next to them.
 */
export function assistantPages(pages: Iterable<Page>): Problem[] {
  return [...pages].flatMap(({ frontmatter, file, operation }): Problem[] => {
    if (frontmatter.mode !== 'assistant' || operation) return [];
    const line = file.text.split('\n').findIndex((text) => /^mode\s*:/.test(text)) + 1;
    const point = { line, column: 1, offset: file.text.search(/^mode\s*:/m) };
    return [
      {
        severity: 'note',
        source: 'site',
        ruleId: 'assistant-mode',
        file: file.path,
        ...(line > 0 ? { place: { start: point, end: point } } : {}),
        reason:
          'Mode "assistant" is shown as an ordinary page; readers open the assistant by its button.',
        actual: 'assistant',
        note: 'No action needed, or choose another mode.',
      },
    ];
  });
}

/** Whether an address of the site answers, after redirects. */
export function exists(href: string, site: Named): boolean {
  const { basePath } = site.config.hosting;
  const target = resolveLink(href, 'index', basePath);
  if (target.type !== 'internal') return target.type === 'external';
  const { path } = target;
  if (findPage(path, site.pages) !== undefined || site.assets.has(path)) return true;
  const address = `/${path}`;
  if (path === '' || isMachineAddress(address, site)) return true;
  // Feeds are below the pages they belong to.
  if (address.endsWith('/rss.xml') && findPage(path.slice(0, -8), site.pages)) return true;
  if (site.pages.has(path.replace(/\.md$/, ''))) return true;
  const moved = matchRedirect(site.redirects, basePath + address);
  if (moved === undefined) return false;
  const end = resolveLink(moved.destination, 'index', basePath);
  if (end.type !== 'internal') return true;
  return findPage(end.path, site.pages) !== undefined || site.assets.has(end.path);
}

function linkSeverity(config: Config): Severity {
  return config.addons.ciChecks.brokenLinks === 'error' ? 'error' : 'warning';
}

const caseNote = 'Paths are case-sensitive.';

function missing(sentence: string, actual: string, near: string | undefined): Said {
  const hint = near === undefined ? '' : `; did you mean ${JSON.stringify(near)}?`;
  return { reason: sentence + hint, actual, ...(near === undefined ? {} : { expected: [near] }) };
}

function sameLetters(near: string, written: string): boolean {
  return bare(near).toLowerCase() === bare(written).toLowerCase();
}

function bare(address: string): string {
  return address
    .trim()
    .replace(/[?#].*$/s, '')
    .replace(/^(\.?\/)+|\/+$/g, '');
}

function nameOf(parts: Parts): string {
  return parts.reduce<string>(
    (name, part) =>
      typeof part === 'number' ? `${name}[${part}]` : name ? `${name}.${part}` : part,
    '',
  );
}
