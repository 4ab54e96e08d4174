import { answersKind } from './asked-for.ts';
import { installation } from './exact.ts';
import { isIdentifier } from './question-words.ts';
import {
  type Candidate,
  type Covers,
  highest,
  lengthOf,
  near,
  type Reading,
  type ReadPage,
  type ReadSection,
  readPage,
  scaled,
} from './read-page.ts';
import { bonusOfRole } from './role.ts';
import { type Block, isTitle, type Section } from './units.ts';

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
  /** The same, whatever is against its form: as code or in a table, it says what it says. */
  readonly evidence: number;
  /** How well each word of the question is covered, by the sentence and all that is around it. */
  readonly covers: readonly number[];
  /** The same of the sentence with the headings above it, which hold for every sentence below them. */
  readonly said: readonly number[];
}

/** What decides between places that have as much of the question. */
const bonus = {
  /** What the sentence says itself, all of it and the focus. */
  said: 0.3,
  focus: 0.3,
  /** It is of the kind that is asked for: an instruction, a value; a definition or a place decides more. */
  kind: 0.2,
  meaning: 0.6,
  place: 0.35,
  /** How near the search found its page, and whether it is the first. */
  closeness: 0.3,
  first: 0.15,
  /** A question that tells a story shares few words with any sentence: the search knows better. */
  talk: 2,
  /** Its page's title, or its heading, is named in the question. */
  title: 0.2,
  heading: 0.15,
  /** Its heading asks the question, whatever other sentences say about it. */
  asked: 0.2,
  /** What the item or the row is about is named in the question. */
  label: 0.15,
  /** The search found its section. */
  found: 0.05,
  /** Against code, data, tables, and the line that only says what a page is about. */
  code: -0.1,
  data: -0.1,
  table: -0.07,
  /** What is done is not in a table. */
  stepsInTable: -0.1,
  description: -0.2,
  /** A link is no answer, it points to one. */
  link: -0.2,
  /** Code says little where no program is asked for. */
  program: -0.15,
  /** An operation is not how a thing is done, nor what it is. */
  operation: -0.2,
  /** It is about what its title says, all of it: "Add language" is not about adding a page. */
  otherOperation: -0.3,
} as const;

/** The best place of every section of a page. */
export function placesOf(candidate: Candidate, rank: number, reading: Reading): readonly Place[] {
  const all = reading.words.reduce((sum, { weight }) => sum + weight, 0);
  if (all === 0) return [];
  const page = readPage(candidate, reading);
  const ofPage = bonusOfPage(page, rank);
  return page.sections.flatMap((section) => bestPlace(section, page, ofPage) ?? []);
}

/** What counts for all sentences of a page. */
function bonusOfPage({ candidate, reading, named }: ReadPage, rank: number): number {
  const { page, closeness } = candidate;
  const { words, wish } = reading;
  return (
    (bonus.closeness * closeness + bonus.first / (rank + 1)) * (1 + bonus.talk * lengthOf(words)) +
    bonus.title * named(page.title) +
    (page.operation && wish.explanation
      ? bonus.operation + bonus.otherOperation * (1 - named(page.title))
      : 0)
  );
}

/** The sentence, item or row of a section that answers best. */
function bestPlace(read: ReadSection, page: ReadPage, ofPage: number): Place | undefined {
  const { section, units } = read;
  const { reading, candidate } = page;
  const size = reading.words.length;
  const beside = besideOf(read, page);
  const heading = section.trail.at(-1) ?? candidate.page.title;
  let best: Place | undefined;
  for (const [block, list] of units.entries()) {
    const one = section.blocks[block];
    // A title is no answer, what it names is.
    if (!one || (isTitle(one) && block < units.length - 1)) continue;
    const ofForm = bonusOfBlock(one, section, reading);
    const ofBlock = ofPage + beside.bonus + ofForm;
    const head = headOf(read, block);
    for (const [unit, row] of list.entries()) {
      const covers = head.length > 0 ? highest([row, head], size) : row;
      // Nothing of the question is here, nor right above.
      if (section.trail.length === 0 && covers.every((cover) => cover === 0)) continue;
      const said = highest([covers, beside.above], size);
      const together = highest([covers, beside.around, ...neighbours(read, block, unit)], size);
      const share = page.shareOf(together);
      const { kind, exact } = reading.wish;
      const label = labelOf(section.blocks, block, unit);
      const score =
        share +
        bonus.said * page.shareOf(said) +
        bonus.focus * page.focus(highest([covers, ...read.headings], size)) +
        (kind === 'meaning' || kind === 'place' ? bonus[kind] : bonus.kind) *
          answersKind(kind, section.blocks, {
            block,
            unit,
            heading,
            label,
            exact,
            defines: page.defines,
          }) +
        bonus.label * page.named(label) +
        (isPointer(one.units[unit] ?? '') ? bonus.link : 0) +
        ofBlock;
      if (best && score <= best.score) continue;
      best = {
        ...{ candidate, section, block, unit, share, said, covers: together },
        ...{ score, evidence: score - ofForm },
      };
    }
  }
  return best;
}

/** What is true of all sentences of a section. */
function besideOf({ section, headings, all }: ReadSection, page: ReadPage) {
  const { words, wish } = page.reading;
  const { anchors, page: record } = page.candidate;
  // What a page begins with says what its title means, not how something is done.
  const beginning = wish.kind === 'meaning' ? record.title : '';
  const named = page.named(section.trail.at(-1) ?? beginning);
  return {
    around: highest([...page.around, scaled(all, near.section), ...headings], words.length),
    above: highest([scaled(page.ofTitle, near.above), ...headings], words.length),
    bonus:
      bonus.heading * named +
      (named >= wholly && page.shareOf(headings.at(-1) ?? []) >= wholly * near.heading
        ? bonus.asked
        : 0) +
      // The command that is asked for may be among what is needed before.
      (wish.exact === installation && installs(section)
        ? 0
        : bonusOfRole(section.trail, record, wish)) +
      (anchors.includes(section.anchor) ? bonus.found : 0),
  };
}

function installs({ blocks }: Section): boolean {
  return blocks.some(
    ({ kind, units }) => kind === 'code' && units.some((unit) => installation.test(unit)),
  );
}

/** How much of a heading the question has, and the other way round, where one is the other. */
const wholly = 0.9;

/** What the columns are belongs to each row of a table, and the title right above to what it names. */
function headOf({ section: { blocks }, units }: ReadSection, block: number): Covers {
  if (blocks[block]?.kind === 'table') return scaled(units[block]?.[0] ?? [], near.heading);
  const above = blocks[block - 1];
  return above && isTitle(above) ? scaled(units[block - 1]?.[0] ?? [], near.heading) : [];
}

/** What a place is about: the first words of its item in bold or code, its first cell, the title right above. */
function labelOf(blocks: readonly Block[], block: number, unit: number): string {
  const { kind = 'prose', units = [] } = blocks[block] ?? {};
  const text = units[unit] ?? '';
  if (kind === 'table') return /^\s*\|?([^|]*)\|/.exec(text)?.[1] ?? '';
  if (kind === 'list') {
    return /^[-*+\d.)\s]*(?:\*\*([^*]+)\*\*|`([^`]+)`)/.exec(text)?.slice(1).join('') ?? '';
  }
  const above = blocks[block - 1];
  return above && isTitle(above) ? above.text : '';
}

/** "> **Note**": a quotation that is not the line that describes a page. */
const callout = /^>\s*\*\*[^*]+\*\*\s*$/m;

/** What counts against code, data, tables, and the line that only says what a page is about. */
function bonusOfBlock(
  { kind, language, text }: Block,
  { trail }: Section,
  { wish, words }: Reading,
): number {
  const isCommand = wish.exact === installation && installation.test(text);
  const isAsked = wish.kind === 'steps' || wish.exact === installation;
  const isProgram = !isAsked && !words.some(({ written }) => isIdentifier(written));
  return (
    (kind === 'code' && !isCommand
      ? bonus.code
      : kind === 'table' && !isLookedUp(wish)
        ? bonus.table
        : 0) +
    (kind === 'table' && wish.kind === 'steps' ? bonus.stepsInTable : 0) +
    (kind === 'code' && isProgram ? bonus.program : 0) +
    (kind === 'code' && language?.startsWith('json') ? bonus.data : 0) +
    (trail.length === 0 && text.startsWith('>') && !callout.test(text) ? bonus.description : 0)
  );
}

/** Whether a question wants what tables are made for. */
function isLookedUp({ kind }: Reading['wish']): boolean {
  return kind === 'amount' || kind === 'value';
}

/** The sentences before and behind one, and the line that leads to a list, a table or code. */
function neighbours({ section, units }: ReadSection, block: number, unit: number): Covers[] {
  const list = units[block] ?? [];
  const leads = unit === 0 || section.blocks[block]?.kind !== 'prose';
  return [list[unit - 1], list[unit + 1], leads ? units[block - 1]?.at(-1) : undefined]
    .filter((of) => of !== undefined)
    .map((of) => scaled(of, near.neighbour));
}

/** Where a sentence sends to another page or site for what it does not say itself. */
const elsewhere =
  /\b(?:see|refer to|check out|consult|read more|learn more|siehe|voir|consulte[zr]?|véase)\b[^.]*\]\(|(?:参见|参阅|参考|详见|参照)[^。]*\]\(/i;

/** Whether a sentence says where an answer is, or a third of it or more is links. */
function isPointer(text: string): boolean {
  if (elsewhere.test(text)) return true;
  let linked = 0;
  for (const [, label = ''] of text.matchAll(/\[([^\]]*)\]\([^)]*\)/g)) linked += label.length;
  return linked > 0 && linked > text.replace(/\]\([^)]*\)/g, '').length / 3;
}
