import type { Shelf } from './catalog.ts';
import { copyKey } from './copies.ts';
import type { Catalog, PageEntry, PagePlaces, StemEntry } from './format.ts';
import { writeNumbers } from './numbers.ts';
import { type WrittenPlaces, writeAscending, writePlaces } from './places.ts';
import { portions } from './portions.ts';
import { readSynonyms, writeSynonyms } from './synonyms.ts';
import { vocabulary } from './vocabulary.ts';
import { isDenseWord } from './words.ts';

/**
 * Takes a piece, and answers the hash that its name has. Its content is asked for again when it is written: the pieces of
 * a large site are never all in memory. With `madeOf`, its hash is remembered for the next piece that is made of the same.
 */
export type Put = (kind: string, contentOf: () => string, madeOf?: readonly string[]) => string;

/** What was made of the same texts before, or is made now. */
export type Remember = (stage: string, madeOf: readonly string[], make: () => string) => string;

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
    readonly isPrivate: boolean;
    readonly cut: PieceSizes;
    readonly put: Put;
    readonly remember: Remember;
    readonly sectionsOf: (path: string) => string;
  },
): Catalog {
  const { language, pages, lexicon } = shelf;
  const { isPrivate, cut, put, remember } = tools;
  const copies = copiesIn(shelf);
  const synonyms = remember('synonyms', [language, tools.synonyms], () => {
    const general = vocabulary[language.slice(0, 2)] ?? '';
    return writeSynonyms({ general, own: tools.synonyms }, language);
  });
  const synonymOf = readSynonyms(synonyms);
  const others = [...lexicon.terms.keys()].filter((stem) => !synonymOf.has(stem)).sort();
  const stemPieces = (kind: string, stems: Iterable<string>) => {
    const found = [...stems].filter((stem) => lexicon.terms.has(stem));
    const lengths = found.map((stem) => entryLength(stemEntry(stem, lexicon)));
    return writePlaces(
      portions(lengths, found, cut.stems).map(({ start, end }) => {
        const some = found.slice(start, end);
        const contentOf = () => JSON.stringify(some.map((stem) => stemEntry(stem, lexicon)));
        return { first: found[start] ?? '', hash: put(kind, contentOf) };
      }),
    );
  };
  return {
    language,
    rows: writeNumbers(pages.map(({ rows }) => rows)),
    lengths: lexicon.lengths,
    titles: lexicon.titles,
    synonyms,
    knownSynonyms: writeAscending(
      [...synonymOf.keys()].flatMap((stem, place) => (lexicon.terms.has(stem) ? [place] : [])),
    ),
    ...kindsOf(pages, isPrivate),
    copies: copies.map(writeAscending),
    forms: formPieces(shelf, cut.forms, put),
    synonymStems: stemPieces('s', synonymOf.keys()),
    stems: stemPieces('w', others),
    ...pagePieces(shelf, copies, { ...tools, size: cut.pages }),
  };
}

function stemEntry(stem: string, { terms }: Shelf['lexicon']): StemEntry {
  const { fields, rows } = terms.get(stem) ?? { fields: '', rows: '' };
  return [stem, fields, rows];
}

/** Characters of its JSON, in which words and numbers need no escape. */
function entryLength([stem, fields, rows]: StemEntry): number {
  return stem.length + fields.length + rows.length + '["","",""]'.length;
}

/** Neighbours in the navigation are of one kind, mostly. */
function kindsOf(pages: Shelf['pages'], isPrivate: boolean): Pick<Catalog, 'kinds' | 'kindRuns'> {
  const kinds = new Map<string, number>();
  const runs: { count: number; readonly kind: number }[] = [];
  for (const { facts, isReference } of pages) {
    const { version, product, boost, search, assistant, hidden, protected: isProtected } = facts;
    const access = { search, assistant, hidden, protected: isProtected, groups: facts.groups };
    const key = JSON.stringify({
      ...{ version, product, boost },
      ...(facts.otherVersion ? { isOther: true } : {}),
      ...(isReference ? { isReference } : {}),
      ...(isPrivate ? { access } : {}),
    });
    const kind = kinds.get(key) ?? kinds.size;
    kinds.set(key, kind);
    const last = runs.at(-1);
    if (last?.kind === kind) last.count++;
    else runs.push({ count: 1, kind });
  }
  return {
    kinds: [...kinds.keys()].map((key) => JSON.parse(key)),
    kindRuns: writeNumbers(runs.flatMap(({ count, kind }) => [count, kind])),
  };
}

/** Numbers of pages that are copies of each other, ascending. */
function copiesIn({ pages }: Shelf): number[][] {
  const sets = new Map<string, number[]>();
  for (const [number, { facts, rows }] of pages.entries()) {
    const key = copyKey(facts, rows);
    const set = sets.get(key);
    if (set) set.push(number);
    else sets.set(key, [number]);
  }
  return [...sets.values()].filter((set) => set.length > 1);
}

/** Words of text without spaces are pairs of letters: none begins a longer one, or is misspelt. */
function formPieces({ lexicon }: Shelf, least: number, put: Put): WrittenPlaces {
  const forms: string[] = [];
  const texts: string[] = [];
  for (const form of [...lexicon.forms.keys()].sort()) {
    if (isDenseWord(form)) continue;
    const stem = lexicon.forms.get(form) ?? form;
    let same = 0;
    while (same < form.length && form[same] === stem[same]) same++;
    const pages = lexicon.terms.get(stem)?.pages ?? 0;
    const ending = (form.length - same).toString(36);
    // A word ends in few letters that its stem does not have.
    if (ending.length > 1) continue;
    forms.push(form);
    texts.push(`${form} ${ending}${stem.slice(same)} ${pages.toString(36)}`);
  }
  return writePlaces(
    portions(
      texts.map(({ length }) => length),
      forms,
      least,
    ).map(({ start, end }) => {
      const contentOf = () => JSON.stringify(texts.slice(start, end).join(' '));
      return { first: forms[start] ?? '', hash: put('f', contentOf) };
    }),
  );
}

/** A page of a piece: its JSON before and after that of its sections. */
interface WrittenPage {
  readonly path: string;
  readonly head: string;
  readonly tail: string;
  readonly sectionsHash: string;
  /** Characters of all of it. */
  readonly length: number;
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
    const madeOf = some.flatMap(({ head, sectionsHash, tail }) => [head, sectionsHash, tail]);
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
  return pages.map(({ facts, sectionsLength, sectionsHash }, number) => {
    const { page: path, title, description, breadcrumbs } = facts;
    const entry: Omit<PageEntry, 'sections' | 'copies'> = { path, title, description, breadcrumbs };
    const head = `${JSON.stringify(entry).slice(0, -1)},"sections":`;
    const set = copiesOf.get(number)?.map((copy) => pages[copy]?.facts.page ?? '');
    const tail = set ? `,"copies":${JSON.stringify(set)}}` : '}';
    return { path, head, tail, sectionsHash, length: head.length + sectionsLength + tail.length };
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
