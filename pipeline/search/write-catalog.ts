import type { Shelf } from './catalog.ts';
import type { Catalog, PagePlaces } from './format.ts';
import { writeNumbers } from './numbers.ts';
import { type WrittenPlaces, writeAscending, writePlaces } from './places.ts';
import { portions } from './portions.ts';
import type { Remember } from './remember.ts';
import { synonymKeys, writeSynonyms } from './synonyms.ts';
import { type Terms, termsOf } from './terms.ts';
import { vocabulary } from './vocabulary.ts';

/**
 * Takes a piece, and answers the hash that its name has. Its content is asked for again when it is written: the pieces of
 * a large site are never all in memory. With `madeOf`, its hash is remembered for the next piece that is made of the same.
 */
export type Put = (kind: string, contentOf: () => string, madeOf?: readonly string[]) => string;

/** Least characters of JSON to a piece of each kind; see `portions`. */
export interface PieceSizes {
  readonly forms: number;
  readonly stems: number;
  readonly pages: number;
}

/** Writes what is looked up of one language in pieces; answers the catalog of them. */
export function writeCatalog(
  shelf: Shelf,
  tools: {
    readonly synonyms: string;
    readonly cut: PieceSizes;
    readonly put: Put;
    readonly remember: Remember;
    readonly sectionsOf: (path: string) => string;
  },
): Catalog {
  const { language, pages, lengths, titles } = shelf;
  const { cut, put, remember } = tools;
  const copies = copiesIn(shelf);
  const synonyms = remember('synonyms', [language, tools.synonyms], () => {
    const general = vocabulary[language.slice(0, 2)] ?? '';
    return writeSynonyms({ general, own: tools.synonyms }, language);
  });
  const terms = termsOf(shelf, remember);
  const { known, others } = synonymsAmong(terms.stems, synonyms);
  return {
    language,
    rows: writeNumbers(pages.map(({ rows }) => rows)),
    ...{ lengths, titles, synonyms },
    knownSynonyms: writeAscending(known.map(({ position }) => position)),
    ...kindsOf(pages),
    copies: copies.map(writeAscending),
    forms: formPieces(terms, cut.forms, put),
    synonymStems: stemPieces('s', terms, {
      ...{ places: known.map(({ place }) => place), least: cut.stems, put },
    }),
    stems: stemPieces('w', terms, { places: others, least: cut.stems, put }),
    ...pagePieces(shelf, copies, { ...tools, size: cut.pages }),
  };
}

/** Places of stems that are in the list of synonyms, in its order, and those of all others. */
function synonymsAmong(stems: readonly string[], synonyms: string) {
  const positions = new Map([...synonymKeys(synonyms)].map((key, position) => [key, position]));
  const known: { readonly place: number; readonly position: number }[] = [];
  const others: number[] = [];
  stems.forEach((stem, place) => {
    const position = positions.get(stem);
    if (position === undefined) others.push(place);
    else known.push({ place, position });
  });
  return { known: known.sort((a, b) => a.position - b.position), others };
}

/** Pieces of postings, with stems in the order of their places. */
function stemPieces(
  kind: 's' | 'w',
  { stems, lengths, hashes, entryOf }: Terms,
  of: { readonly places: readonly number[]; readonly least: number; readonly put: Put },
): WrittenPlaces {
  const { places, least, put } = of;
  const named = places.map((place) => stems[place] ?? '');
  const sizes = places.map((place) => lengths[place] ?? 0);
  return writePlaces(
    portions(sizes, named, least).map(({ start, end }) => {
      const some = places.slice(start, end);
      const contentOf = () => JSON.stringify(some.map(entryOf));
      const madeOf = some.map((place) => hashes[place] ?? '');
      return { first: named[start] ?? '', hash: put(kind, contentOf, madeOf) };
    }),
  );
}

/** Neighbours in the navigation are of one kind, mostly. */
function kindsOf(pages: Shelf['pages']): Pick<Catalog, 'kinds' | 'kindRuns'> {
  const kinds = new Map<string, number>();
  const runs: { count: number; readonly kind: number }[] = [];
  for (const page of pages) {
    const kind = kinds.get(page.kind) ?? kinds.size;
    kinds.set(page.kind, kind);
    const last = runs.at(-1);
    if (last?.kind === kind) last.count++;
    else runs.push({ count: 1, kind });
  }
  return {
    kinds: [...kinds.keys()].map((kind) => JSON.parse(kind)),
    kindRuns: writeNumbers(runs.flatMap(({ count, kind }) => [count, kind])),
  };
}

/** Numbers of pages that are copies of each other, ascending. */
function copiesIn({ pages }: Shelf): number[][] {
  const sets = new Map<string, number[]>();
  for (const [number, { copyKey }] of pages.entries()) {
    if (copyKey === undefined) continue;
    const set = sets.get(copyKey);
    if (set) set.push(number);
    else sets.set(copyKey, [number]);
  }
  return [...sets.values()].filter((set) => set.length > 1);
}

function formPieces({ forms }: Terms, least: number, put: Put): WrittenPlaces {
  const words = forms.map((form) => form.slice(0, form.indexOf(' ')));
  return writePlaces(
    portions(
      forms.map(({ length }) => length),
      words,
      least,
    ).map(({ start, end }) => {
      const contentOf = () => JSON.stringify(forms.slice(start, end).join(' '));
      return { first: words[start] ?? '', hash: put('f', contentOf) };
    }),
  );
}

/** A page of a piece, with the JSON behind that of its sections. */
interface WrittenPage extends Pick<Shelf['pages'][number], 'path' | 'head' | 'hash' | 'length'> {
  readonly tail: string;
}

function pagePieces(
  shelf: Shelf,
  copies: readonly (readonly number[])[],
  tools: {
    readonly size: number;
    readonly put: Put;
    readonly sectionsOf: (path: string) => string;
  },
): PagePlaces & Pick<Catalog, 'hasPageLists'> {
  const { size, put, sectionsOf } = tools;
  const pages = writtenPages(shelf, copies);
  const textOf = ({ path, head, tail }: WrittenPage) => head + sectionsOf(path) + tail;
  const lengths = pages.map(({ length }) => length);
  const paths = pages.map(({ path }) => path);
  const pieces = portions(lengths, paths, size).map(({ start, end }) => {
    const some = pages.slice(start, end);
    const contentOf = () => `[${some.map(textOf).join(',')}]`;
    const madeOf = some.flatMap((page) => [page.hash, page.tail]);
    const first = shortest(paths[start] ?? '', paths[start - 1] ?? '');
    return { start, first, hash: put('p', contentOf, madeOf) };
  });
  if (pieces.length <= mostListed) return placesOf(pieces);
  // A question loads as many lists as it shows pages: they are small.
  const length = Math.ceil(Math.sqrt(pieces.length) / 2);
  const lists = Array.from({ length: Math.ceil(pieces.length / length) }, (_, list) => {
    const some = pieces.slice(list * length, (list + 1) * length);
    const [{ start, first } = { start: 0, first: '' }] = some;
    return { start, first, hash: put('l', () => JSON.stringify(placesOf(some))) };
  });
  return { ...placesOf(lists), hasPageLists: true };
}

function writtenPages(
  { pages }: Shelf,
  copies: readonly (readonly number[])[],
): readonly WrittenPage[] {
  const copiesOf = new Map(copies.flatMap((set) => set.map((page) => [page, set] as const)));
  return pages.map(({ path, head, hash, length }, number) => {
    const set = copiesOf.get(number)?.map((copy) => pages[copy]?.path ?? '');
    const tail = set ? `,"copies":${JSON.stringify(set)}}` : '}';
    return { path, head, tail, hash, length: length + tail.length };
  });
}

/** Pieces of pages that a catalog lists itself: up to about 4 KB, which costs less than another request. */
const mostListed = 400;

function placesOf(
  files: readonly { readonly start: number; readonly first: string; readonly hash: string }[],
): PagePlaces {
  return {
    pages: writePlaces(files),
    firstPages: writeAscending(files.map(({ start }) => start)),
  };
}

/** As much of a path as tells it from the one before. */
function shortest(path: string, before: string): string {
  let same = 0;
  while (same < path.length && path[same] === before[same]) same++;
  return path.slice(0, same + 1);
}
