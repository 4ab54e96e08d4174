import { versionBranches } from '../../schema/branch.ts';
import type { Problem, Severity } from '../../schema/errors.ts';
import { matchRedirect } from '../../schema/redirect.ts';
import type { Page, RenderedBody, Site } from '../../schema/site.ts';
import { type Cache, keyOf } from '../cache/cache.ts';
import { machineAddresses } from '../site/machine/addresses.ts';
import { pageFolder } from '../site/machine/site.ts';
import { awaitsAnchors, checkLinks } from '../source/links.ts';
import { type Anchors, createAnchors } from './anchors.ts';
import { stillTrue } from './recorder.ts';
import {
  type PageFacts,
  type PageTexts,
  pageDigest,
  type RecordedFacts,
  type RenderSetting,
  type SiteDigests,
  siteDigests,
} from './render.ts';
import { renderAll } from './render-all.ts';
import { type EncodedDocument, type RenderJob, unpackBody } from './render-job.ts';
import { colours, type SharedTools, sharedTools } from './shared-tools.ts';
import type { Threads } from './threads/threads.ts';

type Addresses = ReadonlyMap<string, string>;

/** A site whose bodies are rendered. */
export interface RenderedSite {
  readonly facts: ReadonlyMap<string, PageFacts>;
  readonly textsOf: (path: string) => PageTexts | undefined;
  /** Changes when anything changes that a file over all pages is made of. */
  readonly siteKey: () => string;
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
  /** See `recordHash`. */
  readonly record: string;
}

/** The result for each page's document. */
export interface DocumentSink {
  /** Called for pages whose document need not be rendered; false renders it anyway. */
  readonly known: (page: Page, document: KnownDocument, key: string) => boolean;
  readonly made: (page: Page, document: EncodedDocument, key: string) => void | Promise<void>;
}

/**
 * Renders what can't be remembered: bodies, and documents when there is a sink for them. A body is
 * remembered by the page, the configuration and what it asked of the rest of the site; a document by
 * its body and by everything that frames show (navigation with titles, configuration, shell).
 */
export async function renderSite(input: {
  readonly site: Site;
  readonly setting: RenderSetting;
  readonly cache: Cache;
  readonly codeVersion: string;
  /** To render many pages in. */
  readonly threads?: Threads;
  /** Shared by builds of a watched site. */
  readonly tools?: SharedTools;
  readonly sink?: DocumentSink;
  readonly onPage?: (done: number, total: number) => void;
}): Promise<RenderedSite> {
  const { site, setting, cache, codeVersion, sink } = input;
  const digests = siteDigests(site);
  const bodyBase = keyOf(codeVersion, bodySlice(site));
  const frame = frameKeyOf(site, codeVersion, setting);
  const facts = new Map<string, PageFacts>();
  const jobs: RenderJob[] = [];
  const bodyKeys = new Map<string, string>();
  const isTrue = factsCheck(digests);
  const bodyBytes = (path: string) => cache.getBytes('body', bodyKeys.get(path) ?? '');
  const bodyOf = (path: string) => {
    const bytes = bodyBytes(path);
    return bytes && unpackBody(bytes);
  };
  const anchors = createAnchors({ site, facts, bodyOf });
  /** What is to be done for a page's document: undefined when it is written already. */
  const documentJob = (page: Page, found: PageFacts, addresses?: Addresses) => {
    const key = documentKey(page, found, addresses);
    const known = cache.get<KnownDocument>('document', key);
    if (known && sink?.known(page, known, key)) return undefined;
    const body = bodyBytes(page.path);
    return {
      path: page.path,
      document: true,
      ...(body === undefined ? {} : { body }),
      ...(addresses === undefined ? {} : { addresses }),
    };
  };
  const documentKey = (page: Page, found: PageFacts, addresses: Addresses = new Map()) =>
    keyOf(frame, pageDigest(page), found.hash, ...[...addresses].flat());
  /** Addresses of the pages whose documents wait for the anchors of others, known at the end. */
  const waiting = new Map<string, Addresses | undefined>();

  for (const page of site.pages.values()) {
    const key = bodyKey(page, bodyBase);
    bodyKeys.set(page.path, key);
    let found = cache.get<RecordedFacts>('facts', key);
    if (found && !isTrue(found)) found = undefined;
    if (found && (!cache.has('body', key) || !cache.has('texts', key))) found = undefined;
    if (found === undefined) {
      jobs.push({ path: page.path, document: sink !== undefined });
      continue;
    }
    facts.set(page.path, found);
    if (!sink) continue;
    if (awaitsAnchors(found)) {
      waiting.set(page.path, undefined);
      continue;
    }
    const job = documentJob(page, found);
    if (job) jobs.push(job);
  }

  const remembered = new Set(waiting.keys());
  let rendered = jobs.length;
  let done = site.pages.size - jobs.length - waiting.size;
  await renderAll({
    site,
    setting,
    jobs,
    later: () =>
      [...waiting.keys()].sort().flatMap((path) => {
        const [page, found] = [site.pages.get(path), facts.get(path)];
        if (!page || !found) return [];
        const addresses = anchors.addresses(page);
        waiting.set(path, addresses);
        const job = documentJob(page, found, addresses);
        if (!job) done++;
        else if (remembered.has(path)) rendered++;
        return job ?? [];
      }),
    ...(input.threads === undefined ? {} : { threads: input.threads }),
    tools: input.tools ?? sharedTools(colours(cache)),
    onResult: async (result) => {
      const { path, document } = result;
      const page = site.pages.get(path);
      const key = bodyKeys.get(path);
      if (!page || !key) return;
      if (result.rendered) {
        cache.set('facts', key, result.rendered.facts);
        const { dependencies: _, ...rest } = result.rendered.facts;
        facts.set(path, rest);
        cache.setBytes('body', key, result.rendered.body);
        cache.set('texts', key, result.rendered.texts);
        if (sink && !document) {
          waiting.set(path, undefined);
          return;
        }
      }
      const found = facts.get(path);
      if (document && sink && found) {
        await sink.made(page, document, documentKey(page, found, waiting.get(path)));
      }
      done++;
      input.onPage?.(done, site.pages.size);
    },
  });

  // Threads finish in any order; everything below is in path order again.
  const ordered = new Map<string, PageFacts>();
  for (const path of site.pages.keys()) {
    const found = facts.get(path);
    if (found) ordered.set(path, found);
  }
  const siteKey = () =>
    keyOf(
      frame,
      ...[...site.pages.values()].map(
        (page) => `${pageDigest(page)} ${ordered.get(page.path)?.hash ?? ''}`,
      ),
    );
  return {
    facts: ordered,
    // A body also has its texts: a damaged cache loses at most one of them.
    textsOf: (path) => cache.get<PageTexts>('texts', bodyKeys.get(path) ?? '') ?? bodyOf(path),
    siteKey,
    frameKey: frame,
    bodyOf,
    anchors,
    rendered,
  };
}

const knownKeys = new WeakMap<Page, { readonly base: string; readonly key: string }>();

/** Remembered for a page that comes back as it was (`docent dev`). */
function bodyKey(page: Page, base: string): string {
  const known = knownKeys.get(page);
  if (known?.base === base) return known.key;
  const key = keyOf(base, pageDigest(page));
  knownKeys.set(page, { base, key });
  return key;
}

/** The digests for which facts were found true last. */
const trueFor = new WeakMap<RecordedFacts, SiteDigests>();

/** Facts that were true of the site before (`docent dev`) are asked only about what is another now. */
function factsCheck(digests: SiteDigests): (facts: RecordedFacts) => boolean {
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

/** Problems of the rendered pages: their own, and broken links. */
export function pageProblems(site: Site, rendered: RenderedSite): Problem[] {
  const written = withoutTranslations(site, rendered);
  return [...ownProblems(written), ...linkProblems(site, written)];
}

/** Translations have the problems of their sources, and no file that could be fixed. */
export function withoutTranslations(site: Site, rendered: RenderedSite): RenderedSite {
  const facts = new Map([...rendered.facts].filter(([path]) => !site.pages.get(path)?.translation));
  return { ...rendered, facts };
}

/** Problems that each page has by itself. */
function ownProblems(rendered: RenderedSite): Problem[] {
  return [...rendered.facts.values()].flatMap((facts) => facts.problems);
}

/** Broken links: those of all pages, or of the page with the given path. */
export function linkProblems(
  site: Site,
  rendered: RenderedSite,
  options: { readonly only?: string; readonly severity?: Severity } = {},
): Problem[] {
  const { basePath } = site.config.hosting;
  const level = site.config.addons.ciChecks.brokenLinks;
  const feeds = new Set<string>();
  for (const [path, facts] of rendered.facts) {
    if (facts.hasUpdates) feeds.add(`/${pageFolder(path)}rss.xml`);
  }
  return checkLinks({
    pages: site.pages,
    bodies: rendered.facts,
    ...(options.only === undefined ? {} : { only: options.only }),
    assets: site.assets,
    redirect: (address) => {
      const match = matchRedirect(site.redirects, basePath + address);
      return match?.destination;
    },
    isAddress: (address) =>
      machineAddresses.has(address) ||
      feeds.has(address) ||
      (address.endsWith('.md') && site.pages.has(address.slice(1, -3))),
    basePath,
    branches: versionBranches(site.config),
    landsElsewhere: (path, anchor) => rendered.anchors.of(path, anchor) !== undefined,
    // `off` still hints: a broken link is never good.
    severity: options.severity ?? (level === 'off' ? 'note' : level),
  });
}

/** What bodies can depend on besides their page and what they ask the site for. */
function bodySlice(site: Site): string {
  const {
    navigation: _n,
    redirects: _r,
    navbar: _b,
    footer: _f,
    banner: _x,
    ...config
  } = site.config;
  const grammars = config.styling.codeblocks.customLanguages.map(
    (path) => site.snippets.get(path.replace(/^\.?\//, ''))?.hash,
  );
  const { variables, language, origin, stars, abis } = site;
  return JSON.stringify([config, [...variables], language, origin, grammars, stars, abis]);
}

const inFrames = new WeakMap<Page, string>();

/** Digest of what the frames of other pages show of one; remembered as `bodyKey` is. */
function inFrame(page: Page): string {
  const known = inFrames.get(page);
  if (known !== undefined) return known;
  const digest = keyOf(
    JSON.stringify([
      page.path,
      page.title,
      page.frontmatter,
      page.language,
      page.translationOf,
      page.translation?.status,
      page.visibility,
      page.operation?.method,
      page.operation?.deprecated,
    ]),
  );
  inFrames.set(page, digest);
  return digest;
}

/** Changes when the frame of all documents does. */
export function frameKeyOf(site: Site, codeVersion: string, setting: RenderSetting): string {
  return keyOf(codeVersion, frameSlice(site), JSON.stringify(setting));
}

/** What frames show: the whole configuration, the navigation, and what is known of its pages. */
function frameSlice(site: Site): string {
  const pages = [...site.pages.values()].map(inFrame);
  const { config, navigation, language, origin, repository } = site;
  const facts = [
    language,
    origin,
    repository,
    [...site.variables],
    site.fonts?.sources,
    site.labels,
    site.stars,
  ];
  return JSON.stringify([config, navigation.root, pages, facts]);
}
