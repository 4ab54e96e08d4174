import type { Claim } from './claim.ts';
import { type Ground, type Read, readOf, type Unit } from './ground.ts';
import { flattened } from './text.ts';
import { holdsWord } from './word-forms.ts';

/**
 * What a text says of a sentence: it holds its words; it lacks some; the sentence claims nothing; or they are
 * in different languages, so that words can't tell.
 */
export type Verdict = 'held' | 'lacking' | 'plain' | 'foreign';

/**
 * Whether a passage holds the words of a claim. Every word that claims something must be in it, in one of its
 * forms; code, names and numbers as they are; a number next to the words it is said of; and what is denied
 * must be denied there. Strict on purpose: a wrong citation is worse than a missing one.
 */
export function supports(ground: Ground, claim: Claim): Verdict {
  const { words, dense, exact, numbers } = claim;
  if (words.length + dense.length + exact.length + numbers.length === 0) return 'plain';
  const text = readOf(ground);
  const isForeign = isOtherLanguage(text, ground, claim);
  if (!exact.every((code) => holdsExactly(text, code))) return 'lacking';
  if (!numbers.every((one) => text.numbers.has(one))) return 'lacking';
  if (isForeign) return 'foreign';
  if (!words.every((word) => holdsWord(text.words, word))) return 'lacking';
  if (!dense.every((word) => text.compact.includes(word))) return 'lacking';
  return holdsTogether(text, claim) ? 'held' : 'lacking';
}

/** Words of different languages can't be compared. */
function isOtherLanguage(text: Read, ground: Ground, { script, language, words, dense }: Claim) {
  if (words.length + dense.length === 0) return false;
  if (script !== text.script) return script !== '' && text.script !== '';
  const own = text.language ?? ground.language.split('-')[0];
  return language !== undefined && language !== own;
}

/** Numbers and negations: words that are all there can still be joined wrongly. */
function holdsTogether(text: Read, claim: Claim): boolean {
  const share = (unit: Unit) => shareOf(unit, claim);
  const onlyInItems = itemParts(text, claim);
  for (const one of claim.numbers) {
    const isNear = (unit: Unit) =>
      unit.numbers.has(one) &&
      share(unit) >= 0.5 &&
      // "Free" of one row and "10 GB" of another are not a statement.
      (!unit.isItem || onlyInItems.every((holds) => holds(unit)));
    if (!text.units.some(isNear)) return false;
  }
  const best = Math.max(...text.units.map(share));
  if (best < 0.5) return true;
  const closest = text.units.filter((unit) => share(unit) === best);
  return closest.some((unit) => unit.isNegated === claim.isNegated);
}

/** Words of a claim that only rows of a table or entries of a list hold. */
function itemParts({ units }: Read, { words, dense }: Claim) {
  const others = units.filter(({ isItem }) => !isItem);
  return [
    ...words.map((word) => (unit: Unit) => unitHolds(unit, word)),
    ...dense.map((word) => (unit: Unit) => unit.compact.includes(word)),
  ].filter((holds) => !others.some(holds));
}

/** How much of a claim is in one unit of a passage. */
function shareOf(unit: Unit, { words, dense }: Claim): number {
  const all = words.length + dense.length;
  if (all === 0) return 1;
  const found =
    words.filter((word) => unitHolds(unit, word)).length +
    dense.filter((word) => unit.compact.includes(word)).length;
  return found / all;
}

function unitHolds({ words }: Unit, word: string): boolean {
  return holdsWord(words, word);
}

function holdsExactly({ flat }: Read, code: string): boolean {
  const wanted = flattened(code);
  if (flat.includes(wanted)) return true;
  // Parts of a line of code that a reader fills in.
  const parts = wanted
    .replace(/<[^<>]*>|\{[^{}]*\}|\.\.\.|…/g, ' ')
    .split(/[\s=,;()"'$]+/)
    .filter((part) => /[\p{L}\p{N}]/u.test(part));
  return parts.length > 1 && parts.every((part) => flat.includes(part));
}
