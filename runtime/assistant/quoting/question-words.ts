import type { AskedWord } from '../../../pipeline/search/query.ts';

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
export function weighWords(question: string, words: readonly AskedWord[]): readonly WeighedWord[] {
  const runs = runsIn(question);
  const measures = measuresIn(question);
  return words.map((word) => {
    const run = runs.find(({ folded }) => folded === word.word);
    const part = run ?? runs.find(({ folded }) => folded.includes(word.word));
    const isName = run?.isName ?? false;
    const byRarity = counts.least + (1 - counts.least) * word.rarity;
    const unwritten = word.isKnown && !isName ? Math.max(counts.standIn, byRarity) : 1;
    const weight = doing.has(word.word)
      ? counts.doing
      : light.has(word.word) || measures.has(word.word)
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
 * "Long" of "how long", "times" of "how many times", "version" of "which version": the answer has a number in
 * their place.
 */
function measuresIn(question: string): ReadonlySet<string> {
  const text = question.toLowerCase();
  const [, ...words] = /\bhow (\p{L}+)(?: (times?))?/u.exec(text) ?? [];
  const [, named = ''] =
    /\b(?:which|what)(?:'s| is)? (?:.{0,40} )?(version|port)\b/u.exec(text) ?? [];
  return new Set([...words.filter((word) => measures.has(word)), named]);
}

const measures: ReadonlySet<string> = new Set(
  'big deep far fast frequently high large long many much often old small soon time times wide'.split(
    ' ',
  ),
);

/** Words of the question that no page has, nor a synonym of them. */
export function missingWords(words: readonly WeighedWord[]): string[] {
  return [
    ...new Set(
      words
        .filter(({ word, isName, isWritten, isKnown }) =>
          isName ? !isWritten : !isKnown && !light.has(word),
        )
        .map(({ written }) => written),
    ),
  ].slice(0, 4);
}

/** The words of a question as they are written; a capital at the beginning makes no name. */
function runsIn(question: string) {
  const normal = question.slice(0, 1000).normalize('NFKC');
  const found: { text: string; folded: string; isName: boolean }[] = [];
  for (const match of normal.matchAll(
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]+|[\p{L}\p{N}][\p{L}\p{M}\p{N}_.-]*/gu,
  )) {
    const text = match[0].replace(/[._-]+$/, '');
    const before = normal.slice(0, match.index).trimEnd();
    const begins = before === '' || /[.!?:。！？："“(]$/.test(before);
    const hasInner = /\p{Ll}\p{Lu}|\p{Lu}{2}|\p{L}\d|_/u.test(text);
    const isName = hasInner || (!begins && /^\p{Lu}/u.test(text) && text.length > 1);
    // A plural of capitals is still the name: "PDFs".
    const folded = text
      .replace(/^(\p{Lu}{2,})s$/u, '$1')
      .toLowerCase()
      .replaceAll(/[_.-]/g, '');
    found.push({ text, folded, isName });
  }
  return found;
}

/** Whether a word is written as only code is: `maxTokens`, `max_tokens`, `s3`. */
export function isIdentifier(written: string): boolean {
  return /\p{Ll}\p{Lu}|\p{L}[_\d]/u.test(written);
}

/** Verbs that a page about a thing need not have: "How do I write tabs?" asks for the page about tabs. */
const doing: ReadonlySet<string> = new Set(['add', 'create', 'include', 'insert', 'use', 'write']);

/** Words of everyday English that say little of what a page is about. */
const light: ReadonlySet<string> = new Set(
  `able actually again ago almost alone along already always another apart around ask asked asks away
   back become becomes before begin behind best better between big bit both bring came carry come comes
   different difference during easily easy else enough even ever every everything exactly exist
   exists explain far few first forgot forgotten found front full gave give given gives go goes
   going gone good great half hand happen happened happens hard hear hold holds instead inside keep keeps
   kept kind kinds know last later leave left less live look looking looks lot lots made main make makes
   making many matter mean means meant more most much must near need needed needs never new
   next nice normally nothing now often old on one ones only other others ourselves own part
   people perhaps piece place possibly put puts quite rather ready really right said saw says see seen
   several side since someone soon sort sounds still sure take taken takes tell than thank think
   three through throw throwing today together told took two twice under until unless usually wait
   went whole without yet yourselves`.split(/\s+/),
);
