import type { Page, Site, SourceFile } from '../../schema/site.ts';
import type { PageToTranslate } from '../translate/page.ts';
import {
  type FileRecord,
  type RecordKind,
  readRecords,
  removeRecord,
} from '../translate/records.ts';
import { type Candidate, worklist } from '../translate/worklist.ts';
import { translatableSnippets } from './translated-snippets.ts';
import type { Ending } from './translation-tally.ts';
import { ownedPages, translatablePages } from './translations.ts';

/** Which pages of a site are asked for. */
export interface UnitScope {
  readonly language: string;
  readonly scope: 'all' | 'page' | 'stale';
  readonly pagePath?: string;
  readonly force: boolean;
  /** The model only shows what a translation would look like. */
  readonly pseudo?: boolean;
}

/** A page or a snippet to translate, with what is known of it. */
export interface Unit {
  readonly kind: RecordKind;
  readonly page: PageToTranslate;
  /** Its file in the site's folder. */
  readonly file: string;
  readonly hash: string;
  readonly before: FileRecord | undefined;
}

/** The work of a run. */
export interface Units {
  readonly units: readonly Unit[];
  /** The pages in scope, those included that need nothing. */
  readonly pages: ReadonlyMap<string, Page>;
  /** How pages end that are not asked for. */
  readonly endings: ReadonlyMap<string, Ending>;
}

/**
 * What a run is to translate: snippets first, for pages look unfinished without. Forgets what the site
 * no longer has.
 * @throws Error when there is no page of that name
 */
export function unitsOf(site: Site, folder: string, options: UnitScope): Units {
  const { language, scope, force } = options;
  const pages = new Map(translatablePages(site).map((page) => [page.path, page]));
  const pagePath = options.pagePath?.normalize('NFC').replace(/^\/+/, '');
  const only = pages.get(pagePath ?? '');
  if (scope === 'page' && !only) {
    throw new Error(`There is no page "${pagePath ?? ''}". Choose one with --page.`);
  }
  const known = {
    pages: readRecords(folder, language),
    snippets: readRecords(folder, language, 'snippets'),
  };
  const all = translatableSnippets(site, language, pages.values());
  const snippets = new Map(all.map((file) => [file.path, file]));
  for (const kind of ['pages', 'snippets'] as const) {
    const alive = kind === 'pages' ? pages : snippets;
    for (const path of known[kind].keys()) {
      if (!alive.has(path)) removeRecord(folder, language, path, kind);
    }
  }
  const owned = ownedPages(site, language);
  const candidates = (kind: RecordKind, files: Iterable<[string, SourceFile]>) =>
    [...files].map(([path, { hash }]): Candidate => {
      const record = known[kind].get(path);
      // A text that only shows the layout is no translation.
      const isReal = record?.text !== undefined && record.pseudo !== true;
      const wasShown = options.pseudo && record?.pseudo && record.translatedHash === hash;
      return {
        path,
        sourceHash: hash,
        isOwned:
          (kind === 'pages' && owned.has(path)) ||
          (options.pseudo === true && (isReal || wasShown === true)),
        translatedHash: isReal ? record.translatedHash : null,
        isPartial: (record?.fallbackSegments ?? 0) > 0,
      };
    });
  const used = only && scope === 'page' ? translatableSnippets(site, language, [only]) : all;
  const ofSnippets = candidates(
    'snippets',
    used.map((file) => [file.path, file]),
  );
  const ofPages = candidates(
    'pages',
    [...pages].map(([path, { file }]) => [path, file]),
  );
  const request = { force, ...(pagePath === undefined ? {} : { pagePath }) };
  const wanted = worklist(ofSnippets, { force, scope: scope === 'page' ? 'all' : scope });
  const chosen = worklist(ofPages, { ...request, scope }).map(({ path }) => path);
  const asked = new Set(chosen);
  const inScope = new Map<string, Page>();
  const endings = new Map<string, Ending>();
  for (const { path, translatedHash } of ofPages) {
    const page = pages.get(path);
    const isHandmade = owned.has(path);
    const isMeant =
      scope === 'all' || (scope === 'page' ? path === pagePath : isHandmade || translatedHash);
    if (!page || !isMeant) continue;
    inScope.set(path, page);
    if (!asked.has(path)) endings.set(path, isHandmade ? 'kept' : 'unchanged');
  }
  const units = [
    ...wanted.flatMap(({ path }): Unit[] => {
      const file = snippets.get(path);
      if (!file) return [];
      const format = /\.md$/i.test(path) ? 'md' : 'mdx';
      const page = { path, format, title: '', text: file.text } as const;
      return [
        { kind: 'snippets', page, file: path, hash: file.hash, before: known.snippets.get(path) },
      ];
    }),
    ...chosen.flatMap((path): Unit[] => {
      const page = pages.get(path);
      if (!page) return [];
      const { format, title, file } = page;
      const unit = { path, format, title, text: file.text };
      const before = known.pages.get(path);
      return [{ kind: 'pages', page: unit, file: file.path, hash: file.hash, before }];
    }),
  ];
  return { units, pages: inScope, endings };
}
