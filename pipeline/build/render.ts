import { hash as digest } from 'node:crypto';
import type { Problem } from '../../schema/errors.ts';
import type { Page, PageLink, RenderedBody, Site } from '../../schema/site.ts';
import { keyOf } from '../cache/cache.ts';
import { siteLanguages } from '../config/languages.ts';
import { renderDocument } from '../site/layout/document.tsx';
import type { LayoutTools } from '../site/layout/tools.ts';
import { feedPath } from '../site/machine/feeds.ts';
import { markdownTwin } from '../site/machine/markdown.ts';
import { renderBody } from '../site/render.tsx';
import { inOwnFiles, snippetsIn, withPages } from '../site/snippets.ts';
import { classNamesInScripts } from '../site/tailwind/class-names.ts';
import { fillReaderWords } from '../site/twin/reader-words.ts';
import { siteDigests } from './digests.ts';
import { assetReader, layoutTools } from './layout-tools.ts';
import { type Dependencies, Recorder } from './recorder.ts';
import { recordOf } from './records.ts';
import type { RenderSetting } from './render-setting.ts';
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
  /** Its page record as JSON. */
  readonly record: string;
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
  tools.read = assetReader(site, setting.dir);
  tools.marks = setting.live !== undefined;
  tools.dir = setting.dir;
  tools.scriptClasses = classNamesInScripts(setting.assets.userScripts, site);
  const bodyOf = bodyRenderer(site, recorder, tools);
  const layout = layoutTools(site, setting);
  const documentOf = (page: Page, body: RenderedBody, shown: Shown) =>
    makeDocument({ page, body, site }, layout, shown);
  const unrendered = (page: Page, error: unknown) =>
    makeBody(page, site, {
      body: unrenderedBody(page, error),
      dependencies: recorder.take(),
    });
  return {
    body: async (page) => {
      recorder.take();
      try {
        const body = await bodyOf(page);
        return makeBody(page, site, { body, dependencies: recorder.take() });
      } catch (error) {
        return unrendered(page, error);
      }
    },
    document: (page, body, notice) => {
      try {
        return { document: documentOf(page, body, { notice }) };
      } catch (error) {
        recorder.take();
        const instead = unrendered(page, error);
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

/** Renders bodies; what they ask the site for is recorded. A page in another language has its snippets in that language. */
function bodyRenderer(
  site: Site,
  recorder: Recorder,
  tools: SharedTools,
): (page: Page) => Promise<RenderedBody> {
  const pages = recorder.watch('pages', site.pages);
  const recorded: Site = {
    ...site,
    pages,
    snippets: withPages(recorder.watch('snippets', site.snippets), pages),
    assets: recorder.watch('assets', site.assets),
  };
  const folderOf = languageFolder(site);
  const views = new Map<string, Site>();
  return async (page) => {
    const folder = folderOf(page);
    if (folder === undefined) return renderBody(page, recorded, tools);
    let view = views.get(folder);
    if (view === undefined) {
      view = { ...recorded, snippets: snippetsIn(folder, recorded.snippets) };
      views.set(folder, view);
    }
    const written = withPages(site.snippets, site.pages);
    return inOwnFiles(await renderBody(page, view, tools), folder, written);
  };
}

function makeBody(
  page: Page,
  site: Site,
  { body, dependencies }: { readonly body: RenderedBody; readonly dependencies: Dependencies },
): MadeBody {
  const json = Buffer.from(JSON.stringify(body));
  const facts: RecordedFacts = {
    hash: digest('sha256', json, 'hex'),
    contentHash: keyOf(
      page.title,
      page.frontmatter.description,
      fillReaderWords(body.markdown, site).text,
    ),
    ids: body.ids,
    aliases: body.aliases,
    links: body.links,
    modules: [
      ...new Set(body.islands.flatMap((island) => [island.module, ...island.needs])),
    ].sort(),
    hasUpdates: body.updates.length > 0,
    problems: body.problems,
    dependencies,
  };
  return { facts, json, body };
}

/** How a body is shown: what is above it, and in which frame. */
interface Shown {
  readonly notice: string | undefined;
  readonly frame?: typeof renderDocument;
}

function makeDocument(
  { page, body, site }: { readonly page: Page; readonly body: RenderedBody; readonly site: Site },
  layout: LayoutTools,
  { notice, frame = renderDocument }: Shown,
): PageDocument {
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
}

/** Folder of a page's language; undefined for what is in the source language. */
function languageFolder(site: Site): (page: Page) => string | undefined {
  // It goes through all pages, and most sites have one language: `docent dev` asks with each page that is saved.
  let languages: ReturnType<typeof siteLanguages> | undefined;
  return ({ language, translation }) => {
    if (language === site.language || translation?.status === 'pending') return undefined;
    languages ??= siteLanguages(site.config);
    return languages.folders.get(language) || language;
  };
}
