import { openBuiltSearch } from './open-search.ts';
import { readCurrent, readPageRecords } from './output/read.ts';
import { type ExplainedPage, explain } from './search/explain.ts';
import { enoughConfidence } from './search/query.ts';

/** What a search of the built site finds, and why. */
export interface ExplainedSearch {
  readonly question: string;
  readonly language: string;
  /** Share of the question that the best page has; an assistant without a model answers from `enough` on. */
  readonly confidence: number;
  readonly enough: number;
  /** Words that no page has. */
  readonly unknown: readonly string[];
  readonly total: number;
  readonly pages: readonly ExplainedPage[];
}

/** Searches the live deployment of an output folder as a reader does; undefined if there is none. */
export async function explainSearch(input: {
  readonly out: string;
  readonly question: string;
  readonly limit: number;
  readonly language?: string;
  readonly log: (line: string) => void;
}): Promise<ExplainedSearch | undefined> {
  const { out, question, limit, language, log } = input;
  const id = readCurrent(out);
  if (id === undefined) return undefined;
  const records = readPageRecords(out, id);
  const index = await openBuiltSearch(out, id, { log, records: () => records });
  const answer = await index.search({
    ...{ query: question, limit, typing: true },
    ...(language ? { language } : {}),
  });
  const byPath = new Map(records.map((record) => [record.path, record]));
  return {
    ...{ question, language: answer.language, confidence: answer.confidence },
    ...{ enough: enoughConfidence, unknown: answer.unknown, total: answer.total },
    pages: explain(question, answer, (path) => byPath.get(path)),
  };
}
