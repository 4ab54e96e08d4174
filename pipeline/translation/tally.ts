/** Pages, and the words of their sources. */
export interface Tally {
  readonly pages: number;
  readonly words: number;
}

/** The result of a page in a run. */
export type Ending =
  | 'translated'
  /** A person has translated it. */
  | 'kept'
  | 'failed'
  /** Its translation was made from the current source. */
  | 'unchanged'
  /** It has errors, which its author has to fix first. */
  | 'unreadable'
  /** The run ended before it. */
  | 'left';

/** The results of all pages of a run: together they add up to `all`. */
export type Tallies = Readonly<Record<Ending | 'all', Tally>>;

/** Adds up how pages ended; a page that has not ended yet is left. */
export function tallyOf(
  pages: ReadonlyMap<string, { readonly words: number }>,
  endings: ReadonlyMap<string, Ending>,
): Tallies {
  const none = { pages: 0, words: 0 };
  const tallies: Record<Ending | 'all', Tally> = {
    ...{ all: none, translated: none, kept: none, failed: none },
    ...{ unchanged: none, unreadable: none, left: none },
  };
  for (const [path, { words }] of pages) {
    for (const name of ['all', endings.get(path) ?? 'left'] as const) {
      const before = tallies[name];
      tallies[name] = { pages: before.pages + 1, words: before.words + words };
    }
  }
  return tallies;
}
