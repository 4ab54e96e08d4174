import type { Place } from './places.ts';
import { isIdentifier, type WeighedWord } from './question-words.ts';
import { lengthOf, near, type Reading } from './read-page.ts';

/** Passages of one answer, and those of its best page. */
const most = { all: 3, ofBest: 2 } as const;

/** How far behind the best place others may be, of its page and of other pages. */
const behind = { same: 0.25, other: 0.2 } as const;

/**
 * What is quoted: the best place, another one of its page that is about as good, and one of another page that
 * is as good an answer or has words of the question that these do not have.
 */
export function chooseAnswer(places: readonly Place[], reading: Reading): readonly Place[] {
  const { words } = reading;
  const sorted = [...places].sort((a, b) => b.score - a.score);
  const best = sorted.find(({ covers }) => hasNames(covers, words));
  if (!best || !isSure(best, reading)) return [];
  const chosen = [best];
  for (const place of sorted) {
    if (chosen.length === most.all) break;
    if (chosen.includes(place)) continue;
    const isSame = place.candidate === best.candidate;
    const ofBest = chosen.filter(({ candidate }) => candidate === best.candidate).length;
    const isGood = isSame
      ? ofBest < most.ofBest && place.score > best.score - behind.same
      : place.score > best.score - behind.other && isAnswer(place, words);
    if (isGood || (isAnswer(place, words) && addsWords(place, chosen, words))) chosen.push(place);
  }
  return chosen;
}

/** Share of a question that a place must have: of a long question, told as people talk, less. */
const enough = { short: 0.6, long: 0.42 } as const;

/** Score of a sure answer: less for a question in everyday words, which no sentence repeats. */
const sure = { short: 1.8, talk: 1.35 } as const;

/** Whether a place answers the question: its section or a title has all names, and enough of the other words. */
function isAnswer({ share, covers }: Place, words: readonly WeighedWord[]): boolean {
  if (!hasNames(covers, words)) return false;
  return share >= enough.short - lengthOf(words) * (enough.short - enough.long);
}

function hasNames(covers: readonly number[], words: readonly WeighedWord[]): boolean {
  return words.every(({ isName }, at) => !isName || (covers[at] ?? 0) >= near.section);
}

/** Whether the best place is an answer, and not only what comes nearest. */
function isSure(place: Place, { words, wish: { kind }, owner }: Reading): boolean {
  if (!isAnswer(place, words)) return false;
  const talk = Math.min(1, Math.max(0, (words.length - 4) / 3));
  const needed = sure.short - talk * (sure.short - sure.talk);
  if (place.evidence < needed && !saysIdentifier(place, words)) return false;
  // A number or a name next to other words is the answer to another question.
  const long = lengthOf(words);
  const isExact = kind === 'amount' ? long <= 0.5 : kind === 'value' && long === 0;
  if (isExact && words.some(({ weight }, at) => weight > counted && place.covers[at] === 0)) {
    return false;
  }
  return owner === undefined || isSaidOf(place, words, owner);
}

/**
 * Whether a sentence has an identifier of the question: what is written so is about nothing else, unless it is on
 * all pages, as the name of the product is.
 */
function saysIdentifier({ said }: Place, words: readonly WeighedWord[]): boolean {
  return words.some(
    ({ written, weight }, at) =>
      weight > counted && isIdentifier(written) && (said[at] ?? 0) >= near.above,
  );
}

/** Whether a place speaks of what is named in the question or, if nothing is, of the owner of the site. */
function isSaidOf(
  { said, candidate, section, block, unit }: Place,
  words: readonly WeighedWord[],
  owner: string,
): boolean {
  const names = words.flatMap(({ isName }, at) => (isName ? [said[at] ?? 0] : []));
  if (names.length > 0) return names.every((cover) => cover >= near.above);
  const text = `${candidate.page.title} ${section.trail.join(' ')} ${section.blocks[block]?.units[unit]}`;
  return text.toLowerCase().includes(owner.toLowerCase());
}

/** Whether a place has a word of the question that all the others lack. */
function addsWords(place: Place, chosen: readonly Place[], words: readonly WeighedWord[]): boolean {
  return words.some(
    ({ weight }, at) =>
      weight > counted &&
      (place.covers[at] ?? 0) >= near.section &&
      chosen.every(({ covers }) => (covers[at] ?? 0) <= near.page),
  );
}

/** A word of less weight is no reason for another passage. */
const counted = 0.3;
