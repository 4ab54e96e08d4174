import type { NavContainer, NavNode, Site } from '../../../schema/site.ts';
import type { Audience } from './audience.ts';
import type { View } from './view.ts';

const counts = new WeakMap<Audience, WeakMap<Site, Map<NavNode, number>>>();

/** How many rows of a branch the readers of a document may see. */
export function leafCount({ site, audience }: View, node: NavNode): number {
  const bySite = counts.get(audience) ?? new WeakMap<Site, Map<NavNode, number>>();
  counts.set(audience, bySite);
  const memo = bySite.get(site) ?? new Map<NavNode, number>();
  bySite.set(site, memo);
  const count = (one: NavNode): number => {
    if (one.type === 'link') return 1;
    if (one.type === 'page') {
      return site.pages.get(one.path)?.visibility.sidebar && audience.sees(one.path) ? 1 : 0;
    }
    const known = memo.get(one);
    if (known !== undefined) return known;
    let sum = one.type === 'group' && one.root && audience.sees(one.root) ? 1 : 0;
    for (const child of one.children) sum += count(child);
    memo.set(one, sum);
    return sum;
  };
  return count(node);
}

const sizes = new WeakMap<NavContainer, { open: number; all: number }>();

/** Rows of a branch: all of them, and those of its first two levels. */
export function sizeOf(branch: NavContainer | undefined): { open: number; all: number } {
  const known = branch && sizes.get(branch);
  if (known) return known;
  const size = { open: 0, all: 0 };
  const count = (node: NavNode, depth: number): void => {
    size.all++;
    if (depth < 2) size.open++;
    if (node.type === 'group') for (const child of node.children) count(child, depth + 1);
  };
  for (const node of branch?.children ?? []) if (node.type !== 'container') count(node, 0);
  if (branch) sizes.set(branch, size);
  return size;
}
