import type { Page, RenderedBody, Site } from '../../schema/site.ts';
import { type Cache, DamagedCacheError, keyOf } from '../cache/cache.ts';
import { unpackJson } from '../cache/packed.ts';
import { awaitsAnchors } from '../source/links.ts';
import { type Anchors, createAnchors } from './anchors.ts';
import { pageDigest, type SiteDigests, siteDigests } from './digests.ts';
import { linkKeeper } from './kept-links.ts';
import { bodyBaseOf, bodyKey, frameKeyOf, pictureDigest } from './page-keys.ts';
import { stillTrue } from './recorder.ts';
import type { PageFacts, PageTexts, RecordedFacts } from './render.ts';
import type { EncodedDocument, RenderJob, RenderResult } from './render-job.ts';
import type { RenderSetting } from './render-setting.ts';
import { colours, type SharedTools, sharedTools } from './shared-tools.ts';
import type { Threads } from './threads/threads.ts';
import { readLinks, type WrittenLinks, writeLinks } from './written-links.ts';

type Addresses = ReadonlyMap<string, string>;

/** A site whose bodies are rendered. */
export interface RenderedSite {
  readonly facts: ReadonlyMap<string, PageFacts>;
  readonly textsOf: (path: string) => PageTexts | undefined;
  /** Changes when anything changes that a file over all pages is made of. */
  readonly siteKey: () => string;
  /** Changes when anything changes that lists of all pages are made of; their texts are not in them. */
  readonly listsKey: () => string;
  /** Changes when a text of these pages does. */
  readonly textsKey: (pages: readonly Page[]) => string;
  /** Changes when the frame of all documents does. */
  readonly frameKey: string;
  /** The rendered body of a page. */
  readonly bodyOf: (path: string) => RenderedBody | undefined;
  readonly anchors: Anchors;
  /** How many bodies or documents were made rather than remembered. */
  readonly rendered: number;
}

/** Hashes of what is written for a page, remembered from an earlier build. */
export interface KnownDocument {
  readonly html: string;
  readonly twin: string;
  /** Of its page record. */
  readonly record: string;
}

/** The result for each page's document. */
export interface DocumentSink {
  /** Called for pages whose document need not be rendered; false renders it anyway. */
  readonly known: (page: Page, document: KnownDocument, key: string) => boolean;
  readonly made: (page: Page, document: EncodedDocument, key: string) => void | Promise<void>;
}

/** What rendering a site takes. */
interface RenderInput {
  readonly site: Site;
  readonly setting: RenderSetting;
  readonly cache: Cache;
  readonly codeVersion: string;
  /** To render many pages in. */
  readonly threads?: Threads;
  /** Shared by builds of a watched site. */
  readonly tools?: SharedTools;
  readonly sink?: DocumentSink;
  /** Called with the number of pages that are about to be rendered. */
  readonly onJobs?: (count: number) => void;
  readonly onPage?: (done: number, total: number) => void;
}

/**
 * Renders what can't be remembered: bodies, and documents when there is a sink for them. A body is
 * remembered by the page, the configuration and what it asked of the rest of the site; a document by
 * its body and by everything that frames show (navigation with titles, configuration, shell).
 */
export async function renderSite(input: RenderInput): Promise<RenderedSite> {
  const { site } = input;
  const work = startWork(input);
  const jobs = [...site.pages.values()].flatMap((page) => firstJob(work, page) ?? []);
  work.rendered = jobs.length;
  work.done = site.pages.size - jobs.length - work.waiting.size;
  const remembered = new Set(work.waiting.keys());
  const later = () => laterJobs(work, remembered);
  if (jobs.length > 0) await renderJobs(work, input, { jobs, later });
  else await renderJobs(work, input, { jobs: later() });
  return renderedSite(work);
}

/** Renders pages; what renders them is loaded only if there are any. */
async function renderJobs(
  work: RenderWork,
  { site, setting, cache, threads, tools, onJobs }: RenderInput,
  todo: { readonly jobs: readonly RenderJob[]; readonly later?: () => readonly RenderJob[] },
): Promise<void> {
  if (todo.jobs.length === 0) return;
  onJobs?.(todo.jobs.length);
  const { renderAll } = await import('./render-all.ts');
  await renderAll({
    ...{ site, setting, ...todo },
    ...(threads === undefined ? {} : { threads }),
    tools: tools ?? sharedTools(colours(cache)),
    onResult: (result) => takeResult(work, result),
  });
}

/** A site on its way through rendering. */
interface RenderWork extends Pick<RenderInput, 'site' | 'cache' | 'sink' | 'onPage'> {
  readonly frame: string;
  readonly bodyBase: string;
  /** Key of each page's body in the cache. */
  readonly bodyKeys: Map<string, string>;
  readonly isTrue: (facts: WrittenFacts) => boolean;
  readonly facts: Map<string, PageFacts>;
  readonly keepLinks: ReturnType<typeof linkKeeper>;
  readonly anchors: Anchors;
  /** Addresses of the pages whose documents wait for the anchors of others, known at the end. */
  readonly waiting: Map<string, Addresses | undefined>;
  rendered: number;
  done: number;
}

function startWork({ site, setting, cache, codeVersion, sink, onPage }: RenderInput): RenderWork {
  const facts = new Map<string, PageFacts>();
  const bodyKeys = new Map<string, string>();
  return {
    ...{ site, cache, facts, bodyKeys },
    ...(sink ? { sink } : {}),
    ...(onPage ? { onPage } : {}),
    frame: frameKeyOf(site, codeVersion, setting),
    bodyBase: bodyBaseOf(site, codeVersion, setting),
    isTrue: factsCheck(siteDigests(site)),
    keepLinks: linkKeeper(site),
    anchors: createAnchors({ site, facts, bodyOf: (path) => bodyOf({ cache, bodyKeys }, path) }),
    waiting: new Map(),
    rendered: 0,
    done: 0,
  };
}

/** What is to be done for a page: undefined when all is remembered, or while it waits for others. */
function firstJob(work: RenderWork, page: Page): RenderJob | undefined {
  const { sink, waiting } = work;
  const found = rememberedFacts(work, page);
  if (found === undefined) return { path: page.path, document: sink !== undefined };
  keepFacts(work, page.path, found);
  if (!sink) return undefined;
  if (!awaitsAnchors(found)) return documentJob(work, page, found);
  waiting.set(page.path, undefined);
  return undefined;
}

function keepFacts(work: RenderWork, path: string, found: RecordedFacts): void {
  const { dependencies: _, links, ...rest } = found;
  work.facts.set(path, { ...rest, links: work.keepLinks(links, path) });
}

/** Facts of a page that are still true, with its body. */
function rememberedFacts(work: RenderWork, page: Page): RecordedFacts | undefined {
  const { cache, bodyKeys, bodyBase, isTrue } = work;
  const key = bodyKey(page, bodyBase);
  bodyKeys.set(page.path, key);
  const found = cache.get<WrittenFacts>('facts', key);
  if (!found || !isTrue(found)) return undefined;
  if (!cache.has('body', key) || !cache.has('texts', key)) return undefined;
  return { ...found, links: readLinks(found.links) };
}

/** What is to be done for a page's document: undefined when it is written already. */
function documentJob(
  work: RenderWork,
  page: Page,
  found: PageFacts,
  addresses?: Addresses,
): RenderJob | undefined {
  const { cache, sink } = work;
  const key = documentKey(work, page, found, addresses);
  const known = cache.get<KnownDocument>('document', key);
  if (known && sink?.known(page, known, key)) return undefined;
  const body = bodyBytes(work, page.path);
  return {
    path: page.path,
    document: true,
    ...(body === undefined ? {} : { body }),
    ...(addresses === undefined ? {} : { addresses }),
  };
}

/** The documents that waited for anchors, all of which are known now. */
function laterJobs(work: RenderWork, remembered: ReadonlySet<string>): RenderJob[] {
  const { site, facts, waiting, anchors } = work;
  return [...waiting.keys()].sort().flatMap((path) => {
    const [page, found] = [site.pages.get(path), facts.get(path)];
    if (!page || !found) return [];
    const addresses = anchors.addresses(page);
    waiting.set(path, addresses);
    const job = documentJob(work, page, found, addresses);
    if (!job) work.done++;
    else if (remembered.has(path)) work.rendered++;
    return job ?? [];
  });
}

/** Remembers what was rendered, and hands the document on. */
async function takeResult(work: RenderWork, result: RenderResult): Promise<void> {
  const { site, cache, sink, facts, bodyKeys, waiting } = work;
  const { path, document, rendered } = result;
  const page = site.pages.get(path);
  const key = bodyKeys.get(path);
  if (!page || !key) return;
  if (rendered) {
    const written: WrittenFacts = { ...rendered.facts, links: writeLinks(rendered.facts.links) };
    cache.set('facts', key, written);
    keepFacts(work, path, rendered.facts);
    cache.setBytes('body', key, rendered.body);
    cache.setBytes('texts', key, rendered.texts);
    if (sink && !document) {
      waiting.set(path, undefined);
      return;
    }
  }
  const found = facts.get(path);
  if (document && sink && found) {
    await sink.made(page, document, documentKey(work, page, found, waiting.get(path)));
  }
  work.done++;
  work.onPage?.(work.done, site.pages.size);
}

function renderedSite(work: RenderWork): RenderedSite {
  const { site, frame, bodyBase, anchors, rendered } = work;
  // Threads finish in any order; everything below is in path order again.
  const facts = new Map<string, PageFacts>();
  for (const path of site.pages.keys()) {
    const found = work.facts.get(path);
    if (found) facts.set(path, found);
  }
  const digest = (page: Page) => `${pageDigest(page)} ${facts.get(page.path)?.hash ?? ''}`;
  return {
    ...{ facts, anchors, rendered },
    siteKey: () => keyOf(frame, ...[...site.pages.values()].map(digest)),
    listsKey: () => keyOf(frame, ...[...site.pages.values()].map((page) => page.updatedAt)),
    textsKey: (pages) => keyOf(bodyBase, ...pages.map(digest)),
    textsOf: (path) => textsOf(work, path),
    frameKey: frame,
    bodyOf: (path) => bodyOf(work, path),
  };
}

type Bodies = Pick<RenderWork, 'cache' | 'bodyKeys'>;

function bodyBytes({ cache, bodyKeys }: Bodies, path: string): Uint8Array | undefined {
  return cache.getBytes('body', bodyKeys.get(path) ?? '');
}

/** A body also has its texts: a damaged cache may lose one of them, but not both without a word. */
function textsOf(bodies: Bodies, path: string): PageTexts | undefined {
  const { cache, bodyKeys } = bodies;
  const key = bodyKeys.get(path) ?? '';
  const isKept = cache.has('texts', key);
  const texts = cache.getBytes('texts', key);
  if (texts) return unpackJson<PageTexts>(texts);
  const body = bodyOf(bodies, path);
  if (isKept && !body) throw new DamagedCacheError(`Can't read the texts of ${path}.`);
  return body;
}

function bodyOf(bodies: Bodies, path: string): RenderedBody | undefined {
  const bytes = bodyBytes(bodies, path);
  return bytes && unpackJson<RenderedBody>(bytes);
}

function documentKey(
  { frame, site }: RenderWork,
  page: Page,
  found: PageFacts,
  addresses: Addresses = new Map(),
): string {
  const picture = pictureDigest(page, site);
  return keyOf(frame, pageDigest(page), found.hash, picture, ...[...addresses].flat());
}

/** Facts as a cache has them. */
interface WrittenFacts extends Omit<RecordedFacts, 'links'> {
  readonly links: WrittenLinks;
}

/** The digests for which facts were found true last. */
const trueFor = new WeakMap<WrittenFacts, SiteDigests>();

/** Facts that were true of the site before (`docent dev`) are asked only about what is another now. */
function factsCheck(digests: SiteDigests): (facts: WrittenFacts) => boolean {
  const changes = new Map<SiteDigests, ReturnType<SiteDigests['changesSince']>>();
  return (facts) => {
    const before = trueFor.get(facts);
    let changed = before && changes.get(before);
    if (before && !changed) {
      changed = digests.changesSince(before);
      changes.set(before, changed);
    }
    const isTrue = stillTrue(facts.dependencies, digests, changed);
    if (isTrue) trueFor.set(facts, digests);
    return isTrue;
  };
}
