import { setImmediate } from 'node:timers/promises';
import { questionWords, stemOf } from '../../../pipeline/search/query.ts';

/** A question as a reader asked it, with the ones before it in the same conversation. */
interface Asked {
  readonly question: string;
  readonly before: readonly string[];
}

/** Words with which a question says by itself what it asks for. */
const telling = 2;

/** Share of their words that two questions of a group have in common. */
const alike = 0.7;

/** Groups that a question is compared with, for each of its words. */
const compared = 20;

/** Questions that are grouped before others get the processor. */
const atOnce = 100;

/** Characters in which a question says what it asks for. */
const longest = 300;

interface Group<T> {
  readonly words: ReadonlySet<string>;
  readonly members: T[];
}

/**
 * Groups questions that ask for the same in other words or forms of them; the largest groups are first, and in each the
 * questions are in the order in which they were given. Takes time in proportion to their number.
 */
export async function groupQuestions<T extends Asked>(
  asked: readonly T[],
  language: string,
): Promise<readonly (readonly T[])[]> {
  const groups: Group<T>[] = [];
  const byWord = new Map<string, Group<T>[]>();
  for (const [index, one] of asked.entries()) {
    // Requests are answered in between.
    if (index % atOnce === atOnce - 1) await setImmediate();
    const words = wordsIn(subjectOf(one, language), language);
    const group = nearest(words, byWord);
    if (group) {
      group.members.push(one);
      continue;
    }
    const added = { words, members: [one] };
    groups.push(added);
    for (const word of words) {
      const others = byWord.get(word);
      if (others) others.push(added);
      else byWord.set(word, [added]);
    }
  }
  return groups
    .toSorted((a, b) => b.members.length - a.members.length)
    .map(({ members }) => members);
}

/** What a question asks for: a short one continues those before it. */
export function subjectOf({ question, before }: Asked, language: string): string {
  const isWhole = wordsIn(question, language).size >= telling;
  return isWhole ? question : [...before.slice(-2), question].join(' ');
}

/** The group that has most words in common with a question, if these are enough. */
function nearest<T>(
  words: ReadonlySet<string>,
  byWord: ReadonlyMap<string, readonly Group<T>[]>,
): Group<T> | undefined {
  const common = new Map<Group<T>, number>();
  for (const word of words) {
    for (const group of (byWord.get(word) ?? []).slice(-compared)) {
      common.set(group, (common.get(group) ?? 0) + 1);
    }
  }
  let best: Group<T> | undefined;
  let most = alike;
  for (const [group, count] of common) {
    const share = count / Math.max(group.words.size, words.size);
    if (share < most || (best && share === most)) continue;
    best = group;
    most = share;
  }
  return best;
}

function wordsIn(text: string, language: string): ReadonlySet<string> {
  const words = questionWords(text.slice(0, longest), language);
  return new Set(words.map(({ word }) => stemOf(word, language)));
}
