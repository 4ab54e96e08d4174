import { compounding } from './compounding.ts';
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

/** What a word counts that is one of a longer one: "sensor" of "Feuchtesensor", and of "Sensorkabel". */
const inCompound = { last: 0.8, first: 0.6 };

/** Letters of a word that is looked for in longer ones, and of the rest of these. */
const shortest = { part: 4, rest: 3 };

/** The words looked for that a longer word is written together of. */
function partsOf(
  stem: string,
  byStem: ReadonlyMap<string, readonly [at: number, cover: number][]>,
): readonly [at: number, cover: number][] {
  return [...byStem].flatMap(([part, of]) => {
    if (part.length < shortest.part || stem.length < part.length + shortest.rest) return [];
    const by = stem.endsWith(part) ? inCompound.last : stem.startsWith(part) ? inCompound.first : 0;
    return by === 0 ? [] : of.map(([at, cover]): [number, number] => [at, cover * by]);
  });
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
  const isCompounding = compounding.has(language.slice(0, 2));
  const compounds = new Map<string, readonly [at: number, cover: number][]>();
  const read = (stem: string): readonly [at: number, cover: number][] => {
    const own = byStem.get(stem) ?? compounds.get(stem);
    if (own || !isCompounding) return own ?? [];
    const parts = partsOf(stem, byStem);
    compounds.set(stem, parts);
    return parts;
  };
  const covers = (text: string): number[] => {
    const found = words.map(() => 0);
    for (const run of runsOf(text)) {
      for (const word of wordsOfRun(run)) {
        for (const [at, cover] of read(stemOf(word, language))) {
          if (cover > (found[at] ?? 0)) found[at] = cover;
        }
      }
    }
    return found;
  };
  const isNamed = (word: string): boolean =>
    (byStem.get(stemOf(word, language)) ?? []).some(([, cover]) => cover === 1);
  const named = (title: string): number => {
    const all = new Set<string>();
    const known = new Set<string>();
    for (const word of runsOf(title).flatMap((run) => namedBy(wordsOfRun(run), isNamed))) {
      if (isStopWord(word, language)) continue;
      all.add(stemOf(word, language));
      if (isNamed(word)) known.add(stemOf(word, language));
    }
    return all.size === 0 ? 0 : known.size / all.size;
  };
  return { covers, named };
}

/** Of the words of a name, the whole if the question has it, else its parts: no question has both. */
function namedBy(words: readonly string[], isNamed: (word: string) => boolean): readonly string[] {
  const whole = words.at(-1);
  if (whole === undefined || words.length === 1) return words;
  if (isNamed(whole)) return [whole];
  return words.filter((word) => words.every((one) => one === word || !word.includes(one)));
}
