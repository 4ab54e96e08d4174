import { type AskedWord, fold } from '../../../pipeline/search/query.ts';
import { isEverydayWord, isMeasure } from './everyday-words.ts';

/** A word of a question with what it counts in a text that may answer it. */
export interface WeighedWord extends AskedWord {
  readonly weight: number;
  /** A name (`Snowflake`, `OAuth2`, `max_tokens`): a text without it is about something else. */
  readonly isName: boolean;
  /** As it is written in the question. */
  readonly written: string;
}

/** What words count, whatever their rarity. */
const counts = {
  /** In a sentence the most common word of a site still tells one from the other. */
  least: 0.25,
  /** Only synonyms are in the site. */
  standIn: 0.6,
  /** What a reader does with whatever the question is about. */
  doing: 0.2,
  /** Words of everyday talk. */
  light: 0.15,
} as const;

/** Weighs the words of a question: by their rarity, names and words of everyday talk apart. */
export function weighWords(
  question: string,
  words: readonly AskedWord[],
  language: string,
): readonly WeighedWord[] {
  const runs = runsIn(question);
  const measures = measuresIn(question, language);
  return words.map((word) => {
    const run = runs.find(({ folded }) => folded === word.word);
    const part = run ?? runs.find(({ folded }) => folded.includes(word.word));
    const isName = run !== undefined && isNamed(run, word, language);
    const byRarity = counts.least + (1 - counts.least) * word.rarity;
    const unwritten = word.isKnown && !isName ? Math.max(counts.standIn, byRarity) : 1;
    const weight = doing.has(word.word)
      ? counts.doing
      : isEverydayWord(word.word, language) || measures.has(word.word)
        ? counts.light
        : word.isWritten
          ? byRarity
          : unwritten;
    return {
      ...word,
      weight,
      isName,
      written: part?.text ?? word.word,
      // What is said of a name holds for that name alone.
      stems: isName
        ? Object.fromEntries(Object.entries(word.stems).filter(([, cover]) => cover === 1))
        : word.stems,
    };
  });
}

/**
 * Whether a word is a name: in German all nouns have a capital, and only those that the site does not have are
 * taken for one.
 */
function isNamed({ isName, hasInner }: Run, word: AskedWord, language: string): boolean {
  return isName && (hasInner || !language.startsWith('de') || !word.isKnown);
}

/**
 * "Long" of "how long", "times" of "how many times", "version" of "which version": the answer has a number in
 * their place.
 */
function measuresIn(question: string, language: string): ReadonlySet<string> {
  const text = question.toLowerCase();
  const [, ...words] = /\b(?:how|wie|hoe) (\p{L}+)(?: (times?))?/u.exec(text) ?? [];
  const [, named = ''] =
    /\b(?:which|what)(?:'s| is)? (?:.{0,40} )?(version|port)\b/u.exec(text) ?? [];
  return new Set([
    ...words.map((word = '') => fold(word)).filter((word) => isMeasure(word, language)),
    named,
  ]);
}

/** Words of the question that no page has, nor a synonym of them. */
export function missingWords(words: readonly WeighedWord[], language: string): string[] {
  return [
    ...new Set(
      words
        .filter(({ word, isName, isWritten, isKnown }) =>
          isName ? !isWritten : !isKnown && !isEverydayWord(word, language),
        )
        .map(({ written }) => written),
    ),
  ].slice(0, 4);
}

/** A word of a question as it is written. */
interface Run {
  readonly text: string;
  readonly folded: string;
  readonly isName: boolean;
  /** It is written as no other word is: capitals or digits inside, or an underscore. */
  readonly hasInner: boolean;
}

/** The words of a question as they are written; a capital at the beginning makes no name. */
function runsIn(question: string): readonly Run[] {
  const normal = question.slice(0, 1000).normalize('NFKC');
  const found: Run[] = [];
  for (const match of normal.matchAll(
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]+|[\p{L}\p{N}][\p{L}\p{M}\p{N}_.-]*/gu,
  )) {
    const text = match[0].replace(/[._-]+$/, '');
    const before = normal.slice(0, match.index).trimEnd();
    const begins = before === '' || /[.!?:。！？："“(]$/.test(before);
    const hasInner = /\p{Ll}\p{Lu}|\p{Lu}{2}|\p{L}\d|_/u.test(text);
    const isName = hasInner || (!begins && /^\p{Lu}/u.test(text) && text.length > 1);
    // A plural of capitals is still the name: "PDFs".
    const folded = fold(text.replace(/^(\p{Lu}{2,})s$/u, '$1')).replaceAll(/[_.-]/g, '');
    found.push({ text, folded, isName, hasInner });
  }
  return found;
}

/** Whether a word is written as only code is: `maxTokens`, `max_tokens`, `s3`. */
export function isIdentifier(written: string): boolean {
  return /\p{Ll}\p{Lu}|\p{L}[_\d]/u.test(written);
}

/** Verbs that a page about a thing need not have: "How do I write tabs?" asks for the page about tabs. */
const doing: ReadonlySet<string> = new Set(['add', 'create', 'include', 'insert', 'use', 'write']);
