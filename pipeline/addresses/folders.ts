import type { LostPage, NextSite } from './types.ts';

/** A redirect that would answer lost pages: one for a page, or one for all pages of a folder. */
export interface ProposedRedirect {
  /** Without `basePath`, as in `docs.json`. */
  readonly source: string;
  readonly destination: string;
  readonly pages: readonly LostPage[];
}

/** Pages of a folder that moved together: fewer are clearer one by one. */
export const fewestMoved = 3;

/**
 * The redirects for pages with a likely place. Folders that moved as a whole get one for all their pages;
 * single pages come first, because the first match wins.
 */
export function proposedRedirects(
  lost: readonly LostPage[],
  next: Pick<NextSite, 'pages'>,
): ProposedRedirect[] {
  if (!lost.some(({ likely }) => likely)) return [];
  const moves = new Map<string, Move>();
  const single: ProposedRedirect[] = [];
  const { addresses, folders: inUse } = placesOf([
    ...next.pages.keys(),
    ...lost.filter(({ likely }) => !likely).map(({ path }) => path),
  ]);
  for (const page of lost) {
    if (!page.likely) continue;
    const [from, to] = [addressOf(page.path), addressOf(page.likely.to)];
    const move = folderMove(from, to);
    if (move === undefined || inUse.has(move.from)) {
      single.push(singleRedirect(page));
      continue;
    }
    const name = `${move.from}\n${move.to}`;
    const known = moves.get(name) ?? { ...move, pages: [] };
    known.pages.push(page);
    moves.set(name, known);
  }
  const folders: ProposedRedirect[] = [];
  for (const move of moves.values()) {
    const pattern = move.pages.length < fewestMoved ? undefined : patternOf(move, addresses);
    if (pattern === undefined) single.push(...move.pages.map(singleRedirect));
    else folders.push({ ...pattern, pages: move.pages });
  }
  const deepestFirst = (a: ProposedRedirect, b: ProposedRedirect) =>
    b.source.split('/').length - a.source.split('/').length || (a.source < b.source ? -1 : 1);
  return [...single.sort((a, b) => (a.source < b.source ? -1 : 1)), ...folders.sort(deepestFirst)];
}

/** The URL path of a page, as it is written in `docs.json`. */
export function addressOf(path: string): string {
  const short = path === 'index' ? '' : path.replace(/\/index$/, '');
  return `/${short}`;
}

/** `/a/b/x` → `/c/b/x` is a move from `/a` to `/c`; undefined if the last parts are not the same. */
export function folderMove(
  from: string,
  to: string,
): { readonly from: string; readonly to: string } | undefined {
  const [a, b] = [from.split('/'), to.split('/')];
  let same = 0;
  while (same < a.length - 2 && same < b.length - 1 && a.at(-1 - same) === b.at(-1 - same)) same++;
  if (same === 0) return undefined;
  return { from: a.slice(0, -same).join('/'), to: b.slice(0, -same).join('/') };
}

/** Pages that moved from one folder to another. */
interface Move {
  readonly from: string;
  readonly to: string;
  readonly pages: LostPage[];
}

/** One redirect for a folder: `*` also matches the folder itself, which may be a page. */
function patternOf(
  { from, to, pages }: Move,
  addresses: ReadonlySet<string>,
): { readonly source: string; readonly destination: string } | undefined {
  if (!addresses.has(from)) return { source: `${from}/*`, destination: `${to}/*` };
  const areDirect = pages.every(
    ({ path }) =>
      !addressOf(path)
        .slice(from.length + 1)
        .includes('/'),
  );
  return areDirect ? { source: `${from}/:page`, destination: `${to}/:page` } : undefined;
}

function singleRedirect(page: LostPage): ProposedRedirect {
  const destination = addressOf(page.likely?.to ?? '');
  return { source: addressOf(page.path), destination, pages: [page] };
}

/** Addresses of pages, and of all folders that have pages below them. */
function placesOf(paths: readonly string[]) {
  const addresses = new Set(paths.map(addressOf));
  const folders = new Set<string>();
  for (const address of addresses) {
    let end = address.lastIndexOf('/');
    while (end > 0 && !folders.has(address.slice(0, end))) {
      folders.add(address.slice(0, end));
      end = address.lastIndexOf('/', end - 1);
    }
  }
  return { addresses, folders };
}
