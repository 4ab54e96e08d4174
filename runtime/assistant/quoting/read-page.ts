import { coverReader } from '../../../pipeline/search/query.ts';
import type { PageRecord } from '../../../schema/build.ts';
import { installation, variableName } from './exact.ts';
import { isIdentifier, type WeighedWord } from './question-words.ts';
import type { Block, Section } from './units.ts';
import type { Wish } from './wish.ts';

/** A page that may hold the answer. */
export interface Candidate {
  readonly page: Pick<
    PageRecord,
    'path' | 'title' | 'description' | 'breadcrumbs' | 'version' | 'otherVersion' | 'operation'
  >;
  readonly sections: readonly Section[];
  /** Its score in the search against that of the best page, 0 … 1. */
  readonly closeness: number;
  /** Sections that the search found best. */
  readonly anchors: readonly string[];
}

/** A question as its candidates are read for it. */
export interface Reading {
  readonly words: readonly WeighedWord[];
  readonly language: string;
  readonly wish: Wish;
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

/** How well a text covers each word of a question. */
export type Covers = readonly number[];

/** A candidate whose texts are compared with a question. */
export interface ReadPage {
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
}

/** A section of it. */
export interface ReadSection {
  readonly section: Section;
  /** Of each unit, by block. */
  readonly units: readonly (readonly Covers[])[];
  readonly headings: readonly Covers[];
  /** Of all units together. */
  readonly all: Covers;
}

/** Compares all texts of a page with a question. */
export function readPage(candidate: Candidate, reading: Reading): ReadPage {
  const { words, language } = reading;
  const { page } = candidate;
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
  const readUnit = (text: string) => read(`${text}${unsaidIn(text)}`);
  const units = section.blocks.map((block) =>
    block.units.map(isSample(block) ? readSample : readUnit),
  );
  const headings = section.trail.map((text, at) =>
    scaled(read(text), at === section.trail.length - 1 ? near.heading : near.above),
  );
  return { section, units, headings, all: highest(units.flat(), words.length) };
}

/**
 * Words for what a line is without saying it: the line of an operation, a command that installs something, the
 * name of a variable of the environment.
 */
function unsaidIn(text: string): string {
  if (operationLine.test(text)) return ' HTTP method endpoint route path URL';
  const named = variableName.test(text) ? ' environment variable' : '';
  const tool = installation.exec(text)?.[1];
  if (tool === undefined) return named;
  return `${named} install package dependency${tool === 'brew' ? ' Homebrew' : ''}`;
}

const operationLine = /^`(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS) \/[^`]*`$/;

/** Code of no language is what a program prints, or a text to copy. */
function isSample({ kind, language }: Block): boolean {
  return kind === 'code' && (language === '' || language === 'text' || language === 'txt');
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

/** Covers that count less, for what is only near. */
export function scaled(covers: readonly number[], by: number): number[] {
  return covers.map((cover) => cover * by);
}

/** The highest of each word. */
export function highest(lists: readonly (readonly number[])[], words: number): number[] {
  const found: number[] = Array.from({ length: words }, () => 0);
  for (const list of lists) {
    for (const [at, cover] of list.entries()) {
      if (cover > (found[at] ?? 0)) found[at] = cover;
    }
  }
  return found;
}
