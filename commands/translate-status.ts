import { resolve } from 'node:path';
import {
  checkLanguage,
  type LanguageReport,
  type Price,
  reportSite,
} from '../pipeline/translate.ts';
import { count } from '../terminal.ts';
import type { CommandContext } from './context.ts';
import { siteFolder } from './site-folder.ts';

/** Flags of `docent translate --report`. */
interface ReportFlags {
  readonly language?: readonly string[];
  readonly price?: Price;
  readonly out: string;
  readonly json?: boolean;
}

/** `docent translate --report`: what is translated, what is not and why, and what it has cost. */
export async function translateStatus(
  dir: string,
  { language, price, out, json }: ReportFlags,
  { to }: CommandContext,
): Promise<number> {
  for (const code of language ?? []) checkLanguage(code);
  const reports = await reportSite({
    dir: siteFolder(dir),
    out: resolve(out),
    ...(language ? { languages: [...new Set(language)] } : {}),
    ...(price ? { price } : {}),
  });
  if (json) to.out(JSON.stringify({ languages: reports }, null, 2));
  else if (reports.length === 0) to.out('No page was translated yet.');
  else for (const report of reports) to.out(linesOf(report).join('\n'));
  return 0;
}

function linesOf(report: LanguageReport): readonly string[] {
  const { language, pages, failures, sourceWords, words, requests, cost, proofs } = report;
  const all = Object.values(pages).reduce((sum, number) => sum + number, 0);
  const parts = states.flatMap(([state, text]) =>
    pages[state] === 0 ? [] : [`${pages[state]} ${text}`],
  );
  const tokens = `${report.inputTokens} input and ${report.outputTokens} output tokens`;
  return [
    `${language}: ${count(all, 'page')}: ${parts.join(', ')}`,
    `  ${sourceWords} of ${count(words, 'word')} in the source language`,
    `  ${count(requests, 'request')}, ${tokens}${cost === undefined ? '' : `, ${cost}`}`,
    ...proofs.map(
      ({ model, checks, segments, latest }) =>
        `  ${count(segments, 'segment')} by ${model || 'an unknown model'}, checked for ${checks.join(', ') || 'unknown'}${latest === '' ? '' : `, last on ${latest.slice(0, 10)}`}`,
    ),
    ...failures.map(({ page, reason }) => `  failed: ${page}: ${reason}`),
  ];
}

const states = [
  ['completed', 'completed'],
  ['partial', 'partly translated'],
  ['kept', 'written by hand'],
  ['stale', 'stale'],
  ['failed', 'failed'],
  ['missing', 'not translated'],
] as const;
