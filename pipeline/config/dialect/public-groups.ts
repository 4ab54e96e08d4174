import { type Edit, type Fields, fieldsIn, isFields, put, remove, say } from '../edit.ts';
import { readPageEntry } from '../paths.ts';
import { navigationLists } from './navigation.ts';
import { drop } from './shared.ts';

/**
 * `public: true` of groups: their pages are named in `auth.publicPaths`. Call it when the rest of the navigation has been
 * rewritten.
 */
export function rewritePublicGroups(edit: Edit, config: Fields): void {
  const { auth, navigation } = config;
  if (!isFields(navigation)) return;
  const paths = new Set<string>();
  const enabled = isFields(auth) && auth.enabled === true;
  visit(edit, navigation, { paths, enabled });
  if (!isFields(auth) || paths.size === 0) return;
  const written = auth.publicPaths ?? [];
  if (Array.isArray(written)) put(edit, auth, 'publicPaths', [...written, ...paths]);
}

interface Found {
  /** Paths of the pages that are public. */
  readonly paths: Set<string>;
  /** Whether readers have to sign in at all. */
  readonly enabled: boolean;
}

function visit(edit: Edit, container: Fields, found: Found, isPublic = false): void {
  for (const list of navigationLists) {
    const isGroups = list === 'groups' || list === 'pages';
    for (const entry of fieldsIn(container[list])) {
      const says = isGroups && typeof entry.public === 'boolean';
      const inPublic = says ? entry.public === true : isPublic;
      if (says) rewritePublic(edit, entry, found.enabled);
      if (inPublic && found.enabled) addPages(edit, entry, found.paths);
      visit(edit, entry, found, inPublic);
    }
  }
}

function rewritePublic(edit: Edit, group: Fields, enabled: boolean): void {
  if (!enabled || group.public === false) {
    const why = enabled ? 'pages are protected unless they are named as public' : withoutAuth;
    drop(edit, group, 'public', why);
    return;
  }
  say(edit, group, 'public', {
    reason: '"public" of a group is read as its pages in "auth.publicPaths"',
    note: 'Name them there, or set "public: true" in their front matter.',
  });
  remove(edit, group, 'public');
}

const withoutAuth = 'nothing is protected without "auth.enabled"';

function addPages(edit: Edit, group: Fields, paths: Set<string>): void {
  const entries = Array.isArray(group.pages) ? group.pages : [];
  const read = [group.root, ...entries].flatMap((entry) =>
    typeof entry === 'string' ? [readPageEntry(entry)] : [],
  );
  for (const entry of read) {
    // No page has a `*` in its path, but a pattern would make other pages public.
    if (entry.type === 'page' && !entry.path.includes('*')) paths.add(entry.path);
  }
  const described = ['openapi', 'asyncapi'].find((key) => Object.hasOwn(group, key));
  if (described === undefined && !read.some(({ type }) => type === 'operation')) return;
  say(edit, group, described ?? 'pages', {
    severity: 'warning',
    reason:
      'Pages of operations in a public group stay protected: their paths follow from the API description',
    note: 'Add their paths to "auth.publicPaths", for example "api-reference/**".',
  });
}
