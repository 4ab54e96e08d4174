import type { Auth } from './config/auth.ts';

/** Who may read a page: everyone, every session, or sessions with one of the groups. */
export interface Access {
  readonly protected: boolean;
  /** Empty if any session is enough. */
  readonly groups: readonly string[];
}

const open: Access = { protected: false, groups: [] };

/**
 * The rule for pages, their twins, search, sitemap and feeds: a page listed for groups requires one
 * of them; otherwise `publicPaths` and `public: true` make it public; all others require a session.
 */
export function accessOf(
  page: {
    readonly path: string;
    /** The page it translates: translations have the same access. */
    readonly translationOf?: string;
    readonly frontmatter: { readonly groups?: readonly string[]; readonly public?: boolean };
  },
  auth: Auth,
): Access {
  if (!auth.enabled) return open;
  const named = (patterns: readonly string[]) =>
    patterns.some(
      (pattern) =>
        matchesPath(pattern, page.path) ||
        (page.translationOf !== undefined && matchesPath(pattern, page.translationOf)),
    );
  const groups = new Set(page.frontmatter.groups ?? []);
  for (const [name, group] of Object.entries(auth.groups)) {
    if (named(group.pages)) groups.add(name);
  }
  if (groups.size > 0) return { protected: true, groups: [...groups].sort() };
  const isPublic = page.frontmatter.public === true || named(auth.publicPaths);
  return isPublic ? open : { protected: true, groups: [] };
}

/** The combined access: readers who have access to one or the other. */
export function widerAccess(one: Access, other: Access): Access {
  if (!one.protected || !other.protected) return open;
  const any = one.groups.length === 0 || other.groups.length === 0;
  return { protected: true, groups: any ? [] : [...new Set([...one.groups, ...other.groups])] };
}

/** Whether a page path matches a pattern: `*` is one segment or part of one, `**` any number. */
export function matchesPath(pattern: string, path: string): boolean {
  const wanted = segments(pattern);
  const given = segments(path);
  const plain = given.at(-1) === 'index' ? given.slice(0, -1) : given;
  return matches(wanted, given) || (plain !== given && matches(wanted, plain));
}

function segments(text: string): readonly string[] {
  return text.split('/').filter((segment) => segment !== '');
}

function matches(pattern: readonly string[], path: readonly string[]): boolean {
  // Row by row instead of trying every split, so that a pattern with many `**` stays fast.
  let reached = new Set([0]);
  for (const segment of pattern) {
    const next = new Set<number>();
    for (const index of reached) {
      if (segment === '**') for (let end = index; end <= path.length; end += 1) next.add(end);
      else {
        const given = path[index];
        if (given !== undefined && matchesSegment(segment, given)) next.add(index + 1);
      }
    }
    reached = next;
  }
  return reached.has(path.length);
}

function matchesSegment(pattern: string, given: string): boolean {
  const [first = '', ...rest] = pattern.split('*');
  if (rest.length === 0) return pattern === given;
  if (!given.startsWith(first)) return false;
  let from = first.length;
  const last = rest.pop() ?? '';
  for (const part of rest) {
    const found = given.indexOf(part, from);
    if (found < 0) return false;
    from = found + part.length;
  }
  return given.length - last.length >= from && given.endsWith(last);
}

/** Whether a session, or a reader without one, has that access. */
export function mayHave(
  access: { readonly protected?: boolean; readonly groups?: readonly string[] },
  session: { readonly groups: readonly string[] } | undefined,
): boolean {
  if (!access.protected) return true;
  if (session === undefined) return false;
  const { groups = [] } = access;
  return groups.length === 0 || groups.some((group) => session.groups.includes(group));
}
