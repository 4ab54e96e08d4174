import type { OpenApiReference } from '../../../schema/config/api.ts';
import { hasAllOperations } from '../../../schema/config/described.ts';
import type { Group } from '../../../schema/config/navigation.ts';
import { given } from '../../../schema/given.ts';
import { asPagePath } from '../../../schema/page-path.ts';
import type { NavGroup, NavNode, NavPage } from '../../../schema/site.ts';
import { type PageEntry, readPageEntry } from '../paths.ts';
import { type Here, type Resolver, reportMissing } from './resolver.ts';

/** Groups that are nested deeper are hard to navigate. */
const deepest = 4;

/** Pages and groups of a list. */
export function resolvePages(
  resolver: Resolver,
  written: readonly (string | Group)[] = [],
  here: Here,
): NavNode[] {
  return written.flatMap((entry, index) => {
    const at = { ...here, pointer: `${here.pointer}/${index}` };
    return typeof entry === 'string'
      ? resolvePage(resolver, entry, at)
      : resolveGroup(resolver, entry, at);
  });
}

function resolvePage(resolver: Resolver, entry: string, at: Here): NavNode[] {
  const read = readPageEntry(entry);
  if (read.type === 'link') {
    const label = URL.canParse(read.href) ? new URL(read.href).host || read.href : read.href;
    return [{ type: 'link', label, href: read.href }];
  }
  if (read.type === 'operation') return resolveOperation(resolver, read, at);
  if (resolver.lookup.page(read.path) !== undefined) return [{ type: 'page', path: read.path }];
  resolver.leftOut.count++;
  reportMissing(resolver, read.path, {
    ruleId: 'missing-page',
    pointer: at.pointer,
    as: 'listed in the navigation',
    note: `Create ${read.path}.mdx, or remove the entry.`,
  });
  return [];
}

function resolveOperation(
  resolver: Resolver,
  { entry, source }: Extract<PageEntry, { type: 'operation' }>,
  at: Here,
): NavNode[] {
  const isChannel = entry.startsWith('CHANNEL ');
  const openapi = source ?? (isChannel ? at.asyncapi : at.openapi);
  const path = resolver.lookup.operation(entry, openapi);
  if (typeof path === 'string') return [{ type: 'page', path }];
  resolver.leftOut.count++;
  const where = typeof openapi === 'string' ? ` in ${openapi}` : '';
  if (path?.leftOut === 'excluded') {
    resolver.report('warning', 'excluded-operation', at.pointer, {
      reason: `${isChannel ? '' : 'Operation '}${entry}${where} is marked x-excluded and has no page`,
      actual: entry,
      note: 'Remove the entry, or remove x-excluded.',
    });
  } else if (path?.leftOut !== 'unread') {
    // An unread description is reported once, where it is named, with all that is missing because of it.
    resolver.report(resolver.missing, 'missing-operation', at.pointer, {
      reason: `Missing ${isChannel ? 'channel' : 'operation'} ${isChannel ? entry.slice(8) : entry}${where}`,
      actual: entry,
      note: `Correct the entry, or set "${isChannel ? 'asyncapi' : 'openapi'}" on a group above it to the API description.`,
    });
  }
  return [];
}

function resolveGroup(resolver: Resolver, group: Group, at: Here): NavGroup[] {
  const depth = at.depth + 1;
  if (depth === deepest + 1) {
    resolver.report('warning', 'deep-group', `${at.pointer}/group`, {
      reason: `Group ${JSON.stringify(group.group)} is nested ${depth} levels deep, expected at most ${deepest}`,
      note: 'Move it up, or split the section.',
    });
  }
  const inside: Here = { ...withDescriptions(at, group), pointer: `${at.pointer}/pages`, depth };
  let children = resolvePages(resolver, group.pages, inside);
  const described = describedNodes(resolver, group);
  const only = described[0];
  // Operations of a single tag need no group of their own inside one that the author named.
  const isSingle = described.length === 1 && children.length === 0 && only?.type === 'group';
  children = [...children, ...(isSingle ? only.children : described)];
  const root = rootOf(resolver, group, at);
  if (children.length === 0 && root.root === undefined) return [];
  return [
    {
      type: 'group',
      // Authors write " " for a group without a name.
      label: group.group.trim() === '' ? '' : group.group,
      ...given({ icon: group.icon, iconType: group.iconType, tag: group.tag }),
      expanded: group.expanded === true,
      hidden: group.hidden === true,
      ...root,
      ...given({
        directory: group.directory === 'none' ? undefined : group.directory,
        boost: group.boost,
      }),
      children,
    },
  ];
}

function rootOf(resolver: Resolver, group: Group, at: Here): { readonly root?: string } {
  if (group.root === undefined) return {};
  const root = asPagePath(group.root);
  if (resolver.lookup.page(root) !== undefined) return { root };
  reportMissing(resolver, root, {
    ruleId: 'missing-page',
    pointer: `${at.pointer}/root`,
    as: `the root of group ${JSON.stringify(group.group)}`,
    note: `Create ${root}.mdx, or remove "root".`,
  });
  return {};
}

/** What an entry may have instead of pages. */
type Described = Pick<Here, 'openapi' | 'asyncapi'>;

/** A place below an entry, whose descriptions are closer than those above it. */
export function withDescriptions(at: Here, { openapi, asyncapi }: Described): Here {
  return { ...at, ...given({ openapi, asyncapi }) };
}

/** Everything in the descriptions of an entry that asks for all of it: requests, then channels. */
export function describedNodes(resolver: Resolver, entry: Described): NavNode[] {
  const isOperation = (text: string) => {
    const read = readPageEntry(text);
    if (read.type === 'page') return resolver.lookup.page(read.path)?.isOperation === true;
    return read.type === 'operation';
  };
  return (['openapi', 'asyncapi'] as const).flatMap((kind) => {
    const reference = entry[kind];
    if (reference === undefined || !hasAllOperations(entry, kind, isOperation)) return [];
    return operationNodes(resolver, reference);
  });
}

/** All operations of a description: one group for each tag, those without a tag first. */
export function operationNodes(resolver: Resolver, openapi: OpenApiReference): NavNode[] {
  const groups = new Map<string, NavNode[]>();
  const loose: NavNode[] = [];
  for (const { path, group } of resolver.lookup.operations(openapi)) {
    const page: NavPage = { type: 'page', path };
    resolver.described.add(page);
    if (group === undefined) loose.push(page);
    else {
      const pages = groups.get(group) ?? [];
      pages.push(page);
      groups.set(group, pages);
    }
  }
  const made = [...groups].map(
    ([label, children]): NavGroup => ({
      type: 'group',
      label,
      expanded: false,
      hidden: false,
      children,
    }),
  );
  return [...loose, ...made];
}
