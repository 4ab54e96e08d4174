import type { Problem, Severity } from '../../schema/errors.ts';
import type { Page, Site } from '../../schema/site.ts';
import { createAnchors } from '../build/anchors.ts';
import { folderLanguages } from '../build/folder-languages.ts';
import { linkProblems, withoutTranslations } from '../build/page-problems.ts';
import { proxyRules } from '../build/proxy-rules.ts';
import type { ReadSite } from '../build/read-site.ts';
import { recordOf } from '../build/records.ts';
import { createRenderer, type PageDocument, type Renderer } from '../build/render.ts';
import type { RenderSetting } from '../build/render-setting.ts';
import type { RenderedSite } from '../build/render-site.ts';
import { lazySearchFiles } from '../build/search-stage.ts';
import { otherFiles, pageFiles } from '../build/site-files.ts';
import { codeVersion } from '../cache/version.ts';
import { inOrder } from '../check/in-order.ts';
import { memoryReader } from '../output/memory.ts';
import type { OutputFile } from '../output/output-file.ts';
import type { SiteReader } from '../output/read.ts';
import { emptyBody } from '../site/empty-body.ts';
import { type NoticeTools, problemNotice } from '../site/layout/problem-notice.tsx';
import { withAddresses } from '../site/written-links.ts';
import { openFrame } from './frame.ts';
import { problemsOf } from './live-reload.ts';
import { noticeTools } from './notice.ts';
import type { Frame, Preview, ShownSite } from './shown.ts';
import { treeNow } from './sources.ts';
import type { DevState } from './state.ts';

/** A preview without a site: what is wrong. */
export function emptyPreview(read: ReadSite, number: number, notice: NoticeTools): Preview {
  return { number, problems: read.problems, notice, basePath: '' };
}

/** Shows a site as far as it is known: `rendered` when all its pages are. */
export function openPreview(
  state: DevState,
  given: {
    readonly site: Site;
    readonly read: ReadSite;
    readonly frame: Frame;
    readonly number: number;
    readonly rendered?: RenderedSite;
  },
): Preview {
  const { site, read, number, rendered } = given;
  const frame = rendered ? { ...given.frame, key: () => rendered.frameKey } : given.frame;
  const ofPages = new Set([...read.ofPages.values()].flat());
  const notice = noticeTools(
    state.setting.dir,
    () => treeNow(state) ?? read.tree,
    state.setting.editor,
  );
  const addresses = new Map<string, string>();
  const pages = [...site.pages.values()].flatMap((page) => {
    const files = pageFiles(page, site, {
      html: () => documentOf(preview, page.path).html,
      twin: () => documentOf(preview, page.path).twin,
    });
    for (const { address } of files) addresses.set(address, page.path);
    return files;
  });
  const shown: ShownSite = {
    site,
    frame,
    whole: read.whole,
    reader: layeredReader(state, site, {
      pages,
      number: () => preview.number,
      frame: () => shown.frame,
      others: () => filesBesidesPages(state, preview),
    }),
    addresses,
    ...(rendered ? { rendered } : {}),
    pages: new Map(),
    followed: followedIn(site),
    readProblems: new Map(read.ofPages),
    renderProblems: renderProblemsIn(site, rendered?.facts),
    facts: new Map(rendered?.facts),
    bodies: new Map(),
    documents: new Map(),
    making: new Map(),
    renderer: numberedRenderer(state, { site, frame, number }),
  };
  const preview: Preview = {
    number,
    problems: read.problems.filter((problem) => !ofPages.has(problem)),
    notice,
    basePath: site.config.hosting.basePath,
    site: shown,
  };
  return preview;
}

/** The pages that translations are made of, and the files that pages include. */
function followedIn(site: Site): ReadonlySet<string> {
  const followed = new Set<string>();
  for (const { translationOf, uses } of site.pages.values()) {
    if (translationOf !== undefined) followed.add(translationOf);
    for (const file of uses) followed.add(file);
  }
  return followed;
}

/** Gives a preview the next number: the documents that were served have another one. */
export function renumber(state: DevState, preview: Preview): void {
  preview.number += 1;
  const { site: shown } = preview;
  if (!shown) return;
  shown.documents.clear();
  shown.renderer = numberedRenderer(state, { ...shown, number: preview.number });
}

/** Gives a preview a frame with what a plain one lacks. What was served already needs none of it. */
export async function completeFrame(state: DevState, preview: Preview): Promise<void> {
  const { site: shown } = preview;
  if (!shown) return;
  shown.frame = await openFrame(state, shown.site);
  shown.renderer = numberedRenderer(state, { ...shown, number: preview.number });
}

/** The page at a path as it is shown. */
export function pageOf(shown: ShownSite, path: string): Page | undefined {
  return shown.pages.get(path) ?? shown.site.pages.get(path);
}

/** What rendering pages has found; translations have the problems of their sources. */
function renderProblemsIn(
  { pages }: Site,
  facts: RenderedSite['facts'] | undefined,
): Map<string, readonly Problem[]> {
  const found = new Map<string, readonly Problem[]>();
  for (const [path, { problems }] of facts ?? []) {
    if (problems.length > 0 && !pages.get(path)?.translation) found.set(path, problems);
  }
  return found;
}

/** All problems of a site but those of its links. */
export function problemsIn(preview: Preview): readonly Problem[] {
  // A snippet's problem is found on every page that is read alone; here it is one.
  return inOrder(foundIn(preview));
}

/** The same, as they were found. */
function foundIn({ problems, site: shown }: Preview): readonly Problem[] {
  const ofReading = shown?.readProblems.values() ?? [];
  const ofRendering = shown?.renderProblems.values() ?? [];
  const ofShell = shown?.frame.shell.problems ?? [];
  return [...problems, ...ofShell, ...[...ofReading].flat(), ...[...ofRendering].flat()];
}

/** Broken links of all pages, or of one. */
export function brokenLinks({ site: shown }: Preview, only?: string): readonly Problem[] {
  if (!shown) return [];
  const { site, rendered } = shown;
  if (only !== undefined && site.pages.get(only)?.translation) return [];
  // The field that is about links decides what a check minds, not what an author sees.
  const level = site.config.addons.ciChecks.brokenLinks;
  const severity: Severity = level === 'off' ? 'warning' : level;
  const now = renderedNow(shown);
  if (only === undefined) return linkProblems(site, withoutTranslations(site, now), { severity });
  const problems = linkProblems(site, now, { severity, only });
  // Which pages have a feed is known when all of them are.
  return rendered ? problems : problems.filter(({ actual }) => !isFeed(actual ?? ''));
}

/** Whether an address may be that of a page's feed. */
export function isFeed(address: string): boolean {
  return /(?:^|\/)rss\.xml(?:[?#]|$)/.test(address);
}

/** What a page shows besides its frame: the same text as long as it shows the same. */
export function viewOf(preview: Preview, address: string | undefined): string {
  const { site: shown } = preview;
  const path = shown && address !== undefined ? shown.addresses.get(address) : undefined;
  const page = shown && path !== undefined ? pageOf(shown, path) : undefined;
  return JSON.stringify([
    path === undefined ? undefined : shown?.facts.get(path)?.hash,
    noticed(preview, page),
    shown && page ? [...anchorsOf(shown).addresses(page)] : [],
  ]);
}

/** What is said above a page, and at an address without one, whose page any error may have kept away. */
function noticed(preview: Preview, page: Page | undefined): readonly Problem[] {
  if (page) return problemsOf(page, foundIn(preview), brokenLinks(preview, page.path));
  const problems = problemsIn(preview);
  const errors = problems.filter(({ severity }) => severity === 'error');
  return [...new Set([...errors, ...problemsOf(undefined, problems, [])])];
}

/** The document of a page whose body is made. */
function documentOf(preview: Preview, path: string): PageDocument {
  const { site: shown } = preview;
  const page = shown && pageOf(shown, path);
  const body = shown?.bodies.get(path) ?? shown?.rendered?.bodyOf(path);
  if (!shown || !page || !body) throw new Error(`The body of ${path} is missing`);
  const known = shown.documents.get(path);
  if (known) return known;
  const whole = withAddresses(body, anchorsOf(shown).addresses(page));
  const notice = problemNotice(noticed(preview, page), preview.notice);
  const { document } = shown.renderer.document(page, whole, notice);
  shown.documents.set(path, document);
  return document;
}

/** The anchors of the pages that are known by now. */
function anchorsOf(shown: ShownSite): RenderedSite['anchors'] {
  const { site, facts, rendered, bodies } = shown;
  if (rendered && bodies.size === 0) return rendered.anchors;
  const bodyOf = (path: string) => bodies.get(path) ?? rendered?.bodyOf(path);
  return createAnchors({ site, facts, bodyOf });
}

/** A site as far as its pages are rendered, for the stages that take one. */
function renderedNow(shown: ShownSite): RenderedSite {
  const { facts, rendered, bodies, frame } = shown;
  const bodyOf = (path: string) => bodies.get(path) ?? rendered?.bodyOf(path);
  return {
    facts,
    textsOf: (path) => bodies.get(path) ?? rendered?.textsOf(path),
    siteKey: () => rendered?.siteKey() ?? '',
    listsKey: () => rendered?.listsKey() ?? '',
    textsKey: (pages) => rendered?.textsKey(pages) ?? '',
    get frameKey() {
      return frame.key();
    },
    bodyOf,
    anchors: anchorsOf(shown),
    rendered: 0,
  };
}

function numberedRenderer(
  state: DevState,
  shown: Pick<ShownSite, 'site' | 'frame'> & { readonly number: number },
): Renderer {
  return createRenderer(shown.site, numbered(shown.frame.setting, shown.number), state.tools);
}

/** Pages say which build they are from; what is kept between builds doesn't. */
function numbered(setting: RenderSetting, number: number): RenderSetting {
  return { ...setting, live: `${setting.live}?build=${number}` };
}

function filesBesidesPages(state: DevState, preview: Preview): OutputFile[] {
  const { site: shown, number } = preview;
  if (!shown) return [];
  const { site, frame } = shown;
  const { shell, setting } = frame;
  const { cache } = state;
  const { dir } = state.setting;
  const rendered = renderedNow(shown);
  return [
    ...otherFiles({
      ...{ site, dir, shell, setting: numbered(setting, number), rendered, cache },
      notice: () => problemNotice(noticed(preview, undefined), preview.notice),
    }),
    ...lazySearchFiles({ site, dir, cache, codeVersion: codeVersion(), rendered }),
  ];
}

/** A site in memory. The files besides the pages are listed for each number and frame, when one is asked for. */
function layeredReader(
  state: DevState,
  site: Site,
  files: {
    readonly pages: readonly OutputFile[];
    readonly number: () => number;
    readonly frame: () => Frame;
    readonly others: () => readonly OutputFile[];
  },
): SiteReader {
  const made = {
    version: state.setting.version,
    recordOf: (page: Page) => recordOf(page, emptyBody, site),
    proxyRules: () => proxyRules(site),
    folders: () => folderLanguages(site),
  };
  const pages = memoryReader(site, files.pages, made);
  let others:
    | { readonly number: number; readonly frame: Frame; readonly reader: SiteReader }
    | undefined;
  const other = (address: string) => {
    const [number, frame] = [files.number(), files.frame()];
    if (others?.number !== number || others.frame !== frame) {
      others = { number, frame, reader: memoryReader(site, files.others(), made) };
    }
    return others.reader.file(address);
  };
  return { ...pages, file: (address) => pages.file(address) ?? other(address) };
}
