import type { PageRecord } from '../../schema/build.ts';
import { questionWords } from './question.ts';
import { similarForms } from './similar.ts';
import { stemOf } from './stem.ts';
import { isStopWord } from './stop-words.ts';
import type { Synonyms } from './synonyms.ts';
import { isDenseWord, wordsOf } from './words.ts';

/** A query that readers made, without opening a result. */
export interface FailedSearch {
  readonly question: string;
  readonly times: number;
}

/** A query without a click, and the one whose result was opened next. */
export interface FollowedSearch extends FailedSearch {
  readonly next: string;
}

/** Two words or phrases that seem to mean the same, and what says so. */
export interface ProposedSynonyms {
  readonly words: readonly [string, string];
  readonly because: 'next search' | 'abbreviation' | 'spelling' | 'same stem';
  /** How often readers searched for the first one without opening a result. */
  readonly times: number;
  /** A query that has it. */
  readonly question: string;
}

interface Tools {
  readonly language: string;
  readonly synonyms: Synonyms;
}

/** How often something has to happen before it says anything. */
const leastTimes = 2;

/** Words of a query that may differ from those of the next one. */
const mostWords = 3;

/**
 * Proposes synonyms, the most frequent first: what readers searched for next, and for words that no page has,
 * words of the site that look like them.
 */
export function proposeSynonyms(
  searches: {
    readonly failed: readonly FailedSearch[];
    readonly followed: readonly FollowedSearch[];
  },
  records: readonly PageRecord[],
  tools: Tools,
): readonly ProposedSynonyms[] {
  const site = siteWords(records, tools.language);
  const found = new Map<string, ProposedSynonyms>();
  const add = (one: ProposedSynonyms) => {
    const key = one.words.join('\n');
    const before = found.get(key);
    found.set(key, { ...(before ?? one), times: (before?.times ?? 0) + one.times });
  };
  for (const { question, next, times } of searches.followed) {
    const words = difference(question, next, tools);
    if (words) add({ words, because: 'next search', times, question });
  }
  for (const { question, times } of searches.failed) {
    for (const { word } of questionWords(question, tools.language)) {
      const near = isDenseWord(word) ? undefined : nearWord(word, site, tools);
      if (near) add({ words: [word, near.word], because: near.because, times, question });
    }
  }
  return [...found.values()]
    .filter(({ times }) => times >= leastTimes)
    .sort((a, b) => b.times - a.times || (a.words.join() < b.words.join() ? -1 : 1));
}

/** What the first query says instead of the second one; undefined where they differ in all or in nothing new. */
function difference(question: string, next: string, tools: Tools): [string, string] | undefined {
  const own = tellingWords(question, tools);
  const other = tellingWords(next, tools);
  const left = own.filter(({ stem }) => !other.some((one) => one.stem === stem));
  const right = other.filter(({ stem }) => !own.some((one) => one.stem === stem));
  if (left.length === 0 || right.length === 0) return undefined;
  if (left.length > mostWords || right.length > mostWords) return undefined;
  const [from, to] = [left, right].map((words) => words.map(({ word }) => word).join(' '));
  if (from === undefined || to === undefined || isKnown(from, to, tools)) return undefined;
  // A typing error that was corrected: the search finds such words anyway.
  if (similarForms(from, [{ form: to, stem: to }]).length > 0) return undefined;
  return [from, to];
}

function tellingWords(text: string, { language }: Tools) {
  return text
    .split(/[^\p{L}\p{M}\p{N}_.'’-]+/u)
    .filter((word) => word !== '' && !isStopWord(word, language))
    .map((word) => ({ word, stem: stemOf(word, language) }));
}

/** Whether the search already takes one for the other. */
function isKnown(from: string, to: string, { language, synonyms }: Tools): boolean {
  const key = (text: string) =>
    text
      .split(' ')
      .map((word) => stemOf(word, language))
      .join(' ');
  return synonyms.get(key(from))?.has(key(to)) === true || key(from) === key(to);
}

interface SiteWords {
  /** Words as they are written → number of their places. */
  readonly words: ReadonlyMap<string, number>;
  readonly stems: ReadonlySet<string>;
  /** First letters of titles and headings, and of phrases in them → the phrase. */
  readonly initials: ReadonlyMap<string, string>;
  /** Words by their first letter. */
  readonly byLetter: ReadonlyMap<string, readonly string[]>;
}

function siteWords(records: readonly PageRecord[], language: string): SiteWords {
  const words = new Map<string, number>();
  const initials = new Map<string, string>();
  for (const { title, description, sections, language: own } of records) {
    if (own !== language) continue;
    for (const { heading, text } of [{ heading: title, text: description }, ...sections]) {
      for (const word of wordsOf(`${heading} ${text}`)) words.set(word, (words.get(word) ?? 0) + 1);
      for (const phrase of phrasesOf(heading)) {
        const letters = phrase.split(' ').map(([letter = '']) => letter);
        if (!initials.has(letters.join(''))) initials.set(letters.join(''), phrase);
      }
    }
  }
  const all = [...words.keys()].filter((word) => /^\p{L}{3,}$/u.test(word) && !isDenseWord(word));
  return {
    ...{ words, initials },
    stems: new Set([...words.keys()].map((word) => stemOf(word, language))),
    byLetter: Map.groupBy(all, ([letter = '']) => letter),
  };
}

/** Longest title or heading whose phrases are read, in words. */
const longestTitle = 12;

/** Two to five words next to each other, in lower case. */
function* phrasesOf(heading: string): Iterable<string> {
  const words =
    heading
      .toLowerCase()
      .match(/\p{L}+/gu)
      ?.slice(0, longestTitle) ?? [];
  for (let from = 0; from < words.length; from++) {
    for (let to = from + 2; to <= Math.min(words.length, from + 5); to++) {
      yield words.slice(from, to).join(' ');
    }
  }
}

/** The word or phrase of the site that a word, which no page has, means. */
function nearWord(
  word: string,
  { words, stems, initials, byLetter }: SiteWords,
  tools: Tools,
): (Pick<ProposedSynonyms, 'because'> & { readonly word: string }) | undefined {
  const stem = stemOf(word, tools.language);
  if (word.length < 2 || words.has(word) || stems.has(stem)) return undefined;
  const phrase = word.length >= 3 ? initials.get(word) : undefined;
  const most = (found: readonly string[]) =>
    found.toSorted((a, b) => (words.get(b) ?? 0) - (words.get(a) ?? 0))[0];
  const others = byLetter.get(word[0] ?? '') ?? [];
  const forms = others.map((form) => ({ form, stem: form }));
  const candidates: readonly [ProposedSynonyms['because'], string | undefined][] = [
    ['abbreviation', phrase ?? most(others.filter((other) => isShortFor(word, other)))],
    ['same stem', most(others.filter((other) => haveOneStem(word, other)))],
    ['spelling', most(similarForms(word, forms))],
  ];
  for (const [because, near] of candidates) {
    if (near !== undefined && !isKnown(word, near, tools)) return { because, word: near };
  }
  return undefined;
}

/** `k8s` of `kubernetes`; `mgmt` of `management`: the first and the last letter, and some of those between. */
function isShortFor(word: string, long: string): boolean {
  const counted = /^(\p{L})(\d{1,2})(\p{L})$/u.exec(word);
  if (counted) {
    const [, first = '', count, last = ''] = counted;
    return long.length === Number(count) + 2 && long.startsWith(first) && long.endsWith(last);
  }
  if (word.length < 2 || word.length > 5 || word.length > long.length * 0.6) return false;
  if (/[aeiou]/.test(word.slice(1)) || word.at(-1) !== long.at(-1)) return false;
  let at = 0;
  for (const letter of word) {
    at = long.indexOf(letter, at) + 1;
    if (at === 0) return false;
  }
  return true;
}

/** `installer` and `installation`: most of the shorter one is the beginning of both. */
function haveOneStem(a: string, b: string): boolean {
  const shorter = Math.min(a.length, b.length);
  let same = 0;
  while (same < shorter && a[same] === b[same]) same++;
  return same >= 5 && same >= shorter * 0.7;
}
