import type { Problem } from '../schema/errors.ts';
import { isLanguageCode, type LanguageCode } from '../schema/languages.ts';
import type { Site } from '../schema/site.ts';
import { readSite } from './build/read-site.ts';
import { memoryCache } from './cache/cache.ts';
import { codeVersion } from './cache/version.ts';
import { isFinal, type Model, ModelUnavailableError } from './net/model.ts';
import { metered, type Spent } from './translate/metered.ts';
import {
  addPreviews,
  type Failure,
  failureOfPage,
  type Preview,
  previewLabels,
  previewPage,
  type TranslateOptions,
  translateLabels,
  translatePage,
  type VisibleProps,
} from './translate/page.ts';
import {
  type FileRecord,
  fileMemory,
  readLabels,
  readRecords,
  translationsFolder,
  writeLabels,
  writeRecord,
} from './translate/records.ts';
import { findComments } from './translation/code-comments.ts';
import { openGlossary } from './translation/glossary-file.ts';
import { type Ending, type Tallies, tallyOf } from './translation/translation-tally.ts';
import { type Unit, type UnitScope, unitsOf } from './translation/translation-units.ts';
import { navigationLabels } from './translation/translations.ts';

export interface TranslateSiteOptions extends UnitScope {
  readonly dir: string;
  readonly out: string;
  readonly dryRun: boolean;
  /** File of the glossary; `glossary.json` of the site, where there is one, when left out. */
  readonly glossary?: string;
  readonly model: Model;
  /** Properties of components that are translated as well. */
  readonly props?: VisibleProps;
  /** Pages on their way at once. */
  readonly parallel?: number;
  readonly now: () => number;
  readonly signal?: AbortSignal;
  readonly onPreview?: (preview: TranslatePreview) => void;
  readonly onProgress?: (progress: {
    readonly stage: string;
    readonly done: number;
    readonly total: number;
  }) => void;
}

/** What a run would do and cost, before it costs anything. */
export interface TranslatePreview extends Preview {
  readonly pages: number;
}

/** What a run did. */
export interface TranslateSummary extends Spent {
  readonly language: string;
  readonly preview: TranslatePreview;
  /** The results of the pages in scope. */
  readonly tallies: Tallies;
  readonly completed: number;
  /** Pages and snippets. */
  readonly failed: number;
  /** Pages whose author has to fix them first: they stay in the source language. */
  readonly unreadable: number;
  /** Pages that were not reached. */
  readonly left: number;
  readonly segments: number;
  readonly remembered: number;
  readonly fallback: number;
  /** Pages of which parts are in the source language, among those that are completed. */
  readonly partial: number;
  /** Segments of completed pages and snippets that are in the source language. */
  readonly fallbackSegments: number;
  readonly faults: readonly SiteFailure[];
  /** Why the run ended before its last page. */
  readonly stopped?: string;
  readonly problems: readonly Problem[];
}

/** What stays in the source language, with its page; for snippets, the path of the snippet. */
export interface SiteFailure extends Failure {
  readonly page: string;
  readonly file: string;
}

/**
 * Translates pages of a site into one language and saves them in the output folder, where the next
 * build finds them. Finished pages are saved, however the run ends. @throws Error if there is
 * nothing to translate with that name, GlossaryError if terms are invalid
 */
export async function translateSite(options: TranslateSiteOptions): Promise<TranslateSummary> {
  const { site, problems } = await readSite({
    dir: options.dir,
    cache: memoryCache(),
    codeVersion: codeVersion(),
  });
  if (!site) throw new Error('Can\'t read the site. Run "docent check" to see why.');
  checkLanguage(options.language);
  if (options.language === site.language) {
    throw new Error(
      `"${options.language}" is the source language of the site, choose another one.`,
    );
  }
  const glossary = openGlossary(options.dir, {
    sourceLanguage: site.language,
    ...(options.glossary === undefined ? {} : { file: options.glossary }),
  });
  const folder = translationsFolder(options.out);
  const { language } = options;
  const { units, pages, endings: known } = unitsOf(site, folder, options);
  const endings = new Map(known);
  const { model, spent } = metered(options.model);
  const memory = fileMemory(folder, language);
  const { i18n, styling } = site.config;
  const translate: TranslateOptions = {
    from: site.language,
    to: language,
    style: i18n.translationStyle,
    glossary,
    model,
    memory,
    // A stale page is asked for as far as it has changed.
    force: options.force && options.scope !== 'stale',
    latex: styling.latex,
    ...(i18n.translateCodeComments ? { comments: findComments } : {}),
    ...(options.props ? { props: options.props } : {}),
    ...(options.pseudo ? { pseudo: true } : {}),
    ...(options.signal ? { signal: options.signal } : {}),
  };
  // They are on all pages: forcing one page is no reason to pay for them.
  const ofLabels = { ...translate, force: translate.force === true && options.scope === 'all' };
  const asked = new Set<string>();
  let preview = await previewOf(units, translate, asked);
  if (units.length > 0 || readRecords(folder, language).size > 0) {
    const labels = await previewLabels(navigationLabels(site), ofLabels, asked);
    const requests = preview.requests + labels.requests;
    preview = { ...preview, requests, tokens: preview.tokens + labels.tokens };
  }
  options.onPreview?.(preview);
  const summary = {
    completed: 0,
    failed: 0,
    unreadable: 0,
    segments: 0,
    remembered: 0,
    fallback: 0,
    partial: 0,
    fallbackSegments: 0,
    faults: [] as SiteFailure[],
  };
  let done = 0;
  let stopped: string | undefined;
  const work = async (unit: Unit) => {
    const { kind, page, file } = unit;
    const made = await translatePage(page, translate);
    const { stats } = made;
    summary.segments += stats.segments;
    summary.remembered += stats.remembered;
    summary.fallback += stats.fallback;
    summary.faults.push(...made.faults.map((fault) => ({ page: page.path, file, ...fault })));
    // Snippets are not pages: only failures are reported.
    if (made.unreadable) summary.unreadable++;
    else if (made.status === 'failed') summary.failed++;
    else {
      if (kind === 'pages') summary.completed++;
      if (kind === 'pages' && stats.fallback > 0) summary.partial++;
      summary.fallbackSegments += stats.fallback;
    }
    const ending = made.unreadable
      ? 'unreadable'
      : made.status === 'failed'
        ? 'failed'
        : 'translated';
    keep(unit, recordOf(unit, made, options), ending);
  };
  const keep = ({ kind, page }: Unit, record: FileRecord, ending: Ending) => {
    writeRecord(folder, language, record, kind);
    if (kind === 'pages') endings.set(page.path, ending);
    done++;
    options.onProgress?.({ stage: 'Translating', done, total: units.length });
  };
  if (!options.dryRun) {
    const queue = [...units];
    const next = async (): Promise<void> => {
      for (let unit = queue.shift(); unit && stopped === undefined; unit = queue.shift()) {
        try {
          options.signal?.throwIfAborted();
          await work(unit);
        } catch (error) {
          if (error instanceof ModelUnavailableError && isFinal(error)) {
            summary.failed++;
            summary.faults.push({
              page: unit.page.path,
              file: unit.file,
              source: '',
              reason: error.message,
            });
            keep(unit, failedRecord(unit, error.message), 'failed');
          } else stopped ??= options.signal?.aborted ? 'interrupted' : (error as Error).message;
        }
      }
    };
    await Promise.all(Array.from({ length: options.parallel ?? 8 }, next));
    if (stopped === undefined && readRecords(folder, language).size > 0) {
      try {
        await translateNavigation(site, folder, ofLabels);
      } catch (error) {
        stopped = (error as Error).message;
      }
    }
  }
  return {
    language,
    ...summary,
    ...spent(),
    preview,
    tallies: tallyOf(pages, endings),
    left: units.length - done,
    problems,
    ...(stopped === undefined ? {} : { stopped }),
  };
}

/** @throws Error for a code that is none of the 24 */
export function checkLanguage(language: string): void {
  if (isLanguageCode(language)) return;
  throw new Error(
    `Unexpected language "${language}", expected one of the 24 supported languages, such as de or zh-CN.`,
  );
}

async function previewOf(
  units: readonly Unit[],
  translate: TranslateOptions,
  asked: Set<string>,
): Promise<TranslatePreview> {
  let preview: Preview = { segments: 0, remembered: 0, requests: 0, tokens: 0 };
  for (const { page } of units) {
    preview = addPreviews(preview, await previewPage(page, translate, asked));
  }
  return { ...preview, pages: units.filter(({ kind }) => kind === 'pages').length };
}

function recordOf(
  unit: Unit,
  made: Awaited<ReturnType<typeof translatePage>>,
  options: TranslateSiteOptions,
): FileRecord {
  const { page, file, hash } = unit;
  if (made.status === 'failed') return failedRecord(unit, failureOfPage(file, made.faults));
  return {
    pagePath: page.path,
    status: options.pseudo ? 'pending' : 'completed',
    translatedTitle: made.title,
    translatedHash: hash,
    translatedAt: new Date(options.now()).toISOString(),
    ...(options.pseudo ? { pseudo: true as const } : {}),
    headings: made.headings,
    ...(made.stats.fallback > 0
      ? { fallbackSegments: made.stats.fallback, untranslated: made.untranslated }
      : {}),
    text: made.text,
  };
}

function failedRecord({ page, hash, before }: Unit, error: string): FileRecord {
  return {
    pagePath: page.path,
    translatedTitle: null,
    translatedHash: null,
    translatedAt: null,
    ...before,
    ...{ status: 'failed', error, failedHash: hash },
  };
}

/** Labels are asked for with the pages' memory: what is known costs nothing. */
async function translateNavigation(
  site: Site,
  folder: string,
  translate: TranslateOptions,
): Promise<void> {
  const labels = navigationLabels(site);
  const known = readLabels(folder, translate.to);
  if (translate.pseudo && labels.every((label) => known[label] !== undefined)) return;
  const found = await translateLabels(labels, translate);
  writeLabels(folder, translate.to as LanguageCode, { ...Object.fromEntries(found) });
}
