import type { Page, Site, SourceFile } from '../../schema/site.ts';
import { formatOf } from '../source/format.ts';
import { type FileRecord, type RecordKind, readRecords } from '../translate/records.ts';
import { type Candidate, worklist } from '../translate/worklist.ts';
import type { Unit } from './run.ts';
import { ownedPages, translatablePages } from './source-pages.ts';
import type { Ending } from './tally.ts';
import { translatableSnippets } from './translated-snippets.ts';

/** Which pages of a site are asked for. */
export interface UnitScope {
  readonly language: string;
  readonly scope: 'all' | 'page' | 'stale';
  readonly pagePath?: string;
  readonly force: boolean;
  /** The model only shows what a translation would look like. */
  readonly pseudo?: boolean;
}

/** A unit with what is known of it. */
export interface SiteUnit extends Unit {
  readonly before: FileRecord | undefined;
}

/** The work of a run. */
export interface SiteWork {
  readonly units: readonly SiteUnit[];
  /** The pages in scope, those included that need nothing. */
  readonly pages: ReadonlyMap<string, Page>;
  /** How pages end that are not asked for. */
  readonly endings: ReadonlyMap<string, Ending>;
  /** Records of pages and snippets that the site no longer has. */
  readonly gone: readonly { readonly kind: RecordKind; readonly path: string }[];
}

/** The records of a language, by path. */
type Known = Readonly<Record<RecordKind, ReadonlyMap<string, FileRecord>>>;

/**
 * What a run is to translate: snippets first, because pages look unfinished without them.
 * @throws Error when there is no page of that name
 */
export function unitsOf(site: Site, folder: string, request: UnitScope): SiteWork {
  const { language } = request;
  const known: Known = {
    pages: readRecords(folder, language),
    snippets: readRecords(folder, language, 'snippets'),
  };
  const all = new Map(translatablePages(site).map((page) => [page.path, page]));
  const owned = ownedPages(site, language);
  const pages = inScope(all, { request, owned, known });
  const chosen = chosenPages(pages, { request, owned, known });
  return {
    units: [
      ...snippetUnits(translatableSnippets(site, language, pages.values()), request, known),
      ...chosen.map((page) => unitOf('page', page, { request, known })),
    ],
    pages,
    endings: endingsOf(pages, chosen, owned),
    gone: goneOf(known, all, translatableSnippets(site, language, all.values())),
  };
}

interface Scope {
  readonly request: UnitScope;
  /** Source paths of pages that a person has translated. */
  readonly owned: ReadonlySet<string>;
  readonly known: Known;
}

function inScope(
  all: ReadonlyMap<string, Page>,
  { request, owned, known }: Scope,
): ReadonlyMap<string, Page> {
  if (request.scope === 'all') return all;
  if (request.scope === 'stale') {
    return new Map(
      [...all].filter(([path]) => owned.has(path) || realHash(known.pages.get(path)) !== null),
    );
  }
  const path = request.pagePath?.normalize('NFC').replace(/^\/+/, '') ?? '';
  const only = all.get(path);
  if (!only) throw new Error(`There is no page "${path}". Choose one with --page.`);
  return new Map([[path, only]]);
}

/** Source hash of a translation; a text that only shows the layout is none. */
function realHash(record: FileRecord | undefined): string | null {
  return record?.text !== undefined && record.pseudo !== true ? record.translatedHash : null;
}

function chosenPages(pages: ReadonlyMap<string, Page>, { request, owned, known }: Scope): Page[] {
  const candidates = [...pages].map(([path, { file }]) => {
    const candidate = candidateOf({ path, hash: file.hash }, known.pages.get(path), request);
    return owned.has(path) ? { ...candidate, isOwned: true } : candidate;
  });
  const scope = request.scope === 'stale' ? 'stale' : 'all';
  return worklist(candidates, { scope, force: request.force }).flatMap(({ path }) => {
    const page = pages.get(path);
    return page ? [page] : [];
  });
}

function candidateOf(
  { path, hash }: Pick<SourceFile, 'path' | 'hash'>,
  record: FileRecord | undefined,
  { pseudo }: UnitScope,
): Candidate {
  const translatedHash = realHash(record);
  const wasShown = record?.pseudo === true && record.translatedHash === hash;
  return {
    path,
    sourceHash: hash,
    // Test texts take the place of no translation, and of no test text of the same source.
    isOwned: pseudo === true && (translatedHash !== null || wasShown),
    translatedHash,
    isPartial: (record?.fallbackSegments ?? 0) > 0,
  };
}

/**
 * Snippets of the pages in scope. A page that is shown needs all of them: one that was never translated
 * is asked for in every scope.
 */
function snippetUnits(
  snippets: readonly SourceFile[],
  request: UnitScope,
  known: Known,
): SiteUnit[] {
  const candidates = snippets.map((file) =>
    candidateOf(file, known.snippets.get(file.path), request),
  );
  const force = isForced(request);
  const wanted = new Set(
    worklist(candidates, { scope: 'all', force })
      .filter(({ why }) => why !== 'partial' || request.scope !== 'stale')
      .map(({ path }) => path),
  );
  return snippets
    .filter(({ path }) => wanted.has(path))
    .map((file) => {
      const format = formatOf(file);
      return unitOf('snippet', { path: file.path, title: '', format, file }, { request, known });
    });
}

/** A stale page or snippet is asked for as far as it has changed. */
function isForced({ force, scope }: UnitScope): boolean {
  return force && scope !== 'stale';
}

function unitOf(
  kind: SiteUnit['kind'],
  { path, format, title, file }: Pick<Page, 'path' | 'format' | 'title' | 'file'>,
  { request, known }: Omit<Scope, 'owned'>,
): SiteUnit {
  return {
    kind,
    page: { path, format, title, text: file.text },
    file: file.path,
    sourceHash: file.hash,
    force: isForced(request),
    before: known[`${kind}s`].get(path),
  };
}

function endingsOf(
  pages: ReadonlyMap<string, Page>,
  chosen: readonly Page[],
  owned: ReadonlySet<string>,
): ReadonlyMap<string, Ending> {
  const endings = new Map<string, Ending>();
  for (const path of pages.keys()) endings.set(path, owned.has(path) ? 'kept' : 'unchanged');
  for (const { path } of chosen) endings.delete(path);
  return endings;
}

function goneOf(
  known: Known,
  pages: ReadonlyMap<string, Page>,
  snippets: readonly SourceFile[],
): SiteWork['gone'] {
  const used = new Set(snippets.map(({ path }) => path));
  return [
    ...[...known.pages.keys()]
      .filter((path) => !pages.has(path))
      .map((path) => ({ kind: 'pages', path }) as const),
    ...[...known.snippets.keys()]
      .filter((path) => !used.has(path))
      .map((path) => ({ kind: 'snippets', path }) as const),
  ];
}
