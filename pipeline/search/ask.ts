import { compounding } from './compounding.ts';
import type { AskedWord } from './cover.ts';
import type { WantedOption } from './page-score.ts';
import { type QuestionWord, questionWords } from './question.ts';
import { type Wanted, wordRarity } from './rank.ts';
import { stemOf } from './stem.ts';
import { phrasesIn, type Synonyms } from './synonyms.ts';
import type { WeighedPosting } from './weigh.ts';
import { fold, isDenseWord } from './words.ts';

// How much a stand-in counts against the word itself.
const ofSynonym = 0.2;
/** A synonym of a word that the site uses in its headings. */
const besideOwnName = 0.15;
const ofBeginning = 0.6;
const ofSimilar = 0.5;
/** A synonym, for the share of the question that a page has. */
const asCover = 0.8;
/** A pair of letters across two words, or a word that is written together with another. */
const loosely = { weight: 0.5, isLoose: true };
/** One of a name that is found as a whole. */
const ofPart = 0.1;
/** Two words that are written together. */
const ofJoined = 0.8;
/** A name that is found as a whole. */
const ofName = 1.5;
/** One word of a compound. */
const ofHalf = 0.4;

/** Where words are looked up. */
export interface Dictionary {
  readonly posting: (stem: string) => Promise<WeighedPosting | undefined>;
  /** Stems of the words that begin so, the most common first. */
  readonly beginning: (prefix: string) => Promise<readonly string[]>;
  /** Stems of the two words that a word is written together of: `time` and `zone` of `timezone`; or of one of them. */
  readonly split: (word: string) => Promise<readonly string[]>;
  /** Stems of the words that are one or two letters off. */
  readonly similar: (word: string) => Promise<readonly string[]>;
}

/** A question as ranking wants it. */
export interface Asked {
  readonly wanted: readonly Wanted[];
  /** Words that no page has, nor anything like them. */
  readonly unknown: readonly string[];
  /** Every stem that may be found on a page: what a snippet marks. */
  readonly stems: ReadonlySet<string>;
  /** Every word that says something, in order: what a text is read for. */
  readonly words: readonly AskedWord[];
}

/** How a question is read. */
export interface AskOptions {
  readonly synonyms: Synonyms;
  /** The last word may be unfinished; that of a short question may when it is left out. */
  readonly typing?: boolean;
  /** How many pages there are. */
  readonly pages: number;
}

/** Reads a question: its words with their synonyms, the last one as a beginning, unknown ones by likeness. */
export async function ask(
  question: string,
  language: string,
  dictionary: Dictionary,
  options: AskOptions,
): Promise<Asked> {
  const words = questionWords(question, language);
  const mayBeCut = options.typing ?? words.length <= shortQuestion;
  const last = mayBeCut && /[\p{L}\p{N}]$/u.test(question) ? words.at(-1)?.word : undefined;
  // All at once: each may wait for a piece of the index.
  const [read, phrases, joined] = await Promise.all([
    Promise.all(words.map((word) => readWord(word, language, dictionary, { ...options, last }))),
    wantedPhrases(question, language, dictionary, options.synonyms),
    joinedWords(words, question, language, dictionary),
  ]);
  const query: ReadQuery = {
    phrases,
    joined,
    pages: options.pages,
    stub: words.length > 1 && last && /^\p{Script=Latin}$/u.test(last) ? last : undefined,
    wholes: new Set(words.flatMap(({ names = [] }) => names)),
    found: new Set(read.flatMap(({ word, found }) => (found[0]?.[1] === 1 ? [word] : []))),
  };
  const asking: Asking = { wanted: [], unknown: [], stems: new Set(), runs: new Map(), words: [] };
  for (const [at, word] of read.entries()) addWord(asking, query, word, at);
  const { runs, ...asked } = asking;
  for (const [run, isKnown] of runs) if (!isKnown) asked.unknown.push(run);
  asked.wanted.push(...phrases);
  return asked;
}

/** What a word of a query may depend on. */
interface ReadQuery {
  readonly phrases: readonly WantedPhrase[];
  readonly joined: readonly JoinedWords[];
  /** A last word of one letter, with others before it: the first one of a word that is being typed. */
  readonly stub: string | undefined;
  /** How many pages there are. */
  readonly pages: number;
  /** Names that a word of the query is part of. */
  readonly wholes: ReadonlySet<string>;
  /** Words that are on a page as they are written. */
  readonly found: ReadonlySet<string>;
}

/** What is asked, as far as the words have been read. */
interface Asking {
  readonly wanted: Wanted[];
  readonly unknown: string[];
  readonly stems: Set<string>;
  /** Names in single letters, and whether a part of them is known. */
  readonly runs: Map<string, boolean>;
  readonly words: AskedWord[];
}

/** Adds a word with its stand-ins. */
function addWord(asking: Asking, query: ReadQuery, read: ReadWord, at: number): void {
  const { word, term, loose, run, names, found, parts } = read;
  const { wanted, stems, runs } = asking;
  const together = query.joined.filter((one) => at === one.at || at === one.at + 1);
  const options = optionsOf(found, together);
  for (const [stem, weight] of found) if (!isSynonym(weight)) stems.add(stem);
  for (const { stem } of together) stems.add(stem);
  for (const [stem, , posting] of parts) {
    // A word that is found as a whole says by itself how much of the question a page has.
    const aside = options.length > 0 ? loosely : {};
    wanted.push({ term: stem, options: [{ posting, weight: 1, cover: 1 }], ...aside });
    stems.add(stem);
  }
  if (run !== undefined) runs.set(run, options.length > 0 || runs.get(run) === true);
  const isPart = names?.some((name) => query.found.has(name));
  // A name that is found as a whole says it all.
  if (!loose && !isPart) asking.words.push(askedWord(query, read, options, together));
  if (options.length > 0) wanted.push({ term, options, ...countsFor(query, read, isPart) });
  else if (!loose && run === undefined && parts.length === 0) asking.unknown.push(word);
}

function isSynonym(weight: number): boolean {
  return weight <= ofSynonym;
}

/** A synonym says less about where to look than about what is meant. */
function coverOf(weight: number): number {
  return isSynonym(weight) ? asCover : weight;
}

function optionsOf(
  found: readonly FoundStem[],
  together: readonly JoinedWords[],
): readonly WantedOption[] {
  return [
    ...found.map(([, weight, posting]) => ({
      posting,
      weight,
      cover: coverOf(weight),
    })),
    ...together.map(({ posting }) => ({ posting, weight: ofJoined, cover: 1 })),
  ];
}

function askedWord(
  { phrases, pages }: ReadQuery,
  { word, term, found, parts }: ReadWord,
  options: readonly WantedOption[],
  together: readonly JoinedWords[],
): AskedWord {
  // "Turn" of "turn on" is said with other words: those of the phrase.
  const meant = phrases.flatMap((phrase) =>
    phrase.term.split(' ').includes(term) ? phrase.options : [],
  );
  const others = [...meant, ...together];
  return {
    word,
    rarity: wordRarity(options, pages),
    isWritten: found.some(([stem, weight]) => stem === term && weight === 1),
    isKnown:
      others.length + parts.length > 0 ||
      options.some(({ weight }) => weight !== ofSimilar || isMisspelt(word)),
    stems: Object.fromEntries([
      ...others.map(({ stem }) => [stem, asCover]),
      ...parts.map(([stem]) => [stem, ofSimilar]),
      ...found.map(([stem, weight]) => [
        stem,
        weight === ofSimilar && isMisspelt(word) ? asCover : coverOf(weight),
      ]),
    ]),
  };
}

/** How much a word counts where that is not in full. */
function countsFor(
  { stub, wholes }: ReadQuery,
  { word, loose }: ReadWord,
  isPart: boolean | undefined,
): Pick<Wanted, 'weight' | 'isLoose'> {
  if (loose) return loosely;
  if (isPart || word === stub) return { weight: ofPart };
  return wholes.has(word) ? { weight: ofName } : {};
}

/** Whether a word that is like one of the site is that word with a wrong letter: short ones are often another. */
function isMisspelt(word: string): boolean {
  return word.length >= 8;
}

/** Words of a question that may be a name, cut short. */
const shortQuestion = 4;

type FoundStem = readonly [stem: string, weight: number, posting: WeighedPosting];

/** A word of a query with the stems that are on any page. */
interface ReadWord extends QuestionWord {
  /** Its own stem. */
  readonly term: string;
  readonly found: readonly FoundStem[];
  /** What it is written together of, where that is found. */
  readonly parts: readonly FoundStem[];
}

/** A word and its synonyms, if they are on any page. */
async function readWord(
  asked: QuestionWord,
  language: string,
  { posting, beginning, split, similar }: Dictionary,
  options: AskOptions & { readonly last: string | undefined },
): Promise<ReadWord> {
  const { word, loose } = asked;
  const term = stemOf(word, language);
  const look = async (stems: readonly string[], weight: number): Promise<FoundStem[]> => {
    const postings = await Promise.all(stems.map(posting));
    return stems.flatMap((stem, index): FoundStem[] => {
      const one = postings[index];
      return one ? [[stem, weight, one]] : [];
    });
  };
  const read = (found: readonly FoundStem[], parts: readonly FoundStem[] = []): ReadWord => ({
    ...asked,
    term,
    found,
    parts,
  });
  const isLast = word === options.last && word.length > 1;
  const [own, longer, synonyms] = await Promise.all([
    look([term], 1),
    isLast ? beginning(word).then((stems) => look(stems, ofBeginning)) : [],
    look(loose ? [] : [...(options.synonyms.get(term) ?? [])], ofSynonym),
  ]);
  const found = new Map<string, FoundStem>();
  for (const one of own) found.set(one[0], one);
  for (const [stem, weight, one] of longer) {
    if (!found.has(stem)) found.set(stem, [stem, own.length > 0 ? weight : 1, one]);
  }
  // What the site itself calls so in its headings is hardly meant by another word.
  const isOwnName = own.some(([, , { titled, headed }]) => titled.length + headed.length > 0);
  const weightOfSynonyms = isOwnName ? besideOwnName : ofSynonym;
  for (const [stem, , one] of synonyms) {
    if (!found.has(stem)) found.set(stem, [stem, weightOfSynonyms, one]);
  }
  const isCompounding = compounding.has(language.slice(0, 2));
  const partsOf = () => split(word).then((stems) => look(stems, 1));
  const both = (parts: readonly FoundStem[]) => (parts.length === 2 ? parts : []);
  if (found.size > 0) {
    const parts = own.length > 0 && isCompounding ? both(await partsOf()) : [];
    return read([...found.values()], parts);
  }
  const unfinished = word.length > 3 && !isLast ? await beginning(word) : [];
  if (unfinished.length > 0) return read(await look(unfinished, ofBeginning));
  const parts = loose ? [] : await partsOf();
  if (parts.length === 2) return read([], parts);
  const like = await look(await similar(word), ofSimilar);
  const half = isCompounding && like.length === 0 ? parts : [];
  return read([...like, ...half.map(([stem, , one]) => [stem, ofHalf, one] as const)]);
}

/** Longest words that other languages write together now and then: `time zone`, `end point`. */
const shortWord = 5;

/** Two neighbours, the first one at `at`, written as one word. */
interface JoinedWords {
  readonly at: number;
  readonly stem: string;
  readonly posting: WeighedPosting;
}

/** Neighbours in a question that pages write as one word. */
async function joinedWords(
  words: readonly QuestionWord[],
  question: string,
  language: string,
  { posting }: Dictionary,
): Promise<readonly JoinedWords[]> {
  const longest = compounding.has(language.slice(0, 2)) ? 30 : shortWord;
  const text = fold(question);
  const isPlain = (one: QuestionWord | undefined) =>
    one !== undefined &&
    !(one.loose || one.run || one.names) &&
    one.word.length <= longest &&
    /^\p{L}{3,}$/u.test(one.word) &&
    !isDenseWord(one.word);
  const isNumber = (one: QuestionWord | undefined) => /^\d{1,4}$/.test(one?.word ?? '');
  const found = await Promise.all(
    words.map(async (one, at) => {
      const next = words[at + 1];
      if (!isPlain(one) || !(isPlain(next) || isNumber(next))) return [];
      if (!text.includes(`${one.word} ${next?.word}`)) return [];
      const stem = stemOf(`${one.word}${next?.word}`, language);
      const both = await posting(stem);
      return both ? [{ at, stem, posting: both }] : [];
    }),
  );
  return found.flat();
}

interface WantedPhrase extends Wanted {
  readonly options: readonly (WantedOption & { readonly stem: string })[];
}

/**
 * Synonyms of the phrases of a query. Their words are searched as well, and determine the
 * confidence.
 */
async function wantedPhrases(
  question: string,
  language: string,
  { posting }: Dictionary,
  synonyms: Synonyms,
): Promise<readonly WantedPhrase[]> {
  const phrases = await Promise.all(
    phrasesIn(question, language, synonyms).map(async (term): Promise<WantedPhrase> => {
      const stems = [...(synonyms.get(term) ?? [])];
      const postings = await Promise.all(stems.map(posting));
      const options = stems.flatMap((stem, at) => {
        const one = postings[at];
        return one ? [{ stem, posting: one, weight: 1, cover: 0 }] : [];
      });
      return { term, options, isLoose: true };
    }),
  );
  return phrases.filter(({ options }) => options.length > 0);
}
