import { stemOf } from './stem.ts';
import { isStopWord } from './stop-words.ts';
import { namesAround, piecesOf, runsOf, wordsOfRun } from './words.ts';

/** A word of a question. */
export interface QuestionWord {
  readonly word: string;
  /** A pair of letters across two words: worth finding, and no loss where it is missing. */
  readonly loose: boolean;
  /** Adjacent single letters around it: words that are in no dictionary, often names. */
  readonly run?: string;
  /** Names that it is a part of: where they are found, it says little by itself. */
  readonly names?: readonly string[];
}

/** The words of a question that say something, each stem once; all of them when none does. */
export function questionWords(question: string, language: string): QuestionWord[] {
  const all: QuestionWord[] = [];
  const telling: QuestionWord[] = [];
  for (const { text, isDense } of piecesOf(withoutFrames(question.slice(0, 8000)).slice(0, 1000))) {
    const words = runsOf(text).flatMap((run) =>
      wordsOfRun(run).map((word): QuestionWord => {
        const names = namesAround(run, word);
        return { word, loose: false, ...(names.length > 0 ? { names } : {}) };
      }),
    );
    all.push(...words);
    if (isDense) telling.push(...tellingPairs(text, language));
    else telling.push(...words.filter(({ word }) => !isStopWord(word, language)));
  }
  const chosen = telling.some(({ loose }) => !loose) ? telling : all;
  const byStem = new Map<string, QuestionWord>();
  for (const one of chosen.slice(0, 100)) {
    const stem = stemOf(one.word, language);
    const before = byStem.get(stem);
    // A pair that is both inside a word and across two belongs to the word; so does a part of a name.
    if (before === undefined || (before.loose && !one.loose) || (before.names && !one.names)) {
      byStem.set(stem, one);
    }
  }
  return [...byStem.values()].slice(0, 60);
}

/**
 * A pasted error without the calls that led to it, which are the reader's own files and lines. What is left is the
 * message, which some languages write first and others last.
 */
function withoutFrames(question: string): string {
  const kept: string[] = [];
  for (const part of question.replace(pythonFrame, ' ').split(/\s+/)) {
    kept.push(part);
    if (part.length > 300 || !position.test(part)) continue;
    const call = kept.lastIndexOf('at');
    kept.length = call >= 0 && kept.length - call <= 6 ? call : kept.length - 1;
  }
  const rest = kept.join(' ');
  return /\p{L}/u.test(rest) ? rest : question;
}

const pythonFrame =
  /\bFile "[^"]{1,300}", line \d+(?:, in \S{1,99})?|\bTraceback \(most recent call last\):/g;

/** A line of a file, with the column or in the parentheses of a call: an address has neither. */
const position = /.:\d+:\d+[),;]*$|\(.+\.\w+:\d+\)$/;

/**
 * The pairs of letters that text without spaces is looked up by, less those inside words that only frame
 * a question. Words are cut by the dictionaries that the system has; an index needs none.
 */
function tellingPairs(text: string, language: string): QuestionWord[] {
  const words = segmentsOf(text, language).map((word) => ({
    letters: [...withoutParticle(word)],
    stop: isStopWord(word, language),
  }));
  const letters: { readonly letter: string; readonly word: number; readonly run: string }[] = [];
  for (let i = 0; i < words.length; i++) {
    const word = words[i];
    if (!word) break;
    let end = i;
    while (words[end]?.stop === false && words[end]?.letters.length === 1) end++;
    const isRun = end - i > 1;
    const own = isRun ? words.slice(i, end).flatMap((one) => one.letters) : word.letters;
    const run = isRun ? own.join('') : '';
    for (const letter of own) letters.push({ letter, word: word.stop ? -1 : i, run });
    if (isRun) i = end - 1;
  }
  const pairs: QuestionWord[] = [];
  for (let i = 0; i + 1 < letters.length; i++) {
    const [a, b] = [letters[i], letters[i + 1]];
    // Words that phrase a question are ignored, but the particles next to a word are not.
    if (!a || !b || (a.word < 0 && b.word < 0)) continue;
    const word = a.letter + b.letter;
    const loose = a.word !== b.word;
    // A run of two is a word; in a longer one, the word boundaries are unknown.
    const run = !loose && a.run.length > word.length ? { run: a.run } : {};
    pairs.push({ word, loose, ...run });
  }
  return pairs;
}

/** Korean writes particles and endings behind the word. */
function withoutParticle(word: string): string {
  const bare = word.replace(particle, '');
  return bare.length > 1 ? bare : word;
}

const particle =
  /(?<=\p{Script=Hangul})(?:에서는|에서도|으로는|하려면|하나요|합니까|에서|에게|으로|까지|부터|처럼|보다|하는|해야|하고|하면|하기|할|은|는|이|가|을|를|의|에|로|와|과|도|만)$/u;

const segmenters = new Map<string, Intl.Segmenter | undefined>();

/** Words as the system's dictionaries cut them; the whole text where it has none. */
function segmentsOf(text: string, language: string): string[] {
  if (!segmenters.has(language)) segmenters.set(language, segmenterOf(language));
  const segmenter = segmenters.get(language);
  return segmenter ? Array.from(segmenter.segment(text), ({ segment }) => segment) : [text];
}

function segmenterOf(language: string): Intl.Segmenter | undefined {
  try {
    return new Intl.Segmenter(language, { granularity: 'word' });
  } catch {
    // An old browser, or a code that is no language.
    return undefined;
  }
}
