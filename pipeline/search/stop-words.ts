import { stopWords } from './language-words.ts';

/**
 * Whether a word says nothing about what is looked for. Questions are full of such words; in languages
 * without a list the statistics of the index do the work.
 */
export function isStopWord(word: string, language: string): boolean {
  return setOf(language.slice(0, 2)).has(word);
}

const sets = new Map<string, ReadonlySet<string>>();

function setOf(language: string): ReadonlySet<string> {
  const words = sets.get(language) ?? new Set(stopWords[language]?.trim().split(/\s+/));
  sets.set(language, words);
  return words;
}
