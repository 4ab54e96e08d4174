import type { PageOutline } from '../../../schema/build.ts';
import {
  type ChatTool,
  type Citation,
  chatTools,
  searchLimit,
  type ToolSummary,
} from '../../../schema/chat.ts';
import { ApiError } from '../../../schema/errors.ts';
import { validate } from '../../../schema/validate.ts';
import { framed, type PassageText, sectionsOf, writePassages } from '../citing/passages.ts';
import {
  type AssistantSite,
  mayRead,
  pageAt,
  placeOf,
  type ReaderPlace,
  type SearchResult,
  type Visitor,
} from '../site/site.ts';

/** What a tool gave: for the reader, for the model, and which pages it showed. */
export interface ToolOutcome {
  readonly summary: ToolSummary;
  /** Text for the model or the agent; what comes from pages is framed as data. */
  readonly content: string;
  /** Passages of pages, in reading order, where the tool shows some: whoever has them writes them. */
  readonly passages?: readonly PassageText[];
  /** Pages whose text it showed, best first. */
  readonly retrieved: readonly Retrieved[];
  /** The result by the tool's own schema, for agents; a failed call has none. */
  readonly structured?: Readonly<Record<string, unknown>>;
}

/** A page that was read in a turn. */
export interface Retrieved extends Citation {
  /** Read as a whole, or found with that confidence. */
  readonly how: 'read' | 'found';
  readonly confidence: number;
}

/** Who uses a tool, and on what. */
export interface ToolContext {
  readonly site: AssistantSite;
  readonly visitor: Visitor;
  /** Language that a search prefers. */
  readonly language: string;
  readonly from?: ReaderPlace | undefined;
}

/** Characters of the list of pages, and of a result of a search, that a model is shown. */
const longest = { list: 24_000, snippet: 500 } as const;

/** Runs one tool; whatever goes wrong is an outcome, so that an answer can go on. */
export async function runTool(
  context: ToolContext,
  name: string,
  input: unknown,
): Promise<ToolOutcome> {
  const tool = chatTools.find((one) => one.name === name);
  if (!tool) return failed('NOT_FOUND', `There is no tool "${name}".`);
  const mistakes = validate(tool.input, input);
  if (mistakes.length > 0) {
    return failed('VALIDATION_ERROR', mistakes.map((mistake) => mistake.reason).join(' '));
  }
  try {
    return await run(context, tool, input as Record<string, unknown>);
  } catch (error) {
    if (error instanceof ApiError) return failed(error.code, error.message);
    return failed('UNAVAILABLE', "The tool can't answer right now.");
  }
}

/** Searches in the reader's language, and in the site's own where that finds nothing. */
async function findPages(
  { site, visitor, language, from }: ToolContext,
  query: string,
  limit: number = searchLimit.default,
): Promise<readonly SearchResult[]> {
  const search = async (of: string) => {
    const results = await site.search.search(query, { limit, language: of, visitor, from });
    // The index filters as well; this check ensures that a page's own record allows it.
    return results.filter(({ path }) => {
      const page = site.page(path);
      return page !== undefined && mayRead(page, visitor);
    });
  };
  const own = await search(language);
  if (language === site.language) return own;
  const { threshold } = site.search;
  if (own.some(({ confidence }) => confidence >= threshold)) return own;
  const fallback = await search(site.language);
  return fallback.some(({ confidence }) => confidence >= threshold) ? fallback : own;
}

async function run(
  context: ToolContext,
  tool: ChatTool,
  input: Readonly<Record<string, unknown>>,
): Promise<ToolOutcome> {
  const { site, visitor } = context;
  switch (tool.name) {
    case 'search_docs': {
      const results = await findPages(
        context,
        String(input.query),
        Number(input.limit ?? searchLimit.default),
      );
      const passages = inReadingOrder(site, results);
      return {
        summary: { results: results.length },
        content: passages.length === 0 ? 'No results. Try other words.' : writePassages(passages),
        passages,
        retrieved: results.map((result) => ({
          path: result.path,
          title: result.title,
          url: placeOf(site, result.path, result.anchor),
          how: 'found',
          confidence: result.confidence,
        })),
        structured: {
          results: results.map(({ path, title, anchor, trail, confidence, snippet }) => ({
            ...{ path, title, url: placeOf(site, path, anchor), section: trail.join(' > ') },
            ...{ confidence, text: snippet.slice(0, longest.snippet) },
          })),
        },
      };
    }
    case 'get_page': {
      const page = pageAt(site, String(input.path));
      // The same message for a missing page and for one that this reader may not see.
      if (!page || !mayRead(page, visitor)) throw new ApiError('NOT_FOUND', 'Page not found.');
      const passages = await passagesOf(site, page);
      const { path, title } = page;
      return {
        summary: { title },
        content: passages.length === 0 ? 'The page is empty.' : writePassages(passages),
        passages,
        retrieved: [{ path, title, url: placeOf(site, path), how: 'read', confidence: 1 }],
        structured: { path, title, url: placeOf(site, path), text: await site.markdown(page) },
      };
    }
    default: {
      const { pages, total } = await firstPages(context);
      const { text, listed } = listOf(pages);
      return {
        summary: { pages: total },
        content: framed({ list: 'pages' }, text),
        retrieved: [],
        structured: {
          total,
          pages: listed.map(({ path, title }) => ({ path, title, url: placeOf(site, path) })),
        },
      };
    }
  }
}

/** What a search found as it is read: page after page in the order of the navigation, and down each page. */
function inReadingOrder(
  site: AssistantSite,
  results: readonly SearchResult[],
): readonly PassageText[] {
  const placed = results.map((result) => {
    const page = site.page(result.path);
    const headings = site.record(result.path)?.headings ?? [];
    return {
      order: page?.order ?? Number.MAX_SAFE_INTEGER,
      // The page's beginning is before its first heading.
      place: headings.findIndex(({ id }) => id === result.anchor),
      passage: {
        path: result.path,
        title: result.title,
        section: result.trail.join(' > '),
        anchor: result.anchor,
        url: placeOf(site, result.path, result.anchor),
        language: page?.language ?? site.language,
        version: page?.version ?? '',
        text: result.snippet.slice(0, longest.snippet),
      },
    };
  });
  return placed
    .toSorted(
      (a, b) =>
        a.order - b.order ||
        Number(a.passage.path > b.passage.path) - Number(a.passage.path < b.passage.path) ||
        a.place - b.place,
    )
    .map(({ passage }) => passage);
}

/** A whole page, section by section. */
async function passagesOf(site: AssistantSite, page: PageOutline): Promise<readonly PassageText[]> {
  const { path, title, language, version = '' } = page;
  const record = site.record(path);
  if (!record) return [];
  return sectionsOf(await site.markdown(page), record).map(({ anchor, section, text }) => ({
    ...{ path, title, language, version, section, anchor, text },
    url: placeOf(site, path, anchor),
  }));
}

/** Maximum number of pages in the list, each taking at least eight characters. */
const mostListed = longest.list / 8;

/** The first pages in the order of the navigation, those in the reader's language before all others. */
async function firstPages({
  site,
  visitor,
  language,
}: ToolContext): Promise<{ readonly pages: readonly PageOutline[]; readonly total: number }> {
  const isForeign = (page: PageOutline) => (page.language === language ? 0 : 1);
  // Deployments from before positions were stored are in the order of the records: by path.
  const place = (page: PageOutline) => page.order ?? Number.MAX_SAFE_INTEGER;
  const first = (pages: readonly PageOutline[]) =>
    pages
      .toSorted((a, b) => isForeign(a) - isForeign(b) || place(a) - place(b))
      .slice(0, mostListed);
  let pages: PageOutline[] = [];
  let total = 0;
  for await (const page of site.pages()) {
    if (page.hidden || !mayRead(page, visitor)) continue;
    total++;
    pages.push(page);
    // However many pages a site has, few of them are in memory.
    if (pages.length > 2 * mostListed) pages = first(pages);
  }
  return { pages: first(pages), total };
}

/** Pages as an indented list below the groups they are in, and those that the list has space for. */
function listOf(pages: readonly PageOutline[]): {
  readonly text: string;
  readonly listed: readonly PageOutline[];
} {
  const lines: string[] = [];
  const listed: PageOutline[] = [];
  let size = 0;
  let trail: readonly string[] = [];
  for (const page of pages) {
    const shared = sharedDepth(trail, page.breadcrumbs);
    const own = page.breadcrumbs
      .slice(shared)
      .map((label, index) => `${'  '.repeat(shared + index)}- ${label}`);
    own.push(`${'  '.repeat(page.breadcrumbs.length)}- ${page.title} (${page.path})`);
    trail = page.breadcrumbs;
    size += own.join('\n').length;
    if (size > longest.list) {
      lines.push('(The list continues; use search to find the rest.)');
      break;
    }
    lines.push(...own);
    listed.push(page);
  }
  return { text: lines.join('\n'), listed };
}

/** How many labels two trails begin with together. */
function sharedDepth(a: readonly string[], b: readonly string[]): number {
  const apart = a.findIndex((label, depth) => label !== b[depth]);
  return apart < 0 ? a.length : apart;
}

function failed(code: ApiError['code'], message: string): ToolOutcome {
  return { summary: { error: code }, content: message, retrieved: [] };
}
