import { capturesOf, hopFrom, maxHops, pathOf } from '../../schema/redirect.ts';
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
  const patterns = entries.filter(({ source }) => capturesOf(source).length > 0).length;
  const hops = new Map<string, Hop | null>();
  const hop = (path: string): Hop | null => {
    const known = hops.get(path);
    if (known !== undefined) return known;
    budget.left -= patterns + 1;
    const found = hopFrom(entries, path) ?? null;
    hops.set(path, found);
    return found;
  };
  const loops: T[][] = [];
  const long: T[] = [];
  const inLoop = new Set<T>();
  /** How many hops are left from a path that has an end. */
  const distances = new Map<string, number>();
  for (const entry of entries) {
    if (inLoop.has(entry)) continue;
    if (budget.left <= 0) return { loops, long, unread: entry };
    // A redirect to its own path is ignored when matching, but is a mistake nevertheless.
    if (entry.source === entry.destination) {
      loops.push([entry]);
      inLoop.add(entry);
      continue;
    }
    const chain: T[] = [];
    const paths: string[] = [];
    const visits = new Map<string, number>();
    const uses = new Map<T, number>();
    /** The first part of the chain that begins and ends at the same redirect. */
    let repeated: readonly T[] | undefined;
    let left = maxHops;
    let path = sampleOf(entry.source);
    let distance = 0;
    for (;;) {
      const known = distances.get(path);
      if (known !== undefined) {
        distance = known;
        break;
      }
      const step = budget.left > 0 ? hop(path) : null;
      const next = step === null ? undefined : entries[step.index];
      if (step === null || next === undefined || inLoop.has(next)) break;
      const visited = visits.get(path);
      const used = uses.get(next);
      if (used !== undefined) repeated ??= chain.slice(used);
      // A redirect may be used again on the way to an end (`/a/*` to `/*`, asked for `/a/a`); a path may not.
      if (visited !== undefined || (repeated !== undefined && left-- === 0)) {
        const circle = [...new Set(visited === undefined ? repeated : chain.slice(visited))];
        loops.push(circle);
        for (const member of circle) inLoop.add(member);
        break;
      }
      visits.set(path, chain.length);
      uses.set(next, chain.length);
      chain.push(next);
      paths.push(path);
      if (!step.destination.startsWith('/')) {
        distance = 1;
        paths.pop();
        distances.set(path, 1);
        break;
      }
      path = pathOf(step.destination);
    }
    for (const passed of paths.reverse()) distances.set(passed, ++distance);
    if (distance > maxHops && !inLoop.has(entry)) long.push(entry);
  }
  return { loops, long };
}

type Hop = NonNullable<ReturnType<typeof hopFrom>>;

/** A path that a source matches: parameter names are used as their values. */
export function sampleOf(source: string): string {
  return source
    .replaceAll(/:[A-Za-z_]\w*/g, (name) => `~${name.slice(1)}~`)
    .replaceAll('*', '~rest~/~of~');
}
