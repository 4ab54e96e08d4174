import type { Site } from '../../schema/site.ts';
import { countWords } from '../source/prose.ts';
import {
  type FileRecord,
  type RunCost,
  readCosts,
  readProofs,
  readRecords,
  type StoredProof,
} from '../translate/records.ts';
import { ownedPages, translatablePages } from './source-pages.ts';

/** How the pages of a language are. */
export interface LanguageReport {
  readonly language: string;
  /** Pages by their state; together they are all pages of the site. */
  readonly pages: Readonly<Record<PageState, number>>;
  /** Pages whose last run failed, and why; readers may have an earlier text. */
  readonly failures: readonly { readonly page: string; readonly reason: string }[];
  /** Words of translated pages that are in the source language. */
  readonly sourceWords: number;
  readonly words: number;
  readonly requests: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** In the currency of the prices; absent without them. */
  readonly cost?: number;
  /** Translations in the memory by the model that made them and the checks that they have passed. */
  readonly proofs: readonly {
    readonly model: string;
    readonly checks: readonly string[];
    readonly segments: number;
    readonly latest: string;
  }[];
}

/** The state of a page: `partial` has segments in the source language. */
export type PageState = 'completed' | 'partial' | 'kept' | 'stale' | 'failed' | 'missing';

/** Prices of a million tokens. */
export interface Price {
  readonly input: number;
  readonly output: number;
}

/** What `docent translate` has kept of a language: nothing is asked for. */
export function reportOf(
  site: Site,
  {
    folder,
    language,
    price,
  }: { readonly folder: string; readonly language: string; readonly price?: Price },
): LanguageReport {
  const records = readRecords(folder, language);
  const owned = ownedPages(site, language);
  const pages = { completed: 0, partial: 0, kept: 0, stale: 0, failed: 0, missing: 0 };
  const failures: { page: string; reason: string }[] = [];
  let words = 0;
  let sourceWords = 0;
  for (const { path, file } of translatablePages(site)) {
    const record = records.get(path);
    const state = owned.has(path) ? 'kept' : stateOf(record, file.hash);
    pages[state]++;
    if (state === 'failed') failures.push({ page: path, reason: record?.error ?? '' });
    if (record?.text === undefined || state === 'kept' || state === 'missing') continue;
    words += countWords(record.text, language);
    for (const { start, end } of record.untranslated ?? []) {
      sourceWords += countWords(record.text.slice(start, end), site.language);
    }
  }
  const spent = sumOf(readCosts(folder, language));
  return {
    ...{ language, pages, failures, sourceWords, words, ...spent },
    ...(price ? { cost: costOf(spent, price) } : {}),
    proofs: proofsOf([...readProofs(folder, language).values()]),
  };
}

function stateOf(record: FileRecord | undefined, hash: string): PageState {
  if (record === undefined || record.pseudo) return 'missing';
  if (record.status === 'failed') return 'failed';
  if (record.text === undefined) return 'missing';
  if (record.translatedHash !== hash) return 'stale';
  return (record.fallbackSegments ?? 0) > 0 ? 'partial' : 'completed';
}

type Spent = Pick<RunCost, 'requests' | 'inputTokens' | 'outputTokens'>;

function sumOf(costs: readonly Spent[]): Spent {
  const sum = { requests: 0, inputTokens: 0, outputTokens: 0 };
  for (const { requests, inputTokens, outputTokens } of costs) {
    sum.requests += requests;
    sum.inputTokens += inputTokens;
    sum.outputTokens += outputTokens;
  }
  return sum;
}

/** What tokens cost, to a ten-thousandth. */
function costOf(
  { inputTokens, outputTokens }: Pick<Spent, 'inputTokens' | 'outputTokens'>,
  { input, output }: Price,
): number {
  return Math.round((inputTokens * input + outputTokens * output) / 100) / 10_000;
}

function proofsOf(proofs: readonly (StoredProof | undefined)[]): LanguageReport['proofs'] {
  const found = new Map<string, LanguageReport['proofs'][number]>();
  for (const { model = '', checks = [], at = '' } of proofs.map((proof) => proof ?? noProof)) {
    const key = [model, ...checks].join('\n');
    const before = found.get(key);
    const latest = before && before.latest > at ? before.latest : at;
    found.set(key, { model, checks, segments: (before?.segments ?? 0) + 1, latest });
  }
  return [...found.values()].sort((a, b) => b.segments - a.segments);
}

/** Entries of versions that kept none. */
const noProof: Partial<StoredProof> = {};
