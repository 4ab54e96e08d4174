import { existsSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { type FSWatcher, watch as watchFiles } from 'chokidar';
import type { SiteTranslations } from '../schema/build.ts';
import type { Problem } from '../schema/errors.ts';
import type { Page, Site, SourceFile } from '../schema/site.ts';
import { memoryCache } from './cache.ts';
import { inOrder } from './check.ts';
import { addressIn, type Client, type Shown, shownAt, stream, tell } from './live-reload.ts';
import { memoryReader } from './output/memory.ts';
import type { SiteReader } from './output/read.ts';
import type { OutputFile } from './output/write.ts';
import { outputsInside } from './outputs-inside.ts';
import { readSite } from './read-site.ts';
import { createRenderer, type PageDocument, type Renderer, type RenderSetting } from './render.ts';
import { lazySearchFiles } from './search-stage.ts';
import { sharedTools } from './shared-tools.ts';
import { makeShell } from './shell.ts';
import { renderProblems } from './site/layout/messages.tsx';
import { withAddresses } from './site/written-links.ts';
import { otherFiles, pageFiles } from './site-files.ts';
import { decode } from './source/decode.ts';
import type { GitFacts } from './source/git.ts';
import { sourceHash } from './source/hash.ts';
import type { SourceTree } from './source/read.ts';
import {
  linkProblems,
  ownProblems,
  type RenderedSite,
  renderSite,
  withoutTranslations,
} from './stages.ts';
import { openThreads } from './threads.ts';
import { readTranslations, translationsFolder } from './translate/records.ts';
import { codeVersion } from './version.ts';

export interface WatchOptions {
  readonly dir: string;
  /** Folder of the outputs: the translations beside them are shown, and followed. */
  readonly out?: string;
  readonly version: string;
  readonly threads?: number;
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
  /** Puts the errors of a page in its place. */
  after(request: Request, response: Response): Response;
  close(): Promise<void>;
}

/** One build as it stands in memory. */
interface Built extends Shown {
  readonly reader?: SiteReader;
  /** Texts by path, for code frames. */
  readonly texts: ReadonlyMap<string, string>;
  readonly live: string;
  readonly basePath: string;
  /** Problems that are no page's error: found when the page is served already. */
  readonly links?: () => readonly Problem[];
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
  let translations: SiteTranslations | undefined;
  const readTexts = () => {
    if (out === undefined) return;
    translations = keepSame(translations, readTranslations(translationsFolder(out)));
  };
  readTexts();
  let built: Built | undefined;
  const clients = new Set<Client>();
  let reporting: NodeJS.Timeout | undefined;

  const build = async (changed?: readonly string[]): Promise<void> => {
    const started = performance.now();
    if (changed && changed.length > 0 && tree) tree = refresh(tree, changed);
    const next = await buildOnce();
    const before = built;
    // A configuration that can't be read leaves the last good site standing below its error.
    const reader = next.reader ?? before?.reader;
    built = reader ? { ...next, reader } : next;
    // A build that failed has asked for nothing: what the standing site is made of must not go.
    if (next.reader) await cache.save();
    if (before) for (const client of clients) tell(client, before, built);
    const duration = performance.now() - started;
    const report = () => {
      try {
        options.onBuild?.({
          problems: inOrder([...next.problems, ...(next.links?.() ?? [])]),
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

  const buildOnce = async (): Promise<Built> => {
    if (!existsSync(join(dir, 'docs.json'))) return nothing(missingConfig, built);
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
    });
    tree = read.tree;
    git = read.git;
    const { site } = read;
    if (!site) return nothing(read.problems, built, read.tree);
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
    const renderer = createRenderer(site, setting, tools);
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
    const pages = new Map<string, Page>();
    const files = [
      ...[...site.pages.values()].flatMap((page) => {
        const made = lazyPage(page, site, renderer, rendered);
        const [document] = made;
        if (document) pages.set(document.address, page);
        return made;
      }),
      ...otherFiles({ site, dir, shell, setting, rendered, cache }),
      ...lazySearchFiles({ site, dir, cache, codeVersion: version, rendered }),
    ];
    return {
      reader: memoryReader(site, files, options.version),
      problems: inOrder([...read.problems, ...shell.problems, ...ownProblems(written)]),
      texts: textsOf(read.tree, dir),
      facts: rendered.facts,
      frameKey: rendered.frameKey,
      addresses: pages,
      links: () => linkProblems(site, written),
      live: `${site.config.hosting.basePath}/${shell.live}`,
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
        ? stream(request, clients)
        : undefined;
    },
    after: (request, response) => {
      if (!built) return response;
      const isPage = response.headers.get('content-type')?.startsWith('text/html');
      if (!isPage && response.status !== 503) return response;
      const problems = shownAt(addressIn(request.url), built);
      if (problems.length === 0) return response;
      const html = renderProblems(problems, built.texts, built.live);
      return new Response(html, {
        status: 500,
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

function nothing(problems: readonly Problem[], before?: Built, tree?: SourceTree): Built {
  const { reader: _reader, ...last } = before ?? {};
  return {
    facts: new Map(),
    frameKey: '',
    addresses: new Map(),
    live: '',
    basePath: '',
    ...last,
    links: () => [],
    problems,
    texts: tree ? textsOf(tree, tree.dir) : (before?.texts ?? new Map()),
  };
}

const missingConfig: readonly Problem[] = [
  {
    severity: 'error',
    source: 'config',
    ruleId: 'config-missing',
    file: 'docs.json',
    reason: 'There is no docs.json in this folder.',
    note: 'Write one, or start a site with "docent init".',
  },
];

/** Texts by path, for code frames. */
function textsOf(tree: SourceTree, dir: string): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  for (const [path, file] of tree.texts) texts.set(path, file.text);
  try {
    texts.set('docs.json', readFileSync(join(dir, 'docs.json'), 'utf8'));
  } catch {
    // Gone meanwhile; the next build says so.
  }
  return texts;
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

/** Files of a page whose document is made when somebody opens it. */
function lazyPage(
  page: Page,
  site: Site,
  renderer: Renderer,
  rendered: RenderedSite,
): OutputFile[] {
  let document: PageDocument | undefined;
  const make = (): PageDocument => {
    const body = rendered.bodyOf(page.path);
    if (!body) throw new Error(`The body of ${page.path} is gone`);
    const links = rendered.anchors.addresses(page);
    document ??= renderer.document(page, withAddresses(body, links)).document;
    return document;
  };
  return pageFiles(page, site, { html: () => make().html, twin: () => make().twin });
}

/** The new translations, but the very texts of before where they say the same: so their pages stay known. */
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
        known.pseudo === text.pseudo;
      return [path, isSame ? known : text] as const;
    });
    return [language, Object.fromEntries(kept)] as const;
  });
  return { ...after, pages: Object.fromEntries(pages) };
}

/** Follows the records of translations; the memory of a run beside them says nothing that is shown. */
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
