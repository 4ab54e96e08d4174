import type { Slate } from './slate.ts';
import type { WeighedPosting } from './weigh.ts';

/** A word of a question, or a synonym of it. */
export interface WantedOption {
  readonly posting: WeighedPosting;
  readonly weight: number;
  /** How far a page that has it has what was asked for, 0 … 1. */
  readonly cover: number;
}

/** The posting of a word that has no synonyms: most words. */
export function onlyPosting([first, ...others]: readonly WantedOption[]):
  | WeighedPosting
  | undefined {
  const isOnly = first?.weight === 1 && first.cover === 1 && others.length === 0;
  return isOnly ? first.posting : undefined;
}

/** Adds up the pages of a word and its synonyms; `rows` is at most what it weighs in a section of each. */
export function addTogether(
  options: readonly WantedOption[],
  { fields, texts, rows }: Slate,
): void {
  for (const { posting, weight } of options) {
    const { pages, bounds } = posting;
    for (let i = 0; i < pages.length; i++) {
      const page = pages[i] ?? 0;
      fields[page] = (fields[page] ?? 0) + weight * (posting.fields[i] ?? 0);
      texts[page] = (texts[page] ?? 0) + weight * (posting.texts[i] ?? 0);
      rows[page] = (rows[page] ?? 0) + weight * (bounds[i] ?? 0);
    }
  }
}
