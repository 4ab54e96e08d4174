import { stemOf } from './stem.ts';
import { isStopWord } from './stop-words.ts';
import { runsOf, wordsOfRun } from './words.ts';

/** A word of a question, as texts are read for it. */
export interface AskedWord {
  /** As it was asked, in lower case. */
  readonly word: string;
  /** How much it says, 0 … 1: the fewer pages have it or, if none has, a synonym, the more. */
  readonly rarity: number;
  /** Whether a page has the word itself. */
  readonly isWritten: boolean;
  /** Whether a page has it or a synonym; what is only spelled alike is not known. */
  readonly isKnown: boolean;
  /** Stems that mean the same, with how well they do (0 … 1). */
  readonly stems: Readonly<Record<string, number>>;
}

/** Reads texts for the words of a question. */
export interface CoverReader {
  /** How well a text has each of the words, 0 … 1, in their order. */
  readonly covers: (text: string) => readonly number[];
  /** How much of a title or a heading the question names, 0 … 1. */
  readonly named: (title: string) => number;
}

export function coverReader(words: readonly AskedWord[], language: string): CoverReader {
  const byStem = new Map<string, [at: number, cover: number][]>();
  for (const [at, { stems }] of words.entries()) {
    for (const [stem, cover] of Object.entries(stems)) {
      const of = byStem.get(stem) ?? [];
      byStem.set(stem, of);
      of.push([at, cover]);
    }
  }
  const covers = (text: string): number[] => {
    const found = words.map(() => 0);
    for (const run of runsOf(text)) {
      for (const word of wordsOfRun(run)) {
        for (const [at, cover] of byStem.get(stemOf(word, language)) ?? []) {
          if (cover > (found[at] ?? 0)) found[at] = cover;
        }
      }
    }
    return found;
  };
  const named = (title: string): number => {
    const all = new Set(
      runsOf(title)
        .flatMap(wordsOfRun)
        .filter((word) => !isStopWord(word, language))
        .map((word) => stemOf(word, language)),
    );
    const known = [...all].filter((stem) =>
      (byStem.get(stem) ?? []).some(([, cover]) => cover === 1),
    );
    return all.size === 0 ? 0 : known.length / all.size;
  };
  return { covers, named };
}
