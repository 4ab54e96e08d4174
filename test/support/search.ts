import { openBuiltSearch } from '../../pipeline/open-search.ts';
import type { FoundAnswer, SearchQuestion } from '../../pipeline/search/answer.ts';
import { type PiecesNote, piecesFolder } from '../../pipeline/search/format.ts';
import { type Piece, piecesOf } from '../../pipeline/search/pieces.ts';
import type { OpenOptions, SearchIndex } from '../../pipeline/search/query.ts';
import { openPieces } from '../../pipeline/search/reader.ts';
import { rowsOf } from '../../pipeline/search/rows.ts';
import type { PageRecord } from '../../schema/build.ts';

/** Reads pieces as a browser does, and says which were loaded. */
export function readPieces(pieces: readonly Piece[], isPrivate = false) {
  const contents = new Map(
    pieces
      .filter((piece) => piece.isPrivate === isPrivate)
      .map(({ path, content }) => [path.slice(piecesFolder.length + 1), content()]),
  );
  const note: PiecesNote = JSON.parse(contents.get('index.json') ?? '');
  const loaded: string[] = [];
  const known = new Map<string, unknown>();
  const load = async <T>(name: string): Promise<T> => {
    if (!known.has(name)) {
      loaded.push(name);
      known.set(name, JSON.parse(contents.get(name) ?? ''));
    }
    return known.get(name) as T;
  };
  return { note, loaded, ...openPieces(note, load) };
}

/** Searches the pieces of some pages, like a server for a reader who may find more than others. */
export function searchOf(
  records: readonly PageRecord[],
  synonyms = '',
): (question: SearchQuestion) => Promise<FoundAnswer> {
  const inOrder = [...records].sort((a, b) => (a.path < b.path ? -1 : 1));
  const pieces = piecesOf(rowsOf(inOrder), {
    basePath: '',
    sourceLanguage: 'en',
    reader: 'reader.js',
    synonyms,
  });
  const hasMembers = pieces.some(({ isPrivate }) => isPrivate);
  return readPieces(pieces, hasMembers).search;
}

/** The index of a deployment that was built into a folder, as a server opens it. */
export function openBuilt(
  out: string,
  deployment: string,
  more: Partial<OpenOptions> = {},
): Promise<SearchIndex> {
  return openBuiltSearch(out, deployment, { log: () => {}, ...more });
}
