import { given } from '../../schema/given.ts';
import type { NavContainer, NavGroup, NavNode, NavPage, NavPlace } from '../../schema/site.ts';

/** Positions of all pages, and pages that are listed more than once in one sequence. */
export interface Places {
  readonly places: ReadonlyMap<string, readonly NavPlace[]>;
  readonly repeated: readonly { readonly path: string; readonly label: string }[];
}

/**
 * Finds the positions of each page. Previous and next follow the pages of the innermost container
 * in order; hidden pages and pages of hidden groups are not part of that sequence.
 */
export function findPlaces(
  root: NavContainer,
  {
    isHidden,
    isListed,
  }: {
    readonly isHidden: (path: string) => boolean;
    /** Whether the author has listed this page, rather than a description that has it. */
    readonly isListed: (page: NavPage) => boolean;
  },
): Places {
  const stops: Stop[] = [];
  collect(root, { trail: [], stops, hidden: false });
  const sequences = new Map<NavContainer, Sequence>();
  let sequence: Sequence | undefined;
  for (const stop of stops) {
    const { container, path, page } = stop;
    // The next page is in the same container, mostly.
    if (sequence?.container !== container) {
      sequence = sequences.get(container) ?? emptySequence(container);
      sequences.set(container, sequence);
    }
    sequence.stops.push(stop);
    if (page && !isListed(page)) continue;
    if (sequence.paths.has(path)) sequence.repeated.add(path);
    sequence.paths.add(path);
  }
  for (const { stops } of sequences.values()) {
    const seen = stops.filter((stop) => !stop.hidden && !isHidden(stop.path));
    let before: Stop | undefined;
    for (const stop of seen) {
      if (before) {
        stop.place.previous = before.path;
        before.place.next = stop.path;
      }
      before = stop;
    }
  }
  const places = new Map<string, NavPlace[]>();
  for (const { path, place } of stops) {
    const list = places.get(path);
    if (list) list.push(place);
    else places.set(path, [place]);
  }
  for (const [path, all] of places) {
    if (all.length > 1)
      places.set(
        path,
        [...all].sort((a, b) => detours(a) - detours(b)),
      );
  }
  const repeated = [...sequences.values()].flatMap(({ container: { label }, repeated: paths }) =>
    Array.from(paths, (path) => ({ path, label })),
  );
  return { places, repeated };
}

/** Versions and languages around a place that are not the default: a page that several share is in the default one. */
function detours({ trail }: NavPlace): number {
  return trail.filter(
    (node) =>
      node.type === 'container' && (node.version?.default ?? node.language?.default) === false,
  ).length;
}

/** First page that a reader would be shown below a node: default version and language first, hidden last. */
export function firstPage(node: NavNode, isHidden: (path: string) => boolean): string | undefined {
  return firstOf(node, isHidden, false) ?? firstOf(node, isHidden, true);
}

interface Stop {
  readonly path: string;
  /** Absent for the page of a group itself. */
  readonly page?: NavPage;
  readonly place: { trail: NavPlace['trail']; previous?: string; next?: string };
  readonly container: NavContainer;
  readonly hidden: boolean;
}

/** The pages of a container, in order. */
interface Sequence {
  readonly container: NavContainer;
  /** Those that the author has listed. */
  readonly paths: Set<string>;
  readonly repeated: Set<string>;
  readonly stops: Stop[];
}

function emptySequence(container: NavContainer): Sequence {
  return { container, paths: new Set(), repeated: new Set(), stops: [] };
}

interface Walk {
  readonly trail: readonly (NavContainer | NavGroup)[];
  readonly stops: Stop[];
  readonly hidden: boolean;
  readonly container?: NavContainer;
}

function collect(node: NavContainer | NavGroup, walk: Walk): void {
  const trail = [...walk.trail, node];
  const container = node.type === 'container' ? node : walk.container;
  if (container === undefined) return;
  const hidden = walk.hidden || node.hidden;
  const stop = (path: string, page?: NavPage) =>
    walk.stops.push({ path, place: { trail }, container, hidden, ...given({ page }) });
  const root = node.type === 'group' ? node.root : undefined;
  if (root !== undefined) stop(root);
  for (const child of node.children) {
    if (child.type === 'container' || child.type === 'group') {
      collect(child, { trail, stops: walk.stops, hidden, container });
      // A group's own page may be listed among its pages again: one place is enough.
    } else if (child.type === 'page' && child.path !== root) stop(child.path, child);
  }
}

function firstOf(
  node: NavNode,
  isHidden: (path: string) => boolean,
  withHidden: boolean,
): string | undefined {
  if (node.type === 'link') return undefined;
  if (node.type === 'page') return withHidden || !isHidden(node.path) ? node.path : undefined;
  if (node.hidden && !withHidden) return undefined;
  if (
    node.type === 'container' &&
    node.opens !== undefined &&
    (withHidden || !isHidden(node.opens))
  ) {
    return node.opens;
  }
  const root = node.type === 'group' ? node.root : undefined;
  if (root !== undefined && (withHidden || !isHidden(root))) return root;
  const isDefault = (child: NavNode) =>
    child.type === 'container' && (child.version?.default ?? child.language?.default ?? false);
  const order = [...node.children.filter(isDefault), ...node.children.filter((c) => !isDefault(c))];
  for (const child of order) {
    const found = firstOf(child, isHidden, withHidden);
    if (found !== undefined) return found;
  }
  return undefined;
}
