import { coverReader } from '../../../pipeline/search/query.ts';
import type { PageRecord } from '../../../schema/build.ts';
import { type AskedFor, answersKind } from './asked-for.ts';
import type { WeighedWord } from './question-words.ts';
import type { Section } from './units.ts';

/** A page that may hold the answer. */
export interface Candidate {
  readonly page: Pick<PageRecord, 'path' | 'title' | 'description' | 'breadcrumbs' | 'version'>;
  readonly sections: readonly Section[];
  /** Its score in the search against that of the best page, 0 … 1. */
  readonly closeness: number;
  /** Sections that the search found best. */
  readonly anchors: readonly string[];
}

/** A place in a candidate, with how well it answers. */
export interface Place {
  readonly candidate: Candidate;
  readonly section: Section;
  /** Its block, and the sentence, item or row that answers best. */
  readonly block: number;
  readonly unit: number;
  /** How much of the question it has, by the weight of the words, 0 … 1. */
  readonly share: number;
  /** The same of the sentence alone. */
  readonly own: number;
  /** What places are compared by. */
  readonly score: number;
  /** How well each word of the question is covered. */
  readonly covers: readonly number[];
}

/** A question as its candidates are read for it. */
export interface Reading {
  readonly words: readonly WeighedWord[];
  readonly language: string;
  readonly kind: AskedFor;
}

/** What a word counts that is not in the sentence itself but near it. */
const near = {
  /** In the sentence before or behind, or the line that leads to a list. */
  neighbour: 0.85,
  /** In the heading right above. */
  heading: 0.9,
  /** In a heading above that, or in the page's title. */
  above: 0.9,
  /** In the line that describes the page, or the groups it is in. */
  about: 0.8,
  section: 0.65,
  page: 0.35,
} as const;

/** What decides between places that have as much of the question. */
const bonus = {
  own: 0.4,
  /** It is of the kind that is asked for: an instruction, a value; a definition decides more. */
  kind: 0.12,
  meaning: 0.3,
  /** How near the search found its page, and whether it is the first. */
  closeness: 0.3,
  first: 0.15,
  /** A question that tells a story shares few words with any sentence: the search knows better. */
  talk: 2,
  /** Its page's title, or its heading, is named in the question. */
  title: 0.2,
  heading: 0.15,
  /** The search found its section. */
  found: 0.05,
  /** Against code, data, tables, and the line that only says what a page is about. */
  code: -0.1,
  data: -0.1,
  table: -0.07,
  description: -0.12,
} as const;

/** The best place of every section of a page. */
export function placesOf(candidate: Candidate, rank: number, reading: Reading): readonly Place[] {
  const { words, language, kind } = reading;
  const { covers: read, named } = coverReader(words, language);
  const all = words.reduce((sum, { weight }) => sum + weight, 0);
  const shareOf = (covers: readonly number[]): number =>
    covers.reduce((sum, cover, at) => sum + cover * (words[at]?.weight ?? 0), 0) / all;
  if (all === 0) return [];
  const { page, closeness, anchors } = candidate;
  const sections = candidate.sections.map((section) => {
    const units = section.blocks.map((block) => block.units.map(read));
    const headings = section.trail.map((text, at) =>
      scaled(read(text), at === section.trail.length - 1 ? near.heading : near.above),
    );
    return { section, units, headings, all: highest(units.flat(), words.length) };
  });
  const ofPage = [
    scaled(read(page.title), near.above),
    scaled(read([page.description, ...page.breadcrumbs].join('\n')), near.about),
    scaled(
      highest(
        sections.flatMap(({ all, headings }) => [all, ...headings]),
        words.length,
      ),
      near.page,
    ),
  ];
  const pageBonus =
    (bonus.closeness * closeness + bonus.first / (rank + 1)) * (1 + bonus.talk * lengthOf(words)) +
    bonus.title * named(page.title);
  return sections.flatMap(({ section, units, headings, all }) => {
    const { blocks, trail, anchor } = section;
    const around = highest([...ofPage, scaled(all, near.section), ...headings], words.length);
    const sectionBonus =
      bonus.heading * named(trail.at(-1) ?? '') + (anchors.includes(anchor) ? bonus.found : 0);
    let best: Place | undefined;
    for (const [block, list] of units.entries()) {
      const one = blocks[block];
      if (!one) continue;
      const lead = units[block - 1]?.at(-1);
      const against =
        (one.kind === 'code' ? bonus.code : one.kind === 'table' ? bonus.table : 0) +
        (one.kind === 'code' && one.language?.startsWith('json') ? bonus.data : 0) +
        (trail.length === 0 && one.text.startsWith('>') ? bonus.description : 0);
      for (const [unit, covers] of list.entries()) {
        const own = shareOf(covers);
        // Nothing of the question is here, nor right above.
        if (own === 0 && trail.length === 0) continue;
        const leads = unit === 0 || one.kind !== 'prose' ? lead : undefined;
        const beside = [list[unit - 1], list[unit + 1], leads]
          .filter((of) => of !== undefined)
          .map((of) => scaled(of, near.neighbour));
        const together = highest([covers, around, ...beside], words.length);
        const share = shareOf(together);
        const score =
          share +
          bonus.own * own +
          (kind === 'meaning' ? bonus.meaning : bonus.kind) *
            answersKind(kind, blocks, block, unit) +
          against +
          sectionBonus +
          pageBonus;
        if (!best || score > best.score) {
          best = { candidate, section, block, unit, share, own, score, covers: together };
        }
      }
    }
    return best ? [best] : [];
  });
}

/** Share of a question that a place must have: of a long question, told as people talk, less. */
const enough = { short: 0.6, long: 0.42 } as const;

/** Whether a place answers the question: its section or a title has all names, and enough of the other words. */
function isAnswer({ share, covers }: Place, words: readonly WeighedWord[]): boolean {
  if (!hasNames(covers, words)) return false;
  return share >= enough.short - lengthOf(words) * (enough.short - enough.long);
}

function hasNames(covers: readonly number[], words: readonly WeighedWord[]): boolean {
  return words.every(({ isName }, at) => !isName || (covers[at] ?? 0) >= near.section);
}

/** 0 for a question of a few words, up to 1 for one that tells a story. */
function lengthOf(words: readonly WeighedWord[]): number {
  const telling = words.filter(({ weight }) => weight > counted).length;
  return Math.min(1, Math.max(0, (telling - 3) / 4));
}

/** Passages of one answer. */
const most = 3;
/** How far behind the best place another one of its page may be. */
const beside = 0.2;

/**
 * What is quoted: the best place, another one of its page that is about as good, and a third only for
 * words of the question that these do not have.
 */
export function chooseAnswer(
  places: readonly Place[],
  words: readonly WeighedWord[],
): readonly Place[] {
  const sorted = [...places].sort((a, b) => b.score - a.score);
  const best = sorted.find(({ covers }) => hasNames(covers, words));
  if (!best || !isAnswer(best, words)) return [];
  const chosen = [best];
  for (const place of sorted) {
    if (chosen.length === most) break;
    if (chosen.includes(place)) continue;
    const isSame = place.candidate === best.candidate;
    const isGood = isSame && place.score > best.score - beside && chosen.length < most - 1;
    if (isGood || (isAnswer(place, words) && addsWords(place, chosen, words))) chosen.push(place);
  }
  return chosen;
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

function scaled(covers: readonly number[], by: number): number[] {
  return covers.map((cover) => cover * by);
}

/** The highest of each word. */
function highest(lists: readonly (readonly number[])[], words: number): number[] {
  const found: number[] = Array.from({ length: words }, () => 0);
  for (const list of lists) {
    for (const [at, cover] of list.entries()) {
      if (cover > (found[at] ?? 0)) found[at] = cover;
    }
  }
  return found;
}
