import { type ComponentChildren, Fragment, h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import type { Place } from '../../schema/errors.ts';
import type { Operation } from '../../schema/operation.ts';
import type { Page, PageTree, RenderedBody, Site } from '../../schema/site.ts';
import { type Authors, createAuthors } from '../author/authors.ts';
import { loadEngine } from '../author/engine.ts';
import { EngineMissing } from '../author/evaluate.ts';
import type { Attempts } from '../author/page.ts';
import { SandboxEnded } from '../author/sandbox.ts';
import type { Walker } from '../author/walker.ts';
import { fileOf } from '../source/file-places.ts';
import { createIds, headingIds, keepIds, keptHeadings } from '../source/headings.ts';
import { parsePage } from '../source/parse.ts';
import { walk } from '../source/tree.ts';
import { withAliases } from './alias-anchors.ts';
import type { Highlighter } from './code/highlight.ts';
import { highlighterOf } from './code/of-site.ts';
import type { TypedCode } from './code/types/code-types.ts';
import { type SiteTypes, siteTypes } from './code/types/site-types.ts';
import { ChannelView } from './components/api/channel.tsx';
import { OperationView } from './components/api/operation.tsx';
import { drawnContent } from './components/drawn-content.ts';
import { onPage, type PageContext, type RenderTools } from './components/page-context.ts';
import { components } from './components/registry.ts';
import { listedHeadings } from './heading-levels.ts';
import { keepTitles } from './kept-titles.ts';
import { createWalker } from './markdown.tsx';
import { componentInMarkdown } from './markdown-components.ts';
import { createPageContext, type Findings } from './render-context.ts';
import { readRendered } from './sections.ts';
import { snippetTree } from './snippet-tree.ts';
import { classNamesInModules } from './tailwind/class-names.ts';
import { utilityStyles } from './tailwind/styles.ts';
import { dialectNames } from './themes/dialect-names.ts';
import { twinTree } from './twin/walk.ts';
import { twinText } from './twin/write.ts';
import { markUntranslated } from './untranslated.ts';
import { withUpdateFilter } from './update-filter.ts';
import { withTexts } from './update-texts.ts';

/** Renders a page's body, and gathers what its document, the indexes and the checks need of it. */
export async function renderBody(
  page: Page,
  site: Site,
  tools: RenderTools,
): Promise<RenderedBody> {
  const highlighter = await highlighterOf(site, tools);
  const types = siteTypes(tools);
  const attempts: Attempts = { stopped: new Map(), stops: 0, worked: new Map() };
  // A page is rendered again when it turns out to need what is not loaded: grammars, types, the engine of
  // author code. And once more without the code that had to be stopped.
  for (let loads = 0; ; ) {
    const missing = new Set<string>();
    const untyped = new Set<TypedCode>();
    try {
      const rendering = { page, site, tools, highlighter, missing, types, untyped, attempts };
      const rendered = renderOnce(rendering);
      const isWhole = missing.size + untyped.size === 0;
      if (isWhole || loads++ === 8) return await withStyles(rendered, page, site);
      await Promise.all([highlighter.load(missing), types.load(untyped)]);
    } catch (error) {
      if (!(error instanceof EngineMissing || error instanceof SandboxEnded)) throw error;
      await loadEngine();
    }
  }
}

/** Adds the style sheet of the utility classes and the custom properties of the dialect that the page uses. */
async function withStyles(
  { body, classNames }: Rendered,
  page: Page,
  { config }: Site,
): Promise<RenderedBody> {
  const { mode } = page.frontmatter;
  const html = body.html + (body.aside ?? '');
  const canvas = mode === 'custom' || mode === 'frame';
  const styles = dialectNames(html, config) + (await utilityStyles(classNames, { html, canvas }));
  return styles === '' ? body : { ...body, styles };
}

interface Rendered {
  readonly body: RenderedBody;
  readonly classNames: ReadonlySet<string>;
}

interface Rendering {
  readonly page: Page;
  readonly site: Site;
  readonly tools: RenderTools;
  readonly highlighter: Highlighter;
  /** Grammars that code asked for and that are not loaded. */
  readonly missing: Set<string>;
  readonly types: SiteTypes;
  /** Code whose types are not known. */
  readonly untyped: Set<TypedCode>;
  readonly attempts: Attempts;
}

/** The steps from a page's text to its HTML. */
function renderOnce(rendering: Rendering): Rendered {
  const { page, site } = rendering;
  const found = noFindings();
  const tree = readTree(page, site);
  const { context, walker, authors } = openPage(rendering, tree, found);
  const unread = page.format === 'md' && componentInMarkdown(page.file, tree, components);
  if (unread) context.report(unread);
  try {
    const frame = authors.frameOf(tree, page.file, page.format, {});
    const content = walker.tree(tree, frame, true);
    const parts = toHtml(context, found, content);
    noteIslandClasses(context, found);
    context.classNames(rendering.tools.scriptClasses ?? []);
    const markdown = twinText(twinTree(context, content));
    return {
      body: bodyOf(parts, found, markdown, context.labels.filterByTag),
      classNames: found.classNames,
    };
  } finally {
    authors.close();
  }
}

function noFindings(): Findings {
  return {
    ids: createIds(),
    contents: [],
    links: [],
    features: new Set(),
    classNames: new Set(),
    islands: [],
    updates: [],
    problems: [],
    aside: [],
  };
}

/** Parses a page. A translation has the ids of its source; what it lacks of it is marked. */
function readTree(page: Page, site: Site): PageTree {
  const { latex } = site.config.styling;
  const tree = parsePage(page.file, { format: page.format, latex });
  const source = page.translationOf === undefined ? undefined : site.pages.get(page.translationOf);
  if (source) {
    const { root } = parsePage(source.file, { format: source.format, latex });
    keepIds(tree.root, page.translation?.headings ?? keptHeadings(root));
    keepTitles(tree.root, root);
  }
  markUntranslated(tree.root, page.file);
  return tree;
}

interface OpenPage {
  readonly context: PageContext;
  readonly walker: Walker;
  /** To be closed. */
  readonly authors: Authors;
}

/** What components ask, what walks the tree, and what runs the author's code: each needs the others. */
function openPage(rendering: Rendering, tree: PageTree, found: Findings): OpenPage {
  const { page, site, attempts } = rendering;
  const context = createPageContext({
    ...rendering,
    found,
    headings: headingsOf(tree),
    walkText: (text, place) => walkText({ page, walker, text, place }),
  });
  const authors = createAuthors({
    page: context,
    walker: () => walker,
    treeOf: (file) => snippetTree(file, site),
    componentNames: [...components.keys()],
    drawnContent,
    addIsland(island) {
      const id = context.uniqueId('island');
      found.features.add('islands');
      found.islands.push({ ...island, id });
      return id;
    },
    attempts,
  });
  const walker = createWalker(context, authors);
  return { context, walker, authors };
}

/** Ids of the headings of a tree, gathered when they are first asked for. */
function headingsOf(tree: PageTree): () => ReadonlySet<string> {
  let ids: ReadonlySet<string> | undefined;
  return () => {
    ids ??= new Set(headingIds(tree.root).map(({ id }) => id));
    return ids;
  };
}

/** Markdown in an attribute. */
function walkText({
  page,
  walker,
  text,
  place,
}: {
  readonly page: Page;
  readonly walker: Walker;
  readonly text: string;
  readonly place: Place | undefined;
}): ComponentChildren {
  const tree = parsePage({ path: page.file.path, text }, { format: 'md' });
  // Places in an attribute's text are none in a file: all of it is where its component is.
  walk(tree.root, (node) => {
    if (place) node.position = place;
    else delete node.position;
  });
  return walker.tree(tree, { file: fileOf(place) ?? page.file.path, format: 'md', props: {} });
}

/** HTML of the article and of the column next to it. */
interface HtmlParts {
  readonly html: string;
  readonly aside: string | undefined;
}

function toHtml(context: PageContext, found: Findings, content: ComponentChildren): HtmlParts {
  const { operation } = context.page;
  const htmlOf = (children: unknown): string =>
    onPage(context, () => renderToString(h(Fragment, null, children as never)));
  const html = htmlOf(operation ? describedOf(operation, content) : content);
  return { html, aside: asideOf(found, htmlOf) };
}

function describedOf(operation: Operation, content: ComponentChildren): ComponentChildren {
  const { channel } = operation;
  return channel
    ? h(ChannelView, { operation, channel }, content)
    : h(OperationView, { operation }, content);
}

/** Islands are drawn in the browser: the classes in their modules need rules as well. */
function noteIslandClasses(context: PageContext, { islands }: Findings): void {
  if (islands.length === 0) return;
  const modules = islands.map(({ module }) => module);
  context.classNames(classNamesInModules(modules, context.page, context.site));
}

function bodyOf(
  { html, aside }: HtmlParts,
  found: Findings,
  markdown: string,
  filterLabel: string,
): RenderedBody {
  const both = aside === undefined ? html : html + aside;
  const { ids, sections } = readRendered(both);
  const unlike = new Map([...found.ids.aliases()].filter(([alias]) => !ids.has(alias)));
  const aliases: Record<string, string> = {};
  return {
    html: withAliases(withUpdateFilter(html, found.updates, filterLabel), unlike, aliases),
    ...(aside === undefined ? {} : { aside: withAliases(aside, unlike, aliases) }),
    contents: listedHeadings(found.contents),
    ids: [...ids],
    aliases,
    links: found.links,
    features: [...found.features].sort(),
    islands: found.islands,
    sections,
    markdown,
    updates: withTexts(found.updates, html),
    problems: found.problems,
  };
}

const asideOrder = ['panel', 'request', 'response'];

function asideOf(found: Findings, toHtml: (children: unknown) => string): string | undefined {
  // Content of a panel may add to the column itself: it is taken until nothing is left.
  const parts: { kind: string; html: string }[] = [];
  for (let index = 0; index < found.aside.length; index++) {
    const { kind, content } = found.aside[index] ?? { kind: '', content: null };
    parts.push({ kind, html: toHtml(content) });
  }
  if (parts.length === 0) return undefined;
  return parts
    .sort((a, b) => asideOrder.indexOf(a.kind) - asideOrder.indexOf(b.kind))
    .map(({ kind, html }) => `<div class="aside-${kind}">${html}</div>`)
    .join('');
}
