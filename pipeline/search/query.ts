import type { PageRecord, SearchRow } from '../../schema/build.ts';
import type { EmbeddingModel } from '../model.ts';
import { dictionaryOf } from './ask.ts';
import { type Catalog, catalogInPortions, type Shelf } from './catalog.ts';
import { copyKey } from './copies.ts';
import { findPages } from './find.ts';
import { type Embed, isWorthAModel, remembering } from './near.ts';
import { recordHash, recordsKey } from './records-key.ts';
import { languageFor } from './script.ts';
import { type Snippet, snippetOf } from './snippet.ts';
import { readSynonyms, type Synonyms } from './synonyms.ts';
import { IndexUnusableError, indexFolder, readVersion, type VectorTable } from './table.ts';
import { writeIndex } from './write.ts';

export { enough as enoughConfidence } from './find.ts';

/** A question to the index. */
export interface SearchQuestion {
  readonly query: string;
  /** Pages wanted, 1 … 50 (default 10). */
  readonly limit?: number;
  /** The reader's language; a question in another script is looked up in its own. */
  readonly language?: string;
  /** Only this version, or this product; pages that belong to none are found as well. */
  readonly version?: string;
  readonly product?: string;
  /** Groups of the reader's session; undefined for a reader without one. */
  readonly groups?: readonly string[];
  /** Who asks: pages can be kept from either. */
  readonly audience?: 'search' | 'assistant';
  /** The last word may be unfinished. */
  readonly typing?: boolean;
  /** Longest snippet in characters, at most 500 (default 220). */
  readonly snippet?: number;
  readonly signal?: AbortSignal;
}

/** A section of a page that was found. */
export interface FoundSection {
  readonly id: string;
  readonly url: string;
  readonly anchor: string;
  readonly heading: string;
  readonly trail: readonly string[];
  readonly snippet: Snippet;
}

/** A page that was found, its best section first. */
export interface FoundPage {
  readonly path: string;
  readonly url: string;
  readonly title: string;
  readonly description: string;
  readonly breadcrumbs: readonly string[];
  readonly language: string;
  readonly version: string;
  readonly product: string;
  readonly score: number;
  /** How much of the question the page has, 0 … 1. */
  readonly confidence: number;
  readonly sections: readonly FoundSection[];
  /** Other versions' or products' pages that say the same. */
  readonly copies: readonly {
    readonly path: string;
    readonly url: string;
    readonly version: string;
    readonly product: string;
  }[];
}

/** What was found. */
export interface FoundAnswer {
  readonly results: readonly FoundPage[];
  /** Pages found in all. */
  readonly total: number;
  /** Language of the pages that were searched. */
  readonly language: string;
  /** 0 … 1; below `enoughConfidence` there is no ground for an answer. */
  readonly confidence: number;
  /** Words that no page has. */
  readonly unknown: readonly string[];
}

/** A deployment's index, open for questions. */
export interface SearchIndex {
  readonly deployment: string;
  search(question: SearchQuestion): Promise<FoundAnswer>;
  close(): void;
}

/** What opening an index needs. */
export interface OpenOptions {
  readonly out: string;
  readonly deployment: string;
  readonly sourceLanguage: string;
  /** Lines of `pages.jsonl`, asked when the index has to be made anew. */
  readonly records: () => Iterable<PageRecord>;
  /** The author's own synonyms. */
  readonly synonyms?: string;
  readonly embeddings?: EmbeddingModel;
  readonly log: (line: string) => void;
}

/** Opens a deployment's index; one that is missing or damaged is made anew, with a line in the log. */
export async function openSearch(options: OpenOptions): Promise<SearchIndex> {
  const { out, deployment, log } = options;
  const folder = indexFolder(out);
  try {
    const version = await readVersion(folder, deployment);
    const { embeddings } = options;
    if (embeddings && version.vectors?.identity.model !== embeddings.name) {
      version.vectors?.close();
      throw new IndexUnusableError(`it has no vectors of the model ${embeddings.name}`);
    }
    return await indexOf(version, options);
  } catch (error) {
    if (!(error instanceof IndexUnusableError)) throw error;
    const started = performance.now();
    log(`The search index can't be read (${error.message}): making it anew from the page records.`);
    const records = [...options.records()];
    const { written, withoutVectors } = await writeIndex({
      out,
      deployment,
      keep: [deployment],
      anew: true,
      key: recordsKey(records.map((record) => recordHash(JSON.stringify(record)))),
      records: () => records,
      ...(options.embeddings ? { embeddings: options.embeddings } : {}),
    });
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    log(`The search index is there again: ${written} rows in ${seconds} s.`);
    if (withoutVectors) log(`It has no vectors, and searches by keywords alone: ${withoutVectors}`);
    return indexOf(await readVersion(folder, deployment), options);
  }
}

/** An index in memory over rows, without a table: for `docent dev` and for tests. */
export async function searchRows(
  rows: readonly SearchRow[],
  options: Pick<OpenOptions, 'sourceLanguage' | 'synonyms'>,
): Promise<SearchIndex> {
  return indexOf({ rows }, { ...options, deployment: '', log: () => {} });
}

async function indexOf(
  version: { readonly rows: readonly SearchRow[]; readonly vectors?: VectorTable },
  options: Pick<OpenOptions, 'deployment' | 'sourceLanguage' | 'synonyms' | 'embeddings' | 'log'>,
): Promise<SearchIndex> {
  const catalog = await catalogInPortions(version.rows);
  const synonyms = new Map<string, Synonyms>();
  for (const language of catalog.keys()) {
    synonyms.set(language, readSynonyms(options.synonyms, language));
  }
  const vectors = version.vectors;
  const embed = options.embeddings && remembering(options.embeddings);
  return {
    deployment: options.deployment,
    search: async (question) => {
      const shelf = shelfFor(question, catalog, options.sourceLanguage);
      if (!shelf) {
        const language = options.sourceLanguage;
        return { results: [], total: 0, language, confidence: 0, unknown: [] };
      }
      // Asked first: the model thinks while the words are looked up.
      const near =
        vectors && embed && isWorthAModel(question)
          ? nearPages(shelf, question, { vectors, embed }).catch((error: Error) => {
              if (!question.signal?.aborted)
                options.log(`Searching by keywords alone: ${error.message}`);
              return [];
            })
          : undefined;
      const own = answerFrom(shelf, question, synonyms.get(shelf.language));
      return own.answer(near ? fused(own.pages, await near) : own.pages);
    },
    close: () => vectors?.close(),
  };
}

/** Pages in order of both lists: 1 / (60 + rank) of each, added up (S2-68). */
export function fused(first: readonly number[], second: readonly number[]): number[] {
  const scores = new Map<number, number>();
  for (const list of [first, second]) {
    for (const [rank, page] of list.entries()) {
      scores.set(page, (scores.get(page) ?? 0) + 1 / (60 + rank + 1));
    }
  }
  return [...scores].sort((a, b) => b[1] - a[1]).map(([page]) => page);
}

/** Pages in the order of their nearest section. */
async function nearPages(
  shelf: Shelf,
  question: SearchQuestion,
  { vectors, embed }: { readonly vectors: VectorTable; readonly embed: Embed },
): Promise<number[]> {
  const vector = await embed(question.query.trim().slice(0, 2000), question.signal);
  if (vector.length === 0) return [];
  const found = await vectors.near(vector, { language: shelf.language, limit: 100 });
  const numbers = new Map(shelf.pages.map((page, index) => [page.facts.page, index]));
  const allowed = filterOf(shelf, question);
  const pages = new Set<number>();
  for (const { id } of found) {
    const page = numbers.get(id.slice(0, id.lastIndexOf('#')));
    if (page !== undefined && allowed(page)) pages.add(page);
  }
  return [...pages];
}

function answerFrom(shelf: Shelf, question: SearchQuestion, synonyms: Synonyms | undefined) {
  const { lexicon, pages, language } = shelf;
  const found = findPages(
    question.query,
    {
      language,
      extent: lexicon,
      dictionary: dictionaryOf(lexicon),
      allowed: filterOf(shelf, question),
      boostOf: (page) => pages[page]?.facts.boost ?? 1,
      copyKey: (page) => copyKey(pages[page]?.facts, pages[page]?.rows.length ?? 0),
    },
    { ...(synonyms ? { synonyms } : {}), typing: question.typing ?? false },
  );
  const byPage = new Map(found.ranked.map((one) => [one.page, one]));
  const most = Math.min(500, question.snippet ?? 220);
  const answer = (order: readonly number[]): FoundAnswer => ({
    results: order.slice(0, Math.max(1, Math.min(50, question.limit ?? 10))).flatMap((number) => {
      const page = pages[number];
      if (!page) return [];
      const ranked = byPage.get(number);
      const rows = (ranked?.rows ?? []).slice(0, 3).flatMap(({ row, score }) => {
        const one = page.rows[row - page.firstRow];
        return one ? [{ row: one, score }] : [];
      });
      const [best] = rows;
      // Further sections only when they say about as much as the best one.
      const shown = best ? rows.filter(({ score }) => score > best.score * 0.8) : [];
      const first = page.rows[0];
      const sections = shown.length > 0 ? shown.map(({ row }) => row) : first ? [first] : [];
      return [
        {
          ...placeOf(page.facts),
          title: page.facts.title,
          description: page.facts.description,
          breadcrumbs: page.facts.breadcrumbs,
          language,
          score: ranked?.score ?? 0,
          confidence: found.confidenceOf(ranked),
          sections: sections.map((row) => sectionOf(row, found.asked.stems, most)),
          copies: (found.copies.get(number) ?? []).flatMap((copy) => {
            const facts = pages[copy]?.facts;
            return facts ? [placeOf(facts)] : [];
          }),
        },
      ];
    }),
    total: order.length,
    language,
    confidence: found.confidence,
    unknown: found.asked.unknown,
  });
  return { pages: found.ranked.map(({ page }) => page), answer };
}

function placeOf({ page, url, version, product }: SearchRow) {
  return { path: page, url, version, product };
}

function sectionOf(row: SearchRow, stems: ReadonlySet<string>, most: number): FoundSection {
  const text = row.text === '' ? row.code || row.description : row.text;
  return {
    id: row.id,
    url: row.anchor === '' ? row.url : `${row.url}#${row.anchor}`,
    anchor: row.anchor,
    heading: row.heading,
    trail: row.trail,
    snippet: snippetOf(text, stems, row.language, most),
  };
}

/** What this reader may find, and asks for. */
function filterOf(shelf: Shelf, question: SearchQuestion): (page: number) => boolean {
  const { version, product, groups, audience = 'search' } = question;
  return (number) => {
    const facts = shelf.pages[number]?.facts;
    if (!facts?.[audience]) return false;
    if (facts.hidden && facts.version !== version) return false;
    if (version && facts.version !== '' && facts.version !== version) return false;
    if (product && facts.product !== '' && facts.product !== product) return false;
    return mayRead(facts, groups);
  };
}

/** The rule of `schema/access.ts` on what a row remembers of it. */
function mayRead(facts: SearchRow, groups: readonly string[] | undefined): boolean {
  if (!facts.protected) return true;
  if (groups === undefined) return false;
  return facts.groups.length === 0 || facts.groups.some((group) => groups.includes(group));
}

function shelfFor(
  { query, language }: SearchQuestion,
  catalog: Catalog,
  source: string,
): Shelf | undefined {
  const code = languageFor(query, [...catalog.keys()], {
    source,
    ...(language === undefined ? {} : { reader: language }),
  });
  return code === undefined ? undefined : catalog.get(code);
}
