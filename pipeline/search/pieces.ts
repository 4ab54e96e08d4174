import { hash as digest } from 'node:crypto';
import type { SearchRow } from '../../schema/build.ts';
import { catalogOf, type Shelf } from './catalog.ts';
import { copyKey } from './copies.ts';
import { writeLength, writeNumbers } from './numbers.ts';
import {
  fileName,
  hashLength,
  pieceName,
  type WrittenPlaces,
  writeAscending,
  writePlaces,
} from './places.ts';
import { writePosting } from './posting.ts';
import { readSynonyms } from './synonyms.ts';
import { vocabulary } from './vocabulary.ts';
import { isDenseWord } from './words.ts';

/** A piece of the index: a small file of JSON. */
export interface Piece {
  /** Below the folder of the site, or of what needs a session. */
  readonly path: string;
  readonly content: string;
  /** Named by its content. */
  readonly immutable: boolean;
  /** Of the index for readers with a session, and for the assistant; no request has its address. */
  readonly isPrivate: boolean;
}

/** `index.json`: where whoever reads the pieces begins. */
export interface PiecesNote {
  readonly format: number;
  /** Module that reads the rest in a browser. */
  readonly reader: string;
  readonly basePath: string;
  readonly source: string;
  /** Language → file of its `Catalog`. */
  readonly languages: Readonly<Record<string, string>>;
  /** Language → what its readers can choose between, in the order of the pages. */
  readonly choices: Readonly<Record<string, Choices>>;
  /** The author's own synonyms. */
  readonly synonyms: string;
  /** Set by the runtime: ask there instead. */
  readonly api?: string;
}

/** Versions and products of one language's pages: they are called differently in another. */
export interface Choices {
  readonly versions: readonly string[];
  readonly products: readonly string[];
}

/**
 * What ranking has to know of the pages of one language, and which piece has which words and texts. It
 * is loaded by the first question, so it holds numbers and the synonyms, and no titles.
 */
export interface Catalog {
  readonly language: string;
  /** How many rows each page has. */
  readonly rows: string;
  /** How long each row is, a character for each. */
  readonly lengths: string;
  /** The general synonyms: the author's are in the note. */
  readonly synonyms: string;
  /** What pages have in common, and runs of such pages: how many, of which kind. */
  readonly kinds: readonly PageKind[];
  readonly kindRuns: string;
  /** Pages that are copies of each other: the gaps between their numbers. */
  readonly copies: readonly string[];
  /** First word of each piece of words as they are written, ascending. */
  readonly forms: WrittenPlaces;
  /** First stem of each piece of postings; those of the synonyms lie by groups, before the others. */
  readonly synonymStems: WrittenPlaces;
  readonly stems: WrittenPlaces;
  /** What tells the first path of each piece of pages from the one before; then the numbers of those pages. */
  readonly pages: WrittenPlaces;
  readonly firstPages: string;
}

/** What ranking has to know of a page besides its words. */
export interface PageKind {
  readonly version: string;
  readonly product: string;
  readonly boost: number;
  /** Absent if everyone may find it. */
  readonly access?: Pick<SearchRow, 'search' | 'assistant' | 'hidden' | 'protected' | 'groups'>;
}

/** The words of a piece, ascending, each with its stem as what is cut off and put on, and its pages. */
export type FormsPiece = string;

/** A stem of a piece with its posting. */
export type StemEntry = readonly [stem: string, fields: string, rows: string];

/** A page of a piece: what a result shows of it. */
export interface PageEntry {
  readonly path: string;
  readonly title: string;
  readonly description: string;
  readonly breadcrumbs: readonly string[];
  readonly sections: readonly SectionEntry[];
  /** Paths of its copies, itself among them. */
  readonly copies?: readonly string[];
}

/** A section: as much of its text as a result shows. */
export type SectionEntry = readonly [anchor: string, trail: readonly string[], text: string];

/** Rises when the pieces, or the words that they are looked up by, change: older ones are made again. */
export const format = 4;

/** Least characters of JSON to a piece; see `sizeOf`. */
const sizes = { forms: 3_000, stems: 2_000, pages: 2_500 };
/** Characters of a section's text. */
const textLength = 240;

/** Folder of the pieces below that of the site, or of what needs a session. */
export const piecesFolder = '_docent/search';

/** What pieces are made with besides the rows. */
export interface PieceOptions {
  readonly basePath: string;
  readonly sourceLanguage: string;
  readonly reader: string;
  readonly synonyms?: string;
  /** One piece of each kind under a fixed name, and none for members: for a site in memory. */
  readonly whole?: boolean;
}

/**
 * Splits an index into small pieces, so that a query only loads what it needs: its words, and the
 * texts of the pages it finds. Pages that not everyone may find are left out; if there are such
 * pages, a second index has them all.
 */
export function piecesOf(rows: readonly SearchRow[], options: PieceOptions): readonly Piece[] {
  const isOpen = (row: SearchRow) => row.search && !row.protected && !row.hidden;
  const pieces = indexOf(rows.filter(isOpen), false, options);
  if (options.whole || rows.every((row) => isOpen(row) && row.assistant)) return pieces;
  return [...pieces, ...indexOf(rows, true, options)];
}

/** Paths of the pieces of a site in memory, before they are made. */
export function wholePaths(languages: Iterable<string>): string[] {
  const names = [...languages].flatMap((language) => {
    const name = fileName(language);
    return [name, ...['f', 's', 'w', 'p'].map((kind) => `${name}-${kind}`)];
  });
  return ['index', ...names].map((name) => `${piecesFolder}/${name}.json`);
}

/** Takes a piece, and answers the hash that its name has. */
type Put = (kind: string, content: string) => string;

function indexOf(
  rows: readonly SearchRow[],
  isPrivate: boolean,
  options: PieceOptions,
): readonly Piece[] {
  const { basePath, sourceLanguage, reader, synonyms = '', whole = false } = options;
  const pieces = new Map<string, Piece>();
  const add = (nameOf: (hash: string) => string, content: string): string => {
    const hash = whole ? '' : digest('sha256', content, 'hex').slice(0, hashLength);
    // Pages that are copies have the same texts, and share a piece.
    const path = `${piecesFolder}/${nameOf(hash)}`;
    pieces.set(path, { path, content, immutable: !whole, isPrivate });
    return hash;
  };
  const languages: Record<string, string> = {};
  const choices: Record<string, Choices> = {};
  for (const shelf of catalogOf(rows)) {
    const { language } = shelf;
    const facts = shelf.pages.map((page) => page.facts);
    choices[language] = {
      versions: namesOf(facts, 'version'),
      products: namesOf(facts, 'product'),
    };
    const cut = whole ? { forms: Infinity, stems: Infinity, pages: Infinity } : sizes;
    const put: Put = (kind, content) => add((hash) => pieceName(language, kind, hash), content);
    const catalog = writeCatalog(shelf, { synonyms, isPrivate, cut, put });
    const name = fileName(language);
    const nameOf = (hash: string) => `${hash === '' ? name : `${name}-${hash}`}.json`;
    languages[language] = nameOf(add(nameOf, JSON.stringify(catalog)));
  }
  const note: PiecesNote = {
    format,
    reader,
    basePath,
    source: sourceLanguage,
    languages,
    choices,
    synonyms,
  };
  const path = `${piecesFolder}/index.json`;
  const first = { path, content: JSON.stringify(note), immutable: false, isPrivate };
  return [...pieces.values(), first];
}

function namesOf(rows: readonly SearchRow[], kind: 'version' | 'product'): string[] {
  return [...new Set(rows.map((row) => row[kind]))].filter((name) => name !== '');
}

function writeCatalog(
  shelf: Shelf,
  tools: {
    readonly synonyms: string;
    readonly isPrivate: boolean;
    readonly cut: typeof sizes;
    readonly put: Put;
  },
): Catalog {
  const { language, pages, lexicon } = shelf;
  const { isPrivate, cut, put } = tools;
  const copies = copiesIn(shelf);
  const general = vocabulary[language.slice(0, 2)] ?? '';
  const synonymOf = readSynonyms({ general, own: tools.synonyms }, language);
  const others = [...lexicon.terms.keys()].filter((stem) => !synonymOf.has(stem)).sort();
  const entry = (stem: string): StemEntry[] => {
    const posting = lexicon.terms.get(stem);
    if (!posting) return [];
    const { fields, rows } = writePosting(posting);
    return [[stem, fields, rows]];
  };
  const stemPieces = (kind: string, stems: Iterable<string>) =>
    writePlaces(
      portions([...stems].flatMap(entry), cut.stems).map(({ first: [stem], json }) => {
        return { first: stem, hash: put(kind, json) };
      }),
    );
  return {
    language,
    rows: writeNumbers(pages.map(({ rows }) => rows.length)),
    lengths: lexicon.rowLengths.map(writeLength).join(''),
    synonyms: general,
    ...kindsOf(pages, isPrivate),
    copies: copies.map(writeAscending),
    forms: formPieces(shelf, cut.forms, put),
    synonymStems: stemPieces('s', synonymOf.keys()),
    stems: stemPieces('w', others),
    ...pagePieces(shelf, copies, cut.pages, put),
  };
}

/** Neighbours in the navigation are of one kind, mostly. */
function kindsOf(pages: Shelf['pages'], isPrivate: boolean): Pick<Catalog, 'kinds' | 'kindRuns'> {
  const kinds = new Map<string, number>();
  const runs: { count: number; readonly kind: number }[] = [];
  for (const { facts } of pages) {
    const { version, product, boost, search, assistant, hidden, protected: isProtected } = facts;
    const access = { search, assistant, hidden, protected: isProtected, groups: facts.groups };
    const key = JSON.stringify({ version, product, boost, ...(isPrivate ? { access } : {}) });
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
    const key = copyKey(facts, rows.length);
    const set = sets.get(key);
    if (set) set.push(number);
    else sets.set(key, [number]);
  }
  return [...sets.values()].filter((set) => set.length > 1);
}

/**
 * Larger pieces for a larger index: a question loads a dozen of them, and the list of all of them. The
 * square root is where both together are smallest.
 */
function sizeOf(texts: readonly string[], least: number): number {
  const total = texts.reduce((sum, text) => sum + text.length, 0);
  return Math.max(least, Math.sqrt(2 * total));
}

/** Words of text without spaces are pairs of letters: none begins a longer one, or is misspelt. */
function formPieces({ lexicon }: Shelf, least: number, put: Put): WrittenPlaces {
  const words = lexicon.forms.flatMap(([form, stem]) => {
    if (isDenseWord(form)) return [];
    let same = 0;
    while (same < form.length && form[same] === stem[same]) same++;
    const pages = lexicon.terms.get(stem)?.pages.length ?? 0;
    const ending = (form.length - same).toString(36);
    // A word ends in few letters that its stem does not have.
    if (ending.length > 1) return [];
    return [{ form, text: `${form} ${ending}${stem.slice(same)} ${pages.toString(36)}` }];
  });
  const size = sizeOf(
    words.map(({ text }) => text),
    least,
  );
  const pieces: { readonly first: string; text: string }[] = [];
  for (const { form, text } of words) {
    const last = pieces.at(-1);
    if (last && last.text.length + text.length <= size) last.text += ` ${text}`;
    else pieces.push({ first: form, text });
  }
  return writePlaces(
    pieces.map(({ first, text }) => ({ first, hash: put('f', JSON.stringify(text)) })),
  );
}

function pagePieces(
  { pages }: Shelf,
  copies: readonly (readonly number[])[],
  size: number,
  put: Put,
): Pick<Catalog, 'pages' | 'firstPages'> {
  const copiesOf = new Map(copies.flatMap((set) => set.map((page) => [page, set] as const)));
  const entries = pages.map(({ facts, rows }, number): PageEntry => {
    const set = copiesOf.get(number)?.map((copy) => pages[copy]?.facts.page ?? '');
    return {
      path: facts.page,
      title: facts.title,
      description: facts.description,
      breadcrumbs: facts.breadcrumbs,
      sections: rows.map((row): SectionEntry => {
        const text = row.text === '' ? row.code || row.description : row.text;
        return [row.anchor, row.trail, cutText(text)];
      }),
      ...(set ? { copies: set } : {}),
    };
  });
  const firsts: number[] = [];
  let number = 0;
  const pieces = portions(entries, size).map(({ first, count, json }) => {
    const before = entries[number - 1]?.path ?? '';
    firsts.push(number);
    number += count;
    return { first: shortest(first.path, before), hash: put('p', json) };
  });
  return { pages: writePlaces(pieces), firstPages: writeAscending(firsts) };
}

/** As much of a path as tells it from the one before. */
function shortest(path: string, before: string): string {
  let same = 0;
  while (same < path.length && path[same] === before[same]) same++;
  return path.slice(0, same + 1);
}

function cutText(whole: string): string {
  // More than enough of a long text, in case consecutive spaces are merged.
  const text = whole.slice(0, 4 * textLength).replaceAll(/\s+/g, ' ');
  if (text.length <= textLength) return text;
  return text.slice(0, textLength).replace(/[\ud800-\udbff]$/, '');
}

/** Neighbours whose JSON makes a piece. */
interface Portion<T> {
  readonly first: T;
  readonly count: number;
  readonly json: string;
}

/** Groups neighbours until their JSON reaches a size. */
function portions<T>(items: readonly T[], least: number): Portion<T>[] {
  const found: { readonly first: T; readonly parts: string[] }[] = [];
  const texts = items.map((item) => JSON.stringify(item));
  const size = sizeOf(texts, least);
  let used = 0;
  for (const [index, item] of items.entries()) {
    const json = texts[index] ?? '';
    const last = found.at(-1);
    if (last && used + json.length <= size) {
      last.parts.push(json);
      used += json.length;
    } else {
      found.push({ first: item, parts: [json] });
      used = json.length;
    }
  }
  return found.map(({ first, parts }) => {
    return { first, count: parts.length, json: `[${parts.join(',')}]` };
  });
}
