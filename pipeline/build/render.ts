import { hash as digest } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Problem } from '../../schema/errors.ts';
import { escapeHtml } from '../../schema/html.ts';
import type { Page, PageLink, RenderedBody, Site, SourceFile } from '../../schema/site.ts';
import { keyOf } from '../cache/cache.ts';
import { siteLanguages } from '../config/languages.ts';
import { findAsset } from '../site/addresses.ts';
import { namedIcon } from '../site/icons.ts';
import { renderDocument } from '../site/layout/document.tsx';
import type { LayoutTools, ShellAssets } from '../site/layout/tools.ts';
import { feedPath } from '../site/machine/feeds.ts';
import { markdownTwin } from '../site/machine/markdown.ts';
import { renderBody } from '../site/render.tsx';
import { inOwnFiles, snippetsIn } from '../site/snippets.ts';
import { type Dependencies, type Digests, Recorder } from './recorder.ts';
import { recordOf } from './records.ts';
import { type SharedTools, sharedTools } from './shared-tools.ts';
import { bareDocument, unrenderedBody } from './unrendered.ts';

/** What the rest of a build needs of a page's body, without its texts. */
export interface PageFacts {
  /** sha-256 hex of the body as JSON. */
  readonly hash: string;
  /** sha-256 hex of what the page says: title, description and Markdown. */
  readonly contentHash: string;
  readonly ids: readonly string[];
  readonly aliases: Readonly<Record<string, string>>;
  readonly links: readonly PageLink[];
  /** Authors' modules that the page runs in the browser. */
  readonly modules: readonly string[];
  readonly hasUpdates: boolean;
  readonly problems: readonly Problem[];
}

/** Facts as they are remembered: true as long as the page would get the same answers. */
export interface RecordedFacts extends PageFacts {
  readonly dependencies: Dependencies;
}

/** The part of a body that files over many pages are made of. */
export type PageTexts = Pick<RenderedBody, 'markdown' | 'updates'>;

/** What is written for a page. */
export interface PageDocument {
  readonly html: string;
  /** The page as Markdown for agents. */
  readonly twin: string;
  /** Its line of `pages.jsonl`. */
  readonly record: string;
}

/** What every page of one build shares; it can be sent to a thread. */
export interface RenderSetting {
  /** The site's folder, for pictures that are put into pages. */
  readonly dir: string;
  readonly assets: ShellAssets;
  /** Author's module path → address of its browser bundle. */
  readonly islands: Readonly<Record<string, string>>;
  readonly search: boolean;
  readonly assistant: boolean;
  readonly live?: string;
  /** Address of a server elsewhere that answers for this site, for static hosts. */
  readonly runtime?: string;
  /** Milliseconds since 1970: what sunset banners take for today. */
  readonly today: number;
}

/** A body, as it is kept, and what is known of it. */
export interface MadeBody {
  readonly facts: RecordedFacts;
  readonly json: Uint8Array;
  readonly body: RenderedBody;
}

/** Renders pages of one site. No page is so broken that it has no body and no document. */
export interface Renderer {
  body(page: Page): Promise<MadeBody>;
  /**
   * With another body if the given one could not be put into its frame; `notice` is shown above it.
   */
  document(
    page: Page,
    body: RenderedBody,
    notice?: string,
  ): { readonly document: PageDocument; readonly instead?: MadeBody };
}

/** Makes the renderer of a site; what it colours is remembered over all its pages. */
export function createRenderer(
  site: Site,
  setting: RenderSetting,
  tools: SharedTools = sharedTools(),
): Renderer {
  const recorder = new Recorder(siteDigests(site));
  const recorded: Site = {
    ...site,
    pages: recorder.watch('pages', site.pages),
    snippets: recorder.watch('snippets', site.snippets),
    assets: recorder.watch('assets', site.assets),
  };
  tools.read = assetReader(site, setting.dir);
  tools.marks = setting.live !== undefined;
  const layout = layoutTools(site, setting);
  const folderOf = languageFolder(site);
  const views = new Map<string, Site>();
  /** A page in another language has its snippets in that language. */
  const bodyOf = async (page: Page): Promise<RenderedBody> => {
    const folder = folderOf(page);
    if (folder === undefined) return renderBody(page, recorded, tools);
    let view = views.get(folder);
    if (view === undefined) {
      view = { ...recorded, snippets: snippetsIn(folder, recorded.snippets) };
      views.set(folder, view);
    }
    return inOwnFiles(await renderBody(page, view, tools), folder, site.snippets);
  };
  const made = (page: Page, body: RenderedBody): MadeBody => {
    const json = Buffer.from(JSON.stringify(body));
    const facts: RecordedFacts = {
      hash: digest('sha256', json, 'hex'),
      contentHash: keyOf(page.title, page.frontmatter.description, body.markdown),
      ids: body.ids,
      aliases: body.aliases,
      links: body.links,
      modules: [...new Set(body.islands.map((island) => island.module))].sort(),
      hasUpdates: body.updates.length > 0,
      problems: body.problems,
      dependencies: recorder.take(),
    };
    return { facts, json, body };
  };
  const documentOf = (
    page: Page,
    body: RenderedBody,
    {
      notice,
      frame = renderDocument,
    }: { notice: string | undefined; frame?: typeof renderDocument },
  ): PageDocument => {
    const feed = feedPath(page, body);
    const address = feed && `${site.config.hosting.basePath}/${feed}`;
    return {
      html: frame(page, body, site, {
        ...layout,
        ...(notice === undefined ? {} : { notice }),
        feed: (path) => (path === page.path ? address : undefined),
      }),
      twin: markdownTwin(page, body, site),
      record: JSON.stringify(recordOf(page, body, site)),
    };
  };
  return {
    body: async (page) => {
      recorder.take();
      try {
        return made(page, await bodyOf(page));
      } catch (error) {
        return made(page, unrenderedBody(page, error));
      }
    },
    document: (page, body, notice) => {
      try {
        return { document: documentOf(page, body, { notice }) };
      } catch (error) {
        recorder.take();
        const instead = made(page, unrenderedBody(page, error));
        try {
          return { document: documentOf(page, instead.body, { notice }), instead };
        } catch {
          const frame = bareDocument;
          return { document: documentOf(page, instead.body, { notice, frame }), instead };
        }
      }
    },
  };
}

/** Folder of a page's language; undefined for what is in the source language. */
function languageFolder(site: Site): (page: Page) => string | undefined {
  const { folders } = siteLanguages(site.config);
  return ({ language, translation }) =>
    language === site.language || translation?.status === 'pending'
      ? undefined
      : folders.get(language) || language;
}

/** What the layout needs besides the site. */
export function layoutTools(site: Site, setting: RenderSetting): LayoutTools {
  const { islands } = setting;
  const readAsset = assetReader(site, setting.dir);
  const base = site.config.hosting.basePath;
  return {
    assets: setting.assets,
    icon: (name, options = {}) => {
      const size = options.size ?? 16;
      if (/^(https?:)?\/\//.test(name)) return image(name, size);
      if (name.includes('/') || /\.(svg|png|jpe?g|webp|gif)$/i.test(name)) {
        const asset = findAsset(name.replace(/^\.?\//, ''), site);
        if (asset === undefined) return '';
        const text = asset.endsWith('.svg') ? readAsset(asset) : undefined;
        // Icons of one colour take the text's; drawings keep theirs as pictures.
        return text?.includes('currentColor')
          ? text.slice(Math.max(0, text.indexOf('<svg')))
          : image(`${base}/${encodeURI(asset)}`, size);
      }
      return namedIcon(name, site.config.icons.library, options);
    },
    search: setting.search,
    assistant: setting.assistant,
    island: (module) => islands[module],
    now: new Date(setting.today),
    ...(setting.runtime === undefined ? {} : { runtime: setting.runtime }),
    ...(setting.live === undefined ? {} : { live: setting.live }),
  };
}

function image(address: string, size: number): string {
  return `<img class="icon" src="${escapeHtml(address)}" alt="" width="${size}" height="${size}" loading="lazy">`;
}

/** Text of an SVG of the site; read once. */
function assetReader(site: Site, dir: string): (path: string) => string | undefined {
  const texts = new Map<string, string | undefined>();
  return (path) => {
    if (texts.has(path)) return texts.get(path);
    let text: string | undefined;
    // Only what the source tree lists: a path can't lead out of it.
    if (site.assets.has(path)) {
      try {
        text = readFileSync(join(dir, path), 'utf8');
      } catch {
        text = undefined;
      }
    }
    texts.set(path, text);
    return text;
  };
}

/** As many hex digits of a sha-256 as no two texts will ever share by chance. */
const digits = 32;

const watchedMaps = ['pages', 'snippets', 'assets'] as const;

/** Digests of a site's maps, each made when it is first asked for. */
export interface SiteDigests extends Digests {
  readonly site: Site;
  /** Keys by map that have, or may have, another digest than in an earlier site. */
  changesSince(before: SiteDigests): ReadonlyMap<string, ReadonlySet<string>>;
}

/** Opens the digests of a site. */
export function siteDigests(site: Site): SiteDigests {
  const find: Readonly<Record<string, (key: string) => string | undefined>> = {
    pages: (path) => {
      const page = site.pages.get(path);
      return page && pageDigest(page).slice(0, digits);
    },
    snippets: (path) => {
      const file = site.snippets.get(path);
      return file && fileDigest(file).slice(0, digits);
    },
    assets: (path) => {
      const asset = site.assets.get(path);
      return asset && `${asset.hash.slice(0, digits)} ${asset.width ?? ''} ${asset.height ?? ''}`;
    },
  };
  // Asked for every link of every page at each build of `docent dev`.
  const known: Readonly<Record<string, Map<string, string | undefined>>> = {
    pages: new Map(),
    snippets: new Map(),
    assets: new Map(),
  };
  const of = (map: string, key: string): string | undefined => {
    const digests = known[map];
    const found = digests?.get(key);
    if (found !== undefined || digests?.has(key)) return found;
    const made = find[map]?.(key);
    digests?.set(key, made);
    return made;
  };
  const whole = new Map<string, string>();
  return {
    site,
    of,
    changesSince: (before) =>
      new Map(
        watchedMaps.map((map) => {
          const [was, is]: ReadonlyMap<string, unknown>[] = [before.site[map], site[map]];
          const keys = [...(is?.keys() ?? [])].filter((key) => is?.get(key) !== was?.get(key));
          for (const key of was?.keys() ?? []) if (!is?.has(key)) keys.push(key);
          return [map, new Set(keys)];
        }),
      ),
    all: (map) => {
      const found = whole.get(map);
      if (found !== undefined) return found;
      const all: ReadonlyMap<string, unknown> = site[map as 'pages' | 'snippets' | 'assets'];
      const made = keyOf(...[...all.keys()].map((key) => `${key} ${of(map, key)}`));
      whole.set(map, made);
      return made;
    },
  };
}

const pageDigests = new WeakMap<Page, string>();
const operationDigests = new WeakMap<object, string>();

/** Digest of everything a page is made from, what it imports aside. */
export function pageDigest(page: Page): string {
  const known = pageDigests.get(page);
  if (known !== undefined) return known;
  const { file, operation, ...rest } = page;
  let described = '';
  if (operation) {
    described = operationDigests.get(operation) ?? keyOf(JSON.stringify(operation));
    operationDigests.set(operation, described);
  }
  const made = keyOf(file.path, fileDigest(file), JSON.stringify(rest), described);
  pageDigests.set(page, made);
  return made;
}

/** Digest of a file as pages show it: a translation may say the same with other parts in the source language. */
function fileDigest({ hash, untranslated }: SourceFile): string {
  return untranslated === undefined ? hash : keyOf(hash, JSON.stringify(untranslated));
}
