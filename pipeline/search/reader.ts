import { pageAddress } from '../../schema/address.ts';
import { type Dictionary, similarForms, stemsFor } from './ask.ts';
import { enough, findPages } from './find.ts';
import type { Posting } from './lexicon.ts';
import type { FoundAnswer, FoundPage, FoundSection } from './query.ts';
import { questionWords } from './question.ts';
import { languageFor } from './script.ts';
import { snippetOf } from './snippet.ts';
import type { StaticIndex, StaticPage, StaticSection, StaticShelf, StaticWord } from './static.ts';
import { readSynonyms, type Synonyms } from './synonyms.ts';
import { isDenseText } from './words.ts';

/** A question of the dialog. */
export interface StaticQuestion {
  readonly query: string;
  readonly limit?: number;
  readonly language?: string;
  readonly version?: string;
  readonly product?: string;
}

/** A static index, open for questions; files are fetched once, and only those that are needed. */
export interface StaticReader {
  search(question: StaticQuestion): Promise<FoundAnswer>;
}

/** Opens the index of a static host; `load` fetches one of its files. */
export function openStatic(
  index: StaticIndex,
  load: (name: string) => Promise<unknown>,
): StaticReader {
  const files = new Map<string, Promise<unknown>>();
  const get = <T>(name: string): Promise<T> => {
    let file = files.get(name);
    if (file === undefined) {
      file = load(name);
      files.set(name, file);
      // A file that failed is asked again at the next question.
      file.catch(() => files.delete(name));
    }
    return file as Promise<T>;
  };
  const shelves = new Map<string, Promise<OpenShelf>>();
  return {
    search: async (question) => {
      const code = languageFor(question.query, Object.keys(index.languages), {
        source: index.source,
        ...(question.language ? { reader: question.language } : {}),
      });
      const name = code && index.languages[code];
      if (code === undefined || !name) {
        return { results: [], total: 0, language: index.source, confidence: 0, unknown: [] };
      }
      let shelf = shelves.get(code);
      if (shelf === undefined) {
        shelf = get<StaticShelf>(name).then((data) => openShelf(data, get, index));
        shelves.set(code, shelf);
        shelf.catch(() => shelves.delete(code));
      }
      return searchShelf(await shelf, question);
    },
  };
}

interface OpenShelf {
  readonly data: StaticShelf;
  readonly basePath: string;
  readonly pageOfRow: Uint32Array;
  readonly firstRows: Uint32Array;
  readonly synonyms: Synonyms;
  readonly terms: Map<string, Posting>;
  readonly forms: Map<string, string>;
  readonly need: (stems: Iterable<string>, prefix?: string) => Promise<void>;
  readonly sections: (page: number) => Promise<readonly StaticSection[]>;
}

function openShelf(
  data: StaticShelf,
  get: <T>(name: string) => Promise<T>,
  index: StaticIndex,
): OpenShelf {
  const firstRows = new Uint32Array(data.pages.length + 1);
  const pageOfRow = new Uint32Array(data.rowLengths.length);
  let row = 0;
  for (const [page, count] of data.rowsOfPage.entries()) {
    firstRows[page] = row;
    pageOfRow.fill(page, row, row + count);
    row += count;
  }
  const terms = new Map<string, Posting>();
  const forms = new Map<string, string>();
  const taken = new Set<number>();
  const take = async (file: number): Promise<void> => {
    const name = data.words[file]?.[1];
    if (taken.has(file) || !name) return;
    const words = await get<StaticWord[]>(name);
    if (taken.has(file)) return;
    taken.add(file);
    for (const word of words) {
      terms.set(word[0], postingOf(word, pageOfRow));
      for (const form of word[1].split(' ')) forms.set(form || word[0], word[0]);
    }
  };
  return {
    data,
    basePath: index.basePath,
    pageOfRow,
    firstRows,
    synonyms: readSynonyms(index.synonyms, data.language),
    terms,
    forms,
    need: async (stems, prefix) => {
      const wanted = new Set<number>();
      for (const stem of stems) wanted.add(lastBefore(data.words, stem));
      if (prefix) {
        const from = lastBefore(data.words, prefix.slice(0, Math.max(2, prefix.length - 2)));
        const to = lastBefore(data.words, `${prefix}\uffff`);
        for (let file = from; file <= Math.min(to, from + 2); file++) wanted.add(file);
      }
      await Promise.all([...wanted].map(take));
    },
    sections: async (page) => {
      const file = data.texts[lastBefore(data.texts, page)];
      if (!file) return [];
      const sections = await get<StaticSection[][]>(file[1]);
      return sections[page - file[0]] ?? [];
    },
  };
}

async function searchShelf(shelf: OpenShelf, question: StaticQuestion): Promise<FoundAnswer> {
  const { data } = shelf;
  const { language } = data;
  const last = /[\p{L}\p{N}]$/u.test(question.query)
    ? questionWords(question.query, language).at(-1)?.word
    : undefined;
  await shelf.need(
    stemsFor(question.query, language),
    last !== undefined && !isDenseText(last) ? last : undefined,
  );
  let found = findIn(shelf, question);
  // Synonyms cost many files: only when the words themselves find little.
  if (found.ranked.length < 3 || found.confidence < enough) {
    await shelf.need(stemsFor(question.query, language, shelf.synonyms));
    found = findIn(shelf, question, shelf.synonyms);
  }
  const shown = found.ranked.slice(0, question.limit ?? 8);
  const results = await Promise.all(
    shown.map(async (one): Promise<FoundPage> => {
      const [path, title, place, version, product] = pageAt(data, one.page);
      const url = pageAddress(path, shelf.basePath);
      const sections = await shelf.sections(one.page);
      const first = shelf.firstRows[one.page] ?? 0;
      const [best] = one.rows;
      const rows = best ? one.rows.filter(({ score }) => score > best.score * 0.8) : [];
      const numbers = rows.length > 0 ? rows.slice(0, 3).map(({ row }) => row - first) : [0];
      return {
        path,
        url,
        title,
        description: '',
        breadcrumbs: data.places[place] ?? [],
        language,
        version,
        product,
        score: one.score,
        confidence: found.confidenceOf(one),
        sections: numbers.flatMap((number): FoundSection[] => {
          const section = sections[number];
          if (!section) return [];
          const [anchor, trail, text] = section;
          return [
            {
              id: `${path}#${anchor}`,
              url: anchor === '' ? url : `${url}#${anchor}`,
              anchor,
              heading: trail.at(-1) ?? '',
              trail,
              snippet: snippetOf(text, found.asked.stems, language, 180),
            },
          ];
        }),
        copies: (found.copies.get(one.page) ?? []).map((copy) => {
          const [other, , , otherVersion, otherProduct] = pageAt(data, copy);
          return {
            path: other,
            url: pageAddress(other, shelf.basePath),
            version: otherVersion,
            product: otherProduct,
          };
        }),
      };
    }),
  );
  return {
    results,
    total: found.ranked.length,
    language,
    confidence: found.confidence,
    unknown: found.asked.unknown,
  };
}

function findIn(shelf: OpenShelf, question: StaticQuestion, synonyms?: Synonyms) {
  const { data } = shelf;
  const { version, product } = question;
  return findPages(
    question.query,
    {
      language: data.language,
      extent: {
        pageOfRow: shelf.pageOfRow,
        rowLengths: data.rowLengths,
        pageLengths: data.pageLengths,
      },
      dictionary: dictionaryIn(shelf),
      allowed: (page) => {
        const [, , , ownVersion, ownProduct] = pageAt(data, page);
        if (version && ownVersion !== '' && ownVersion !== version) return false;
        return !(product && ownProduct !== '' && ownProduct !== product);
      },
      boostOf: (page) => pageAt(data, page)[5],
      copyKey: (page) => String(pageAt(data, page)[6]),
    },
    { typing: true, ...(synonyms ? { synonyms } : {}) },
  );
}

/** What the files that are here already know. */
function dictionaryIn({ terms, forms }: OpenShelf): Dictionary {
  return {
    posting: (term) => terms.get(term),
    beginning: (prefix) => {
      const stems = new Set<string>();
      for (const [form, stem] of forms) if (form.startsWith(prefix)) stems.add(stem);
      return [...stems]
        .sort((a, b) => (terms.get(b)?.pages.length ?? 0) - (terms.get(a)?.pages.length ?? 0))
        .slice(0, 12);
    },
    similar: (word) => similarForms(word, [...forms]),
  };
}

function postingOf([, , pages, rows]: StaticWord, pageOfRow: Uint32Array): Posting {
  const inRows = gapsOf(rows, 1);
  const inPages = gapsOf(pages, 0);
  const counts = new Map<number, number>();
  for (const row of inRows.numbers) counts.set(pageOfRow[row] ?? 0, 0);
  for (const [i, page] of inPages.numbers.entries()) counts.set(page, inPages.counts[i] ?? 0);
  const all = [...counts].sort((a, b) => a[0] - b[0]);
  return {
    pages: all.map(([page]) => page),
    pageCounts: all.map(([, count]) => count),
    rows: inRows.numbers,
    rowCounts: inRows.counts,
  };
}

function gapsOf(text: string, usual: number): { numbers: number[]; counts: number[] } {
  const numbers: number[] = [];
  const counts: number[] = [];
  let last = 0;
  for (const part of text === '' ? [] : text.split(' ')) {
    const [gap = '', count] = part.split(':');
    last += Number.parseInt(gap, 36);
    numbers.push(last);
    counts.push(count === undefined ? usual : Number.parseInt(count, 36));
  }
  return { numbers, counts };
}

const nowhere: StaticPage = ['', '', -1, '', '', 1, -1];

function pageAt(data: StaticShelf, page: number): StaticPage {
  return data.pages[page] ?? nowhere;
}

/** Index of the last entry that doesn't come after a key. */
function lastBefore<T extends string | number>(
  entries: readonly (readonly [T, string])[],
  key: T,
): number {
  let low = 0;
  let high = entries.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const entry = entries[middle];
    if (entry && entry[0] <= key) low = middle + 1;
    else high = middle;
  }
  return Math.max(0, low - 1);
}
