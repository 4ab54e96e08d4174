import { hash as digest } from 'node:crypto';
import type { NavContainer, NavPlace, Site } from '../../../schema/site.ts';
import { leavesOf, type View } from './view.ts';

/**
 * Names a branch of the navigation by its containers, below the root: four characters for each, so that the names of
 * branches begin alike as far as their containers are the same.
 */
export function branchKey(containers: readonly NavContainer[]): string {
  return containers.slice(1).map(tokenOf).join(' ');
}

const tokens = new WeakMap<NavContainer, string>();

function tokenOf(container: NavContainer): string {
  const known = tokens.get(container);
  if (known !== undefined) return known;
  const made = digest('sha256', container.label, 'base64url').slice(0, 4);
  tokens.set(container, made);
  return made;
}

/**
 * Attributes of a link to a container, with those around it from the root. Where pages of it are in other branches as
 * well, it says which one it leads to: the browser keeps that for the page behind it.
 */
export function leadsTo(
  { site }: View,
  way: readonly NavContainer[],
): { readonly 'data-branch'?: string } {
  const item = way.at(-1);
  return item && isShared(site, item) ? { 'data-branch': branchKey(way) } : {};
}

const shared = new WeakMap<NavContainer, boolean>();

/** Whether a page below a container is somewhere else as well. */
function isShared({ navigation: { places } }: Site, item: NavContainer): boolean {
  const known = shared.get(item);
  if (known !== undefined) return known;
  const isElsewhere = ({ trail }: NavPlace) => !trail.includes(item);
  let found = false;
  for (const path of new Set(leavesOf(item))) {
    found = places.get(path)?.some(isElsewhere) ?? false;
    if (found) break;
  }
  shared.set(item, found);
  return found;
}
