import { navigationDefinitions } from '../../../../../schema/config/navigation-schema.ts';
import type { JsonSchema } from '../../../../../schema/json-schema.ts';
import type { Path } from './edit.ts';
import { isFields, nameOf } from './form.ts';

/** A kind of entry of the navigation: what it is called, its key for its name, and its definition. */
export interface Kind {
  readonly word: string;
  readonly label: string;
  readonly schema: JsonSchema | undefined;
}

/** Kinds by the list that they are in. */
export const kinds: Readonly<Record<string, Kind>> = {
  tabs: { word: 'Tab', label: 'tab', schema: navigationDefinitions.tab },
  menu: { word: 'Menu entry', label: 'item', schema: navigationDefinitions.menuItem },
  anchors: { word: 'Anchor', label: 'anchor', schema: navigationDefinitions.anchor },
  products: { word: 'Product', label: 'product', schema: navigationDefinitions.product },
  versions: { word: 'Version', label: 'name', schema: navigationDefinitions.version },
  languages: { word: 'Language', label: 'code', schema: navigationDefinitions.language },
  groups: { word: 'Group', label: 'group', schema: navigationDefinitions.group },
  pages: { word: 'Page', label: 'group', schema: navigationDefinitions.group },
};

/** An entry of the navigation, as a row of its tree. */
export interface TreeRow {
  readonly path: Path;
  /** The path as problems name it. */
  readonly name: string;
  readonly depth: number;
  readonly value: unknown;
  /** The list that it is in. */
  readonly list: Path;
  readonly index: number;
  /** Entries of that list. */
  readonly count: number;
  readonly kind: Kind;
  /** A page has no entries of its own. */
  readonly isPage: boolean;
  readonly hasEntries: boolean;
}

/** The rows of a tree in their order; what is in a closed entry is left out. */
export function rowsOf(
  value: unknown,
  path: Path,
  isClosed: (name: string) => boolean,
): readonly TreeRow[] {
  return rowsIn(value, { path, name: nameOf(path), depth: 0 }, isClosed);
}

function rowsIn(
  value: unknown,
  { path, name: owner, depth }: Pick<TreeRow, 'path' | 'name' | 'depth'>,
  isClosed: (name: string) => boolean,
): readonly TreeRow[] {
  if (!isFields(value)) return [];
  return Object.entries(kinds).flatMap(([key, kind]) => {
    const entries: unknown = value[key];
    if (!Array.isArray(entries)) return [];
    const list = [...path, key];
    return entries.flatMap((entry: unknown, index): TreeRow[] => {
      const at = [...list, index];
      const name = `${owner}.${key}[${index}]`;
      const inside = rowsIn(entry, { path: at, name, depth: depth + 1 }, isClosed);
      const isPage = typeof entry === 'string';
      const row: TreeRow = {
        ...{ path: at, name, depth, value: entry, list, index, count: entries.length, isPage },
        kind: key === 'pages' && !isPage ? (kinds.groups as Kind) : kind,
        hasEntries: inside.length > 0,
      };
      return [row, ...(isClosed(name) ? [] : inside)];
    });
  });
}

/** Lists that an entry can be in: pages and groups go wherever groups have pages. */
export function canBeIn(row: Pick<TreeRow, 'list' | 'isPage'>, list: Path): boolean {
  const [from, to] = [row.list.at(-1), list.at(-1)];
  if (from === to) return true;
  return !row.isPage && from === 'groups'
    ? to === 'pages'
    : from === 'pages' && to === 'groups' && !row.isPage;
}

/** What an entry can have in it. */
export function addable({ isPage, kind }: Pick<TreeRow, 'isPage' | 'kind'>): readonly string[] {
  if (isPage) return [];
  const { properties = {} } = kind.schema ?? {};
  return Object.keys(kinds).filter((key) => Object.hasOwn(properties, key));
}

/** A new entry of a list. */
export function newEntry(key: string, isGroup = false): unknown {
  if (key === 'pages' && !isGroup) return 'new-page';
  const { label = 'group', word = '' } = kinds[key] ?? {};
  if (key === 'languages') return { code: 'fr', pages: [] };
  const name = `New ${(key === 'pages' ? 'Group' : word).toLowerCase()}`;
  return key === 'groups' || key === 'pages'
    ? { group: name, pages: [] }
    : key === 'anchors' || key === 'menu'
      ? { [label]: name, href: 'https://' }
      : { [label]: name, pages: [] };
}

/** What an entry is called. */
export function nameOfRow({ value, kind }: TreeRow): string {
  if (typeof value === 'string') return value;
  const name = isFields(value) ? (value[kind.label] ?? value.name) : undefined;
  return typeof name === 'string' ? name : '';
}
