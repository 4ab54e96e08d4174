import { resolve } from 'node:path';
import { type ExplainedSearch, explainSearch } from '../pipeline/explain-search.ts';
import type { ExplainedField, ExplainedPage } from '../pipeline/search/explain.ts';
import type { CommandContext } from './context.ts';

/** Flags of `docent search`. */
export interface SearchFlags {
  readonly out: string;
  readonly explain?: boolean;
  readonly limit: number;
  readonly language?: string;
  readonly json?: boolean;
}

/** `docent search`: what readers find in the built site, and why. */
export async function search(
  question: string,
  options: SearchFlags,
  { to }: CommandContext,
): Promise<number> {
  const out = resolve(options.out);
  const found = await explainSearch({
    ...{ out, question, limit: options.limit, log: to.err },
    ...(options.language ? { language: options.language } : {}),
  });
  if (!found) {
    to.err(`There is no site in ${out}: run "docent build", or name its folder with --out.`);
    return 1;
  }
  if (options.json) to.out(JSON.stringify(found, null, 2));
  else to.out(inWords(found, options.explain ?? false).join('\n'));
  return 0;
}

function inWords(found: ExplainedSearch, isExplained: boolean): string[] {
  const { pages, unknown, total, confidence, enough, language } = found;
  if (pages.length === 0) {
    return [
      `Nothing found in ${language}.`,
      ...(unknown.length > 0 ? [`On no page: ${unknown.join(', ')}.`] : []),
      'A synonym helps where pages use another word: see search.synonyms.',
    ];
  }
  return [
    ...pages.flatMap((page, index) => [
      `${index + 1}. ${page.title}  ${page.path}`,
      ...(isExplained ? explained(page) : []),
    ]),
    '',
    `${total} pages in ${language}. The best one has ${percent(confidence)} of the question (the assistant answers from ${percent(enough)}).`,
    ...(unknown.length > 0 ? [`On no page: ${unknown.join(', ')}.`] : []),
  ];
}

function explained({ score, confidence, reasons, fields, missing }: ExplainedPage): string[] {
  return [
    `   score ${score.toFixed(2)}, ${percent(confidence)} of the question${reasons.length > 0 ? `; ${reasons.join('; ')}` : ''}`,
    ...fields.slice(0, mostFields).map((field) => `   ${fieldLine(field)}`),
    ...(fields.length > mostFields ? [`   and ${fields.length - mostFields} more (--json)`] : []),
    ...(missing.length > 0 ? [`   missing: ${missing.join(', ')}`] : []),
  ];
}

/** Fields that are shown of a page. */
const mostFields = 8;

function fieldLine({ field, section, weight, words }: ExplainedField): string {
  const list = words.map(({ word, as, count }) => {
    return `${word}${as === undefined ? '' : ` (as ${as})`}${count > 1 ? ` ×${count}` : ''}`;
  });
  const under = section && field !== 'heading' ? ` under "${section}"` : '';
  return `${field} (weight ${weight})${under}: ${list.join(', ')}`;
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}
