import { existsSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { type FSWatcher, watch as watchFiles } from 'chokidar';
import type { SiteTranslations } from '../schema/build.ts';
import type { Problem } from '../schema/errors.ts';
import type { Page, Site, SourceFile } from '../schema/site.ts';
import { outputsInside } from './build/outputs-inside.ts';
import { readSite } from './build/read-site.ts';
import { recordOf } from './build/records.ts';
import {
  createRenderer,
  type PageDocument,
  type Renderer,
  type RenderSetting,
} from './build/render.ts';
import { lazySearchFiles } from './build/search-stage.ts';
import { sharedTools } from './build/shared-tools.ts';
import { makeShell } from './build/shell.ts';
import { otherFiles, pageFiles } from './build/site-files.ts';
import {
  linkProblems,
  ownProblems,
  type RenderedSite,
  renderSite,
  withoutTranslations,
} from './build/stages.ts';
import { openThreads } from './build/threads/threads.ts';
import { memoryCache } from './cache/cache.ts';
import { codeVersion } from './cache/version.ts';
import { inOrder } from './check.ts';
import type { ReadConfigResult } from './config/read.ts';
import { type EditorName, editorAddress } from './dev/editors.ts';
import { type Client, problemsOf, type Shown, stream, tell } from './dev/live-reload.ts';
import { memoryReader } from './output/memory.ts';
import type { SiteReader } from './output/read.ts';
import type { OutputFile } from './output/write.ts';
import { emptyBody } from './site/empty-body.ts';
import { type NoticeTools, problemNotice, renderProblems } from './site/layout/problem-notice.tsx';
import { withAddresses } from './site/written-links.ts';
import { decode } from './source/decode.ts';
import type { GitFacts } from './source/git.ts';
import { sourceHash } from './source/hash.ts';
import type { SourceTree } from './source/read.ts';
import { readTranslations, translationsFolder } from './translate/records.ts';

export interface WatchOptions {
  readonly dir: string;
  /** The output folder: its translations are shown and watched. */
  readonly out?: string;
  readonly version: string;
  readonly threads?: number;
  /** Opens a place of a file in the author's editor; without it places are text. */
  readonly editor?: EditorName;
  readonly onBuild?: (built: WatchBuild) => void;
  readonly onError?: (error: Error) => void;
}

export interface WatchBuild {
  readonly problems: readonly Problem[];
  readonly pages: number;
  /** Milliseconds. */
  readonly duration: number;
  /** Files that changed; absent for the first build. */
  readonly changed?: readonly string[];
}

/** A site that is built again whenever a file changes. */
export interface Watch {
  current(): SiteReader | undefined;
  /** Answers the stream of changes that the open page listens to. */
  before(request: Request): Response | undefined;
  /** Says what is wrong as long as there is no site. */
  after(request: Request, response: Response): Response;
  close(): Promise<void>;
}

/** A build in memory. */
interface Built extends Shown {
  /** Absent as long as no configuration has been valid. */
  readonly reader?: SiteReader;
  readonly notice: NoticeTools;
  readonly basePath: string;
  /** Broken links of all pages: found after the page has been served. */
  readonly links: () => readonly Problem[];
}

/** Milliseconds in which a page is asked for that has just changed. */
const answering = 60;

/** Milliseconds in which changes are taken together; a run that translates writes page after page. */
const settle = { sources: 4, translations: 250 } as const;

/** Builds a site in memory, and builds it again on every change: the same stages, another output. */
export async function watchSite(options: WatchOptions): Promise<Watch> {
  const { dir, out } = options;
  const ignore = out === undefined ? [] : outputsInside(dir, out);
  const cache = memoryCache();
  const memo = memoryCache();
  const tools = sharedTools();
  let tree: SourceTree | undefined;
  let git: GitFacts | undefined;
  let config: ReadConfigResult | undefined;
  let translations: SiteTranslations | undefined;
  const readTexts = () => {
    if (out === undefined) return;
    translations = keepSame(translations, readTranslations(translationsFolder(out)));
  };
  readTexts();
  let built: Built | undefined;
  /** Number of the build that is shown. */
  let shownBuild = 0;
  const clients = new Set<Client>();
  let reporting: NodeJS.Timeout | undefined;

  const build = async (changed?: readonly string[]): Promise<void> => {
    const started = performance.now();
    if (changed && changed.length > 0 && tree) tree = refresh(tree, changed);
    const before = built;
    const next = await buildOnce(shownBuild + 1);
    built = next;
    shownBuild += 1;
    // A build that made nothing has asked for nothing: what comes next must find its memory.
    if (next.reader) await cache.save();
    if (before) for (const client of clients) tell(client, before, next);
    const duration = performance.now() - started;
    const report = () => {
      try {
        options.onBuild?.({
          problems: inOrder([...next.problems, ...next.links()]),
          pages: next.facts.size,
          duration,
          ...(changed ? { changed: changed.length > 0 ? changed : ['translations'] } : {}),
        });
      } catch (error) {
        options.onError?.(error as Error);
      }
    };
    // Links are checked when the browser that waits for the page has it.
    if (changed) reporting = setTimeout(report, answering);
    else report();
  };

  const buildOnce = async (number: number): Promise<Built> => {
    const version = codeVersion();
    const read = await readSite({
      dir,
      cache,
      memo,
      codeVersion: version,
      mode: 'preview',
      ignore,
      translations,
      ...(tree ? { tree } : {}),
      ...(git ? { git } : {}),
      ...(config ? { before: config } : {}),
    });
    tree = read.tree;
    git = read.git;
    const { site } = read;
    const notice = noticeTools(dir, read.tree, options.editor);
    // With a part of its configuration left out a site may be another one altogether.
    if (!site || !read.config.valid) return noSite(read.problems, notice);
    config = read.config;
    const shell = await makeShell(site, cache, version);
    const setting: RenderSetting = {
      dir,
      assets: shell.assets,
      islands: shell.islands,
      search: true,
      assistant: false,
      live: `/${shell.live}`,
      today: Math.floor(Date.now() / 86_400_000) * 86_400_000,
    };
    // Pages say which build they are from; what is kept between builds doesn't.
    const numbered = { ...setting, live: `${setting.live}?build=${number}` };
    const renderer = createRenderer(site, numbered, tools);
    const threads = openThreads(options.threads);
    const rendered = await renderSite({
      site,
      setting,
      cache,
      codeVersion: version,
      tools,
      threads,
    }).finally(() => threads.close());
    const written = withoutTranslations(site, rendered);
    // The field that is about links decides what a check minds, not what an author sees.
    const level = site.config.addons.ciChecks.brokenLinks;
    const severity = level === 'off' ? 'warning' : level;
    const addresses = new Map<string, Page>();
    const shown: Omit<Shown, 'facts'> = {
      problems: inOrder([...read.problems, ...shell.problems, ...ownProblems(written)]),
      linksOf: (page) => linkProblems(site, written, { only: page.path, severity }),
      frameKey: rendered.frameKey,
      addresses,
    };
    const noticeOf = (page: Page) => problemNotice(problemsOf(page, shown), notice);
    const files = [
      ...[...site.pages.values()].flatMap((page) => {
        const made = lazyPage(page, site, { renderer, rendered, noticeOf });
        const [document] = made;
        if (document) addresses.set(document.address, page);
        return made;
      }),
      ...otherFiles({ site, dir, shell, setting: numbered, rendered, cache }),
      ...lazySearchFiles({ site, dir, cache, codeVersion: version, rendered }),
    ];
    return {
      ...shown,
      reader: memoryReader(site, files, {
        version: options.version,
        recordOf: (page) => recordOf(page, emptyBody, site),
      }),
      facts: rendered.facts,
      links: () => linkProblems(site, written, { severity }),
      notice,
      basePath: site.config.hosting.basePath,
    };
  };

  await build();

  // One build at a time; what changes meanwhile is taken by the next.
  const waiting = new Set<string>();
  let textsChanged = false;
  let running = false;
  const run = async (): Promise<void> => {
    if (running) return;
    running = true;
    while (waiting.size > 0 || textsChanged) {
      const changed = [...waiting].sort();
      waiting.clear();
      if (textsChanged) readTexts();
      textsChanged = false;
      try {
        await build(changed);
      } catch (error) {
        options.onError?.(error as Error);
      }
    }
    running = false;
  };
  let timer: NodeJS.Timeout | undefined;
  const watcher: FSWatcher = watchFiles(dir, {
    ignoreInitial: true,
    ignored: (path) => isIgnored(relative(dir, path), ignore),
  });
  const texts = out === undefined ? undefined : watchTexts(translationsFolder(out));
  texts?.on('all', () => {
    textsChanged = true;
    clearTimeout(timer);
    timer = setTimeout(() => void run(), settle.translations);
  });
  watcher.on('all', (event, path) => {
    if (event === 'addDir') return;
    // Anything but a change of content means that the list of files is another one.
    if (event !== 'change') tree = undefined;
    waiting.add(relative(dir, path).split(sep).join('/'));
    clearTimeout(timer);
    timer = setTimeout(() => void run(), settle.sources);
  });
  watcher.on('error', (error) => options.onError?.(error as Error));
  const ready = (of: FSWatcher) =>
    new Promise<void>((resolve) => of.once('ready', () => resolve()));
  await Promise.all([ready(watcher), ...(texts ? [ready(texts)] : [])]);

  return {
    current: () => built?.reader,
    before: (request) => {
      const url = new URL(request.url);
      return url.pathname === `${built?.basePath ?? ''}/_docent/dev`
        ? stream(request, clients, shownBuild)
        : undefined;
    },
    after: (request, response) => {
      if (!built || built.reader || new URL(request.url).pathname.startsWith('/_docent/')) {
        return response;
      }
      const errors = built.problems.filter(({ severity }) => severity === 'error');
      return new Response(renderProblems(errors, built.notice, shownBuild), {
        status: 503,
        headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' },
      });
    },
    close: async () => {
      clearTimeout(timer);
      clearTimeout(reporting);
      for (const client of clients) client.close();
      await Promise.all([watcher.close(), texts?.close()]);
    },
  };
}

function noSite(problems: readonly Problem[], notice: NoticeTools): Built {
  return {
    problems: inOrder(problems),
    linksOf: () => [],
    links: () => [],
    facts: new Map(),
    frameKey: JSON.stringify(problems),
    addresses: new Map(),
    notice,
    basePath: '',
  };
}

/** The files of a site for those who look at a notice. */
function noticeTools(dir: string, tree: SourceTree, editor: EditorName | undefined): NoticeTools {
  return {
    textOf: (file) => {
      const known = tree.texts.get(file)?.text;
      if (known !== undefined || file !== 'docs.json') return known;
      try {
        return readFileSync(join(dir, file), 'utf8');
      } catch {
        // Gone meanwhile; the next build says so.
        return undefined;
      }
    },
    open: (file, at) =>
      editor && existsSync(join(dir, file))
        ? editorAddress(editor, join(dir, file), at)
        : undefined,
  };
}

/** The tree with changed files read again; undefined when more than their contents changed. */
function refresh(tree: SourceTree, changed: readonly string[]): SourceTree | undefined {
  const fresh = new Map<string, SourceFile>();
  for (const path of changed) {
    const known = path.normalize('NFC');
    // The configuration decides which files are pages; assets have sizes and dates.
    if (!tree.texts.has(known) || tree.assets.has(known) || path === 'docs.json') return undefined;
    try {
      const { text, problem } = decode(readFileSync(join(tree.dir, path)), path);
      if (problem) return undefined;
      fresh.set(known, { path: known, text, hash: sourceHash(text) });
    } catch {
      return undefined;
    }
  }
  const replace = (files: ReadonlyMap<string, SourceFile>): ReadonlyMap<string, SourceFile> =>
    new Map([...files].map(([key, file]) => [key, fresh.get(file.path) ?? file]));
  return {
    ...tree,
    pages: replace(tree.pages),
    snippets: replace(tree.snippets),
    texts: replace(tree.texts),
  };
}

/** Files of a page whose document is rendered when it is opened. */
function lazyPage(
  page: Page,
  site: Site,
  tools: {
    readonly renderer: Renderer;
    readonly rendered: RenderedSite;
    readonly noticeOf: (page: Page) => string;
  },
): OutputFile[] {
  const { renderer, rendered, noticeOf } = tools;
  let document: PageDocument | undefined;
  const make = (): PageDocument => {
    const body = rendered.bodyOf(page.path);
    if (!body) throw new Error(`The body of ${page.path} is missing`);
    const whole = withAddresses(body, rendered.anchors.addresses(page));
    document ??= renderer.document(page, whole, noticeOf(page)).document;
    return document;
  };
  return pageFiles(page, site, { html: () => make().html, twin: () => make().twin });
}

/**
 * The new translations, but reusing previous text objects if they are equal, so that their pages
 * stay cached.
 */
function keepSame(
  before: SiteTranslations | undefined,
  after: SiteTranslations | undefined,
): SiteTranslations | undefined {
  if (before === undefined || after === undefined) return after;
  const pages = Object.entries(after.pages).map(([language, texts]) => {
    const old = before.pages[language] ?? {};
    const kept = Object.entries(texts).map(([path, text]) => {
      const known = old[path];
      const isSame =
        known?.text === text.text &&
        known.translatedHash === text.translatedHash &&
        JSON.stringify(known.untranslated) === JSON.stringify(text.untranslated) &&
        known.pseudo === text.pseudo;
      return [path, isSame ? known : text] as const;
    });
    return [language, Object.fromEntries(kept)] as const;
  });
  return { ...after, pages: Object.fromEntries(pages) };
}

/** Watches the records of translations; the memory of a run next to them is not shown. */
function watchTexts(folder: string): FSWatcher {
  return watchFiles(folder, {
    ignoreInitial: true,
    ignored: (path, stats) => stats?.isFile() === true && !path.endsWith('.json'),
  });
}

/** Dot folders and the outputs are never part of a site. */
function isIgnored(path: string, outputs: readonly string[]): boolean {
  const folders = path.split(sep);
  if (outputs.some((folder) => `${folders.join('/')}/`.startsWith(`${folder}/`))) return true;
  return folders.some(
    (name) =>
      name === 'node_modules' ||
      (/^\.[^.]/.test(name) && name !== '.well-known' && name !== '.docentignore'),
  );
}
