import { addressOf, fewestMoved, folderMove } from './folders.ts';
import { findTexts } from './same-text.ts';
import type { Clue, Likely, LiveSite, LostPage, NextPage, NextSite } from './types.ts';

/** What is asked for the new place of a page. */
interface Asked {
  readonly live: LiveSite;
  readonly next: NextSite;
  /** Source file → its name now, as Git has it. */
  readonly renamed: ReadonlyMap<string, string>;
}

/** The same pages, each with the page that probably has its content now. */
export function withLikelyPages(lost: readonly LostPage[], asked: Asked): LostPage[] {
  if (lost.length === 0) return [];
  const found = new Map<string, Likely>();
  const pages = findable(asked);
  const step = (clue: Clue, find: (page: LostPage) => string | undefined) => {
    for (const page of lost) {
      const to = found.has(page.path) ? undefined : find(page);
      if (to !== undefined && to !== page.path) found.set(page.path, { to, clue });
    }
  };
  const placeOf = (path = '') => (asked.next.pages.has(path) ? path : found.get(path)?.to);
  step('renamed', ({ file, path }) =>
    closest(path, pages.byFile.get(asked.renamed.get(file) ?? '') ?? []),
  );
  step('title', ({ title, language, path }) =>
    vague.test(title) ? undefined : closest(path, pages.newByTitle.get(key(language, title)) ?? []),
  );
  step('renamed', ({ translationOf, language }) =>
    pages.translated.get(key(language, found.get(translationOf ?? '')?.to ?? '')),
  );
  const texts = movedTexts(lost, { asked, found });
  step('text', ({ path }) => texts.get(path));
  step('version', ({ title, language, path }) => {
    const same = pages.byTitle.get(key(language, title)) ?? [];
    return vague.test(title)
      ? undefined
      : closest(
          path,
          same.filter((page) => lastOf(page.path) === lastOf(path)),
        );
  });
  step('name', ({ path, language }) => {
    const [same, ...others] = pages.newByName.get(key(language, lastOf(path))) ?? [];
    return vague.test(lastOf(path)) || others.length > 0 ? undefined : same?.path;
  });
  step('translation', ({ translationOf }) => placeOf(translationOf));
  const folders = movedFolders(found);
  step('folder', ({ path }) => inMovedFolder(path, folders, asked.next));
  return lost.map((page) => {
    const likely = found.get(page.path) ?? pages.before.get(page.path);
    return likely ? { ...page, likely } : page;
  });
}

/** Names that many folders have a page of. */
const vague =
  /^(?:index|readme|overview|introduction|intro|about|home|start|getting[ -]started|changelog|faq)$/i;

/** The pages by all that they are found by. */
function findable({ live, next }: Asked) {
  const lists = {
    byFile: new Map<string, NextPage[]>(),
    byTitle: new Map<string, NextPage[]>(),
    newByTitle: new Map<string, NextPage[]>(),
    newByName: new Map<string, NextPage[]>(),
  };
  const translated = new Map<string, string>();
  for (const page of next.pages.values()) {
    const { language, title, path, translationOf } = page;
    add(lists.byFile, page.file, page);
    add(lists.byTitle, key(language, title), page);
    if (translationOf !== undefined) translated.set(key(language, translationOf), path);
    if (live.pages.has(path)) continue;
    add(lists.newByTitle, key(language, title), page);
    add(lists.newByName, key(language, lastOf(path)), page);
  }
  const before = new Map<string, Likely>();
  for (const { path, anchor, to } of live.former) {
    if (anchor !== undefined || to === undefined || !next.pages.has(to)) continue;
    before.set(path, { to, clue: 'before' });
  }
  return { ...lists, translated, before };
}

function add(lists: Map<string, NextPage[]>, name: string, page: NextPage): void {
  const list = lists.get(name);
  if (list) list.push(page);
  else lists.set(name, [page]);
}

function key(language: string, name: string): string {
  return `${language}\n${name.trim().toLowerCase()}`;
}

function lastOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** The page whose path is most like another, if one is: by folders from both ends, then by version. */
function closest(path: string, pages: readonly NextPage[]): string | undefined {
  const parts = path.split('/');
  const [first, second] = pages
    .map((page) => {
      const others = page.path.split('/');
      const score = common(parts, others) + common(parts.toReversed(), others.toReversed());
      return { path: page.path, score: 2 * score + (page.isOtherVersion ? 0 : 1) };
    })
    .sort((a, b) => b.score - a.score);
  return first && first.score > (second?.score ?? -1) ? first.path : undefined;
}

/** How many parts two paths begin with. */
function common(a: readonly string[], b: readonly string[]): number {
  const at = a.findIndex((part, index) => part !== b[index]);
  return at < 0 ? a.length : at;
}

/** Pages found by their text, among those that are new or have changed. */
function movedTexts(
  lost: readonly LostPage[],
  { asked, found }: { readonly asked: Asked; readonly found: ReadonlyMap<string, Likely> },
): ReadonlyMap<string, string> {
  const { live, next } = asked;
  const wanted = lost.flatMap(({ path }) => {
    const record = found.has(path) ? undefined : live.record(path);
    return record ? [[path, record.sections] as const] : [];
  });
  const others = [...next.pages.values()].filter(
    ({ path, contentHash }) => live.pages.get(path)?.contentHash !== contentHash,
  );
  return findTexts(
    wanted,
    others.map(({ path }) => [path, () => next.sections(path)]),
  );
}

/** Folder → where the pages of it that were found are now; folders of which only a few were are left out. */
function movedFolders(found: ReadonlyMap<string, Likely>): ReadonlyMap<string, string> {
  const counts = new Map<string, Map<string, number>>();
  for (const [path, { to }] of found) {
    const move = folderMove(addressOf(path), addressOf(to));
    if (!move) continue;
    const targets = counts.get(move.from) ?? new Map<string, number>();
    targets.set(move.to, (targets.get(move.to) ?? 0) + 1);
    counts.set(move.from, targets);
  }
  return new Map(
    [...counts].flatMap(([from, targets]) => {
      const [first] = [...targets].sort(([, a], [, b]) => b - a);
      return first && first[1] >= fewestMoved ? [[from, first[0]] as const] : [];
    }),
  );
}

function inMovedFolder(
  path: string,
  folders: ReadonlyMap<string, string>,
  { pages }: NextSite,
): string | undefined {
  const address = addressOf(path);
  for (let end = address.lastIndexOf('/'); end > 0; end = address.lastIndexOf('/', end - 1)) {
    const to = folders.get(address.slice(0, end));
    if (to === undefined) continue;
    const place = `${to}${address.slice(end)}`.slice(1);
    if (pages.has(place)) return place;
    if (pages.has(`${place}/index`)) return `${place}/index`;
  }
  return undefined;
}
