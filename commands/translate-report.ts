import type { TranslatePreview, TranslateSummary } from '../pipeline/translate.ts';
import type { Ending, Tally } from '../pipeline/translation/tally.ts';
import { count } from '../terminal.ts';

/** The size and cost of a run into a language. */
export function previewLine(language: string, preview: TranslatePreview): string {
  const { pages, segments, remembered, requests, tokens } = preview;
  const cost = `about ${tokens} tokens in ${count(requests, 'request')}`;
  return `${count(pages, 'page')} to translate into ${language}: ${count(segments, 'segment')}, ${remembered} in the translation memory, ${cost}.`;
}

/**
 * The results of the pages of a run, with the words of their sources; the parts add up to the
 * total.
 */
export function pagesLine({ language, tallies }: TranslateSummary): string {
  const { all } = tallies;
  const parts = endings.flatMap(([ending, words, isAlwaysShown]) => {
    const tally: Tally = tallies[ending];
    if (tally.pages === 0 && !isAlwaysShown) return [];
    return [`${tally.pages} ${words} (${tally.words})`];
  });
  return `${language}: ${count(all.pages, 'page')} (${count(all.words, 'word')}): ${parts.join(', ')}`;
}

/** The requests of a run. */
export function costLine(summary: TranslateSummary): string {
  const { language, segments, fallback, failed, tallies, requests } = summary;
  const rate = segments === 0 ? 0 : (100 * fallback) / segments;
  const snippets = failed - tallies.failed.pages;
  return [
    `${language}: ${fallback} of ${count(segments, 'segment')} left in the source language (${rate.toFixed(2)} %)`,
    ...(snippets === 0 ? [] : [`${count(snippets, 'snippet')} failed`]),
    `${count(requests, 'request')}, ${summary.inputTokens + summary.outputTokens} tokens`,
  ].join(' · ');
}

/** The segments of translated pages that stay in the source language. */
export function partialLine({ language, partial, fallbackSegments }: TranslateSummary): string {
  const segments = count(fallbackSegments, 'segment');
  return `${language}: ${count(partial, 'page')} partly translated: the next run requests ${segments} again`;
}

/** A run as printed by `--json`. */
export function summaryAsJson(summary: TranslateSummary) {
  const { language, preview, tallies, segments, remembered, fallback, stopped } = summary;
  const { requests, inputTokens, outputTokens, partial, fallbackSegments } = summary;
  return {
    ...{ language, estimate: preview, pages: tallies, segments, remembered, fallback },
    ...{ partial, fallbackSegments },
    ...{ requests, inputTokens, outputTokens },
    failures: summary.faults.map(({ page, file, source, reason, line = null, column = null }) => ({
      ...{ page, path: file, line, column, message: reason, source },
    })),
    stopped: stopped ?? null,
  };
}

/** The label of each result, and whether it is printed for 0 pages. */
const endings: readonly (readonly [Ending, string, boolean])[] = [
  ['translated', 'translated', true],
  ['kept', 'kept as written by hand', false],
  ['failed', 'failed', true],
  ['unchanged', 'unchanged', true],
  ['unreadable', 'with errors', false],
  ['left', 'left', false],
];
