import type { Dictionary } from './ask.ts';
import { type Extent, extentOf } from './extent.ts';
import type { Catalog, FormsPiece, PageEntry, PageKind, PagePlaces, StemEntry } from './format.ts';
import { type FormPieces, stemsBeginning, stemsInside, stemsLike } from './forms.ts';
import { kindOfPages } from './kinds.ts';
import { readNumbers } from './numbers.ts';
import { type Places, readAscending, readPlaces } from './places.ts';
import { lastPassing, lastUpTo, lowestFrom } from './sorted.ts';
import { readSynonyms, type Synonyms } from './synonyms.ts';
import { sizeOf, visiblePart, type WeighedPosting, weigh } from './weigh.ts';

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
  /** The kind of each page, by its place among the kinds. */
  readonly kindOfPage: Uint16Array;
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
  { load, keep }: { readonly load: Load; readonly keep: Keep },
): OpenShelf {
  const { language, kinds } = catalog;
  const extent = extentOf(
    readNumbers(catalog.rows),
    catalog.lengths,
    new Uint8Array(readNumbers(catalog.titles)),
  );
  const synonyms = readSynonyms(catalog.synonyms);
  const kindOfPage = kindOfPages(readNumbers(catalog.kindRuns), extent.pageNorms.length);
  const copies = copiesOf(catalog);
  const knownSynonyms = Uint32Array.from(readAscending(catalog.knownSynonyms));
  const words: Words = { ...wordPlaces(catalog), synonyms, knownSynonyms, extent, load, keep };
  const areLists = catalog.hasPageLists === true;
  const files = pageFiles(catalog, language, areLists ? 'l' : 'p');
  const pages: Pages = { language, files, areLists, load };
  return {
    language,
    kinds,
    extent,
    synonyms,
    kindOfPage,
    kindOf: (page) => kinds[kindOfPage[page] ?? -1],
    copiesOf: (page) => copies.get(page) ?? [page],
    dictionary: (visible) => dictionary(words, visible),
    page: (number) => pageAt(pages, number),
    find: (path) => findPage(pages, path),
  };
}

/** Bytes of an open catalog in memory, about: one for a row, 35 for a page. */
export function sizeOfShelf({ extent }: OpenShelf): number {
  return 2000 + extent.rowLengths.length + 35 * extent.pageNorms.length;
}

function copiesOf(catalog: Catalog): ReadonlyMap<number, readonly number[]> {
  const copies = new Map<number, readonly number[]>();
  for (const text of catalog.copies) {
    const set = readAscending(text);
    for (const page of set) copies.set(page, set);
  }
  return copies;
}

/** Where the words of a language are. */
interface Words {
  readonly forms: FormPieces['places'];
  readonly synonymStems: Places;
  readonly stems: Places;
  readonly synonyms: Synonyms;
  /** Places of those that pages have, ascending. */
  readonly knownSynonyms: Uint32Array;
  readonly extent: Extent;
  readonly load: Load;
  readonly keep: Keep;
}

function wordPlaces(catalog: Catalog): Pick<Words, 'forms' | 'synonymStems' | 'stems'> {
  const { language, forms, synonymStems, stems } = catalog;
  return {
    forms: readPlaces(forms, language, 'f'),
    synonymStems: readPlaces(synonymStems, language, 's'),
    stems: readPlaces(stems, language, 'w'),
  };
}

function dictionary(words: Words, visible?: (page: number) => boolean): Dictionary {
  const forms = { places: words.forms, load: (name: string) => words.load<FormsPiece>(name) };
  const read = async (stem: string) => {
    const posting = await postingOf(words, stem);
    return posting && visible ? visiblePart(posting, visible, words.extent) : posting;
  };
  // A word may be asked for as itself, as a beginning and as a synonym.
  const known = new Map<string, ReturnType<typeof read>>();
  return {
    posting: (stem) => {
      const posting = known.get(stem) ?? read(stem);
      known.set(stem, posting);
      return posting;
    },
    beginning: (prefix) => stemsBeginning(prefix, forms),
    split: (word) => stemsInside(word, forms),
    similar: (word) => stemsLike(word, forms),
  };
}

async function postingOf(words: Words, stem: string): Promise<WeighedPosting | undefined> {
  const { synonyms, stems, extent, load, keep } = words;
  const index = synonyms.has(stem) ? synonymPiece(words, stem) : lastUpTo(stems.firsts, stem);
  if (index < 0) return undefined;
  const file = (synonyms.has(stem) ? words.synonymStems : stems).nameOf(index);
  const read = async () => {
    const entries = await load<StemEntry[]>(file);
    const [, fields = '', rows = ''] = entries.find(([other]) => other === stem) ?? [];
    if (fields === '' && rows === '') return undefined;
    return weigh({ fields, rows }, extent);
  };
  return keep(`${file} ${stem}`, read, sizeOf);
}

/** The piece of a stem that has synonyms: these lie in the order of the list. */
function synonymPiece({ synonymStems, synonyms, knownSynonyms }: Words, stem: string): number {
  const order = positionsIn(synonyms);
  const position = order.get(stem) ?? 0;
  // Most synonyms are on no page: nothing is loaded for them.
  if (knownSynonyms[lowestFrom(knownSynonyms, position)] !== position) return -1;
  return lastPassing(synonymStems.firsts, (first) => (order.get(first) ?? 0) <= position);
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

/** Where the pages of a language are. */
interface Pages {
  readonly language: string;
  readonly files: PageFiles;
  readonly areLists: boolean;
  readonly load: Load;
}

/** Files of pages, or lists of such files. */
interface PageFiles {
  /** Number of the first page of each. */
  readonly firsts: readonly number[];
  readonly places: Places;
}

function pageFiles({ pages, firstPages }: PagePlaces, language: string, kind: string): PageFiles {
  return { firsts: readAscending(firstPages), places: readPlaces(pages, language, kind) };
}

async function pageAt(pages: Pages, number: number) {
  const found = await piece(pages, ({ firsts }) => lastPassing(firsts, (first) => first <= number));
  return found?.entries[number - found.first];
}

async function findPage(pages: Pages, path: string) {
  const found = await piece(pages, ({ places }) => lastUpTo(places.firsts, path));
  const at = found?.entries.findIndex((page) => page.path === path) ?? -1;
  return found === undefined || at < 0 ? undefined : found.first + at;
}

/** The piece of pages that `choose` finds, in a list that it finds in the same way if there are lists. */
async function piece(pages: Pages, choose: (files: PageFiles) => number) {
  const { load, language } = pages;
  let { files } = pages;
  if (pages.areLists) {
    const list = choose(files);
    if (list < 0) return undefined;
    files = pageFiles(await load<PagePlaces>(files.places.nameOf(list)), language, 'p');
  }
  const index = choose(files);
  if (index < 0) return undefined;
  const entries = await load<PageEntry[]>(files.places.nameOf(index));
  return { entries, first: files.firsts[index] ?? 0 };
}
