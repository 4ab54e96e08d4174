import type { Problem } from '../schema/errors.ts';
import { given } from '../schema/given.ts';
import { isLanguageCode, type LanguageCode } from '../schema/languages.ts';
import type { Site } from '../schema/site.ts';
import { readSite } from './build/read-site.ts';
import { memoryCache } from './cache/cache.ts';
import { codeVersion } from './cache/version.ts';
import type { Model } from './net/model.ts';
import { metered, type Spent } from './translate/metered.ts';
import {
  addPreviews,
  type Preview,
  previewLabels,
  previewPage,
  type TranslateOptions,
  type VisibleProps,
} from './translate/page.ts';
import {
  addCost,
  madeTranslations,
  readLabels,
  readRecords,
  removeRecord,
  translationsFolder,
} from './translate/records.ts';
import { type Counts, countUnits } from './translation/counts.ts';
import { openFileStore } from './translation/file-store.ts';
import { openGlossary } from './translation/glossary-file.ts';
import { configuredOptions } from './translation/options.ts';
import { type LanguageReport, type Price, reportOf } from './translation/report.ts';
import {
  type Labels,
  type Outcome,
  type RunEnd,
  runTranslation,
  type TranslationStore,
} from './translation/run.ts';
import { siteLabels } from './translation/site-labels.ts';
import { type Tallies, tallyOf } from './translation/tally.ts';
import { type SiteUnit, type SiteWork, type UnitScope, unitsOf } from './translation/units.ts';

export type { LanguageReport, Price } from './translation/report.ts';

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
export interface TranslateSummary extends Spent, Counts {
  readonly language: string;
  readonly preview: TranslatePreview;
  /** The results of the pages in scope. */
  readonly tallies: Tallies;
  /** Pages and snippets that were not reached. */
  readonly left: number;
  /** Why the run ended before its last page. */
  readonly stopped?: string;
  readonly problems: readonly Problem[];
}

/**
 * Translates pages of a site into one language and saves them in the output folder, where the next
 * build finds them. Finished pages are saved, however the run ends. @throws Error if there is
 * nothing to translate with that name, GlossaryError if terms are invalid
 */
export async function translateSite(options: TranslateSiteOptions): Promise<TranslateSummary> {
  const { site, problems } = await siteOf(options);
  const { model, spent } = metered(options.model);
  const run = prepare(site, { ...options, model });
  const preview = await previewOf(run);
  options.onPreview?.(preview);
  const { units, pages } = run.work;
  const endings = new Map(run.work.endings);
  const { add, counts } = countUnits();
  let done = 0;
  const onKept: OnKept = (unit, outcome) => {
    add(unit, outcome);
    if (unit.kind === 'page') endings.set(unit.page.path, outcome.type);
    done++;
    options.onProgress?.({ stage: 'Translating', done, total: units.length });
  };
  const end = options.dryRun ? {} : await translateUnits(run, options, onKept);
  noteCost(run, options, spent());
  return {
    language: options.language,
    ...counts(),
    ...spent(),
    preview,
    tallies: tallyOf(pages, endings),
    left: units.length - done,
    problems,
    ...stoppedBy(end, options.signal),
  };
}

/**
 * What the runs in an output folder have made of a site's pages, by language. @throws Error when the site
 * can't be read
 */
export async function reportSite({
  dir,
  out,
  languages,
  price,
}: {
  readonly dir: string;
  readonly out: string;
  /** All that have translations when left out. */
  readonly languages?: readonly string[];
  readonly price?: Price;
}): Promise<readonly LanguageReport[]> {
  const { site } = await readSite({ dir, cache: memoryCache(), codeVersion: codeVersion() });
  if (!site) throw new Error('Can\'t read the site. Run "docent check" to see why.');
  const folder = translationsFolder(out);
  const made = madeTranslations(folder).map(({ language }) => language);
  return (languages ?? made.sort()).map((language) =>
    reportOf(site, { folder, language, ...(price ? { price } : {}) }),
  );
}

/** Pseudo texts and estimates cost nothing. */
function noteCost(
  { folder, language }: SiteRun,
  { model, now, pseudo }: TranslateSiteOptions,
  spent: Spent,
): void {
  if (spent.requests === 0 || pseudo) return;
  addCost(folder, language, { at: new Date(now()).toISOString(), model: model.name, ...spent });
}

async function siteOf({ dir, language }: TranslateSiteOptions) {
  const { site, problems } = await readSite({
    dir,
    cache: memoryCache(),
    codeVersion: codeVersion(),
  });
  if (!site) throw new Error('Can\'t read the site. Run "docent check" to see why.');
  checkLanguage(language);
  if (language === site.language) {
    throw new Error(`"${language}" is the source language of the site, choose another one.`);
  }
  return { site, problems };
}

/** @throws Error for a code that is none of the 24 */
export function checkLanguage(language: string): asserts language is LanguageCode {
  if (isLanguageCode(language)) return;
  throw new Error(
    `Unexpected language "${language}", expected one of the 24 supported languages, such as de or zh-CN.`,
  );
}

/** A run before anything is asked for. */
interface SiteRun {
  readonly language: string;
  /** Folder of the translations. */
  readonly folder: string;
  readonly work: SiteWork;
  readonly labels: Labels;
  readonly store: TranslationStore<SiteUnit>;
  readonly options: Omit<TranslateOptions, 'memory' | 'force'>;
}

function prepare(site: Site, options: TranslateSiteOptions): SiteRun {
  const { dir, out, language, glossary, pseudo = false, now } = options;
  const folder = translationsFolder(out);
  return {
    language,
    folder,
    work: unitsOf(site, folder, options),
    labels: labelsOf(site, folder, options),
    store: openFileStore({ folder, language, pseudo, now }),
    options: {
      ...configuredOptions(site.config),
      from: site.language,
      to: language,
      glossary: openGlossary(dir, {
        sourceLanguage: site.language,
        ...given({ file: glossary }),
      }),
      model: options.model,
      ...(options.props ? { props: options.props } : {}),
      ...(pseudo ? { pseudo } : {}),
      ...(options.signal ? { signal: options.signal } : {}),
    },
  };
}

function labelsOf(site: Site, folder: string, options: TranslateSiteOptions): Labels {
  const { language, pseudo, scope, force } = options;
  const texts = siteLabels(site);
  const known = new Map(pseudo ? Object.entries(readLabels(folder, language)) : []);
  return {
    // Test texts take the place of no translation.
    texts: texts.filter((text) => !known.has(text)),
    // They are on all pages: forcing one page is no reason to pay for them.
    force: force && scope === 'all',
  };
}

/** Whether a language has a page or an attempt at one: labels alone add no language to a site. */
function hasRecords({ folder, language }: SiteRun): boolean {
  return readRecords(folder, language).size > 0;
}

async function previewOf(run: SiteRun): Promise<TranslatePreview> {
  const { units } = run.work;
  const options = { ...run.options, memory: run.store.memory };
  const asked = new Set<string>();
  let preview: Preview = { segments: 0, remembered: 0, requests: 0, tokens: 0 };
  for (const { page, force } of units) {
    preview = addPreviews(preview, await previewPage(page, { ...options, force }, asked));
  }
  if (units.length > 0 || hasRecords(run)) {
    const { texts, force } = run.labels;
    const labels = await previewLabels(texts, { ...options, force }, asked);
    const requests = preview.requests + labels.requests;
    preview = { ...preview, requests, tokens: preview.tokens + labels.tokens };
  }
  return { ...preview, pages: units.filter(({ kind }) => kind === 'page').length };
}

type OnKept = (unit: SiteUnit, outcome: Outcome) => void;

async function translateUnits(
  run: SiteRun,
  { signal, parallel }: TranslateSiteOptions,
  onKept: OnKept,
): Promise<RunEnd> {
  const { work, store, options, labels } = run;
  for (const { kind, path } of work.gone) removeRecord(run.folder, run.language, path, kind);
  const queue = [...work.units];
  return runTranslation({
    worklist: {
      next: () => queue.shift(),
      labels: () => (hasRecords(run) ? labels : { ...labels, texts: [] }),
    },
    store: {
      ...store,
      keep: async (unit, outcome) => {
        await store.keep(unit, outcome);
        onKept(unit, outcome);
      },
    },
    options,
    stop: signal,
    // Finished pages are saved: the next run continues when the model is back.
    onOutage: 'stop',
    parallel,
  });
}

function stoppedBy(
  { stopped, labelsFailed }: RunEnd,
  signal: AbortSignal | undefined,
): Pick<TranslateSummary, 'stopped'> {
  const why = stopped ?? labelsFailed;
  if (why === undefined) return {};
  return { stopped: signal?.aborted ? 'interrupted' : why.message };
}
