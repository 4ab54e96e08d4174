/** A deployment, and the one that was published with the same sources: itself, unless the server has built them again. */
export interface Built {
  readonly id: string;
  readonly source: string;
}

/** How many deployments with the same sources are kept apart from the published one: readers may have the one before. */
const mostRebuilt = 2;

/**
 * Which deployments are kept, of a list in the order in which they went live, the last one first: those of the last
 * `keep` sources. Of each source that is the published one, and the ones that went live last.
 *
 * Decision: what the server builds again counts as its source does. Otherwise an afternoon of translating by hand would
 * push out everything that was published before.
 */
export function keptOf(recent: readonly Built[], keep: number): ReadonlySet<string> {
  const bySource = Map.groupBy(recent, ({ source }) => source);
  const sources = [...bySource].slice(0, Math.max(1, keep));
  return new Set(
    sources
      .flatMap(([source, built]) => [
        ...built.filter(({ id }) => id === source),
        ...built.slice(0, mostRebuilt),
      ])
      .map(({ id }) => id),
  );
}
