import type { Page, Site } from '../../schema/site.ts';
import { codeVersion } from '../cache/version.ts';
import type { BuildOptions } from './build-options.ts';
import type { BuildTools } from './build-tools.ts';
import { collectAfter } from './engine.ts';
import { PageWriter } from './page-writer.ts';
import type { ReadSite } from './read-site.ts';
import type { RenderSetting } from './render-setting.ts';
import { type DocumentSink, type RenderedSite, renderSite } from './render-site.ts';
import type { Shell } from './shell.ts';
import type { Ahead } from './start-ahead.ts';

/** Rendered pages, whose documents are written. */
export interface RenderedPages {
  readonly setting: RenderSetting;
  readonly rendered: RenderedSite;
  readonly pages: PageWriter;
}

/** Renders the pages of a site and writes their documents; those of a site that can't be published are not. */
export async function renderPages(
  { writer, cache, threads, engine, startedAt }: BuildTools,
  input: {
    readonly site: Site;
    readonly read: ReadSite;
    readonly shell: Shell;
    readonly ahead: Ahead;
    readonly dir: string;
  },
  { runtime, onProgress }: Pick<BuildOptions, 'runtime' | 'onProgress'>,
): Promise<RenderedPages> {
  const { site, read, shell, ahead, dir } = input;
  const setting: RenderSetting = {
    dir,
    assets: shell.assets,
    islands: shell.islands,
    search: true,
    assistant: false,
    ...(runtime === undefined ? {} : { runtime }),
    today: hasSunset(site) ? Math.floor(startedAt / 86_400_000) * 86_400_000 : 0,
  };
  const onPage = (done: number, total: number) => onProgress?.({ stage: 'Rendering', done, total });
  onPage(0, site.pages.size);
  const pages = new PageWriter(writer, site, cache);
  const rendered = await renderSite({
    ...{ site, setting, cache, threads, onPage },
    onJobs: engine.prepare,
    codeVersion: codeVersion(),
    ...(ahead.tools ? { tools: ahead.tools } : {}),
    ...(read.valid ? { sink: lettingGo(pages, site) } : {}),
  });
  await pages.settle();
  dropTexts(site);
  collectAfter({ pages: site.pages.size, rendered: rendered.rendered });
  return { setting, rendered, pages };
}

/**
 * Lets go of the text of each page whose document is made: the texts of a large site are much memory. That of a page
 * with translations stays: they are made from it, and a language without one shows the same file.
 */
function lettingGo(pages: DocumentSink, site: Site): DocumentSink {
  const sources = new Set<string>();
  const users = new Map<Page['file'], number>();
  for (const { file, translationOf } of site.pages.values()) {
    users.set(file, (users.get(file) ?? 0) + 1);
    if (translationOf !== undefined) sources.add(translationOf);
  }
  return {
    known: pages.known,
    made: (page, document, key) => {
      if (users.get(page.file) === 1 && !sources.has(page.path)) dropText(page);
      return pages.made(page, document, key);
    },
  };
}

/** Nothing asks for the texts of pages any more, and those of a large site are much memory. */
function dropTexts(site: Site): void {
  for (const page of site.pages.values()) dropText(page);
}

function dropText({ file }: Page): void {
  Object.assign(file, { text: '' });
}

/** Sunset banners look at the date; no other page does. */
function hasSunset(site: Site): boolean {
  return JSON.stringify(site.config.navigation).includes('"sunsetDate"');
}
