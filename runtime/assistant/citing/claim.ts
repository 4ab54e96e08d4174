import { denseRun, denseWordsOf } from './dense.ts';
import { number, plainNumber } from './numbers.ts';
import { isPlain, languageOfWords } from './plain-words.ts';
import { scriptOf } from './script.ts';
import { negation, proseOf, wordsOf } from './text.ts';

/** A sentence as it is compared. */
export interface Claim {
  /** Words that claim something. */
  readonly words: readonly string[];
  /** Runs of scripts without spaces, cut into words. */
  readonly dense: readonly string[];
  /** Code, names and addresses: they are in a passage letter by letter, or not at all. */
  readonly exact: readonly string[];
  readonly numbers: readonly string[];
  readonly isNegated: boolean;
  /** Script that most of it is written in, and its language if its words tell. */
  readonly script: string;
  readonly language: string | undefined;
}

/** Reads a sentence of Markdown. */
export function claimOf(sentence: string): Claim {
  const exact: string[] = [];
  const prose = proseOf(sentence, (code) => void exact.push(code));
  const script = scriptOf(prose);
  const all = wordsOf(prose);
  const language = script === 'Latn' || script === 'Cyrl' ? languageOfWords(all) : undefined;
  for (const [found] of prose.matchAll(identifier)) exact.push(found);
  const rest = prose.replace(identifier, ' ');
  const numbers = [...rest.matchAll(number)].map(([found]) => plainNumber(found));
  const words = wordsOf(rest.replace(number, ' ').replace(denseRun, ' ')).filter(
    (word) => word.length > 1 && !isPlain(word, language),
  );
  return {
    ...{ exact, numbers, script, language },
    words: [...new Set(words)],
    dense: denseWordsOf(rest),
    isNegated: negation.test(prose),
  };
}

/** Code and names: what has an inner capital, digit, dot or underscore. */
const identifier =
  /(?<![\p{L}\p{N}])(?:https?:\/\/[^\s)]+|--?[a-zA-Z][\w-]+|[A-Za-z]\w*(?:[._/:@][A-Za-z0-9]\w*)+|[A-Za-z]+_\w+|[a-z]+[A-Z]\w*|[A-Z]+[a-z]+[A-Z]\w*|[A-Z]{2,}\d*|[A-Za-z]+\d[\w]*|\d+[A-Za-z]{3,}\w*)(?![\p{L}\p{N}])/gu;
