import { hash as digest } from 'node:crypto';
import type { SearchRow } from '../../schema/build.ts';
import { catalogOf } from './catalog.ts';
import { type Choices, format, type PageKind, type PiecesNote, piecesFolder } from './format.ts';
import type { Group } from './group.ts';
import { type IndexedPages, pagesInMemory } from './indexed-pages.ts';
import { fileName, hashLength, pieceName } from './places.ts';
import type { Remember } from './remember.ts';
import { type PieceSizes, type Put, writeCatalog } from './write-catalog.ts';

/** A piece of the index: a small file of JSON. */
export interface Piece {
  /** Below the folder of the site, or of what needs a session. */
  readonly path: string;
  readonly content: () => string;
  /** sha-256 hex of the content. */
  readonly hash: string;
  /** Named by its content. */
  readonly immutable: boolean;
  /** Of the index for readers with a session, and for the assistant; no request has its address. */
  readonly isPrivate: boolean;
}

/** Least characters of JSON to a piece. */
const sizes: PieceSizes = { forms: 3_000, stems: 2_000, pages: 2_500 };

/** What pieces are made with besides the rows. */
export interface PieceOptions {
  readonly basePath: string;
  readonly sourceLanguage: string;
  readonly reader: string;
  readonly synonyms?: string;
  /** One piece of each kind under a fixed name, and none for members: for a site in memory. */
  readonly whole?: boolean;
}

/** The pieces of the index of rows, which are read once or twice: see `piecesOfPages`. */
export function piecesOf(rows: Iterable<SearchRow>, options: PieceOptions): readonly Piece[] {
  return piecesOfPages((isPrivate) => pagesInMemory(rows, isPrivate), options);
}

/**
 * Splits an index into small pieces, so that a query only loads what it needs: its words, and the
 * texts of the pages it finds. Pages that not everyone may find are left out; if there are such
 * pages, a second index has them all, and is made of the private pages.
 */
export function piecesOfPages(
  pagesOf: (isPrivate: boolean) => IndexedPages,
  options: PieceOptions,
  remember: Remember = (_stage, _madeOf, make) => make(),
): readonly Piece[] {
  let isAllOpen = true;
  function* noting(groups: Iterable<Group>): Iterable<Group> {
    for (const group of groups) {
      if (!group.isOpen) isAllOpen = false;
      yield group;
    }
  }
  const { groups, sectionsOf } = pagesOf(false);
  const open = { groups: noting(groups), sectionsOf };
  const pieces = indexOf(open, { ...options, isPrivate: false, remember });
  if (options.whole || isAllOpen) return pieces;
  return [...pieces, ...indexOf(pagesOf(true), { ...options, isPrivate: true, remember })];
}

/** Paths of the pieces of a site in memory, before they are made. */
export function wholePaths(languages: Iterable<string>): string[] {
  const names = [...languages].flatMap((language) => {
    const name = fileName(language);
    return [name, ...['f', 's', 'w', 'p'].map((kind) => `${name}-${kind}`)];
  });
  return ['index', ...names].map((name) => `${piecesFolder}/${name}.json`);
}

function indexOf(
  { groups, sectionsOf }: IndexedPages,
  options: PieceOptions & { readonly isPrivate: boolean; readonly remember: Remember },
): readonly Piece[] {
  const {
    isPrivate,
    remember,
    basePath,
    sourceLanguage,
    reader,
    synonyms = '',
    whole = false,
  } = options;
  const pieces = new Map<string, Piece>();
  const add = (
    nameOf: (hash: string) => string,
    content: () => string,
    madeOf?: readonly string[],
  ): string => {
    const hashed = () => digest('sha256', content(), 'hex');
    const hash = madeOf ? remember('piece', madeOf, hashed) : hashed();
    const short = whole ? '' : hash.slice(0, hashLength);
    // Pages that are copies have the same texts, and share a piece.
    const path = `${piecesFolder}/${nameOf(short)}`;
    pieces.set(path, { path, content, hash, immutable: !whole, isPrivate });
    return short;
  };
  const languages: Record<string, string> = {};
  const choices: Record<string, Choices> = {};
  for (const shelf of catalogOf(groups)) {
    const { language } = shelf;
    const cut = whole ? { forms: Infinity, stems: Infinity, pages: Infinity } : sizes;
    const put: Put = (kind, content, madeOf) =>
      add((hash) => pieceName(language, kind, hash), content, madeOf);
    const catalog = writeCatalog(shelf, { synonyms, cut, put, remember, sectionsOf });
    const { kinds } = catalog;
    choices[language] = {
      versions: namesOf(kinds, 'version'),
      products: namesOf(kinds, 'product'),
    };
    const content = JSON.stringify(catalog);
    const name = fileName(language);
    const nameOf = (hash: string) => `${hash === '' ? name : `${name}-${hash}`}.json`;
    languages[language] = nameOf(add(nameOf, () => content));
  }
  const note: PiecesNote = {
    format,
    reader,
    basePath,
    source: sourceLanguage,
    languages,
    choices,
  };
  const path = `${piecesFolder}/index.json`;
  const json = JSON.stringify(note);
  const hash = digest('sha256', json, 'hex');
  const first = { path, content: () => json, hash, immutable: false, isPrivate };
  return [...pieces.values(), first];
}

/** Kinds are in the order in which pages have them first. */
function namesOf(kinds: readonly PageKind[], name: 'version' | 'product'): string[] {
  return [...new Set(kinds.map((kind) => kind[name]))].filter((one) => one !== '');
}
