import { coverReader } from '../../../pipeline/search/query.ts';
import type { PageRecord } from '../../../schema/build.ts';
import { type AskedFor, answersKind } from './asked-for.ts';
import { isIdentifier, type WeighedWord } from './question-words.ts';
import type { Block, Section } from './units.ts';

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
  /** What places are compared by. */
  readonly score: number;
  /** How well each word of the question is covered, by the sentence and all that is around it. */
  readonly covers: readonly number[];
  /** The same of the sentence with the headings above it, which hold for every sentence below them. */
  readonly said: readonly number[];
}

/** A question as its candidates are read for it. */
export interface Reading {
  readonly words: readonly WeighedWord[];
  readonly language: string;
  readonly kind: AskedFor;
  /** Name of the site, if the question asks about the company behind it. */
  readonly owner?: string | undefined;
}

/** What a word counts that is not in the sentence itself but near it. */
export const near = {
  /** In the sentence before or behind, or the line that leads to a list. */
  neighbour: 0.85,
  /** In the heading right above. */
  heading: 0.9,
  /** In a heading above that, or in the page's title. */
  above: 0.9,
  /** In the line that describes the page, or the groups it is in. */
  about: 0.8,
  section: 0.55,
  page: 0.4,
} as const;

/** What decides between places that have as much of the question. */
const bonus = {
  /** What the sentence says itself, all of it and the focus. */
  said: 0.3,
  focus: 0.3,
  /** It is of the kind that is asked for: an instruction, a value; a definition decides more. */
  kind: 0.2,
  meaning: 0.45,
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
  /** A link is no answer, it points to one. */
  link: -0.2,
  /** What an operation responds with says little to who did not ask about that status. */
  response: -0.35,
} as const;

/** The best place of every section of a page. */
export function placesOf(candidate: Candidate, rank: number, reading: Reading): readonly Place[] {
  const all = reading.words.reduce((sum, { weight }) => sum + weight, 0);
  if (all === 0) return [];
  const page = readPage(candidate, rank, reading);
  return page.sections.flatMap((section) => bestPlace(section, page) ?? []);
}

/** How well a text covers each word of a question. */
type Covers = readonly number[];

/** A candidate whose texts are compared with a question. */
interface ReadPage {
  readonly candidate: Candidate;
  readonly reading: Reading;
  readonly sections: readonly ReadSection[];
  readonly ofTitle: Covers;
  /** Of its title, of what it is about, and of all its sections: near every sentence. */
  readonly around: readonly Covers[];
  /** How much of the question a text covers. */
  readonly shareOf: (covers: Covers) => number;
  readonly focus: (covers: Covers) => number;
  /** How much of a name is in the question. */
  readonly named: (name: string) => number;
  /** How much of the question a name is that is defined. */
  readonly defines: (subject: string) => number;
  /** What counts for all of its sentences. */
  readonly bonus: number;
}

/** A section of it. */
interface ReadSection {
  readonly section: Section;
  /** Of each unit, by block. */
  readonly units: readonly (readonly Covers[])[];
  readonly headings: readonly Covers[];
  /** Of all units together. */
  readonly all: Covers;
}

function readPage(candidate: Candidate, rank: number, reading: Reading): ReadPage {
  const { words, language } = reading;
  const { page, closeness } = candidate;
  const { covers: read, named } = coverReader(words, language);
  const ofTitle = read(page.title);
  const shareOf = shareIn(words);
  const sections = candidate.sections.map((section) => readSection(section, reading, read));
  return {
    ...{ candidate, reading, sections, ofTitle, shareOf, named },
    around: [
      scaled(ofTitle, near.above),
      scaled(read([page.description, ...page.breadcrumbs].join('\n')), near.about),
      scaled(
        highest(
          sections.flatMap(({ all, headings }) => [all, ...headings]),
          words.length,
        ),
        near.page,
      ),
    ],
    focus: focusOf(words, ofTitle),
    defines: (subject) => shareOf(read(subject)) * named(subject),
    bonus:
      (bonus.closeness * closeness + bonus.first / (rank + 1)) *
        (1 + bonus.talk * lengthOf(words)) +
      bonus.title * named(page.title),
  };
}

function shareIn(words: readonly WeighedWord[]): (covers: Covers) => number {
  const all = words.reduce((sum, { weight }) => sum + weight, 0);
  return (covers) =>
    covers.reduce((sum, cover, at) => sum + cover * (words[at]?.weight ?? 0), 0) / all;
}

function readSection(
  section: Section,
  { words }: Reading,
  read: (text: string) => Covers,
): ReadSection {
  // What a sample names is someone's data: the page is not about it.
  const readSample = (text: string) =>
    read(text).map((cover, at) =>
      words[at]?.isName && !isIdentifier(words[at].written) ? 0 : cover,
    );
  const units = section.blocks.map((block) => block.units.map(isSample(block) ? readSample : read));
  const headings = section.trail.map((text, at) =>
    scaled(read(text), at === section.trail.length - 1 ? near.heading : near.above),
  );
  return { section, units, headings, all: highest(units.flat(), words.length) };
}

/** The sentence, item or row of a section that answers best. */
function bestPlace(read: ReadSection, page: ReadPage): Place | undefined {
  const { section, units } = read;
  const { reading, candidate } = page;
  const size = reading.words.length;
  const beside = besideOf(read, page);
  const heading = section.trail.at(-1) ?? candidate.page.title;
  let best: Place | undefined;
  for (const [block, list] of units.entries()) {
    const one = section.blocks[block];
    if (!one) continue;
    const ofBlock = beside.bonus + bonusOfBlock(one, section);
    // What the columns are is in the head of a table: it belongs to each row.
    const head = one.kind === 'table' ? scaled(list[0] ?? [], near.heading) : [];
    for (const [unit, row] of list.entries()) {
      const covers = head.length > 0 ? highest([row, head], size) : row;
      // Nothing of the question is here, nor right above.
      if (section.trail.length === 0 && covers.every((cover) => cover === 0)) continue;
      const said = highest([covers, beside.above], size);
      const together = highest([covers, beside.around, ...neighbours(read, block, unit)], size);
      const share = page.shareOf(together);
      const { kind } = reading;
      const score =
        share +
        bonus.said * page.shareOf(said) +
        bonus.focus * page.focus(highest([covers, ...read.headings], size)) +
        (kind === 'meaning' ? bonus.meaning : bonus.kind) *
          answersKind(kind, section.blocks, { block, unit, heading, defines: page.defines }) +
        (isMostlyLinks(one.units[unit] ?? '') ? bonus.link : 0) +
        ofBlock;
      if (best && score <= best.score) continue;
      best = { candidate, section, block, unit, share, score, said, covers: together };
    }
  }
  return best;
}

/** What is true of all sentences of a section. */
function besideOf({ section, headings, all }: ReadSection, page: ReadPage) {
  const { words, kind } = page.reading;
  const { anchors, page: record } = page.candidate;
  // What a page begins with says what its title means, not how something is done.
  const beginning = kind === 'meaning' ? record.title : '';
  return {
    around: highest([...page.around, scaled(all, near.section), ...headings], words.length),
    above: highest([scaled(page.ofTitle, near.above), ...headings], words.length),
    bonus:
      page.bonus +
      bonus.heading * page.named(section.trail.at(-1) ?? beginning) +
      (isResponse(section, words) ? bonus.response : 0) +
      (anchors.includes(section.anchor) ? bonus.found : 0),
  };
}

/** Whether a section is about a status of an operation that the question does not name. */
function isResponse({ trail }: Section, words: readonly WeighedWord[]): boolean {
  const status = trail.at(-1) ?? '';
  return /^[1-5]\d\d$/.test(status) && !words.some(({ word }) => word === status);
}

/** What counts against code, data, tables, and the line that only says what a page is about. */
function bonusOfBlock({ kind, language, text }: Block, { trail }: Section): number {
  return (
    (kind === 'code' ? bonus.code : kind === 'table' ? bonus.table : 0) +
    (kind === 'code' && language?.startsWith('json') ? bonus.data : 0) +
    (trail.length === 0 && text.startsWith('>') ? bonus.description : 0)
  );
}

/** The sentences before and behind one, and the line that leads to a list, a table or code. */
function neighbours({ section, units }: ReadSection, block: number, unit: number): Covers[] {
  const list = units[block] ?? [];
  const leads = unit === 0 || section.blocks[block]?.kind !== 'prose';
  return [list[unit - 1], list[unit + 1], leads ? units[block - 1]?.at(-1) : undefined]
    .filter((of) => of !== undefined)
    .map((of) => scaled(of, near.neighbour));
}

/**
 * What a page's title has says nothing of one sentence against another: the focus is the other words, or all if
 * there is no other.
 */
function focusOf(words: readonly WeighedWord[], ofTitle: readonly number[]) {
  const weights = words.map(({ weight }, at) => weight * (1 - (ofTitle[at] ?? 0)));
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  return (covers: readonly number[]): number =>
    all < 0.1 ? 1 : covers.reduce((sum, cover, at) => sum + cover * (weights[at] ?? 0), 0) / all;
}

/** 0 for a question of a few words, up to 1 for one that tells a story. */
export function lengthOf(words: readonly WeighedWord[]): number {
  const telling = words.filter(({ weight }) => weight > 0.3).length;
  return Math.min(1, Math.max(0, (telling - 3) / 4));
}

/** Code of no language is what a program prints, or a text to copy. */
function isSample({ kind, language }: Block): boolean {
  return kind === 'code' && (language === '' || language === 'text' || language === 'txt');
}

/** Whether a third of a text or more is links. */
function isMostlyLinks(text: string): boolean {
  let linked = 0;
  for (const [, label = ''] of text.matchAll(/\[([^\]]*)\]\([^)]*\)/g)) linked += label.length;
  return linked > 0 && linked > text.replace(/\]\([^)]*\)/g, '').length / 3;
}

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
