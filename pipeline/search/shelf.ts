import type { SearchQuestion } from './answer.ts';
import { type Dictionary, similarForms } from './ask.ts';
import { readLengths, readNumbers } from './numbers.ts';
import type { Catalog, FormsPiece, PageEntry, PageKind, StemEntry } from './pieces.ts';
import { type Places, readAscending, readPlaces } from './places.ts';
import { readPosting } from './posting.ts';
import { readSynonyms, type Synonyms } from './synonyms.ts';
import {
  type Extent,
  normsOf,
  sizeOf,
  visiblePart,
  type WeighedPosting,
  weigh,
  weights,
} from './weigh.ts';
import { isDenseWord } from './words.ts';

/** Gives a piece of the index, read as JSON. */
export type Load = <T>(name: string) => Promise<T>;

/** Keeps a value of so many bytes for the next question, or doesn't. */
export type Keep = <T>(
  name: string,
  make: () => Promise<T>,
  sizeOf: (value: T) => number,
) => Promise<T>;

/** The catalog of a language, ready for questions. */
export interface OpenShelf extends Pick<Catalog, 'language' | 'kinds'> {
  readonly extent: Extent;
  readonly synonyms: Synonyms;
  kindOf(page: number): PageKind | undefined;
  /** Pages that are copies of each other, ascending; the page alone when it has none. */
  copiesOf(page: number): readonly number[];
  /** The dictionary of those who may read some kinds of pages; words of other pages are not in it. */
  dictionary(visible?: (page: number) => boolean): Dictionary;
  page(number: number): Promise<PageEntry | undefined>;
  /** The number of a page; undefined when it is none of this language. */
  find(path: string): Promise<number | undefined>;
}

/** Opens a catalog; what is read later comes through `load`, and what is made of that is given to `keep`. */
export function openShelf(
  catalog: Catalog,
  own: string,
  { load, keep }: { readonly load: Load; readonly keep: Keep },
): OpenShelf {
  const { language, kinds } = catalog;
  const extent = extentOf(catalog);
  const synonyms = readSynonyms({ general: catalog.synonyms, own }, language);
  const kindOfPage = kindsOf(readNumbers(catalog.kindRuns), extent.pageNorms.length);
  const copies = new Map<number, readonly number[]>();
  for (const text of catalog.copies) {
    const set = readAscending(text);
    for (const page of set) copies.set(page, set);
  }
  const forms = readPlaces(catalog.forms, language, 'f');
  const synonymStems = readPlaces(catalog.synonymStems, language, 's');
  const stems = readPlaces(catalog.stems, language, 'w');
  const firstPages = readAscending(catalog.firstPages);
  const pages = readPlaces(catalog.pages, language, 'p');
  const entriesAt = (index: number) => load<PageEntry[]>(pages.nameOf(index));
  const postingOf = async (stem: string): Promise<WeighedPosting | undefined> => {
    const file = synonyms.has(stem)
      ? nameOfSynonym(stem, synonymStems, synonyms)
      : nameBefore(stems, stem);
    if (file === undefined) return undefined;
    const read = async () => {
      const entries = await load<StemEntry[]>(file);
      const [, fields = '', rows = ''] = entries.find(([other]) => other === stem) ?? [];
      if (fields === '' && rows === '') return undefined;
      return weigh(readPosting({ fields, rows }, extent.pageOfRow), extent);
    };
    return keep(`${file} ${stem}`, read, sizeOf);
  };
  const formsFrom = async (from: string, to: string): Promise<Form[]> => {
    const pieces: Promise<FormsPiece>[] = [];
    for (let index = Math.max(0, lastBefore(forms.firsts, from)); ; index++) {
      const start = forms.firsts[index];
      if (start === undefined || start > to) break;
      pieces.push(load<FormsPiece>(forms.nameOf(index)));
    }
    return (await Promise.all(pieces)).flatMap(formsIn);
  };
  return {
    language,
    kinds,
    extent,
    synonyms,
    kindOf: (page) => kinds[kindOfPage[page] ?? -1],
    copiesOf: (page) => copies.get(page) ?? [page],
    dictionary: (visible) => ({
      posting: async (stem) => {
        const posting = await postingOf(stem);
        return posting && visible ? visiblePart(posting, visible) : posting;
      },
      beginning: async (prefix) => {
        if (isDenseWord(prefix)) return [];
        const forms = await formsFrom(prefix, `${prefix}\uffff`);
        const stems = new Map<string, number>();
        for (const { form, stem, pages } of forms) {
          if (form.startsWith(prefix)) stems.set(stem, pages);
        }
        const sorted = [...stems].sort((a, b) => b[1] - a[1]);
        return sorted.slice(0, 12).map(([stem]) => stem);
      },
      similar: async (word) => {
        const [letter = ''] = word;
        if (isDenseWord(word) || word.length < 4) return [];
        return similarForms(word, await formsFrom(letter, `${letter}\uffff`));
      },
    }),
    page: async (number) => {
      const index = lastOf(firstPages, (first) => first <= number);
      return index < 0 ? undefined : (await entriesAt(index))[number - (firstPages[index] ?? 0)];
    },
    find: async (path) => {
      const index = lastBefore(pages.firsts, path);
      if (index < 0) return undefined;
      const at = (await entriesAt(index)).findIndex((page) => page.path === path);
      return at < 0 ? undefined : (firstPages[index] ?? 0) + at;
    },
  };
}

/** Bytes of an open catalog in memory, about: twelve for a row, thirty for a page. */
export function sizeOfShelf({ extent }: OpenShelf): number {
  return 2000 + 12 * extent.rowNorms.length + 30 * extent.pageNorms.length;
}

/** Which kinds of pages a question may find, and which of these it asks for. */
export function kindsFor(
  kinds: readonly PageKind[],
  question: SearchQuestion,
): { readonly visible: ReadonlySet<PageKind>; readonly wanted: ReadonlySet<PageKind> } {
  const { version, product } = question;
  const visible = kinds.filter((kind) => mayFind(kind, question));
  const wanted = visible.filter(
    (kind) =>
      (!version || kind.version === '' || kind.version === version) &&
      (!product || kind.product === '' || kind.product === product),
  );
  return { visible: new Set(visible), wanted: new Set(wanted) };
}

/** The rule of `schema/access.ts` on what the index remembers of it. */
function mayFind(
  { access, version }: PageKind,
  { groups, version: asked, audience = 'search' }: SearchQuestion,
): boolean {
  if (!access) return true;
  if (!access[audience] || (access.hidden && version !== asked)) return false;
  if (!access.protected) return true;
  if (groups === undefined) return false;
  return access.groups.length === 0 || access.groups.some((group) => groups.includes(group));
}

function extentOf({ rows, lengths }: Catalog): Extent {
  const counts = readNumbers(rows);
  const rowLengths = readLengths(lengths);
  const pageOfRow = new Uint32Array(rowLengths.length);
  const firstRows = new Uint32Array(counts.length + 1);
  const pageLengths = new Float64Array(counts.length);
  let row = 0;
  for (const [page, count] of counts.entries()) {
    pageOfRow.fill(page, row, row + count);
    for (const end = row + count; row < end; row++) {
      pageLengths[page] = (pageLengths[page] ?? 0) + (rowLengths[row] ?? 0);
    }
    firstRows[page + 1] = row;
  }
  return {
    pageOfRow,
    firstRows,
    rowNorms: normsOf(rowLengths, weights.rowLength),
    pageNorms: normsOf(pageLengths, weights.pageLength),
  };
}

/** A word of the vocabulary. */
interface Form {
  readonly form: string;
  readonly stem: string;
  readonly pages: number;
}

function formsIn(piece: FormsPiece): Form[] {
  const parts = piece.split(' ');
  const forms: Form[] = [];
  for (let i = 0; i + 2 < parts.length; i += 3) {
    const [form = '', ending = '', pages = ''] = parts.slice(i, i + 3);
    const kept = form.length - Number.parseInt(ending.slice(0, 1), 36);
    forms.push({
      form,
      stem: form.slice(0, kept) + ending.slice(1),
      pages: Number.parseInt(pages, 36),
    });
  }
  return forms;
}

/** The piece of a stem that has synonyms: these lie in the order of the list. */
function nameOfSynonym(stem: string, places: Places, synonyms: Synonyms): string | undefined {
  const order = positionsIn(synonyms);
  const position = order.get(stem) ?? 0;
  const index = lastOf(places.firsts, (first) => (order.get(first) ?? 0) <= position);
  return index < 0 ? undefined : places.nameOf(index);
}

const positions = new WeakMap<Synonyms, ReadonlyMap<string, number>>();

function positionsIn(synonyms: Synonyms): ReadonlyMap<string, number> {
  let order = positions.get(synonyms);
  if (!order) {
    order = new Map([...synonyms.keys()].map((stem, index) => [stem, index]));
    positions.set(synonyms, order);
  }
  return order;
}

function nameBefore(places: Places, key: string): string | undefined {
  const index = lastBefore(places.firsts, key);
  return index < 0 ? undefined : places.nameOf(index);
}

function lastBefore(firsts: readonly string[], key: string): number {
  return lastOf(firsts, (first) => first <= key);
}

/** Where the last of the matching entries is, -1 if there is none; those come before all others. */
function lastOf<T>(entries: readonly T[], passes: (entry: T) => boolean): number {
  let low = 0;
  let high = entries.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (passes(entries[middle] as T)) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** The kind of each page, from runs of pages of one kind. */
function kindsOf(runs: Uint32Array, pages: number): Uint16Array {
  const kinds = new Uint16Array(pages);
  let page = 0;
  for (let i = 0; i < runs.length; i += 2) {
    const count = runs[i] ?? 0;
    kinds.fill(runs[i + 1] ?? 0, page, page + count);
    page += count;
  }
  return kinds;
}
