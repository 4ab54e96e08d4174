import { hash as digest } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Access, accessOf, widerAccess } from '../../schema/access.ts';
import { memberRowsAddress } from '../../schema/build.ts';
import { given } from '../../schema/given.ts';
import type { Page, RenderedBody, Site } from '../../schema/site.ts';
import { keyOf } from '../cache/cache.ts';
import { hashOfParts } from '../output/file-parts.ts';
import type { Content, OutputFile } from '../output/output-file.ts';
import { resolveAddress } from '../site/addresses.ts';
import { emptyBody } from '../site/empty-body.ts';
import { isOfWidget, widgetScript } from '../site/layout/client-files.ts';
import { faviconSvg } from '../site/layout/favicon.tsx';
import { machineFiles } from '../site/machine/files.ts';
import { llmsPaths } from '../site/machine/llms.ts';
import { redirectFiles, redirectPage } from '../site/machine/redirects.ts';
import { type MachineFile, markdownPath, pageFolder, wholeText } from '../site/machine/site.ts';
import { layoutTools } from './layout-tools.ts';
import type { RenderSetting } from './render-setting.ts';
import type { RenderedSite } from './render-site.ts';
import type { Shell } from './shell.ts';
import { socialImages } from './social-images.ts';
import { type PartsBefore, textParts } from './text-parts.ts';

/** Title and address by which the runtime finds the place of its suggestions in the 404 document. */
const suggestion = { title: 'docent:title', href: '/docent:href' } as const;

/** Address path of a page, decoded: the key of the manifest. */
function addressOf(path: string, basePath: string): string {
  const short = path.replace(/(^|\/)index$/, '');
  return short === '' ? basePath || '/' : `${basePath}/${short}`;
}

/** File of a page's document: `guides/start` → `guides/start/index.html`. */
function documentPath(path: string): string {
  return path.replace(/(^|\/)index$/, '') === ''
    ? 'index.html'
    : `${path.replace(/\/index$/, '')}/index.html`;
}

/** The files of one page. */
export function pageFiles(
  page: Page,
  site: Site,
  content: {
    readonly htmlHash?: string;
    readonly twinHash?: string;
    readonly html: OutputFile['content'];
    readonly twin: OutputFile['content'];
  },
): OutputFile[] {
  const { basePath } = site.config.hosting;
  const access = accessOf(page, site.config.auth);
  const document: OutputFile = {
    path: documentPath(page.path),
    address: addressOf(page.path, basePath),
    content: content.html,
    protected: access.protected,
    groups: access.groups,
    ...(content.htmlHash === undefined ? {} : { hash: content.htmlHash }),
  };
  const twin = markdownPath(page.path);
  if (site.assets.has(twin)) return [document];
  return [
    document,
    {
      path: twin,
      address: `${basePath}/${twin}`,
      content: content.twin,
      protected: access.protected,
      groups: access.groups,
      ...(content.twinHash === undefined ? {} : { hash: content.twinHash }),
    },
  ];
}

/** All files of a site but its pages', in an order that lets the author's own win. */
export function otherFiles(
  input: PartsBefore & {
    readonly site: Site;
    readonly dir: string;
    readonly shell: Shell;
    readonly setting: RenderSetting;
    readonly rendered: RenderedSite;
    /** HTML above what is said at an address without a page, as it is when one is asked for. */
    readonly notice?: () => string;
  },
): OutputFile[] {
  const { site, dir, shell, setting } = input;
  const { basePath } = site.config.hosting;
  const files: OutputFile[] = [];
  const add = (path: string, content: OutputFile['content'], more: Partial<OutputFile> = {}) =>
    files.push({ path, address: `${basePath}/${path}`, content, ...more });

  const accessOfAsset = assetAccess(site, input.rendered);
  for (const asset of site.assets.values()) {
    add(asset.path, () => readFileSync(join(dir, asset.path)), {
      hash: asset.hash,
      ...accessOfAsset(asset.path),
    });
  }
  // A site that is only previewed has no assistant either.
  const offersWidget = site.config.assistant.enabled && setting.live === undefined;
  for (const file of shell.files) {
    if (file.path === shell.live && setting.live === undefined) continue;
    if (file.path === shell.oauth && !usesOAuth(site)) continue;
    if (isOfWidget(file.path) && !offersWidget) continue;
    const immutable = file.path.startsWith('_docent/') && file.path !== widgetScript;
    add(file.path, () => file.content, { immutable, ...file.access });
  }
  if (!site.config.favicon) add('_docent/favicon.svg', () => faviconSvg(site.config));
  files.push(...socialImages({ site, dir, cache: input.cache }));
  const tools = layoutTools(site, setting);
  const notFound = (suggestions?: readonly (typeof suggestion)[]) => () => {
    const notice = input.notice?.();
    return input.cache.through(
      'not-found',
      keyOf(input.rendered.frameKey, setting.live, suggestions?.length, notice),
      async () => {
        const { renderNotFound } = await import('../site/layout/messages.tsx');
        return renderNotFound(site, { ...tools, ...given({ notice }) }, suggestions);
      },
    );
  };
  add('404.html', notFound());
  // What a static host can say for itself: which server answers for it. A server says here what it offers.
  const note = JSON.stringify({ project: null, runtime: setting.runtime });
  add('_docent/runtime.json', () => `${note}\n`);
  if (usesOAuth(site)) add('_docent/oauth.html', () => oauthPage(shell.oauth));
  if (site.config.auth.enabled) {
    const rows = async () => {
      const { memberRows } = await import('../site/layout/members.tsx');
      return JSON.stringify(memberRows(site, tools, emptyBody));
    };
    add('_docent/members.json', rows, { address: memberRowsAddress, protected: true });
  }
  add('_docent/not-found.html', notFound([suggestion]));
  for (const file of cachedMachineFiles(input)) {
    if (!site.assets.has(file.path))
      add(file.path, file.content, file.hash ? { hash: file.hash } : {});
  }
  const first = site.navigation.first;
  if (first !== undefined && !site.pages.has('index')) {
    add('index.html', () => redirectPage(addressOf(first, basePath)));
  }
  const taken = new Set<string>();
  for (const page of site.pages.values()) taken.add(documentPath(page.path));
  const isBelowFile = site.redirects.length > 0 ? belowFiles(site, taken) : () => false;
  return files.filter((file) => {
    if (taken.has(file.path)) return false;
    if (!site.assets.has(file.path) && isBelowFile(file.path)) return false;
    taken.add(file.path);
    return true;
  });
}

/** Tells which paths are below a file, as is the page of a redirect from `/llms.txt`; `taken` grows. */
function belowFiles(site: Site, taken: ReadonlySet<string>): (path: string) => boolean {
  const twins = new Set(Array.from(site.pages.keys(), markdownPath));
  return (path) => foldersOf(path).some((folder) => taken.has(folder) || twins.has(folder));
}

/** Folders that a file is in: `a/b/index.html` → `a/b`, `a`. */
function foldersOf(path: string): string[] {
  const names = path.split('/').slice(0, -1);
  return names.map((_, index) => names.slice(0, index + 1).join('/'));
}

/** Whether an API page may sign its reader in to get a token. */
function usesOAuth(site: Site): boolean {
  if (site.config.api.mdx.auth.method === 'oauth2') return true;
  for (const { operation, frontmatter } of site.pages.values()) {
    if (frontmatter.authMethod === 'oauth2') return true;
    const schemes = Object.values(operation?.form?.schemes ?? {});
    if (schemes.some(({ type }) => type === 'oauth2' || type === 'openIdConnect')) return true;
  }
  return false;
}

/** The page that a sign-in returns to; it is named by the registrations of clients, so its address never changes. */
function oauthPage(script: string): string {
  const name = script.slice(script.lastIndexOf('/') + 1);
  return `<!doctype html><meta charset="utf-8"><meta name="robots" content="noindex"><title>OAuth 2.0</title><script type="module" src="${name}"></script>`;
}

/** A file for machines on its way into a deployment. */
type MachineOutput = Pick<OutputFile, 'path' | 'content' | 'hash'>;

/** `llms.txt`, sitemap, feeds …: made only when something they are made of has changed. */
function cachedMachineFiles(
  input: PartsBefore & {
    readonly site: Site;
    readonly setting: RenderSetting;
    readonly rendered: RenderedSite;
  },
): MachineOutput[] {
  const { site, rendered, cache } = input;
  let made: readonly MachineFile[] | undefined;
  const make = (): readonly MachineFile[] => {
    if (made) return made;
    // One at a time: the texts of all pages of a large site are much memory.
    const get = (path: string): RenderedBody => ({ ...emptyBody, ...rendered.textsOf(path) });
    const withUpdates = (path: string) =>
      rendered.facts.get(path)?.hasUpdates ? get(path) : undefined;
    made = machineFiles(site, { texts: { get }, updated: { get: withUpdates } });
    return made;
  };
  const madeOf = (path: string) => make().find((file) => file.path === path)?.content ?? (() => '');
  if (input.setting.live !== undefined) {
    // `docent dev` creates them on demand; their names are known beforehand.
    const names = [...llmsPaths(site), 'sitemap.xml', 'robots.txt'];
    for (const [path, facts] of rendered.facts) if (facts.hasUpdates) names.push(feedName(path));
    return names.map((path) => ({ path, content: () => wholeText(madeOf(path)) }));
  }
  // Where a page or an asset is, a redirect has no page of its own.
  const redirectPaths = redirectFiles(site).map(({ path }) => path);
  const key = keyOf(rendered.siteKey(), JSON.stringify([site.redirects, redirectPaths]));
  const known = cache.get<KnownFiles>('machine', key);
  const contentOf = (path: string): Content => {
    const content = madeOf(path);
    return typeof content === 'function' ? content() : { parts: textParts(content, input) };
  };
  if (known) {
    cache.has('lists', known.listsKey);
    return known.files.map((file) => ({ ...file, content: () => contentOf(file.path) }));
  }
  const updated = [...site.pages.values()].filter(
    ({ path }) => rendered.facts.get(path)?.hasUpdates,
  );
  const listsKey = keyOf(
    rendered.listsKey(),
    JSON.stringify(site.redirects),
    rendered.textsKey(updated),
  );
  const lists = hashesOfLists(make(), cache, listsKey);
  const hashes = new Map<string, string>();
  const note = (path: string, hash: string): void => {
    hashes.set(path, hash);
    if (hashes.size === make().length) {
      const files = make().map(({ path }) => ({ path, hash: hashes.get(path) ?? '' }));
      cache.set('machine', key, { files, listsKey } satisfies KnownFiles);
    }
  };
  return make().map(({ path, content }) => {
    if (typeof content === 'function') {
      const hash = lists[path] ?? hashOf(content());
      note(path, hash);
      return { path, hash, content };
    }
    const parts = textParts(content, input);
    // Only one of the many files of a large site has the texts of a page that was edited.
    const known = parts.flatMap((part) => part.known ?? []);
    const hash = known.length === parts.length ? hashOfParts(known) : undefined;
    // A file of the author's takes its place, and this one is never made.
    if (hash !== undefined || site.assets.has(path)) note(path, hash ?? '');
    const onHash = (made: string) => note(path, made);
    return { path, ...given({ hash }), content: () => ({ parts, onHash }) };
  });
}

/** The files of a site that is as it was, and the key of those that are lists. */
interface KnownFiles {
  readonly files: readonly { readonly path: string; readonly hash: string }[];
  readonly listsKey: string;
}

/** Hashes of the files that are lists, which an edit of a page's text doesn't change. */
function hashesOfLists(
  files: readonly MachineFile[],
  cache: PartsBefore['cache'],
  key: string,
): Readonly<Record<string, string>> {
  const known = cache.get<Record<string, string>>('lists', key);
  if (known) return known;
  const made = Object.fromEntries(
    files.flatMap(({ path, content }) =>
      typeof content === 'function' ? [[path, hashOf(content())]] : [],
    ),
  );
  cache.set('lists', key, made);
  return made;
}

/** File of the feed of a page with updates. */
function feedName(path: string): string {
  return `${pageFolder(path)}rss.xml`;
}

function hashOf(content: string): string {
  return digest('sha256', content, 'hex');
}

/**
 * Who may read an asset. Its own path counts first, as for a page. Otherwise it is as open as the
 * most open place that refers to it: the configuration, a public page, pages of groups; an asset
 * without references requires a session.
 */
function assetAccess(site: Site, rendered: RenderedSite): (path: string) => Access {
  const { auth, hosting } = site.config;
  const everybody: Access = { protected: false, groups: [] };
  if (!auth.enabled) return () => everybody;
  const named = new Map<string, Access>();
  const note = (address: string, access: Access) => {
    const [written = ''] = address.split(/[?#]/);
    try {
      const path = decodeURIComponent(written).slice(hosting.basePath.length).replace(/^\//, '');
      const before = named.get(path);
      named.set(path, before === undefined ? access : widerAccess(before, access));
    } catch {
      // Not an address.
    }
  };
  const visit = (value: unknown): void => {
    if (typeof value === 'string') note(resolveAddress(value, '', site), everybody);
    else if (value !== null && typeof value === 'object') Object.values(value).forEach(visit);
  };
  // Descriptions of APIs say what their pages say.
  visit({ ...site.config, navigation: null, redirects: null, auth: null, api: null });
  for (const path of site.snippets.keys()) if (path.endsWith('.css')) named.set(path, everybody);
  for (const page of site.pages.values()) {
    const access = accessOf(page, auth);
    for (const link of rendered.facts.get(page.path)?.links ?? []) {
      note(resolveAddress(link.url, page.path, site), access);
    }
  }
  return (path) => {
    const own = accessOf({ path, frontmatter: {} }, auth);
    if (own.groups.length > 0 || !own.protected) return own;
    return named.get(path) ?? own;
  };
}
