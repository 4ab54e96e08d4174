import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { accessOf } from '../../schema/access.ts';
import { memberRowsAddress } from '../../schema/build.ts';
import { given } from '../../schema/given.ts';
import type { Page, Site } from '../../schema/site.ts';
import { keyOf } from '../cache/cache.ts';
import type { OutputFile } from '../output/output-file.ts';
import { emptyBody } from '../site/empty-body.ts';
import { isOfWidget, widgetScript } from '../site/layout/client-files.ts';
import { faviconSvg } from '../site/layout/favicon.tsx';
import { redirectPage } from '../site/machine/redirects.ts';
import { markdownPath } from '../site/machine/site.ts';
import { assetAccess } from './asset-access.ts';
import { layoutTools } from './layout-tools.ts';
import { machineOutputs } from './machine-outputs.ts';
import { notFoundDocuments } from './not-found-documents.ts';
import { sheetBelowBase } from './own-sheets.ts';
import type { RenderSetting } from './render-setting.ts';
import type { RenderedSite } from './render-site.ts';
import type { Shell } from './shell.ts';
import { socialImages } from './social-images.ts';
import type { PartsBefore } from './text-parts.ts';

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

/** What the files of a site but its pages' are made of. */
interface OtherInput extends PartsBefore {
  readonly site: Site;
  readonly dir: string;
  readonly shell: Shell;
  readonly setting: RenderSetting;
  readonly rendered: RenderedSite;
  /** HTML above what is said at an address without a page, as it is when one is asked for. */
  readonly notice?: () => string;
}

/** All files of a site but its pages', in an order that lets the author's own win. */
export function otherFiles(input: OtherInput): OutputFile[] {
  const { site, dir, cache } = input;
  return unlessTaken(site, [
    ...authorFiles(input),
    ...shellFiles(input),
    ...socialImages({ site, dir, cache }),
    ...spokenFiles(input),
    ...machineOutputs(input)
      .filter(({ path }) => !site.assets.has(path))
      .map(({ path, content, hash }) => fileOf(site, path, content, given({ hash }))),
    ...firstPage(site),
  ]);
}

function fileOf(
  { config }: Site,
  path: string,
  content: OutputFile['content'],
  more: Partial<OutputFile> = {},
): OutputFile {
  return { path, address: `${config.hosting.basePath}/${path}`, content, ...more };
}

function authorFiles({ site, dir, rendered }: OtherInput): OutputFile[] {
  const accessOfAsset = assetAccess(site, rendered);
  return Array.from(site.assets.values(), ({ path, hash }) => {
    const sheet = sheetBelowBase(path, site);
    if (sheet !== undefined) return fileOf(site, path, () => sheet, accessOfAsset(path));
    const content = () => readFileSync(join(dir, path));
    return fileOf(site, path, content, { hash, ...accessOfAsset(path) });
  });
}

/** Scripts and style sheets, as far as the site needs them. */
function shellFiles({ site, shell, setting }: OtherInput): OutputFile[] {
  // A site that is only previewed has no assistant either.
  const offersWidget = site.config.assistant.enabled && setting.live === undefined;
  const isNeeded = (path: string) =>
    !(path === shell.live && setting.live === undefined) &&
    !(path === shell.oauth && !usesOAuth(site)) &&
    !(isOfWidget(path) && !offersWidget);
  const files = shell.files
    .filter(({ path }) => isNeeded(path))
    .map(({ path, content, access }) => {
      const immutable = path.startsWith('_docent/') && path !== widgetScript;
      return fileOf(site, path, () => content, { immutable, ...access });
    });
  if (site.config.favicon) return files;
  return [...files, fileOf(site, '_docent/favicon.svg', () => faviconSvg(site.config))];
}

/** What is said at an address without a page, and what a site tells the scripts of its pages. */
function spokenFiles(input: OtherInput): OutputFile[] {
  const { site, shell, setting, rendered, cache, notice } = input;
  const tools = layoutTools(site, setting);
  const key = keyOf(rendered.frameKey, setting.live);
  const file = (path: string, content: OutputFile['content'], more?: Partial<OutputFile>) =>
    fileOf(site, path, content, more);
  // What a static host can say for itself: which server answers for it. A server says here what it offers.
  const note = JSON.stringify({ project: null, runtime: setting.runtime });
  const memberRows = async () => {
    const { memberRows } = await import('../site/layout/members.tsx');
    return JSON.stringify(memberRows(site, tools, emptyBody));
  };
  return [
    ...notFoundDocuments({ site, tools, cache, key, ...given({ notice }) }).map(
      ({ path, content }) => file(path, content),
    ),
    file('_docent/runtime.json', () => `${note}\n`),
    ...(usesOAuth(site) ? [file('_docent/oauth.html', () => oauthPage(shell.oauth))] : []),
    ...(site.config.auth.enabled
      ? [
          file('_docent/members.json', memberRows, {
            address: memberRowsAddress,
            protected: true,
          }),
        ]
      : []),
  ];
}

/** Leads from the site's own address to its first page. */
function firstPage(site: Site): OutputFile[] {
  const { first } = site.navigation;
  if (first === undefined || site.pages.has('index')) return [];
  const { basePath } = site.config.hosting;
  return [fileOf(site, 'index.html', () => redirectPage(addressOf(first, basePath)))];
}

/** Files whose place no page and no earlier file has. */
function unlessTaken(site: Site, files: readonly OutputFile[]): OutputFile[] {
  const taken = new Set(Array.from(site.pages.values(), ({ path }) => documentPath(path)));
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
