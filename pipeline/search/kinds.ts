import type { SearchQuestion } from './answer.ts';
import type { PageKind } from './format.ts';

/** Which kinds of pages a question may find, and which of these it asks for. */
export function kindsFor(
  kinds: readonly PageKind[],
  question: SearchQuestion,
): { readonly visible: ReadonlySet<PageKind>; readonly wanted: ReadonlySet<PageKind> } {
  const { version, product, firstVersions } = question;
  const visible = kinds.filter((kind) => mayFind(kind, question));
  const wanted = visible.filter(
    (kind) =>
      (!version || kind.version === '' || kind.version === version) &&
      (!product || kind.product === '' || kind.product === product) &&
      !(firstVersions && kind.isOther),
  );
  return { visible: new Set(visible), wanted: new Set(wanted) };
}

/**
 * Kinds whose version a question without a version is not about: those that are not shown first, unless it names
 * one (`v2`, `version 2.1`); then all others.
 */
export function asideFor(
  kinds: readonly PageKind[],
  { query, version }: Pick<SearchQuestion, 'query' | 'version'>,
): ReadonlySet<PageKind> {
  if (version) return new Set();
  const named = new Set(
    kinds.filter((kind) => kind.version !== '' && namesVersion(kind.version, query)),
  );
  return new Set(
    kinds.filter((kind) => {
      return kind.version !== '' && (named.size > 0 ? !named.has(kind) : kind.isOther);
    }),
  );
}

/** Whether a question names a version: `v2`, `version 2.1`, or its whole name. */
export function namesVersion(version: string, query: string): boolean {
  const words = query.toLowerCase();
  if (/\p{L}{3}/u.test(version) && words.includes(version.toLowerCase())) return true;
  const [number, major] = /(\d+)(?:\.\d+)*/.exec(version) ?? [];
  if (number === undefined || major === undefined) return false;
  const found = words.matchAll(/(?:\bv|\bversion\s+)(\d+(?:\.\d+)*)/g);
  return [...found].some(([, said = '']) => said === major || `${number}.`.startsWith(`${said}.`));
}

/** The rule of `schema/access.ts` on what the index has of it. */
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

/** Index of the kind of each page, from runs of pages of one kind. */
export function kindOfPages(runs: Uint32Array, pages: number): Uint16Array {
  const kinds = new Uint16Array(pages);
  let page = 0;
  for (let i = 0; i < runs.length; i += 2) {
    const count = runs[i] ?? 0;
    kinds.fill(runs[i + 1] ?? 0, page, page + count);
    page += count;
  }
  return kinds;
}
