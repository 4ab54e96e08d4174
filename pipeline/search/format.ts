import type { SearchRow } from '../../schema/build.ts';
import type { WrittenPlaces } from './places.ts';

/** Folder of the pieces below that of the site, or of what needs a session. */
export const piecesFolder = '_docent/search';

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
export interface Catalog extends PagePlaces {
  readonly language: string;
  /** How many rows each page has; see `rowNumbers`. */
  readonly rows: string;
  /** How long each row is, a character for each. */
  readonly lengths: string;
  /** How many words the title of each page has that say something. */
  readonly titles: string;
  /** Stems of the synonyms, as `writeSynonyms` writes them. */
  readonly synonyms: string;
  /** Those of them that pages have, by their place in the list: the others are in no piece. */
  readonly knownSynonyms: string;
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
  /** On a large site the places are those of lists, which have those of the pieces. */
  readonly hasPageLists?: boolean;
}

/** Where pieces of pages are, or lists of such pieces: the content of a list, and part of a catalog. */
export interface PagePlaces {
  /** What tells the first path of each from the one before. */
  readonly pages: WrittenPlaces;
  /** The numbers of those pages. */
  readonly firstPages: string;
}

/** What ranking has to know of a page besides its words. */
export interface PageKind {
  readonly version: string;
  readonly product: string;
  readonly boost: number;
  /** Of a version that readers are not shown first. */
  readonly isOther?: true;
  /** Describes an operation of an API, or lists names of code. */
  readonly reference?: 'operation' | 'names';
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
export const format = 13;
