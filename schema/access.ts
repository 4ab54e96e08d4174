import type { Auth } from './config/auth.ts';
import type { Frontmatter } from './site.ts';

/** Who may read a page. */
export interface Access {
  /** Needs a session. */
  readonly protected: boolean;
  /** The session needs one of these groups; empty means any session. */
  readonly groups: readonly string[];
}

/**
 * Access to one page (S3-47): a page that any group names, in the configuration or in its front
 * matter, needs one of those groups; else `public: true` and `publicPaths` open it; everything else
 * needs a session. Without `auth.enabled` everything is public.
 */
export function accessOf(
  path: string,
  auth: Auth,
  frontmatter: Pick<Frontmatter, 'groups' | 'public'>,
): Access {
  if (!auth.enabled) return { protected: false, groups: [] };
  const groups = new Set(frontmatter.groups ?? []);
  for (const [name, group] of Object.entries(auth.groups)) {
    if (group.pages.some((glob) => matchesGlob(path, glob))) groups.add(name);
  }
  if (groups.size > 0) return { protected: true, groups: [...groups].sort() };
  const open =
    frontmatter.public === true || auth.publicPaths.some((glob) => matchesGlob(path, glob));
  return { protected: !open, groups: [] };
}

/** Whether a page path matches a glob: `*` stands within one segment, `**` for any number of them. */
export function matchesGlob(path: string, glob: string): boolean {
  const bare = (text: string) => text.replace(/^\/+|\/+$/g, '').replace(/(^|\/)index$/, '');
  return matchSegments(bare(path).split('/'), bare(glob).split('/'));
}

function matchSegments(path: readonly string[], glob: readonly string[]): boolean {
  const [first, ...rest] = glob;
  if (first === undefined) return path.length === 0;
  if (first === '**') {
    for (let skip = 0; skip <= path.length; skip++) {
      if (matchSegments(path.slice(skip), rest)) return true;
    }
    return false;
  }
  const [segment, ...more] = path;
  return segment !== undefined && matchName(segment, first) && matchSegments(more, rest);
}

/** `*` in one segment, without backtracking over the whole: each piece is found from the left. */
function matchName(name: string, glob: string): boolean {
  const pieces = glob.split('*');
  const [head = ''] = pieces;
  const tail = pieces.at(-1) ?? '';
  if (pieces.length === 1) return name === glob;
  if (!name.startsWith(head) || !name.endsWith(tail)) return false;
  if (name.length < head.length + tail.length) return false;
  let at = head.length;
  for (const piece of pieces.slice(1, -1)) {
    const found = name.indexOf(piece, at);
    if (found < 0) return false;
    at = found + piece.length;
  }
  return at <= name.length - tail.length;
}
