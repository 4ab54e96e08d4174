import { compounding } from './compounding.ts';
import type { AskedWord } from './cover.ts';
import type { WantedOption } from './page-score.ts';
import { type QuestionWord, questionWords } from './question.ts';
import { type Wanted, wordRarity } from './rank.ts';
import { stemOf } from './stem.ts';
import { phrasesIn, type Synonyms } from './synonyms.ts';
import type { WeighedPosting } from './weigh.ts';
import { fold, isDenseWord } from './words.ts';

/**
 * How much a stand-in counts against the word itself; `loose` is a pair of letters across two words, `part` is
 * one of a name that is found as a whole, and `name` is that name; `half` is one word of a compound.
 */
const standIns = {
  synonym: 0.2,
  ownName: 0.15,
  prefix: 0.6,
  similar: 0.5,
  cover: 0.8,
  loose: 0.5,
  part: 0.1,
  joined: 0.8,
  name: 1.5,
  half: 0.4,
};

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
  const wanted: Wanted[] = [];
  const unknown: string[] = [];
  const stems = new Set<string>();
  const runs = new Map<string, boolean>();
  const asked: AskedWord[] = [];
  const wholes = new Set(words.flatMap(({ names = [] }) => names));
  const found = new Set(
    words.flatMap(({ word }, index) => (read[index]?.found[0]?.[1] === 1 ? [word] : [])),
  );
  for (const [index, { word, loose, run, names }] of words.entries()) {
    const { term = '', found: stemsFound = [], parts = [] } = read[index] ?? {};
    const list = stemsFound.map(([stem, weight, posting]): WantedOption => {
      // A synonym says less about where to look than about what is meant.
      const isSynonym = weight <= standIns.synonym;
      const cover = isSynonym ? standIns.cover : weight;
      if (!isSynonym) stems.add(stem);
      return { posting, weight, cover };
    });
    const together = joined.filter(({ at }) => index === at || index === at + 1);
    for (const { stem, posting } of together) {
      list.push({ posting, weight: standIns.joined, cover: 1 });
      stems.add(stem);
    }
    for (const [stem, , posting] of parts) {
      const option = { posting, weight: 1, cover: 1 };
      // A word that is found as a whole says by itself how much of the question a page has.
      const aside = list.length > 0 ? { weight: standIns.loose, isLoose: true } : {};
      wanted.push({ term: stem, options: [option], ...aside });
      stems.add(stem);
    }
    if (run !== undefined) runs.set(run, list.length > 0 || runs.get(run) === true);
    const isPart = names?.some((name) => found.has(name));
    // A name that is found as a whole says it all.
    if (!loose && !isPart) {
      // "Turn" of "turn on" is said with other words: those of the phrase.
      const meant = phrases.flatMap((phrase) =>
        phrase.term.split(' ').includes(term) ? phrase.options : [],
      );
      const others = [...meant, ...together];
      asked.push({
        word,
        rarity: wordRarity(list, options.pages),
        isWritten: stemsFound.some(([stem, weight]) => stem === term && weight === 1),
        isKnown:
          others.length + parts.length > 0 ||
          list.some(({ weight }) => weight !== standIns.similar || isMisspelt(word)),
        stems: Object.fromEntries([
          ...others.map(({ stem }) => [stem, standIns.cover]),
          ...parts.map(([stem]) => [stem, standIns.similar]),
          ...stemsFound.map(([stem, weight], at) => {
            const isMeant = weight === standIns.similar && isMisspelt(word);
            return [stem, isMeant ? standIns.cover : (list[at]?.cover ?? 0)];
          }),
        ]),
      });
    }
    const isStub = word === last && words.length > 1 && /^\p{Script=Latin}$/u.test(word);
    const counts = loose
      ? across
      : isPart || isStub
        ? { weight: standIns.part }
        : wholes.has(word)
          ? { weight: standIns.name }
          : {};
    if (list.length > 0) wanted.push({ term, options: list, ...counts });
    else if (!loose && run === undefined && parts.length === 0) unknown.push(word);
  }
  for (const [run, isKnown] of runs) if (!isKnown) unknown.push(run);
  return { wanted: [...wanted, ...phrases], unknown, stems, words: asked };
}

/** Whether a word that is like one of the site is that word with a wrong letter: short ones are often another. */
function isMisspelt(word: string): boolean {
  return word.length >= 8;
}

/** Words of a question that may be a name, cut short. */
const shortQuestion = 4;

const across = { weight: standIns.loose, isLoose: true };

type FoundStem = readonly [stem: string, weight: number, posting: WeighedPosting];

/** A word and its synonyms, if they are on any page. */
async function readWord(
  { word, loose }: QuestionWord,
  language: string,
  { posting, beginning, split, similar }: Dictionary,
  options: AskOptions & { readonly last: string | undefined },
): Promise<{
  readonly term: string;
  readonly found: readonly FoundStem[];
  /** What it is written together of, where that is found. */
  readonly parts?: readonly FoundStem[];
}> {
  const term = stemOf(word, language);
  const look = async (stems: readonly string[], weight: number): Promise<FoundStem[]> => {
    const postings = await Promise.all(stems.map(posting));
    return stems.flatMap((stem, index): FoundStem[] => {
      const one = postings[index];
      return one ? [[stem, weight, one]] : [];
    });
  };
  const isLast = word === options.last && word.length > 1;
  const [own, longer, synonyms] = await Promise.all([
    look([term], 1),
    isLast ? beginning(word).then((stems) => look(stems, standIns.prefix)) : [],
    look(loose ? [] : [...(options.synonyms.get(term) ?? [])], standIns.synonym),
  ]);
  const found = new Map<string, FoundStem>();
  for (const one of own) found.set(one[0], one);
  for (const [stem, weight, one] of longer) {
    if (!found.has(stem)) found.set(stem, [stem, own.length > 0 ? weight : 1, one]);
  }
  // What the site itself calls so in its headings is hardly meant by another word.
  const isOwnName = own.some(([, , { titled, headed }]) => titled.length + headed.length > 0);
  const weightOfSynonyms = isOwnName ? standIns.ownName : standIns.synonym;
  for (const [stem, , one] of synonyms) {
    if (!found.has(stem)) found.set(stem, [stem, weightOfSynonyms, one]);
  }
  const isCompounding = compounding.has(language.slice(0, 2));
  const partsOf = () => split(word).then((stems) => look(stems, 1));
  const both = (parts: readonly FoundStem[]) => (parts.length === 2 ? parts : []);
  if (found.size > 0) {
    const parts = own.length > 0 && isCompounding ? both(await partsOf()) : [];
    return { term, found: [...found.values()], parts };
  }
  const unfinished = word.length > 3 && !isLast ? await beginning(word) : [];
  if (unfinished.length > 0) return { term, found: await look(unfinished, standIns.prefix) };
  const parts = loose ? [] : await partsOf();
  if (parts.length === 2) return { term, found: [], parts };
  const like = await look(await similar(word), standIns.similar);
  const half = isCompounding && like.length === 0 ? parts : [];
  return {
    term,
    found: [...like, ...half.map(([stem, , one]) => [stem, standIns.half, one] as const)],
  };
}

/** Longest words that other languages write together now and then: `time zone`, `end point`. */
const shortWord = 5;

/** Neighbours in a question that pages write as one word. */
async function joinedWords(
  words: readonly QuestionWord[],
  question: string,
  language: string,
  { posting }: Dictionary,
): Promise<{ readonly at: number; readonly stem: string; readonly posting: WeighedPosting }[]> {
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

/** Stems of the forms nearest to a misspelt word: one letter off, two for long words. */
export function similarForms(
  word: string,
  forms: readonly { readonly form: string; readonly stem: string }[],
): string[] {
  if (word.length < 4 || /\d/.test(word)) return [];
  const most = word.length < 8 ? 1 : 2;
  const found: { stem: string; far: number }[] = [];
  for (const { form, stem } of forms) {
    // The first letter is hardly ever the wrong one, and tells many other words apart.
    if (form[0] !== word[0] || Math.abs(form.length - word.length) > most) continue;
    const far = distance(word, form, most);
    if (far <= most) found.push({ stem, far });
  }
  const nearest = Math.min(...found.map(({ far }) => far));
  return [...new Set(found.filter(({ far }) => far === nearest).map(({ stem }) => stem))].slice(
    0,
    4,
  );
}

/** Letters to insert, remove, replace or swap; anything above `most` is returned as `most + 1`. */
export function distance(a: string, b: string, most: number): number {
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    let least = i;
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let cost = Math.min(
        (last[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        (last[j - 1] ?? 0) + (same ? 0 : 1),
      );
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        cost = Math.min(cost, (before[j - 2] ?? 0) + 1);
      }
      row.push(cost);
      least = Math.min(least, cost);
    }
    if (least > most) return most + 1;
    before = last;
    last = row;
  }
  return last[b.length] ?? most + 1;
}
