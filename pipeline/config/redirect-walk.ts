import { capturesOf, hopFrom, isPlainPath, maxHops, pathOf } from '../../schema/redirect.ts';
import type { ResolvedRedirect } from '../../schema/site.ts';

/** What following every redirect from its own source has shown. */
export interface RedirectWalk<T> {
  /** Redirects that lead back to themselves, each circle once. */
  readonly loops: readonly (readonly T[])[];
  /** Redirects that lead through more others than a request is sent through. */
  readonly long: readonly T[];
  /** The first redirect that was not followed, when there was too much to do. */
  readonly unread?: T;
}

/**
 * Comparisons of a path with a pattern: at most a second of work, and enough for the largest sites.
 */
export const comparisons = 12_000_000;

/**
 * Follows every redirect from a made-up path of its own. A path is looked up once, however many lead to
 * it; `budget` is shared by all walks over the redirects of a site.
 */
export function walkRedirects<T extends ResolvedRedirect>(
  entries: readonly T[],
  budget: { left: number },
): RedirectWalk<T> {
  const walk: Walk<T> = {
    ...{ entries, budget },
    patterns: entries.filter(({ source }) => capturesOf(source).length > 0).length,
    hops: new Map(),
    loops: [],
    inLoop: new Set(),
    distances: new Map(),
  };
  const long: T[] = [];
  for (const entry of entries) {
    if (walk.inLoop.has(entry)) continue;
    if (budget.left <= 0) return { loops: walk.loops, long, unread: entry };
    // A redirect to its own path is ignored when matching, but is a mistake nevertheless.
    if (entry.source === entry.destination) noteLoop(walk, [entry]);
    else if (!endsAtOnce(walk, entry)) {
      const hops = follow(walk, sampleOf(entry.source));
      if (hops > maxHops && !walk.inLoop.has(entry)) long.push(entry);
    }
  }
  return { loops: walk.loops, long };
}

/** Whether a redirect leads to a path that no redirect begins at; where all are plain, most do. */
function endsAtOnce<T extends ResolvedRedirect>(walk: Walk<T>, { destination }: T): boolean {
  return walk.patterns === 0 && isPlainPath(destination) && hop(walk, destination) === null;
}

/** A walk over all redirects, and what it has found so far. */
interface Walk<T> {
  readonly entries: readonly T[];
  readonly budget: { left: number };
  /** How many redirects a path is compared with. */
  readonly patterns: number;
  /** Next hop of the paths that were looked up; null at an end. */
  readonly hops: Map<string, Hop | null>;
  readonly loops: T[][];
  readonly inLoop: Set<T>;
  /** How many hops are left from a path that has an end. */
  readonly distances: Map<string, number>;
}

type Hop = NonNullable<ReturnType<typeof hopFrom>>;

/** Follows a path to its end, and notes how far from it each path on the way is; returns that of the first. */
function follow<T extends ResolvedRedirect>(walk: Walk<T>, start: string): number {
  const trail = startTrail<T>();
  const passed: string[] = [];
  let path = start;
  for (;;) {
    if (walk.distances.has(path)) break;
    const step = hop(walk, path);
    const next = step && walk.entries[step.index];
    if (!next || walk.inLoop.has(next)) break;
    const circle = circleAt(trail, path, next);
    if (circle) {
      noteLoop(walk, circle);
      break;
    }
    trail.visits.set(path, trail.chain.length);
    trail.uses.set(next, trail.chain.length);
    trail.chain.push(next);
    passed.push(path);
    if (!step.destination.startsWith('/')) {
      // The end is on another host: nothing is known of that path here.
      path = step.destination;
      break;
    }
    path = pathOf(step.destination);
  }
  let distance = walk.distances.get(path) ?? 0;
  for (const one of passed.reverse()) walk.distances.set(one, ++distance);
  return distance;
}

function hop<T extends ResolvedRedirect>(walk: Walk<T>, path: string): Hop | null {
  const { entries, budget, hops, patterns } = walk;
  if (budget.left <= 0) return null;
  const known = hops.get(path);
  if (known !== undefined) return known;
  budget.left -= patterns + 1;
  const found = hopFrom(entries, path) ?? null;
  hops.set(path, found);
  return found;
}

/** The redirects that one path goes through. */
interface Trail<T> {
  readonly chain: T[];
  /** Path → its position in the chain. */
  readonly visits: Map<string, number>;
  /** Redirect → its last position in the chain. */
  readonly uses: Map<T, number>;
  /** The first part of the chain that begins and ends at the same redirect. */
  repeated: readonly T[] | undefined;
  /** Hops that may follow such a part. */
  left: number;
}

function startTrail<T>(): Trail<T> {
  return { chain: [], visits: new Map(), uses: new Map(), repeated: undefined, left: maxHops };
}

/** The circle that one more redirect would close, if it does. */
function circleAt<T>(trail: Trail<T>, path: string, next: T): T[] | undefined {
  const { chain, visits, uses } = trail;
  const used = uses.get(next);
  if (used !== undefined) trail.repeated ??= chain.slice(used);
  const visited = visits.get(path);
  if (visited !== undefined) return [...new Set(chain.slice(visited))];
  // A redirect may be used again on the way to an end (`/a/*` to `/*`, asked for `/a/a`); a path may not.
  return trail.repeated !== undefined && trail.left-- === 0
    ? [...new Set(trail.repeated)]
    : undefined;
}

function noteLoop<T>({ loops, inLoop }: Walk<T>, circle: T[]): void {
  loops.push(circle);
  for (const member of circle) inLoop.add(member);
}

/** A path that a source matches: parameter names are used as their values. */
export function sampleOf(source: string): string {
  if (capturesOf(source).length === 0) return source;
  return source
    .replaceAll(/:[A-Za-z_]\w*/g, (name) => `~${name.slice(1)}~`)
    .replaceAll('*', '~rest~/~of~');
}
