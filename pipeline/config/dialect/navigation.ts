import { type Edit, type Fields, fieldsIn, isFields, put, remove, rename, say } from '../edit.ts';
import { drop, rewriteDescriptions, rewriteIcon } from './shared.ts';

/** `navigation`, with all containers in it. */
export function rewriteNavigation(edit: Edit, config: Fields): void {
  if (Array.isArray(config.navigation)) {
    say(edit, config, 'navigation', {
      reason: 'A list as navigation is read as its groups',
      note: 'Write { "groups": [ … ] }.',
    });
    put(edit, config, 'navigation', { groups: config.navigation });
  }
  if (isFields(config.navigation)) rewriteContainer(edit, config.navigation);
}

const renamedIn: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  languages: [
    ['language', 'code'],
    ['href', 'url'],
  ],
  versions: [
    ['version', 'name'],
    ['href', 'url'],
  ],
  products: [['href', 'url']],
  groups: [['isDefaultOpen', 'expanded']],
  pages: [['isDefaultOpen', 'expanded']],
};

/** The lists of entries that a container of the navigation can have. */
export const navigationLists = [
  'tabs',
  'menu',
  'anchors',
  'products',
  'versions',
  'languages',
  'groups',
  'pages',
];

/**
 * Rewrites what is in a container, which is an entry of the list `kind`. `directory` is what a container
 * above it says of the groups below.
 */
function rewriteContainer(
  edit: Edit,
  container: Fields,
  kind = 'navigation',
  directory?: unknown,
): void {
  if (Object.hasOwn(container, 'dropdowns')) rewriteDropdowns(edit, container);
  if (isFields(container.global)) mergeGlobal(edit, container, container.global);
  if (Array.isArray(container.menu) && withoutMenu.has(kind)) rewriteMenu(edit, container);
  if (Object.hasOwn(container, 'drilldown')) {
    drop(edit, container, 'drilldown', 'the theme decides');
  }
  const inherited = rewriteDirectory(edit, container, kind, directory);
  rewriteDescriptions(edit, container);
  if (isFields(container.icon)) rewriteIcon(edit, container, container.icon);
  for (const key of navigationLists) {
    for (const entry of fieldsIn(container[key])) {
      for (const [from, to] of renamedIn[key] ?? []) {
        if (!Object.hasOwn(entry, from)) continue;
        say(edit, entry, from, {
          reason: `"${from}" of an entry of "${key}" is read as "${to}"`,
          note: `Rename it to "${to}".`,
        });
        rename(edit, entry, from, to);
      }
      if (key === 'languages') rewriteCode(edit, entry);
      rewriteContainer(edit, entry, key, inherited);
    }
  }
}

/** A group has the directory of what it is in; only one with a page of its own can show it. */
function rewriteDirectory(edit: Edit, entry: Fields, kind: string, above: unknown): unknown {
  const isGroup = kind === 'groups' || kind === 'pages';
  const own = Object.hasOwn(entry, 'directory') ? entry.directory : above;
  if (isGroup && entry.root !== undefined) {
    if (own !== undefined && own !== entry.directory) put(edit, entry, 'directory', own);
  } else if (Object.hasOwn(entry, 'directory')) {
    if (!isGroup) {
      say(edit, entry, 'directory', {
        reason: '"directory" is read as that of the groups below',
        note: 'Move it to the groups that have a "root".',
      });
    }
    remove(edit, entry, 'directory');
  }
  return own;
}

/** Codes of the other dialect that are no languages to browsers and search engines. */
const codes: Readonly<Record<string, string>> = { cn: 'zh-CN', jp: 'ja', 'ja-jp': 'ja' };

function rewriteCode(edit: Edit, entry: Fields): void {
  const code = typeof entry.code === 'string' ? codes[entry.code] : undefined;
  if (code === undefined) return;
  say(edit, entry, 'code', {
    reason: `Language "${entry.code}" is read as "${code}"`,
    note: `Write "${code}".`,
  });
  put(edit, entry, 'code', code);
}

/** Entries with lists of pages that have no menu here: only a tab has one. */
const withoutMenu = new Set(['products', 'versions', 'languages', 'anchors', 'navigation']);

function rewriteMenu(edit: Edit, container: Fields): void {
  say(edit, container, 'menu', {
    reason: '"menu" of an entry other than a tab is read as "tabs"',
    note: 'Rename "menu" to "tabs" and "item" to "tab".',
  });
  for (const entry of fieldsIn(container.menu)) {
    if (Object.hasOwn(entry, 'item')) rename(edit, entry, 'item', 'tab');
    if (Object.hasOwn(entry, 'description')) remove(edit, entry, 'description');
  }
  mergeList(edit, container, 'menu', 'tabs');
}

/** Gives a list its other name, behind what there is of that. */
function mergeList(edit: Edit, container: Fields, from: string, to: string): void {
  const [added, known] = [container[from], container[to]];
  if (Array.isArray(known) && Array.isArray(added)) {
    put(edit, container, to, [...known, ...added]);
    remove(edit, container, from);
  } else rename(edit, container, from, to);
}

function rewriteDropdowns(edit: Edit, container: Fields): void {
  say(edit, container, 'dropdowns', {
    reason: '"dropdowns" are read as "products"',
    note: 'Rename "dropdowns" to "products" and "dropdown" to "product".',
  });
  for (const entry of fieldsIn(container.dropdowns)) {
    if (Object.hasOwn(entry, 'dropdown')) rename(edit, entry, 'dropdown', 'product');
    if (Object.hasOwn(entry, 'color')) remove(edit, entry, 'color');
  }
  mergeList(edit, container, 'dropdowns', 'products');
}

function mergeGlobal(edit: Edit, container: Fields, global: Fields): void {
  say(edit, container, 'global', {
    reason: '"global" is read as part of the navigation itself',
    note: 'Move its lists up into "navigation".',
  });
  moveLinks(edit, container, global);
  for (const [key, value] of Object.entries(global)) {
    const here = container[key];
    const both = Array.isArray(here) && Array.isArray(value);
    if (here === undefined || both) put(edit, container, key, both ? [...value, ...here] : value);
  }
  remove(edit, container, 'global');
  if (Object.hasOwn(container, 'dropdowns')) rewriteDropdowns(edit, container);
}

/** Names of entries that may be links to other sites, by their lists. */
const linkLists = { dropdowns: 'dropdown', products: 'product', versions: 'version' } as const;

/** Links to other sites that would be the only choices of a menu, on all pages: they are shown as anchors. */
function moveLinks(edit: Edit, container: Fields, global: Fields): void {
  for (const [key, name] of Object.entries(linkLists)) {
    const entries = fieldsIn(global[key]);
    if (entries.length === 0 || container[key] !== undefined || !entries.every(isLink)) continue;
    const links = entries.map(({ [name]: label, name: other, ...entry }) => ({
      ...entry,
      anchor: label ?? other,
    }));
    const anchors = Array.isArray(global.anchors) ? global.anchors : [];
    put(edit, global, 'anchors', [...anchors, ...links]);
    remove(edit, global, key);
  }
}

function isLink({ href, url }: Fields): boolean {
  return /^https?:/i.test(String(href ?? url ?? ''));
}
