import { given } from '../../../schema/given.ts';
import { type Edit, type Fields, fieldsIn, isFields, put, remove, rename, say } from '../edit.ts';

/**
 * The navigation of `mint.json`: a list of groups. Tabs and anchors with a path take those groups whose
 * first page is below it; versions take the groups and tabs that name them.
 */
export function rewriteMintNavigation(edit: Edit, config: Fields): void {
  const { versions } = config;
  const parts: Parts = {
    groups: fieldsIn(config.navigation),
    tabs: fieldsIn(config.tabs),
    anchors: fieldsIn(config.anchors),
    primary: firstName(config.primaryTab) ?? firstName(config.topAnchor) ?? 'Documentation',
    ...(isFields(config.topAnchor) ? { icon: config.topAnchor.icon } : {}),
  };
  const names = Array.isArray(versions) ? versions.map(nameOf).filter((name) => name !== '') : [];
  if (parts.tabs.length === 0 && parts.anchors.length === 0 && names.length === 0) return;
  say(edit, config, 'navigation', {
    reason: 'A list as navigation is read with the tabs, anchors and versions next to it',
    note: 'Run "docent migrate" to write it in its present form.',
  });
  put(
    edit,
    config,
    'navigation',
    names.length === 0
      ? divided(edit, parts)
      : {
          versions: names.map((version) => ({
            version,
            ...divided(edit, ofVersion(parts, version)),
          })),
        },
  );
  for (const key of ['tabs', 'anchors', 'versions', 'primaryTab', 'topAnchor']) {
    if (Object.hasOwn(config, key)) remove(edit, config, key);
  }
}

interface Parts {
  readonly groups: readonly Fields[];
  readonly tabs: readonly Fields[];
  readonly anchors: readonly Fields[];
  /** What the tab or anchor with the other groups is called. */
  readonly primary: string;
  readonly icon?: unknown;
}

function firstName(value: unknown): string | undefined {
  return isFields(value) && typeof value.name === 'string' ? value.name : undefined;
}

function nameOf(version: unknown): string {
  if (typeof version === 'string') return version;
  return firstName(version) ?? '';
}

/** What belongs to a version: what names it, and what names none. Each version has objects of its own. */
function ofVersion(parts: Parts, version: string): Parts {
  const own = (entries: readonly Fields[]) =>
    entries
      .filter((entry) => entry.version === undefined || entry.version === version)
      .map(({ version: _version, ...entry }) => entry);
  return {
    ...parts,
    groups: own(parts.groups),
    tabs: own(parts.tabs),
    anchors: own(parts.anchors),
  };
}

/** Groups below the tabs and anchors that their pages belong to. */
function divided(edit: Edit, { groups, tabs, anchors, primary, icon }: Parts): Fields {
  const entries = [...tabs, ...anchors];
  const taken = new Map<Fields, Fields[]>();
  const rest: Fields[] = [];
  for (const group of groups) {
    const owner = ownerOf(firstPage(group), entries);
    if (owner === undefined) rest.push(group);
    else taken.set(owner, [...(taken.get(owner) ?? []), group]);
  }
  const tabList = tabs.map((tab) => entryOf(edit, tab, { label: 'tab', groups: taken.get(tab) }));
  const anchorList = anchors.map((anchor) =>
    entryOf(edit, anchor, { label: 'anchor', groups: taken.get(anchor) }),
  );
  if (tabList.length > 0) {
    // Next to tabs, an anchor with pages is a tab as well.
    const isLink = (anchor: Fields) => anchor.href !== undefined;
    const others = anchorList.filter((anchor) => !isLink(anchor));
    for (const anchor of others) rename(edit, anchor, 'anchor', 'tab');
    const first = rest.length === 0 ? [] : [{ tab: primary, groups: rest }];
    return {
      tabs: [...first, ...tabList, ...others],
      ...listed('anchors', anchorList.filter(isLink)),
    };
  }
  if (anchorList.every((anchor) => anchor.href !== undefined)) {
    return { groups: rest, ...listed('anchors', anchorList) };
  }
  const first = { anchor: primary, ...given({ icon }), groups: rest };
  return { anchors: rest.length === 0 ? anchorList : [first, ...anchorList] };
}

function listed(key: string, entries: readonly Fields[]): Fields {
  return entries.length === 0 ? {} : { [key]: entries };
}

/** The entry with the longest path above a page. */
function ownerOf(page: string | undefined, entries: readonly Fields[]): Fields | undefined {
  if (page === undefined) return undefined;
  const below = entries.filter((entry) => {
    const path = pathOf(entry.url);
    return path !== '' && (page === path || page.startsWith(`${path}/`));
  });
  return below.sort((a, b) => pathOf(b.url).length - pathOf(a.url).length)[0];
}

/** The path of an entry in the site; empty for an address elsewhere. */
function pathOf(url: unknown): string {
  if (typeof url !== 'string' || /^[a-z][a-z+.-]*:|^\/\//i.test(url)) return '';
  return url.replace(/^\/+|\/+$/g, '');
}

function firstPage(group: Fields): string | undefined {
  const { pages } = group;
  for (const page of Array.isArray(pages) ? pages : []) {
    if (typeof page === 'string') return page.replace(/^\/+/, '');
    const inner = isFields(page) ? firstPage(page) : undefined;
    if (inner !== undefined) return inner;
  }
  return undefined;
}

/** A tab or an anchor in its present form: with its groups, or as a link. */
function entryOf(
  edit: Edit,
  entry: Fields,
  { label, groups }: { readonly label: 'tab' | 'anchor'; readonly groups: Fields[] | undefined },
): Fields {
  if (Object.hasOwn(entry, 'name')) rename(edit, entry, 'name', label);
  if (Object.hasOwn(entry, 'isDefaultHidden')) remove(edit, entry, 'isDefaultHidden');
  const path = pathOf(entry.url);
  if (groups !== undefined) {
    put(edit, entry, 'groups', groups);
    remove(edit, entry, 'url');
  } else if (entry.openapi !== undefined || entry.asyncapi !== undefined)
    remove(edit, entry, 'url');
  else {
    rename(edit, entry, 'url', 'href');
    if (path !== '') put(edit, entry, 'href', `/${path}`);
  }
  if (Object.hasOwn(entry, 'version')) remove(edit, entry, 'version');
  if (isGradient(entry.color)) remove(edit, entry, 'color');
  return entry;
}

/** A colour from one to another; the present form has none. */
function isGradient(color: unknown): boolean {
  return isFields(color) && Object.hasOwn(color, 'from');
}
