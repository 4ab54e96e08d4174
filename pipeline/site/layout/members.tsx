import type { JSX } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { type Access, widerAccess } from '../../../schema/access.ts';
import type { MemberRows } from '../../../schema/build.ts';
import type { NavContainer, NavNode, RenderedBody, Site } from '../../../schema/site.ts';
import { type Audience, accessIn, everything, nodeId } from './audience.ts';
import { type List, listOf, Row } from './sidebar-rows.tsx';
import { choicesOf, TabItem } from './tabs.tsx';
import type { LayoutTools } from './tools.ts';
import { leavesOf, type View, viewOf } from './view.ts';

/** Shows open pages only, so that every other row is a slot. */
function openOnly(site: Site): Audience {
  return { key: 'members', sees: (path) => !accessIn(site, path)?.protected };
}

/**
 * The entries that are not in any public file, by the name of their slot: of each list of pages,
 * and of each row of tabs. A server shows them to the sessions that may read their pages.
 */
export function memberRows(site: Site, tools: LayoutTools, empty: RenderedBody): MemberRows {
  const rows: Record<string, MemberRows[string]> = {};
  const add = (node: NavNode, made: () => JSX.Element): void => {
    const id = nodeId(site, node);
    const access = rows[id] ? undefined : accessBelow(site, node);
    if (access?.protected) rows[id] = { html: renderToString(made()), groups: access.groups };
  };
  const audience = openOnly(site);
  const done = new Set<NavContainer>();
  for (const page of site.pages.values()) {
    const shown = viewOf(page, empty, site, tools);
    for (const known of [shown, ...shown.elsewhere]) {
      const branch = known.containers.at(-1);
      if (!branch || done.has(branch)) continue;
      done.add(branch);
      // Independent of the page: no entry is the current one, no group is open.
      const view: View = { ...known, audience, page: { ...page, path: '' }, open: new Set() };
      const list = listOf(view);
      for (const node of branch.children) addRows(node, list, 0, add);
      const full = { ...view, audience: everything };
      const { items, above } = choicesOf(view, 'tab');
      for (const item of items) {
        add(item, () => <TabItem view={full} item={item} way={[...above, item]} current={false} />);
      }
    }
  }
  return rows;
}

function addRows(
  node: NavNode,
  list: List,
  depth: number,
  add: (node: NavNode, made: () => JSX.Element) => void,
): void {
  if (node.type !== 'page' && node.type !== 'group') return;
  add(node, () => <Row node={node} list={{ ...list, forced: node }} depth={depth} />);
  if (node.type === 'group') {
    for (const child of node.children) addRows(child, list, depth + 1, add);
  }
}

/** Whoever may read any of the pages below a node. */
function accessBelow(site: Site, node: NavNode): Access | undefined {
  let access: Access | undefined;
  for (const path of leavesOf(node)) {
    const own = accessIn(site, path);
    if (own) access = access ? widerAccess(access, own) : own;
  }
  return access;
}
